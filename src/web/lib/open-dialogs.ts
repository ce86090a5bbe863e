/** What is open over the page, the one on top last: ui/Dialog counts them as they are opened. */
export const openDialogs = (): HTMLDialogElement[] =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].toSorted(
    (a, b) => Number(a.dataset['layer']) - Number(b.dataset['layer']),
  )
