import { useEffect, useRef, type RefObject } from 'react'

/** Time after the last key before the weather moves again, ms. */
const pause = 1_500

/** Called at each key: the weather pauses while a person writes, which is calmer and spares a cheap phone. */
export function useRest(page: RefObject<HTMLElement | null>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    page.current?.setAttribute('data-writing', '')
    timer.current = setTimeout(() => page.current?.removeAttribute('data-writing'), pause)
  }
}
