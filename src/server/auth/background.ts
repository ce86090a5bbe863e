import { describeFault } from '../http/fault.ts'
import { createTurns } from '../http/turns.ts'

export type Background = {
  /** Starts the work now or queues it. A full queue drops the work and logs that. */
  run(work: () => Promise<void>): void
  idle(): Promise<void>
}

class QueueFull extends Error {}

/**
 * Mails leave after the answer: the answer's time does not tell whether a mail was sent (threat 2). The bound protects the memory from a
 * mail server that hangs. A crash loses queued work; the person asks again.
 */
export function createBackground(
  log: (line: string) => void,
  { running = 4, waiting = 1_000 } = {},
): Background {
  const turns = createTurns({ all: { running, waiting }, refuse: () => new QueueFull() })
  const unfinished = new Set<Promise<void>>()
  return {
    run(work) {
      const done = turns({}, work)
        .catch((error: unknown) =>
          log(
            error instanceof QueueFull
              ? 'Auth dropped a mail or another task after an answer: the queue is full. Check SMTP_URL'
              : `A mail or another task of auth failed after the answer: ${describeFault(error)}`,
          ),
        )
        .finally(() => unfinished.delete(done))
      unfinished.add(done)
    },
    async idle() {
      // oxlint-disable-next-line no-await-in-loop -- work can be added while this waits
      while (unfinished.size > 0) await Promise.all(unfinished)
    },
  }
}
