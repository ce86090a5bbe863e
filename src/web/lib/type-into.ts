import { openDialogs } from './open-dialogs.ts'

/**
 * Types over a range of a text area: its owner gets an input event, and undo removes it. The field keeps the focus unless a dialog is open
 * over it. Returns false, without typing, when the field's text is not `text` any more.
 */
export function typeInto(
  field: HTMLTextAreaElement,
  text: string,
  [start, end]: [number, number],
  words: string,
): boolean {
  if (!field.isConnected || field.readOnly || field.value !== text) return false
  // Undo records only the focused field, and an open dialog keeps the focus. The dialogs over the field close and reopen within one frame.
  const over = dialogsOver(field)
  for (const dialog of over.toReversed()) dialog.close()
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, end)
  if (!document.execCommand('insertText', false, words)) {
    // Without execCommand the text is right, but undo does not include it.
    field.setRangeText(words, start, end, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const dialog of over) {
    dialog.showModal()
    for (const motion of dialog.getAnimations({ subtree: true })) motion.finish()
  }
  return true
}

/** Dialogs under the field stay: reopened they would cover it. */
function dialogsOver(field: HTMLElement): HTMLDialogElement[] {
  const open = openDialogs()
  return open.slice(open.findIndex((dialog) => dialog.contains(field)) + 1)
}
