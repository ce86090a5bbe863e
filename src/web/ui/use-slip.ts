import { useEffect, useId, useRef, useState, type KeyboardEvent, type ToggleEvent } from 'react'
import { flushSync } from 'react-dom'

/** Above its button is where a thumb does not cover it, if this much room is there, px. */
const enough = 320

/**
 * A slip of paper that a button opens: the browser's own popover, so Escape and a press elsewhere close it and the focus goes back.
 * It stands beside the button, on the side that has room; `--from-left` and `--from-right` say where the button is. Its content exists
 * only while `isOpen`: a wall has many posts. `first` picks where the focus begins; without it, the first button.
 */
export function useSlip(first?: string) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const slip = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => slip.current?.hidePopover()
  const top = useRef(0)
  // It stands on the screen, and closes when what it belongs to moves. A scroll from before it opened is told after it: then nothing moves.
  const leave = useRef(() => {
    if (button.current?.getBoundingClientRect().top !== top.current) slip.current?.hidePopover()
  })
  useEffect(() => {
    const { current: scrolled } = leave
    // Its card can go while it is open: then nothing is heard of its end.
    return () => removeEventListener('scroll', scrolled, { capture: true })
  }, [])

  function onBeforeToggle({ newState }: ToggleEvent) {
    if (newState !== 'open' || !button.current || !slip.current) return
    const box = button.current.getBoundingClientRect()
    top.current = box.top
    place(slip.current, box)
    flushSync(() => setOpen(true))
  }
  function onToggle({ newState }: ToggleEvent) {
    const { current: scrolled } = leave
    if (newState === 'open') {
      const here = first && slip.current?.querySelector<HTMLElement>(first)
      ;(here || slip.current?.querySelector<HTMLElement>('button'))?.focus({ preventScroll: true })
      addEventListener('scroll', scrolled, { capture: true, passive: true })
    } else {
      removeEventListener('scroll', scrolled, { capture: true })
      setOpen(false)
    }
  }
  return {
    isOpen,
    close,
    ofButton: { ref: button, popoverTarget: id, 'aria-expanded': isOpen },
    ofSlip: {
      ref: slip,
      id,
      popover: 'auto' as const,
      onBeforeToggle,
      onToggle,
    },
  }
}

function place({ style }: HTMLElement, { top, bottom, left, right }: DOMRect) {
  const below = innerHeight - bottom
  const isAbove = top > Math.min(enough, below)
  style.setProperty('--from-left', `${left}px`)
  style.setProperty('--from-right', `${right}px`)
  style.setProperty('--room', `${isAbove ? top : below}px`)
  style.top = isAbove ? 'auto' : `${bottom}px`
  style.bottom = isAbove ? `${innerHeight - top}px` : 'auto'
}

const steps: Record<string, number | undefined> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Arrows, Home and End go from choice to choice of the slip. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [...(event.currentTarget.closest('[popover]')?.querySelectorAll('button') ?? [])]
  const at = all.findIndex((one) => one === document.activeElement)
  const step = steps[event.key]
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : step && (at + step) % all.length
  if (next === undefined) return
  event.preventDefault()
  all.at(next)?.focus()
}
