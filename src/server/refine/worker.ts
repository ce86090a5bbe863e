// The thread that refines texts, so that the event loop stays free. It is stateless and may be ended at any time.
import { parentPort } from 'node:worker_threads'
import { refineOffline, type OfflinePreset } from './refine.ts'

export type RefineTask = { text: string; preset: OfflinePreset }
/** Reports an error without its message, which could hold a person's words. */
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
