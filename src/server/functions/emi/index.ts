import type { Material } from '../../emi/material.ts'
import type { ModelOptions } from '../../providers/ai/model.ts'
import { createResponder } from './responder.ts'
import { createRuns, humanPauses, type Pauses, type Runs } from './runs.ts'

export type Emi = { runs: Runs; stop(): Promise<void> }

type Options = {
  /** A language model behind the OpenAI protocol. Undefined: the offline responder. */
  model?: ModelOptions | undefined
  /** Most answers of the language model at once. */
  places?: number
  material: Material
  pauses?: Pauses
  /** Lines for the operator. They never hold a person's words. */
  log: (line: string) => void
}

export function createEmi({ model, places = 8, material, pauses = humanPauses, log }: Options): Emi {
  const responder = createResponder({ model, places, material, log })
  const runs = createRuns({ responder, pauses, log })
  return {
    runs,
    async stop() {
      await runs.stop()
      await responder.stop()
    },
  }
}
