import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RefinePreset } from '../../../shared/refine.ts'
import { isPremium, useProfile } from '../../lib/profile.ts'
import { endRefining, type Refining } from '../../lib/refining.ts'
import { typeInto } from '../../lib/type-into.ts'
import { showToast } from '../../ui/Toast.tsx'
import { insertion, passageOf } from './passage.ts'
import { askHelper, capOf, fetchUses, notSignedIn, type Answer, type Uses } from './refine.api.ts'

export type Phase =
  /** A diary that our server cannot read: may these words leave the device? */
  | { name: 'asking' }
  | { name: 'idle'; failure?: string; isSame?: boolean }
  | { name: 'working' }
  | { name: 'result'; text: string; isSimilar: boolean }
  | { name: 'applied'; words: string }

/** The help for one text, from the choice to what became of it. A request goes with the dialog that asked for it. */
export function useRefine(refining: Refining) {
  const [phase, setPhase] = useState<Phase>(refining.asksFirst ? { name: 'asking' } : { name: 'idle' })
  const uses = useUses(refining.writerId)
  const request = useRef<AbortController>(undefined)
  useEffect(() => () => request.current?.abort(), [])
  const passage = passageOf(refining)

  async function ask(preset: RefinePreset) {
    request.current?.abort()
    const { signal } = (request.current = new AbortController())
    setPhase({ name: 'working' })
    try {
      const answer = await askHelper(passage.words, preset, signal)
      if (answer.kind === 'signed-out') {
        endRefining()
        return showToast(notSignedIn, 'error')
      }
      uses.note(answer)
      setPhase(after(answer, passage.words))
    } catch {
      // Stopped: whoever stopped it shows what comes now.
    }
  }

  return {
    phase,
    passage,
    uses: uses.left,
    ask,
    back: () => {
      request.current?.abort()
      setPhase({ name: 'idle' })
    },
    replace: (made: string) => {
      typeInto(refining.field, passage.stretch, made)
      setPhase({ name: 'applied', words: 'Napalitan na.' })
    },
    insert: (made: string) => {
      const { at, words } = insertion(refining.text, refining.selection, made)
      typeInto(refining.field, [at, at], words)
      setPhase({ name: 'applied', words: 'Naidagdag na.' })
    },
  }
}

function after(answer: Exclude<Answer, { kind: 'signed-out' }>, words: string): Phase {
  if (answer.kind === 'refused') return { name: 'idle', failure: answer.words }
  const { text, isSimilar } = answer
  // A comma and a capital may be all that somebody wanted: what is there to take can be taken.
  return isSimilar && (text === words || text === '')
    ? { name: 'idle', isSame: true }
    : { name: 'result', text, isSimilar }
}

/** What is left: unknown while it is fetched or cannot be, and for Premium, which has no limit. */
function useUses(writerId: string) {
  const client = useQueryClient()
  const { data: profile, isPending } = useProfile()
  const { cap, days } = capOf()
  const queryKey = ['usage_ai_refinements', writerId] as const
  const isCounted = !isPending && !isPremium(profile)
  const { data } = useQuery({
    queryKey,
    queryFn: () => fetchUses(cap, days),
    enabled: isCounted,
    staleTime: 0,
  })
  return {
    left: isCounted ? data : undefined,
    note(answer: Answer) {
      if (!('remaining' in answer) || typeof answer.remaining !== 'number') return
      client.setQueryData<Uses>(queryKey, { left: answer.remaining })
      // When one comes back is for the database to say.
      if (answer.remaining === 0) void client.invalidateQueries({ queryKey })
    },
  }
}
