import { createStore, useStore } from './store.ts'

/** Words that somebody wants help with: the shell mounts the dialog (features/refine). */
export type Refining = {
  /** What it makes is typed into this text area, so the owner hears of it as of any key and undo takes it out again. */
  field: HTMLTextAreaElement
  writerId: string
  /** These words are known to be kept from our server. Of a locked diary the dialog finds out by itself. */
  asksFirst?: boolean
}

/** What stands in the text area, and what of it is selected. */
export type Passage = { text: string; selection: [start: number, end: number] }

const current = createStore<Refining | undefined>(undefined)

/** Opens AI Refine for what stands in the text area, or for what is selected of it; without any words it does nothing. */
export function refine(wanted: Refining): void {
  if (canRefine(wanted) && !current.read()) current.put(wanted)
}

/** Its code may come late: by then the words may have been let go of, or be on their way. */
export const canRefine = ({ field }: Refining): boolean =>
  field.isConnected && !field.readOnly && field.value.trim() !== ''

export const passageIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Passage => ({
  text: value,
  selection: [selectionStart, selectionEnd],
})

/** The dialog is closed, or not wanted any more before it came. */
export const endRefining = (): void => {
  if (current.read()) current.put(undefined)
}

export const useRefining = (): Refining | undefined => useStore(current)

/** Cmd or Ctrl with R. With Shift it stays the browser's own. */
export const isRefineKey = (event: {
  key: string
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
}): boolean =>
  event.key.toLowerCase() === 'r' && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey
