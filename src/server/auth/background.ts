import { describeFault } from '../http/fault.ts'

export type Background = {
  /** Starts the work now or when a place is free. False when too much waits already: the work is dropped. */
  run(work: () => Promise<void>): boolean
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>
}

/**
 * Mails leave after the answer, so that the answer tells nobody whether there was one to send (threat 2). Bounded: a mail server that
 * hangs must not fill the memory. What waits is lost when the process dies; the person asks again.
 */
export function createBackground(
  log: (line: string) => void,
  { running = 4, waiting = 1_000 } = {},
): Background {
  const queue: (() => Promise<void>)[] = []
  let active = 0
  let idlers: (() => void)[] = []
  const drain = async () => {
    for (let work = queue.shift(); work; work = queue.shift()) {
      await work().catch((error: unknown) => log(`Auth work after an answer failed: ${describeFault(error)}`))
    }
    if (--active > 0) return
    for (const resolve of idlers) resolve()
    idlers = []
  }
  return {
    run(work) {
      if (queue.length >= waiting) {
        log('Auth work after an answer was dropped: too much waits')
        return false
      }
      queue.push(work)
      if (active < running) {
        active++
        void drain()
      }
      return true
    },
    idle: () => (active === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  }
}
