import { useEffect, useRef, type RefObject } from 'react'

/** So long after the last key the weather moves again, in ms. */
const pause = 1_500

/**
 * To be called at each key: the weather holds its breath while somebody writes. It is calmer to the eye, and on a cheap phone what moves
 * would be worked out anew with each key.
 */
export function useRest(page: RefObject<HTMLElement | null>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    page.current?.setAttribute('data-writing', '')
    timer.current = setTimeout(() => page.current?.removeAttribute('data-writing'), pause)
  }
}
