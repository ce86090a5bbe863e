import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { offerHelp } from '../../domain/safety/crisis.ts'
import { closeOverlay } from '../../domain/overlays.ts'
import type { KeptDraft } from '../../domain/draft/kept-draft.ts'
import type { Status } from './use-status.ts'
import { previewOf } from './words.ts'

/** So long what is said on the leaf is alone, in ms: the card would cover it. */
const alone = 1_500

export type LetGo = {
  /** The words on their way out, undefined at all other times. */
  leaving: string | undefined
  begin: () => void
  finish: () => void
}

/** Letting go: nothing is stored, nothing is sent, and nothing that is written meanwhile can bring the words back. */
export function useLetGo(kept: KeptDraft, user: User, tell: (status: Status | undefined) => void): LetGo {
  const [leaving, setLeaving] = useState<string>()
  return {
    leaving,
    begin() {
      // First of all: whatever happens from here on, also a closed tab, nothing of it is left on the device.
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
