/** Distance from the screen that counts as near, px. */
const reach = 2_000

const listeners = new WeakMap<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

/** One observer for hundreds of parts. */
function watcher(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting, boundingClientRect } of seen) {
        // A part stays while it holds the focus, or while a dialog will return the focus to it.
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

/** Calls back now, and when the element comes near the screen or leaves. Returns the stop. */
export function whenNear(element: Element, listener: (isNear: boolean) => void): () => void {
  listeners.set(element, listener)
  watcher().observe(element)
  return () => {
    listeners.delete(element)
    observer?.unobserve(element)
  }
}
