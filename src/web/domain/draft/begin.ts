import { isEmpty, readDraft, type Store, writeDraft } from './draft.ts'

/** Puts words into an empty draft. Returns false when the draft has words already, or the device cannot store them. */
export function beginDraft(userId: string, content: string, store: Store = localStorage): boolean {
  const { attempt: _, ...draft } = readDraft(userId, store)
  return isEmpty(draft) && writeDraft(userId, { ...draft, content }, store)
}
