import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { offerHelp } from '../../domain/safety/crisis.ts'
import { closeOverlay } from '../../domain/overlays.ts'
import type { Draft } from '../../domain/draft/draft.ts'
import type { KeptDraft } from '../../domain/draft/kept-draft.ts'
import type { Status } from './use-status.ts'

/** Time before the help card, ms: it would cover the leaf's message. */
const alone = 1_500

export type LetGo = {
  /** The draft whose words leave the screen, otherwise undefined. */
  leaving: Draft | undefined
  begin: () => void
  finish: () => void
}

/** Letting go stores and sends nothing, and no later change can restore the words. */
export function useLetGo(kept: KeptDraft, user: User, tell: (status: Status | undefined) => void): LetGo {
  const [leaving, setLeaving] = useState<Draft>()
  return {
    leaving,
    begin() {
      setLeaving(kept.draft)
      // In the same render: the paper is empty in the first frame of the film, and a closed tab leaves no words.
      kept.forget()
      closeOverlay('refine')
      tell(undefined)
    },
    finish() {
      setLeaving(undefined)
      offerHelp(leaving?.content ?? '', user.id, alone)
      kept.clear()
      tell({ kind: 'success', text: 'Nabitawan mo na. Hinga ka muna. 🌬️' })
    },
  }
}
