import { isOpen, openOverlay, type Overlays } from '../overlays.ts'

export type Refining = Overlays['refine']

/** What stands in the text area, and what of it is selected. */
export type Passage = { text: string; selection: [start: number, end: number] }

/** Opens AI Refine for the selection in the text area, or for all of its text; without text it does nothing. */
export function refine(wanted: Refining): void {
  if (canRefine(wanted) && !isOpen('refine')) openOverlay('refine', wanted)
}

/** Asked again when the dialog's code has come: the words may have been sent or let go of meanwhile. */
export const canRefine = ({ field }: Refining): boolean =>
  field.isConnected && !field.readOnly && field.value.trim() !== ''

export const passageIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Passage => ({
  text: value,
  selection: [selectionStart, selectionEnd],
})

/** Cmd or Ctrl with R. With Shift it stays the browser's own. */
export const isRefineKey = (event: {
  key: string
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
}): boolean =>
  event.key.toLowerCase() === 'r' && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey
