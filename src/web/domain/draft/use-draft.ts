import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Draft } from './draft.ts'
import { show } from './give-back.ts'
import { keepDraft, type KeptDraft } from './kept-draft.ts'

export type { KeptDraft }

export function useDraft(userId: string): KeptDraft {
  const [kept] = useState(() => keepDraft(userId))
  useEffect(() => {
    const putAway = show(userId, kept)
    // Phones kill a hidden page without another word.
    addEventListener('pagehide', kept.save)
    document.addEventListener('visibilitychange', kept.save)
    addEventListener('storage', kept.look)
    // A page that was put aside whole has heard nothing of the other tabs.
    addEventListener('pageshow', kept.look)
    return () => {
      removeEventListener('pagehide', kept.save)
      document.removeEventListener('visibilitychange', kept.save)
      removeEventListener('storage', kept.look)
      removeEventListener('pageshow', kept.look)
      kept.save()
      putAway()
    }
  }, [userId, kept])
  return kept
}

/** What is shown of the draft: draws anew only when that is another than before, however many keys are pressed. */
export function useDraftPart<Part>(kept: KeptDraft, part: (draft: Draft) => Part): Part {
  const read = () => part(kept.draft)
  return useSyncExternalStore(kept.subscribe, read, read)
}
