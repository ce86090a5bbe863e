/** As the clean-up of a layout effect: a row that goes takes the focus with it. The one beside it is next, else the box under the list. */
export function passFocusOn(row: HTMLElement | null): () => void {
  return () => {
    if (!row?.contains(document.activeElement)) return
    const next = row.nextElementSibling ?? row.previousElementSibling
    const box = row.closest('section')?.querySelector('textarea')
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    else box?.focus({ preventScroll: true })
  }
}
