import { useEffect, useId, useRef, useState, type KeyboardEvent, type ToggleEvent } from 'react'
import { flushSync } from 'react-dom'

/** Room that a slip needs to open above its button, where the thumb does not cover it, px. */
const enough = 320

/**
 * A small panel that a button opens. It is the browser's popover: Escape and a press elsewhere close it, and the focus goes back. It opens
 * on the side of the button that has room; `--from-left` and `--from-right` tell CSS where the button is. Its content is mounted only while
 * `isOpen`: a wall has many posts. `first` picks the element that gets the focus; the default is the first choice.
 */
export function useSlip(first?: string) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const slip = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => slip.current?.hidePopover()
  /** Opens at a button that is not `ofButton`: many buttons can share one slip. */
  const openAt = (other: HTMLElement) => {
    anchor.current = other
    slip.current?.showPopover()
  }
  const top = useRef(0)
  // The slip is fixed and closes when its button moves. A scroll from before it opened may be reported late; then nothing has moved.
  const leave = useRef(() => {
    const { current: from } = anchor.current ? anchor : button
    if (from?.getBoundingClientRect().top !== top.current) slip.current?.hidePopover()
  })
  useEffect(() => {
    const { current: scrolled } = leave
    // The card may be removed while the slip is open. Then no toggle event comes.
    return () => removeEventListener('scroll', scrolled, { capture: true })
  }, [])

  function onBeforeToggle({ newState }: ToggleEvent) {
    const from = anchor.current ?? button.current
    if (newState !== 'open' || !from || !slip.current) return
    const box = from.getBoundingClientRect()
    top.current = box.top
    place(slip.current, box)
    flushSync(() => setOpen(true))
  }
  function onToggle({ newState }: ToggleEvent) {
    const { current: scrolled } = leave
    if (newState === 'open') {
      if (slip.current) coverButton(slip.current)
      const here = first && slip.current?.querySelector<HTMLElement>(first)
      ;(here || slip.current?.querySelector<HTMLElement>('button, a'))?.focus({ preventScroll: true })
      addEventListener('scroll', scrolled, { capture: true, passive: true })
    } else {
      removeEventListener('scroll', scrolled, { capture: true })
      setOpen(false)
    }
  }
  return {
    isOpen,
    close,
    openAt,
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

/** A slip that is taller than the room beside its button covers the button. */
function coverButton({ style, scrollHeight, clientHeight }: HTMLElement) {
  const missing = scrollHeight - clientHeight
  if (missing <= 0) return
  const side = style.top === 'auto' ? 'bottom' : 'top'
  const moved = Math.min(missing, parseFloat(style[side]))
  style[side] = `${parseFloat(style[side]) - moved}px`
  style.setProperty('--room', `${parseFloat(style.getPropertyValue('--room')) + moved}px`)
}

const steps: Record<string, number | undefined> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Arrows, Home and End move between the choices. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [
    ...(event.currentTarget.closest('[popover]')?.querySelectorAll<HTMLElement>('button, a') ?? []),
  ]
  const at = all.findIndex((one) => one === document.activeElement)
  const step = steps[event.key]
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : step && (at + step) % all.length
  if (next === undefined) return
  event.preventDefault()
  all.at(next)?.focus()
}
