import { useRef, type TouchEvent } from 'react'
import { isClosingSwipe } from './side.ts'

const moveTo = ({ currentTarget }: TouchEvent<HTMLElement>, y: number) =>
  currentTarget.closest('dialog')?.style.setProperty('translate', y > 0 ? `0 ${y}px` : '')

/** Closes the dialog around the element on a swipe down. Until then the dialog follows the finger. */
export function useSwipeDown(close: () => void) {
  const start = useRef<{ x: number; y: number }>(undefined)
  const moved = ({ changedTouches }: TouchEvent) => ({
    right: (changedTouches.item(0)?.clientX ?? 0) - (start.current?.x ?? 0),
    down: (changedTouches.item(0)?.clientY ?? 0) - (start.current?.y ?? 0),
  })
  return {
    onTouchStart(event: TouchEvent<HTMLElement>) {
      const touch = event.touches.item(0)
      const isFree = event.touches.length === 1 && !scrollsOrWrites(event.target, event.currentTarget)
      start.current = touch && isFree ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchMove(event: TouchEvent<HTMLElement>) {
      if (start.current) moveTo(event, moved(event).down)
    },
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      if (!start.current) return
      const { right, down } = moved(event)
      start.current = undefined
      moveTo(event, 0)
      if (isClosingSwipe(right, down)) close()
    },
    onTouchCancel(event: TouchEvent<HTMLElement>) {
      start.current = undefined
      moveTo(event, 0)
    },
  }
}

/** True when a finger that moves down from here scrolls a list back, or selects words. */
function scrollsOrWrites(target: EventTarget, edge: HTMLElement): boolean {
  for (let part = target instanceof Element ? target : null; part && part !== edge; part = part.parentElement)
    if (part.scrollTop > 0 || part.matches('textarea, input')) return true
  return false
}
