import { Refusal } from './errors.ts'

/** Runs the work of one network in its turn. */
export type Lanes = <T>(network: string, work: () => Promise<T>) => Promise<T>

/**
 * Lets `running` statements of one network run at a time and `waiting` more wait their turn; beyond that it refuses with 503. Without it
 * one visitor with sixteen slow searches holds every connection, and a page of a wall takes three seconds for everybody (threat 74).
 */
export function createLanes(running: number, waiting: number): Lanes {
  const lanes = new Map<string, { active: number; queue: (() => void)[] }>()
  return async (network, work) => {
    const lane = lanes.get(network) ?? { active: 0, queue: [] }
    lanes.set(network, lane)
    if (lane.active < running) lane.active++
    else if (lane.queue.length < waiting) await new Promise<void>((resolve) => lane.queue.push(resolve))
    else throw new Refusal(503, 'PGRST003', 'Too many requests of this network wait for the database')
    try {
      return await work()
    } finally {
      // The place passes on to the next in line; a lane that nobody uses is not kept.
      const next = lane.queue.shift()
      if (next) next()
      else if (--lane.active === 0) lanes.delete(network)
    }
  }
}
