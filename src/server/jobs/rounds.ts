import { describeFault } from '../http/fault.ts'

type Job = {
  everyMs: number
  /** Names the job in the log. */
  what: string
  /** Ends after its running transaction when the signal aborts. */
  round: (stopping: AbortSignal) => Promise<unknown>
  log: (line: string) => void
}

/** Starts a job: one round at a time, and another after a failure. Returns the function that stops it and waits for the running round. */
export function startRounds({ everyMs, what, round, log }: Job): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<unknown> | undefined
  const timer = setInterval(() => {
    running ??= round(stopping.signal)
      .catch((error: unknown) => log(`${what} failed. The next round tries again: ${describeFault(error)}`))
      .finally(() => (running = undefined))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}
