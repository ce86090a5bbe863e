import { useEffect, useRef, useState } from 'react'
import { isRelisted, type RefinePreset } from '../../../shared/refine.ts'
import { findLock } from '../../domain/diary/lock.ts'
import { closeOverlay } from '../../domain/overlays.ts'
import { wordsFor } from '../../lib/failure.ts'
import { noteLeft, useLimits } from '../../domain/person/limits.ts'
import { passageIn, type Refining } from '../../domain/draft/refining.ts'
import { hasLeft, personHere } from '../../lib/session.ts'
import { typeInto } from '../../lib/type-into.ts'
import { showToast } from '../../lib/toast.ts'
import { insertion, passageOf, type Stretch } from './passage.ts'
import { askHelper, failed, notSignedIn, type Answer } from './refine.api.ts'

/** The difference from the writer's text. Only other words cost a use. */
export type Change = 'words' | 'signs' | 'list'

export type Phase =
  | { name: 'idle'; failure?: string; isSame?: boolean }
  /** The diary is locked: may these words leave the device? */
  | { name: 'asking'; preset: RefinePreset }
  | { name: 'working' }
  /** `isLate`: the field's text has changed since, so nothing was typed. */
  | { name: 'result'; text: string; change: Change; isLate?: boolean }
  | { name: 'applied'; words: string }

/** AI Refine for one text. Closing the dialog aborts its request. */
export function useRefine(refining: Refining) {
  const [phase, setPhase] = useState<Phase>({ name: 'idle' })
  // Read when the dialog shows: its code may have taken long.
  const [asked] = useState(() => passageIn(refining.field))
  const hasAgreed = useRef(false)
  const { data: limits } = useLimits()
  const request = useRef<AbortController>(undefined)
  useEffect(() => () => request.current?.abort(), [])
  const passage = passageOf(asked)

  async function ask(preset: RefinePreset) {
    request.current?.abort()
    const { signal } = (request.current = new AbortController())
    setPhase({ name: 'working' })
    try {
      if (!hasAgreed.current && (await isKept(refining, signal))) return setPhase({ name: 'asking', preset })
      const answer = await askHelper(passage.words, preset, signal)
      if (answer.kind === 'signed-out') return leave()
      if (typeof answer.remaining === 'number') noteLeft('refinement', answer.remaining)
      setPhase(after(answer, passage.words))
    } catch (error) {
      // The session has ended.
      if (personHere() !== refining.writerId && !hasLeft(refining.writerId)) return leave()
      // Stopped: the function that stopped it sets the phase.
      if (signal.aborted) return
      // The lock could not be looked up, so the words stay on the device.
      setPhase({ name: 'idle', failure: wordsFor(error, failed) })
    }
  }

  function put(at: Stretch, words: string, said: string) {
    const isPut = typeInto(refining.field, asked.text, at, words)
    setPhase((now) => {
      if (isPut) return { name: 'applied', words: said }
      return now.name === 'result' ? { ...now, isLate: true } : now
    })
  }

  return {
    phase,
    passage,
    limits,
    ask,
    /** Holds as long as this dialog is open. */
    agree: (preset: RefinePreset) => {
      hasAgreed.current = true
      void ask(preset)
    },
    back: () => {
      request.current?.abort()
      setPhase({ name: 'idle' })
    },
    replace: (made: string) => put(passage.stretch, made, 'Napalitan na.'),
    insert: (made: string) => {
      const { at, words } = insertion(asked.text, asked.selection, made)
      put([at, at], words, 'Naidagdag na.')
    },
  }
}

/** Whether the writer keeps such words from us. Looked up right before sending, as another device may have locked the diary. */
async function isKept({ writerId, asksFirst = false }: Refining, signal: AbortSignal): Promise<boolean> {
  const isLocked = asksFirst || (await findLock(writerId)) !== null
  signal.throwIfAborted()
  return isLocked
}

function leave() {
  closeOverlay('refine')
  showToast(notSignedIn, 'error')
}

function after(answer: Exclude<Answer, { kind: 'signed-out' }>, words: string): Phase {
  if (answer.kind === 'refused') return { name: 'idle', failure: answer.words }
  const { text, isSimilar } = answer
  // A comma or a capital may be all that the person wanted, so a similar result is offered too.
  return isSimilar && (text === words || text === '')
    ? { name: 'idle', isSame: true }
    : { name: 'result', text, change: isSimilar ? (isRelisted(words, text) ? 'list' : 'signs') : 'words' }
}
