import type { User } from '@supabase/auth-js'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Mood } from '../../../shared/moods.ts'
import { offerHelp } from '../../domain/safety/crisis.ts'
import { wordsFor } from '../../lib/failure.ts'
import { closeOverlay } from '../../domain/overlays.ts'
import { endSession, hasLeft, personHere } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { importQuietly } from '../../lib/chunks.ts'
import { forgetSent, isEmpty, type Destination, type Prepared } from '../../domain/draft/draft.ts'
import type { KeptDraft } from '../../domain/draft/kept-draft.ts'
import type { Status } from './use-status.ts'

/** An earlier attempt had been stored and was deleted. A repeat needs the writer's wish. */
const deleted = 'Naipadala mo na ito kanina at nabura na. Pindutin ulit kung gusto mo pa ring ipadala.'
const doubted = 'May nagbago sa lock ng diary mo. Nasa phone mo pa ito; ilagay muna ang passphrase.'
const ended = 'Log in ka muna ulit. Nandito pa ang isinulat mo.'
const queued = 'Naghihintay ng signal. Kusa itong ipapadala. 📶'

/** app/Outbox.tsx fetches its code after the first paint, so it is available offline. */
async function store(words: Prepared, userId: string) {
  const { sendOrQueue } = await importQuietly(() => import('../../domain/outbox/send.ts'))
  return sendOrQueue(words, userId)
}

function statusOf(sent: 'queued' | 'gone' | { error: unknown }): Status {
  if (sent === 'queued') return { kind: 'success', text: queued }
  return { kind: 'error', text: sent === 'gone' ? deleted : wordsFor(sent.error) }
}

/** Sends the draft. Returns the message for this page, or nothing when another page follows. */
export function useSending(user: User, kept: KeptDraft) {
  const [sending, setSending] = useState<Destination>()
  const busy = useRef(false)
  const [, navigate] = useLocation()
  // The writer may be on another page, or at other words, when the answer arrives.
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      // Any request may notice that the session ended elsewhere. The guard then opens the log-in page.
      const isEnded = !personHere() && !hasLeft(user.id)
      if (isEnded && !isEmpty(kept.draft)) showToast(ended)
    }
  }, [user.id, kept])

  async function goToLogin() {
    if (personHere()) await endSession()
    showToast(ended)
    navigate('/login?next=%2Fwrite', { replace: true })
  }

  function arrive(destination: Destination, mood: Mood, sent: 'stored' | 'queued' | 'doubted') {
    const stored = destination === 'diary' ? 'Nasa diary mo na. 💛' : 'Nasa pader na. 💛'
    showToast({ stored, queued, doubted }[sent])
    if (isShown.current) navigate(destination === 'diary' ? '/diary' : `/wall/${mood.slug}`)
  }

  async function send(destination: Destination, mood: Mood): Promise<Status | undefined> {
    // React has not rendered the first tap's state when a second one arrives.
    if (busy.current) return undefined
    busy.current = true
    setSending(destination)
    closeOverlay('refine')
    const words = kept.prepare(destination)
    const sent = await store(words, user.id).catch((error: unknown) => ({ error }))
    const now = personHere()
    const isElsewhere = now !== undefined && now !== user.id
    const isOver = sent === 'stored' || sent === 'queued' || sent === 'doubted'
    if (isOver) forgetSent(user.id, words.attempt.id)
    if (isOver && now === user.id) offerHelp(words.content, user.id)
    // The diary shows queued entries, and the service worker opens it offline.
    const isSeenThere = destination === 'diary' && Boolean(navigator.serviceWorker?.controller)
    if (isOver && (sent !== 'queued' || isSeenThere)) {
      if (now === user.id) arrive(destination, mood, sent)
      return undefined
    }
    busy.current = false
    setSending(undefined)
    // Another person is signed in now: the answer is not theirs.
    if (isElsewhere) return undefined
    if (sent === 'ended') {
      await goToLogin()
      return undefined
    }
    if (sent === 'gone') kept.renew(words.attempt.id)
    const status = statusOf(sent)
    if (isShown.current) return status
    showToast(status.text, status.kind)
    return undefined
  }
  return { sending, send }
}
