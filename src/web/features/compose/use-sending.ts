import type { User } from '@supabase/auth-js'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Mood } from '../../../shared/moods.ts'
import { offerHelp } from '../../lib/crisis.ts'
import { wordsFor } from '../../lib/failure.ts'
import { endSession, personHere } from '../../lib/session.ts'
import { useToast } from '../../ui/Toast.tsx'
import { store } from './compose.api.ts'
import type { Destination } from './draft.ts'
import type { KeptDraft } from './use-draft.ts'
import type { Status } from './use-status.ts'

const waits = 'Naghihintay ng signal. Kusa itong ipapadala. 📶'

/** Sends the words where they were meant to go. Answers with what to say on this page; nothing when another one follows. */
export function useSending(user: User) {
  const [sending, setSending] = useState<Destination>()
  const busy = useRef(false)
  const [, navigate] = useLocation()
  const toast = useToast()

  async function goToLogin() {
    if (personHere()) await endSession()
    toast('Log in ka muna ulit. Nandito pa ang isinulat mo.')
    navigate('/login?next=%2Fwrite', { replace: true })
  }

  function arrive(destination: Destination, mood: Mood, kept: KeptDraft) {
    kept.forget()
    offerHelp(kept.draft.content, user.id)
    toast(destination === 'diary' ? 'Nasa diary mo na. 💛' : 'Nasa pader na. 💛')
    navigate(destination === 'diary' ? '/diary' : `/wall/${mood.slug}`)
  }

  async function send(destination: Destination, mood: Mood, kept: KeptDraft): Promise<Status | undefined> {
    // A second tap comes before React has drawn the first one's state.
    if (busy.current) return undefined
    busy.current = true
    setSending(destination)
    const sent = await store(kept.prepare(destination), user.id).catch((error: unknown) => ({ error }))
    const now = personHere()
    const isElsewhere = now !== undefined && now !== user.id
    if (sent === 'stored') {
      if (now === user.id) arrive(destination, mood, kept)
      return undefined
    }
    busy.current = false
    setSending(undefined)
    // An answer may come when somebody else is here: nothing of it is theirs.
    if (isElsewhere) return undefined
    if (sent === 'ended') {
      await goToLogin()
      return undefined
    }
    if (sent !== 'waits') return { kind: 'error', text: wordsFor(sent.error) }
    offerHelp(kept.draft.content, user.id)
    kept.clear()
    return { kind: 'success', text: waits }
  }
  return { sending, send }
}
