/** How far from the screen it is still near, px: a throw of a thumb. */
const reach = 2_000

const listeners = new WeakMap<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

/** One for all: hundreds of stretches are watched. */
function watcher(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting, boundingClientRect } of seen) {
        // What holds the focus, or has a dialog open above it that gives it back, stays.
        if (!isIntersecting && target.contains(document.activeElement)) continue
        if (!isIntersecting && target.childElementCount > 0 && target instanceof HTMLElement)
          target.dataset['height'] = String(boundingClientRect.height / rem())
        listeners.get(target)?.(isIntersecting)
      }
    },
    { rootMargin: `${reach}px 0px` },
  )
  return observer
}

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** Calls back now and whenever the element comes near the screen or goes from there. Ends when called back. */
export function whenNear(element: Element, listener: (isNear: boolean) => void): () => void {
  listeners.set(element, listener)
  watcher().observe(element)
  return () => {
    listeners.delete(element)
    observer?.unobserve(element)
  }
}
