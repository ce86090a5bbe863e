import { createStore } from '../../lib/store.ts'

export type Taking =
  | { state: 'idle' | 'saved' }
  /** `bytes`: how many have come. The whole is not known before its end. */
  | { state: 'going'; bytes: number }
  | { state: 'failed'; words: string }

/** The download outlives the page that began it, so that people may go on reading and writing. */
export const taking = createStore<Taking>({ state: 'idle' })
