import { isOpen, openOverlay, type Overlays } from '../overlays.ts'

export type Refining = Overlays['refine']

export type Passage = { text: string; selection: [start: number, end: number] }

export function refine(wanted: Refining): void {
  if (canRefine(wanted) && !isOpen('refine')) openOverlay('refine', wanted)
}

/** Checked again after the dialog's code has loaded: the words may be sent by then. */
export const canRefine = ({ field }: Refining): boolean =>
  field.isConnected && !field.readOnly && field.value.trim() !== ''

export const passageIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Passage => ({
  text: value,
  selection: [selectionStart, selectionEnd],
})

/** Cmd or Ctrl with R. With Shift the browser reloads. */
export const isRefineKey = (event: {
  key: string
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
}): boolean =>
  event.key.toLowerCase() === 'r' && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey
