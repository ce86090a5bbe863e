/** As the clean-up of a layout effect: a row that goes takes the focus with it. The one beside it is next, else the panel. */
export function passFocusOn(row: HTMLElement | null): () => void {
  return () => {
    if (!row?.contains(document.activeElement)) return
    const next = row.nextElementSibling ?? row.previousElementSibling ?? row.closest('section')
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }
}
