import type { RefinePreset } from '../../shared/refine.ts'
import { RefineError } from './refine-error.ts'
import type { OfflinePreset } from './refine.ts'
import { createThread } from './thread.ts'

type Options = {
  /** Lines for the operator. They never hold a person's words. */
  log: (line: string) => void
  /** From the start of a text to its answer, ms. The first text of a thread includes loading the checker: a second on an idle machine. */
  withinMs?: number
  /** From the request to the answer, queue included, ms. Equal to a language model's limit. */
  wholeMs?: number
  /** Idle time after which the thread ends and frees some 250 MB. */
  idleMs?: number
  places?: number
  script?: URL
}

/** AI Refine without a language model: rules and word lists in a thread, one text at a time. */
export function createOfflineEditor({
  log,
  withinMs = 30_000,
  wholeMs = 45_000,
  idleMs = 120_000,
  places = 16,
  script = new URL('worker.ts', import.meta.url),
}: Options) {
  const thread = createThread(script, idleMs)
  let waiting = 0
  let stopped = false
  let last: Promise<unknown> = Promise.resolve()

  /** A caller who leaves while waiting is skipped. A running text is finished, because a new thread would cost more. */
  async function takeTurn(text: string, preset: OfflinePreset, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted()
    if (stopped) throw new RefineError('failed', 'The offline editor has been stopped')
    const outcome = await thread.run({ text, preset }, withinMs)
    if (outcome === 'late') throw new RefineError('slow', `The offline editor took too long with ${preset}`)
    if (outcome === 'ended')
      throw new RefineError('failed', `The offline editor's thread ended during ${preset}`)
    if ('failed' in outcome) throw new RefineError('failed', `The offline editor failed: ${outcome.failed}`)
    return outcome.refined
  }

  return {
    async refine(text: string, preset: RefinePreset, signal: AbortSignal): Promise<string> {
      if (preset === 'tagalog' || preset === 'english')
        throw new RefineError('needs_model', 'Translation needs a language model')
      signal.throwIfAborted()
      if (waiting >= places) throw new RefineError('busy', 'Too many texts wait for the offline editor')
      waiting++
      const late = AbortSignal.timeout(wholeMs)
      const cut = AbortSignal.any([signal, late])
      const turn = last
        .then(() => takeTurn(text, preset, cut))
        .finally(() => {
          waiting--
        })
      last = turn.catch((error: unknown) => {
        if (error instanceof RefineError) log(error.message)
      })
      try {
        return await Promise.race([turn, left(cut)])
      } catch (error) {
        signal.throwIfAborted()
        throw late.aborted ? new RefineError('slow', 'The offline editor has too much to do') : error
      }
    },
    async stop() {
      stopped = true
      await thread.stop()
    },
    isRunning: () => thread.isRunning(),
  }
}

function left(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}
