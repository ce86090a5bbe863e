import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './Feed.module.css'

/** Distance within which pages stay in the document, px: several swipes. */
const reach = '8000px'

/** Twenty posts. Far from the screen they leave the document, so that a long read does not fill the memory. */
export function FeedPage({ number, children }: { number: number; children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null)
  /**
   * The page's height while its posts are out, px. `contain-intrinsic-size: auto` forgets its height when an empty page is painted before
   * its deferred posts, and the reader would lose their place.
   */
  const [emptyHeight, setEmptyHeight] = useState<number>()
  useEffect(() => {
    const look = (entries: IntersectionObserverEntry[]) => {
      const entry = entries.at(-1)
      if (!entry) return
      const { isIntersecting, target, boundingClientRect } = entry
      // A page that holds the focus, or an open part, keeps its posts.
      const isInUse = target.matches(':focus-within, :has([aria-expanded="true"])')
      const next = isIntersecting || isInUse ? undefined : boundingClientRect.height
      startTransition(() => setEmptyHeight(next))
    }
    const observer = new IntersectionObserver(look, { rootMargin: `${reach} 0px` })
    if (page.current) observer.observe(page.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={page} className={styles.page} style={{ height: emptyHeight }} data-page={number}>
      {emptyHeight === undefined && children}
    </div>
  )
}
