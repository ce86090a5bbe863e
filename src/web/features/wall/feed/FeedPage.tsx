import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './Feed.module.css'

/** Pages of posts within this distance of the screen stay in the document, px: several throws of a thumb. */
const reach = '8000px'

/** Twenty posts of a wall. Far from the screen the posts leave the document, so that a long read fills no memory. */
export function FeedPage({ number, children }: { number: number; children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null)
  /**
   * The height of the page while its posts are out, px; undefined while they are in. The height that the browser remembers
   * (`contain-intrinsic-size: auto`) is lost when an empty page is painted before its deferred posts, and the reader would be thrown down
   * the wall.
   */
  const [emptyHeight, setEmptyHeight] = useState<number>()
  useEffect(() => {
    const look = (entries: IntersectionObserverEntry[]) => {
      const entry = entries.at(-1)
      if (!entry) return
      const { isIntersecting, target, boundingClientRect } = entry
      // A page with something open in it, or with the focus, keeps its posts.
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
