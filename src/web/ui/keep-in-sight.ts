/** Scrolls only when the screen's edge, a bar or a card hides some of it: what can be seen stays where it is. */
export function keepInSight(element: Element): void {
  const { left, top, bottom, width } = element.getBoundingClientRect()
  const isSeen = [top + 1, bottom - 1].every((y) =>
    element.contains(document.elementFromPoint(left + width / 2, y)),
  )
  if (!isSeen) element.scrollIntoView({ block: 'nearest' })
}
