import {
  useEffect,
  useEffectEvent,
  useRef,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
} from 'react'

/**
 * The way to a card by keyboard, and back. The first Tab after the card shows goes to the link that leads to it. The next Tab goes on from
 * where the person was. Escape in the card closes it and gives the focus back.
 */
export function useStepAside(
  card: RefObject<HTMLElement | null>,
  link: RefObject<HTMLElement | null>,
  putAway: () => void,
) {
  const from = useRef<Element>(null)

  /** Focuses the element the person came from, or the page's heading when it is gone. */
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
      // Under an open dialog the link cannot be focused. It is tried again after the dialog.
      if (document.activeElement !== link.current) return
      from.current = before
      event.preventDefault()
      removeEventListener('keydown', step)
    }
    /** Remembers a person who comes another way, too. */
    function remember({ relatedTarget }: FocusEvent) {
      if (!(relatedTarget instanceof Element) || relatedTarget === link.current) return
      if (!place?.contains(relatedTarget)) from.current = relatedTarget
    }
    function onEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      // Escape would also close the dialog around the card.
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

  /** On the link: Tab goes on from where the person was, Shift+Tab goes back there. */
  function onTab(event: ReactKeyboardEvent) {
    if (event.key !== 'Tab') return
    if (event.shiftKey) event.preventDefault()
    goBack()
  }
  return [onTab, leave] as const
}
