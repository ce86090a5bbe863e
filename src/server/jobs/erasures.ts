import type { Erasure } from '../erasure/erasure.ts'
import { startRounds } from './rounds.ts'

const everyMs = 5_000

/** Starts the job that ends the erasures of nodes that stopped. Returns the function that stops it. */
export const startErasures = (erasure: Erasure, log: (line: string) => void): (() => Promise<void>) =>
  startRounds({
    everyMs,
    what: 'The erasure of people who left',
    round: (stopping) => erasure.resume(stopping),
    log,
  })
