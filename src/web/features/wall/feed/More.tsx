import { useEffect, useEffectEvent, useRef } from 'react'
import { wordsFor } from '../../../lib/failure.ts'
import { onSignal } from '../../../lib/signal.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Bricks } from './FeedStates.tsx'
import styles from './Feed.module.css'

type MoreProps = {
  state: 'idle' | 'coming' | 'offline' | 'failed'
  error: unknown
  /** Called near the end. */
  onReach: () => void
  onPress: () => void
}

/** Distance below the screen at which the next page is fetched: a swipe takes about a second for it. */
const ahead = '1800px'

/** The end of the loaded posts: fetches the next page, or offers a button. */
export function More({ state, error, onReach, onPress }: MoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(onReach)
  useEffect(() => {
    // A busy page gets several entries in one call: a later one may be near.
    const look = (entries: IntersectionObserverEntry[]) =>
      entries.some(({ isIntersecting }) => isIntersecting) && reach()
    const observer = new IntersectionObserver(look, { rootMargin: `0px 0px ${ahead} 0px` })
    if (state === 'idle' && end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [state])
  useEffect(() => (state === 'failed' ? onSignal(() => reach()) : undefined), [state])

  if (state === 'coming') return <Bricks label="Kinukuha pa ang iba…" count={6} />
  return (
    <div ref={end} className={styles.more}>
      {state === 'failed' && <Banner kind="error">{wordsFor(error)}</Banner>}
      {state === 'offline' && <Banner kind="note">Pagbalik ng signal, itutuloy namin.</Banner>}
      {state !== 'offline' && (
        <Button kind="quiet" onClick={onPress}>
          {state === 'failed' ? 'Subukan ulit' : 'Ipakita pa'}
        </Button>
      )}
    </div>
  )
}
