import { useEffect, useEffectEvent, useRef } from 'react'
import { wordsFor } from '../../lib/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './Diary.module.css'

type MoreProps = { isComing: boolean; error: unknown; onWanted: () => void }

/** Older entries come as the reader nears the end, or by the button; after a failure only by the button. */
export function More({ isComing, error, onWanted }: MoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const want = useEffectEvent(onWanted)
  const waits = !isComing && !error
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && want(), {
      rootMargin: '0px 0px 1200px 0px',
    })
    if (waits && end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [waits])

  return (
    <div ref={end} className={styles.more}>
      {Boolean(error) && <Banner kind="error">{wordsFor(error)}</Banner>}
      <Button kind="quiet" busy={isComing} onClick={onWanted}>
        {error ? 'Subukan ulit' : 'Ipakita pa'}
      </Button>
    </div>
  )
}
