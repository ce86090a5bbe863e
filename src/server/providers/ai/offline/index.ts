import type { RefinePreset } from '../../../../shared/refine.ts'
import { AiFailure, NeedsModel } from '../faults.ts'
import { createThread } from './thread.ts'

type Options = {
  /** One line for the operator; never anything that a person wrote. */
  log: (line: string) => void
  /** From the turn of a text to its answer, in ms; the first one of a thread includes its start, about a second. */
  withinMs?: number
  /** After the last text the thread ends and gives back some 250 MB. */
  idleMs?: number
  /** Texts that wait or are worked on. */
  places?: number
  script?: URL
}

/** AI Refine without a language model: rules and word lists in a thread of their own, one text at a time. */
export function createOfflineRefiner({
  log,
  withinMs = 10_000,
  idleMs = 120_000,
  places = 16,
  script = new URL('worker.ts', import.meta.url),
}: Options) {
  const thread = createThread(script, idleMs)
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  async function refine(text: string, preset: RefinePreset, signal: AbortSignal): Promise<string> {
    if (preset === 'tagalog' || preset === 'english')
      throw new NeedsModel('Translation needs a language model')
    signal.throwIfAborted()
    if (waiting >= places) throw new AiFailure('busy', 'Too many texts wait for the offline helper')
    waiting++
    const before = last
    const turn = before.then(() =>
      signal.aborted ? undefined : thread.run({ text, preset }, withinMs, signal),
    )
    last = turn.catch(() => undefined)
    try {
      const outcome = await turn
      signal.throwIfAborted()
      if (!outcome) throw new AiFailure('slow', `The offline helper was ended during ${preset}`)
      if ('failed' in outcome) throw new AiFailure('failed', `The offline helper failed: ${outcome.failed}`)
      return outcome.refined
    } catch (error) {
      if (error instanceof AiFailure) log(error.message)
      throw error
    } finally {
      waiting--
    }
  }
  return { refine, stop: () => thread.stop(), isRunning: () => thread.isRunning() }
}
