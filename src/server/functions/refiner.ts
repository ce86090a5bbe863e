import type { RefinePreset } from '../../shared/refine.ts'
import { createTurns } from '../http/turns.ts'
import { createModel, type ModelOptions } from '../providers/ai/model.ts'
import { createOfflineEditor } from '../refine/index.ts'
import { RefineError } from '../refine/refine-error.ts'

export type Refiner = {
  readonly by: 'offline' | 'model'
  /**
   * The refined text, never empty. Throws `RefineError` or `ModelError`, and the signal's reason when the caller left. Error messages hold
   * no word of the text.
   */
  refine(text: string, preset: RefinePreset, signal: AbortSignal): Promise<string>
  stop(): Promise<void>
}

type Options = {
  /** A language model behind the OpenAI protocol. Undefined: the offline editor. */
  model?: ModelOptions | undefined
  places?: number
  /** Lines for the operator. They never hold a person's words. */
  log: (line: string) => void
}

/** Refuses at once when all places are taken, instead of a wait of up to a minute. */
export function createRefiner({ model, places = 8, log }: Options): Refiner {
  const editor = model ? createModel(model, log) : createOfflineEditor({ log })
  const turns = createTurns({
    all: { running: places, waiting: 0 },
    refuse: () => new RefineError('busy', 'All places are taken'),
  })
  return {
    by: model ? 'model' : 'offline',
    refine: (text, preset, signal) => turns({}, () => editor.refine(text, preset, signal), signal),
    stop: () => editor.stop(),
  }
}
