import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { offerHelp } from '../../domain/safety/crisis.ts'
import { closeOverlay } from '../../domain/overlays.ts'
import type { KeptDraft } from '../../domain/draft/kept-draft.ts'
import type { Status } from './use-status.ts'
import { previewOf } from './words.ts'

/** Time before the help card, ms: it would cover the leaf's message. */
const alone = 1_500

export type LetGo = {
  /** The words that leave the screen, otherwise undefined. */
  leaving: string | undefined
  begin: () => void
  finish: () => void
}

/** Letting go stores and sends nothing, and no later change can restore the words. */
export function useLetGo(kept: KeptDraft, user: User, tell: (status: Status | undefined) => void): LetGo {
  const [leaving, setLeaving] = useState<string>()
  return {
    leaving,
    begin() {
      // First, so that a closed tab leaves no words on the device.
      kept.forget()
      closeOverlay('refine')
      tell(undefined)
      setLeaving(previewOf(kept.draft.content))
    },
    finish() {
      setLeaving(undefined)
      offerHelp(kept.draft.content, user.id, alone)
      kept.clear()
      tell({ kind: 'success', text: 'Nabitawan mo na. Hinga ka muna. 🌬️' })
    },
  }
}
