import { join, readDraft, writeDraft, type Draft } from './draft.ts'
import type { KeptDraft } from './kept-draft.ts'

/** The drafts that are on the screen, by person. */
const shown = new Map<string, KeptDraft>()

export function show(userId: string, kept: KeptDraft): () => void {
  shown.set(userId, kept)
  return () => {
    if (shown.get(userId) === kept) shown.delete(userId)
  }
}

/** Words that were sent away come back to be written on, whether their writer is at the page for it or not. */
export function giveBack(userId: string, words: Draft): void {
  const kept = shown.get(userId)
  if (kept) kept.take(words)
  else writeDraft(userId, join(readDraft(userId), words))
}
