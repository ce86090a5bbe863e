import { useEffect, useRef, type RefObject } from 'react'

/** When the open part disappears with the focus, the focus moves to the first match of `selector` in the returned element. */
export function useFocusBack(open: boolean, selector: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body
    if (wasOpen.current && !open && lost)
      place.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
    wasOpen.current = open
  }, [open, selector])
  return place
}
