import { followNear } from '../../../domain/posts/posts.live.ts'

/** Posts that a throw of the thumb passes are read by nobody: the wall says what is near once it has rested this long, ms. */
const rest = 300

/** The reaction rows on the screen or near it. */
const near = new Set<Element>()
let timer: ReturnType<typeof setTimeout> | undefined
let observer: IntersectionObserver | undefined

/** Ref of a row `data-reactions={id}`: its post is followed while the row is near the screen. */
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
