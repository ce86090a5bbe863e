import { createStore, useStore } from './store.ts'

/** Words that somebody wants help with: the shell mounts the dialog (features/refine). */
export type Refining = {
  /** What it makes is typed into this text area, so the owner hears of it as of any key and undo takes it out again. */
  field: HTMLTextAreaElement
  /** What stood in it, and what was selected, when the help was asked for. */
  text: string
  selection: [start: number, end: number]
  writerId: string
  /** The words are kept from our server (a locked diary): asks before they leave the device. */
  asksFirst: boolean
}

const current = createStore<Refining | undefined>(undefined)

/** Opens AI Refine for what stands in the text area, or for what is selected of it; without any words it does nothing. */
export function refine({ field, writerId, asksFirst }: Pick<Refining, 'field' | 'writerId' | 'asksFirst'>) {
  const { value: text, selectionStart, selectionEnd } = field
  if (text.trim() === '' || current.read()) return
  current.put({ field, text, selection: [selectionStart, selectionEnd], writerId, asksFirst })
}

/** The dialog is closed. */
export const endRefining = (): void => current.put(undefined)

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
