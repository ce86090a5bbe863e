import type { User } from '@supabase/auth-js'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Mood } from '../../../shared/moods.ts'
import { offerHelp } from '../../lib/crisis.ts'
import { wordsFor } from '../../lib/failure.ts'
import { personHere, signOut } from '../../lib/session.ts'
import { useToast } from '../../ui/Toast.tsx'
import { SessionEnded, store } from './compose.api.ts'
import type { Destination } from './draft.ts'
import type { KeptDraft } from './use-draft.ts'

/** Sends the words where they were meant to go. Answers with what to say when that failed; the words are still there then. */
export function useSending(user: User) {
  const [sending, setSending] = useState<Destination>()
  const busy = useRef(false)
  const [, navigate] = useLocation()
  const toast = useToast()

  async function send(destination: Destination, mood: Mood, kept: KeptDraft): Promise<string | undefined> {
    // A second tap comes before React has drawn the first one's state.
    if (busy.current) return undefined
    busy.current = true
    setSending(destination)
    try {
      await store(kept.prepare(destination), user)
    } catch (error) {
      busy.current = false
      setSending(undefined)
      const now = personHere()
      // An answer may come when somebody else is here: nothing of it is theirs.
      if (now !== undefined && now !== user.id) return undefined
      if (!(error instanceof SessionEnded)) return wordsFor(error)
      if (now) await signOut()
      toast('Log in ka muna ulit. Nandito pa ang isinulat mo.')
      navigate('/login?next=%2Fwrite', { replace: true })
      return undefined
    }
    if (personHere() !== user.id) return undefined
    kept.forget()
    offerHelp(kept.draft.content, user.id)
    toast(destination === 'diary' ? 'Nasa diary mo na. 💛' : 'Nasa pader na. 💛')
    navigate(destination === 'diary' ? '/diary' : `/wall/${mood.slug}`)
    return undefined
  }
  return { sending, send }
}
