import { NeedsModel } from '../faults.ts'
import type { Refiner } from '../index.ts'

/** Holds the place of the offline helper. */
export function createOfflineRefiner(_deps: { log: (line: string) => void }): Refiner {
  return {
    refine: () => Promise.reject(new NeedsModel()),
    stop: () => Promise.resolve(),
  }
}
