// The thread that works on texts, so that nobody else waits for it. It may be ended at any time and remembers nothing.
import { parentPort } from 'node:worker_threads'
import { refineOffline, type OfflinePreset } from './refine.ts'

export type RefineTask = { text: string; preset: OfflinePreset }
/** A failure is told without its message, which could hold what somebody wrote. */
export type RefineOutcome = { refined: string } | { failed: string }

parentPort?.on('message', ({ text, preset }: RefineTask) => {
  refineOffline(text, preset).then(
    (refined) => tell({ refined }),
    (error: unknown) => tell({ failed: error instanceof Error ? error.name : 'unknown' }),
  )
})

function tell(outcome: RefineOutcome): void {
  parentPort?.postMessage(outcome, [])
}
