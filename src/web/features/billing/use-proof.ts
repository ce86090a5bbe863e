import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Plan } from '../../../shared/plans.ts'
import { importQuietly } from '../../lib/chunks.ts'
import { wordsFor } from '../../lib/failure.ts'
import { personHere } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { proofsKey } from './billing.api.ts'

export type Sending = { step: 'preparing' | 'sending'; share: number }

/** The proof of one plan. After a failure the file stays chosen, and the next try sends nothing twice: the id is kept with file and plan. */
export function useProof(plan: Plan) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<{ file: File; id: string; plan: Plan }>()
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<{ words: string; plan: Plan }>()
  const under = useRef<AbortController>(undefined)
  useEffect(() => () => under.current?.abort(), [])

  const keep = (file: File) => {
    const next = { file, id: crypto.randomUUID(), plan }
    setChosen(next)
    return next
  }
  const renew = (userId: string) => client.invalidateQueries({ queryKey: proofsKey(userId) })
  const tell = (words: string) => setProblem({ words, plan })

  async function send() {
    if (sending) return
    setProblem(undefined)
    const userId = personHere()
    if (userId === undefined) return tell('Please sign in first.')
    if (!chosen) return tell('Please upload your payment screenshot/receipt.')
    const attempt = chosen.plan === plan ? chosen : keep(chosen.file)
    const { signal } = (under.current = new AbortController())
    const way = { signal, onProgress: (share: number) => setSending({ step: 'sending', share }) }
    setSending({ step: 'preparing', share: 0 })
    try {
      const { sendProof } = await importQuietly(() => import('./send-proof.ts'))
      await sendProof({ ...attempt, userId }, way)
      showToast('Naipadala na ang proof mo. Salamat! 💜')
      setChosen(undefined)
      // The button waits for the row, or it could be pressed again.
      await renew(userId)
    } catch (error) {
      if (!signal.aborted) tell(wordsFor(error, 'Something went wrong.'))
      // Another tab or device may have sent one. Offline, this answer waits for the signal, and the button must not.
      void renew(userId)
    }
    setSending(undefined)
  }
  const choose = (file: File | undefined) => {
    setProblem(undefined)
    if (file) keep(file)
    else setChosen(undefined)
  }
  return {
    chosen: chosen?.file,
    choose,
    sending,
    problem: problem?.plan === plan ? problem.words : undefined,
    send,
    cancel: () => under.current?.abort(),
  }
}
