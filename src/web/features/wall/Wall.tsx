import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useParams, useSearch } from 'wouter'
import { moodOfSlug } from '../../../shared/moods.ts'
import { useUser } from '../../lib/session.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Weather } from '../../ui/weather/Weather.tsx'
import { Feed } from './feed/Feed.tsx'
import { MoodSwitch } from './MoodSwitch.tsx'
import { useVisit } from './feed/place.ts'
import { SearchBox } from './SearchBox.tsx'
import { startReactions } from '../../domain/posts/posts.live.ts'
import { readSearch } from '../../domain/posts/searching.ts'
import { followSight, startSight } from '../../domain/safety/sight.ts'
import { startWordFilters } from '../../domain/safety/word-filters.ts'
import { isMarked, wallAddress } from './post/view.ts'
import styles from './Wall.module.css'

/** One of the five walls. An unknown name redirects to Kalma. */
export function Wall() {
  const { id: userId } = useUser()
  const mood = moodOfSlug(useParams()['mood'])
  const visit = useVisit()
  const q = readSearch(new URLSearchParams(useSearch()).get('q') ?? '')
  const [, navigate] = useLocation()
  const [isWanted, setWanted] = useState(false)
  const isSearching = isWanted || q !== ''
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    startReactions()
    startSight()
    startWordFilters()
  }, [])
  useEffect(() => followSight(userId), [userId])

  /** A search has one history entry, however often it changes. The entry before it holds the wall's place. */
  function search(next: string) {
    if (!next && isMarked('searched')) return history.back()
    const state: unknown = history.state
    navigate(
      wallAddress(mood.slug, { q: next }),
      q ? { replace: true, state } : { state: { visit, searched: true } },
    )
  }
  /** A phone shows the field only while it is wanted. */
  function toggleSearch() {
    flushSync(() => setWanted(!isSearching))
    if (isSearching && q) search('')
    else box.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.place} data-mood={mood.slug}>
      <Weather mood={mood.slug} />
      <div className={styles.wall}>
        <header className={styles.sign}>
          <Link href="/write" className={styles.back} title="Magsulat">
            <Icon name="back" size={20} /> <span>Magsulat</span>
          </Link>
          <h1>{mood.title}</h1>
          <IconButton
            icon="search"
            label="Maghanap"
            className={styles.find}
            aria-expanded={isSearching}
            onClick={toggleSearch}
          />
          <p className={styles.greeting}>{mood.greeting}</p>
          <span className={styles.emoji} aria-hidden="true">
            {mood.emoji}
          </span>
        </header>
        <MoodSwitch current={mood} q={q} />
        <SearchBox ref={box} q={q} isOpen={isSearching} onSearch={search} />
        {visit && <Feed key={`${visit} ${q && 'search'}`} mood={mood} visit={visit} q={q} />}
      </div>
    </div>
  )
}
