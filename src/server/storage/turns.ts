import { slowDown } from './errors.ts'

/** Runs work in its turn; `person` is whoever it is for. */
export type Turns = <T>(person: string, work: () => Promise<T>) => Promise<T>

type Options = { atOnce: number; eachAtOnce: number; waiting?: number; eachWaiting?: number }

/**
 * Lets so much be done at once, and of each person so much; the rest waits. Beyond `waiting`, or `eachWaiting` of one person, it is
 * refused. Whoever has had a turn comes after the others who wait: nobody with a few slow files keeps another person waiting.
 */
export function createTurns({
  atOnce,
  eachAtOnce,
  waiting = Infinity,
  eachWaiting = Infinity,
}: Options): Turns {
  const active = new Map<string, number>()
  const line: { person: string; start: () => void }[] = []
  let running = 0
  const has = (person: string) => running < atOnce && (active.get(person) ?? 0) < eachAtOnce
  const mayWait = (person: string) =>
    line.length < waiting && line.filter((waiter) => waiter.person === person).length < eachWaiting
  const enter = (person: string) => {
    running++
    active.set(person, (active.get(person) ?? 0) + 1)
  }
  const leave = (person: string) => {
    running--
    const left = (active.get(person) ?? 1) - 1
    if (left === 0) active.delete(person)
    else active.set(person, left)
    line.sort((a, b) => Number(a.person === person) - Number(b.person === person))
    const next = line.findIndex((waiter) => has(waiter.person))
    const [waiter] = next < 0 ? [] : line.splice(next, 1)
    if (!waiter) return
    enter(waiter.person)
    waiter.start()
  }
  return async (person, work) => {
    if (has(person)) enter(person)
    else if (mayWait(person)) await new Promise<void>((start) => line.push({ person, start }))
    else throw slowDown(5)
    try {
      return await work()
    } finally {
      leave(person)
    }
  }
}
