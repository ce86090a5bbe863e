import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './Feed.module.css'

/** How far from the screen a page of posts is still kept, px: several throws of a thumb. */
const reach = '8000px'
/** Where a page that is skipped keeps its height without its posts. */
const keepsHeight = typeof CSS !== 'undefined' && CSS.supports('content-visibility', 'auto')

/** Twenty posts of a wall. Far from the screen they are taken out of the page, so that whoever reads on and on fills no memory. */
export function FeedPage({ number, children }: { number: number; children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(true)
  useEffect(() => {
    if (!keepsHeight) return undefined
    const look = (entries: IntersectionObserverEntry[]) => {
      const entry = entries.at(-1)
      // What somebody has open or holds the focus stays.
      const isInUse = entry?.target.matches(':focus-within, :has([aria-expanded="true"])')
      if (entry) startTransition(() => setNear(entry.isIntersecting || isInUse === true))
    }
    const observer = new IntersectionObserver(look, { rootMargin: `${reach} 0px` })
    if (page.current) observer.observe(page.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={page} className={styles.page} data-page={number}>
      {isNear && children}
    </div>
  )
}
