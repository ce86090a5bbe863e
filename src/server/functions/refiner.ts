import type { RefinePreset } from '../../shared/refine.ts'
import { createTurns } from '../http/turns.ts'
import { createModel, type ModelOptions } from '../providers/ai/model.ts'
import { createOfflineEditor } from '../refine/index.ts'
import { RefineError } from '../refine/refine-error.ts'

export type Refiner = {
  /** The offline editor, or a language model. */
  readonly by: 'offline' | 'model'
  /**
   * The text as the preset wants it, never empty. Throws `RefineError` or `ModelError`, and the signal's reason when the caller left. No
   * error message holds a word of the text.
   */
  refine(text: string, preset: RefinePreset, signal: AbortSignal): Promise<string>
  stop(): Promise<void>
}

type Options = {
  /** A language model behind the OpenAI protocol. Without it the offline editor answers. */
  model?: ModelOptions | undefined
  /** Texts that are refined at one time. */
  places?: number
  /** One line for the operator; never anything that a person wrote. */
  log: (line: string) => void
}

/** Refines texts. Refuses at once when all places are taken: a person does not wait for a minute. */
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
