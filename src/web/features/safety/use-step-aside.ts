import {
  useEffect,
  useEffectEvent,
  useRef,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
} from 'react'

/**
 * The way to a card by keyboard, and back. The first Tab after it came, wherever on the page that is, steps aside to the link that leads
 * to it; the next one goes on from where the person was, as if the link stood there. Nothing else is taken over. Escape inside puts the card
 * away, and the focus is where it was.
 */
export function useStepAside(
  card: RefObject<HTMLElement | null>,
  link: RefObject<HTMLElement | null>,
  putAway: () => void,
) {
  const from = useRef<Element>(null)

  /** To where the person was, or to the heading of the page when that has gone. */
  function goBack() {
    const before = from.current
    if (before instanceof HTMLElement && before.isConnected && before !== document.body)
      return before.focus({ preventScroll: true })
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  function leave() {
    const hadFocus = card.current?.contains(document.activeElement)
    putAway()
    if (hadFocus) goBack()
  }
  const leaveByKey = useEffectEvent(leave)

  useEffect(() => {
    const place = card.current
    function step(event: KeyboardEvent) {
      if (event.key !== 'Tab' || event.defaultPrevented) return
      const before = document.activeElement
      link.current?.focus()
      // Under an open dialog it takes no focus: then after it.
      if (document.activeElement !== link.current) return
      from.current = before
      event.preventDefault()
      removeEventListener('keydown', step)
    }
    /** Whoever comes another way is remembered too. */
    function remember({ relatedTarget }: FocusEvent) {
      if (!(relatedTarget instanceof Element) || relatedTarget === link.current) return
      if (!place?.contains(relatedTarget)) from.current = relatedTarget
    }
    function onEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      // It would close the dialog too in which the card stands.
      event.preventDefault()
      leaveByKey()
    }
    addEventListener('keydown', step)
    place?.addEventListener('keydown', onEscape)
    place?.addEventListener('focusin', remember)
    return () => {
      removeEventListener('keydown', step)
      place?.removeEventListener('keydown', onEscape)
      place?.removeEventListener('focusin', remember)
    }
  }, [card, link])

  /** For the link: Tab goes on from where the person was, Shift and Tab back to it. */
  function onTab(event: ReactKeyboardEvent) {
    if (event.key !== 'Tab') return
    if (event.shiftKey) event.preventDefault()
    goBack()
  }
  return [onTab, leave] as const
}
