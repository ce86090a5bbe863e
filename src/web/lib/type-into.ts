import { openDialogs } from './open-dialogs.ts'

/**
 * Types over a stretch of a text area as a person would: its owner gets an input event, and undo takes it out. The field keeps the focus
 * unless a dialog is open over it. Answers false, and types nothing, when the field's text is no longer `text`.
 */
export function typeInto(
  field: HTMLTextAreaElement,
  text: string,
  [start, end]: [number, number],
  words: string,
): boolean {
  if (!field.isConnected || field.readOnly || field.value !== text) return false
  // Undo records only the focused field, and an open dialog keeps the focus. The dialogs over the field close for a moment; nothing of
  // that is painted.
  const over = dialogsOver(field)
  for (const dialog of over.toReversed()) dialog.close()
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, end)
  if (!document.execCommand('insertText', false, words)) {
    // Without execCommand the text is right, but undo does not know it.
    field.setRangeText(words, start, end, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const dialog of over) {
    dialog.showModal()
    for (const motion of dialog.getAnimations({ subtree: true })) motion.finish()
  }
  return true
}

/** Dialogs under the field stay: shown again they would lie over it. */
function dialogsOver(field: HTMLElement): HTMLDialogElement[] {
  const open = openDialogs()
  return open.slice(open.findIndex((dialog) => dialog.contains(field)) + 1)
}
