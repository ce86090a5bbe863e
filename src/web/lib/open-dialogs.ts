export const openDialogs = (): HTMLDialogElement[] =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].toSorted(
    (a, b) => Number(a.dataset['layer']) - Number(b.dataset['layer']),
  )
