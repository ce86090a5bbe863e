import { useEffect, useRef, type RefObject } from 'react'

/**
 * iOS lays its keyboard over the page: `--keyboard` on the element is the covered height, 0 elsewhere. Chromium shrinks the page
 * (`interactive-widget` in the viewport).
 */
export function useKeyboard(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const viewport = window.visualViewport
    const measure = () => {
      // A zoomed page is not a keyboard.
      const covered =
        !viewport || viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop
      element.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    }
    viewport?.addEventListener('resize', measure)
    viewport?.addEventListener('scroll', measure)
    return () => {
      viewport?.removeEventListener('resize', measure)
      viewport?.removeEventListener('scroll', measure)
    }
  }, [])
  return element
}
