import type { RefinePreset } from '../../../shared/refine.ts'
import { AiFailure } from './faults.ts'
import { modelRefiner, type ModelOptions } from './model.ts'
import { createOfflineRefiner } from './offline/index.ts'

export { AiFailure, NeedsModel } from './faults.ts'

export type Refiner = {
  /**
   * The text as the preset wants it, never empty. Throws NeedsModel or AiFailure, and the signal's reason when the caller went away; no
   * message of theirs holds a word of the text.
   */
  refine(text: string, preset: RefinePreset, signal: AbortSignal): Promise<string>
  stop(): Promise<void>
}

export type Ai = Refiner & {
  /** Who does it: our own rules, or a language model. */
  readonly by: 'offline' | 'model'
}

type Options = {
  /** A language model behind the OpenAI protocol; without it our own helper does what it can. */
  model?: ModelOptions | undefined
  /** How many are worked on at one time. */
  places?: number
  /** One line for the operator; never anything that a person wrote. */
  log: (line: string) => void
}

/** The helper of AI Refine. Beyond its places it refuses at once: who waits for a minute has left. */
export function createAi({ model, places = 8, log }: Options): Ai {
  const refiner = model ? modelRefiner(model, log) : createOfflineRefiner({ log })
  let taken = 0
  return {
    by: model ? 'model' : 'offline',
    async refine(text, preset, signal) {
      signal.throwIfAborted()
      if (taken >= places) throw new AiFailure('busy', 'All places are taken')
      taken++
      try {
        return await refiner.refine(text, preset, signal)
      } finally {
        taken--
      }
    },
    stop: () => refiner.stop(),
  }
}
