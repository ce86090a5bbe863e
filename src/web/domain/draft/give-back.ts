import { forgetDraft, join, readDraft, writeDraft, type Draft } from './draft.ts'
import type { KeptDraft } from './kept-draft.ts'

/** The drafts that are on the screen, by person. */
const shown = new Map<string, KeptDraft>()

export function show(userId: string, kept: KeptDraft): () => void {
  shown.set(userId, kept)
  return () => {
    if (shown.get(userId) === kept) shown.delete(userId)
  }
}

/**
 * Words that were sent away come back to be written on, whether their writer is at the page for it or not. False: the device could not keep
 * them, and the draft is what it was.
 */
export function giveBack(userId: string, words: Draft): boolean {
  const kept = shown.get(userId)
  if (kept) return kept.take(words)
  const before = readDraft(userId)
  if (writeDraft(userId, join(before, words))) return true
  writeDraft(userId, before)
  return false
}

/** What was sent under this id is no draft any more, wherever it is one; what was written since stays. */
export function forgetSent(userId: string, id: string): void {
  const kept = shown.get(userId)
  if (kept?.draft.attempt?.id === id) kept.clear()
  if (readDraft(userId).attempt?.id === id) forgetDraft(userId)
}
