/** The clean-up of a layout effect: moves the focus of a removed row to the next one, or to the panel. */
export function passFocusOn(row: HTMLElement | null): () => void {
  return () => {
    if (!row?.contains(document.activeElement)) return
    const next = row.nextElementSibling ?? row.previousElementSibling ?? row.closest('section')
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }
}
