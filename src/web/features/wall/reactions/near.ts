import { followNear } from '../../../domain/posts/posts.live.ts'

/** Wait after scrolling before near posts are reported, ms: posts that only pass by are not fetched. */
const rest = 300

/** Reaction rows on or near the screen. */
const near = new Set<Element>()
let timer: ReturnType<typeof setTimeout> | undefined
let observer: IntersectionObserver | undefined

/** The ref of a row `data-reactions={id}`: its post is followed while the row is near the screen. */
export function watchNear(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined
  const watching = (observer ??= new IntersectionObserver(look, { rootMargin: '40% 0px' }))
  watching.observe(row)
  return () => {
    watching.unobserve(row)
    near.delete(row)
    tellLater()
  }
}

function look(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) near.add(target)
    else near.delete(target)
  }
  tellLater()
}

function tellLater() {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-reactions]')]
    followNear(rows.map((row) => ({ postId: row.dataset['reactions'] ?? '', isNear: near.has(row) })))
  }, rest)
}
