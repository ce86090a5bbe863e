import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { limits } from '../../../../shared/limits.ts'
import type { Mood } from '../../../../shared/moods.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { follow } from '../../../lib/live.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { showToast } from '../../../lib/toast.ts'
import styles from './NewPosts.module.css'
import {
  countNews,
  heldOf,
  newsIn,
  putOnTop,
  type WallPage,
  type Held,
  type FeedItem,
} from '../../../domain/posts/feed.ts'
import { fetchNewer, fetchNews, wallFeed } from '../../../domain/posts/posts.api.ts'

type NewPostsProps = { mood: Mood; visit: string; pages: readonly WallPage[] }

/** Time in which events are gathered for one request, ms. */
const gather = 1_000
/** Wait before the exact number, once the reader sees the pill, ms. */
const patience = 30_000

/** Announces new posts. They are added only when the reader asks, so nothing moves. */
export function NewPosts({ mood, visit, pages }: NewPostsProps) {
  const queries = useQueryClient()
  const held = useMemo(() => heldOf(pages), [pages])
  const { waiting, forget } = useNews(mood, held)
  const [isComing, setComing] = useState(false)

  const arriving = useRef<string>(undefined)
  async function show() {
    setComing(true)
    try {
      const newer = await fetchNewer(mood.value, held.from)
      arriving.current = newer.find(({ id }) => !held.ids.has(id))?.id
      queries.setQueryData(
        wallFeed(mood.value, visit).queryKey,
        (before) => before && putOnTop(before, newer),
      )
      forget()
    } catch (error) {
      showToast(wordsFor(error), 'error')
    }
    setComing(false)
  }
  // Once the posts are drawn: scrolls to the top and focuses the first of them, because the button is gone.
  useLayoutEffect(() => {
    if (!arriving.current || pages[0]?.items[0]?.id !== arriving.current) return
    arriving.current = undefined
    document.querySelector<HTMLElement>('[data-page="0"] [data-post] a')?.focus({ preventScroll: true })
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
  }, [pages])

  return (
    <div className={styles.place}>
      <output className="visually-hidden">{waiting.length > 0 && 'May mga bagong post sa itaas.'}</output>
      {waiting.length > 0 && (
        <button
          type="button"
          className={styles.pill}
          aria-disabled={isComing}
          onClick={() => !isComing && void show()}
        >
          <Icon name="up" size={18} /> {countNews(waiting)} bagong post
        </button>
      )}
    </div>
  )
}

/** The wall's posts that the feed does not have. */
function useNews({ value, slug }: Mood, held: Held) {
  const [heard, setHeard] = useState<FeedItem[]>([])
  const waiting = newsIn(heard, held)
  const isKnown = waiting.length > 0
  const isFull = waiting.length >= limits.wallPage
  const [isStale, setStale] = useState(false)
  const [isAsking, setAsking] = useState(false)

  // Posts that the feed had are not new, such as an own post deleted meanwhile.
  const keep = useEffectEvent((found: readonly FeedItem[]) => setHeard(newsIn(found, held)))
  const ask = useEffectEvent(async () => {
    // One request at a time: on a slow network each answer would be late for the next.
    if (isAsking || isFull) return setStale(true)
    setStale(false)
    setAsking(true)
    try {
      keep(newsIn(await fetchNews(value, held.from), held))
    } catch {
      // The next catch-up asks again.
    }
    setAsking(false)
  })
  const hear = useEffectEvent((id: unknown, seq: unknown) => {
    setStale(true)
    // Until the next fetch the number counts events.
    if (isKnown && typeof id === 'string' && typeof seq === 'number')
      setHeard((before) => [...before.filter((one) => one.id !== id), { id, seq }])
  })
  useEffect(
    () =>
      follow(`wall-${slug}`, {
        // The event does not name the author: only a fetch leaves out hidden people.
        events: { new_post: ({ id, seq }) => hear(id, seq) },
        caughtUp: () => void ask(),
      }),
    [slug],
  )
  useEffect(() => {
    if (!isStale || isAsking || isFull) return undefined
    // Random, so that many readers do not fetch at one moment.
    const timer = setTimeout(() => void ask(), isKnown ? patience : gather * (0.5 + Math.random()))
    return () => clearTimeout(timer)
  }, [isStale, isAsking, isKnown, isFull])
  return { waiting, forget: () => setHeard([]) }
}
