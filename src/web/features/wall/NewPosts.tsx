import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Mood } from '../../../shared/moods.ts'
import { wordsFor } from '../../lib/failure.ts'
import { follow } from '../../lib/live.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useToast } from '../../ui/Toast.tsx'
import styles from './NewPosts.module.css'
import { countNews, heldOf, newsIn, putOnTop, type News } from './news.ts'
import { fetchNewer, fetchNews, wallFeed, type PostPage } from './wall.api.ts'

type NewPostsProps = { mood: Mood; visit: string; pages: readonly PostPage[] }

/** What is heard within this time is asked for together, ms. */
const gather = 1000

/** Says quietly that there are new posts. Nothing that is being read moves until somebody asks for them. */
export function NewPosts({ mood, visit, pages }: NewPostsProps) {
  const toast = useToast()
  const queries = useQueryClient()
  const [heard, setHeard] = useState<News[]>([])
  const [isComing, setComing] = useState(false)
  const held = useMemo(() => heldOf(pages), [pages])
  const waiting = newsIn(heard, held)

  const asking = useRef(new AbortController())
  const catchUp = useEffectEvent(() => {
    asking.current.abort()
    asking.current = new AbortController()
    // Without an answer the next catch-up asks again.
    fetchNews(mood.value, held.from, asking.current.signal).then(setHeard, () => undefined)
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = follow(`wall-${mood.slug}`, {
      // Whose it is, the event does not tell: only a fetch knows who is out of this reader's sight. Many readers do not ask at one moment.
      events: { new_post: () => (timer ??= setTimeout(ask, gather * (0.5 + Math.random()))) },
      caughtUp: () => catchUp(),
    })
    function ask() {
      timer = undefined
      catchUp()
    }
    return () => {
      stop()
      clearTimeout(timer)
      asking.current.abort()
    }
  }, [mood.slug])

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
      setHeard([])
    } catch (error) {
      toast(wordsFor(error), 'error')
    }
    setComing(false)
  }
  // Once they stand there: to the top, and the focus, whose button has gone, to the first of them.
  useLayoutEffect(() => {
    if (!arriving.current || pages[0]?.posts[0]?.id !== arriving.current) return
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
