/** Moves the focus to a heading, whose content a screen reader then reads. The page does not scroll. */
export function focusOn(heading: HTMLElement | null | undefined): void {
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
