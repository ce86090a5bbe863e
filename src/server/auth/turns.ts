import { AuthError } from './errors.ts'

export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Lets `running` pieces of work run at a time and `waiting` more wait their turn; beyond that it refuses at once with 503. */
export function createTurns(running: number, waiting: number): Turns {
  const queue: (() => void)[] = []
  let active = 0
  return async (work) => {
    if (active >= running) {
      if (queue.length >= waiting) {
        throw new AuthError(503, 'unexpected_failure', 'Too busy right now, please try again in a moment', {
          retryAfter: 2,
        })
      }
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      active++
    }
    try {
      return await work()
    } finally {
      // The place passes on to the next in line; it is given up only when nobody waits.
      const next = queue.shift()
      if (next) next()
      else active--
    }
  }
}
