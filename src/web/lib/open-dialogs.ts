/** The open dialogs, the top one last. ui/Dialog numbers them as they open. */
export const openDialogs = (): HTMLDialogElement[] =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].toSorted(
    (a, b) => Number(a.dataset['layer']) - Number(b.dataset['layer']),
  )
