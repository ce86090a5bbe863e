import { openDialogs } from './open-dialogs.ts'

/**
 * Types over a stretch of a text area, as a person would: its owner hears of it as of a key, and undo takes it out again. It keeps the
 * focus, unless a dialog is open over it. False, and nothing is touched, when there is not the `text` any more that the stretch is of.
 */
export function typeInto(
  field: HTMLTextAreaElement,
  text: string,
  [start, end]: [number, number],
  words: string,
): boolean {
  if (!field.isConnected || field.readOnly || field.value !== text) return false
  // An open dialog lets nothing else have the focus, and undo knows only what the focus was in: those over the field step aside for this
  // moment. Nothing of it is drawn.
  const over = dialogsOver(field)
  for (const dialog of over.toReversed()) dialog.close()
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, end)
  if (!document.execCommand('insertText', false, words)) {
    // A browser without it: the words are right, only undo does not know them.
    field.setRangeText(words, start, end, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const dialog of over) {
    dialog.showModal()
    for (const motion of dialog.getAnimations({ subtree: true })) motion.finish()
  }
  return true
}

/** Those under the field stay where they are: shown again they would lie over it. */
function dialogsOver(field: HTMLElement): HTMLDialogElement[] {
  const open = openDialogs()
  return open.slice(open.findIndex((dialog) => dialog.contains(field)) + 1)
}
