import type { Bounds } from './limits.ts'

/** The owner of the work, and the groups that it counts for. Work without an account is bounded by its network alone. */
export type TurnKey = {
  network?: string | undefined
  account?: string | undefined
  groups?: readonly string[]
}

/** Runs work now or queues it. Rejects with `refuse()` when the queue is full or slow, and with the signal's reason when `signal` aborts first. */
export type Turns = {
  <T>(key: TurnKey, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** `owners`: networks and accounts that run or wait. */
  figures(): { running: number; waiting: number; owners: number }
}

type Options = {
  all?: Bounds
  network?: Bounds
  account?: Bounds
  groups?: Readonly<Record<string, Bounds>>
  /** Work that waits longer is refused, in ms. */
  patienceMs?: number
  refuse: () => Error
}

/**
 * The fair queue of every gateway. Each network and account has its own lane (one more in each group), and lanes take turns: a lane that had
 * a turn goes to the end. A flood from one network or account therefore delays only itself (threats 74 and 77).
 */
export function createTurns({ refuse, patienceMs, ...bounds }: Options): Turns {
  const { talliesOf, figures } = createTallies(bounds)
  const lanes = new Map<string, Lane>()
  const wait = (key: TurnKey, tallies: Tally[], signal: AbortSignal | undefined) => {
    const name = nameOf(key)
    const lane = lanes.get(name) ?? { tallies, waiters: new Set() }
    lanes.set(name, lane)
    return new Promise<void>((resolve, reject) => {
      const leaveQueue = () => {
        signal?.removeEventListener('abort', abort)
        clearTimeout(timer)
        quit(lanes, name, lane, start)
      }
      const giveUp = (reason: Error) => {
        leaveQueue()
        for (const tally of tallies) tally.forget()
        reject(reason)
      }
      const abort = () => giveUp(signal?.reason as Error)
      const timer = patienceMs === undefined ? undefined : setTimeout(() => giveUp(refuse()), patienceMs)
      const start = () => {
        leaveQueue()
        for (const tally of tallies) tally.running++
        resolve()
      }
      for (const tally of tallies) tally.waiting++
      lane.waiters.add(start)
      signal?.addEventListener('abort', abort, { once: true })
    })
  }
  const leave = (key: TurnKey, tallies: Tally[]) => {
    for (const tally of tallies) tally.running--
    if (lanes.size > 0) {
      moveBehind(lanes, nameOf(key))
      startNext(lanes)
    }
    for (const tally of tallies) tally.forget()
  }
  const run = async <T>(key: TurnKey, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted()
    const tallies = talliesOf(key)
    if (tallies.every(hasPlace)) for (const tally of tallies) tally.running++
    else if (tallies.every(mayWait)) await wait(key, tallies, signal)
    else {
      for (const tally of tallies) tally.forget()
      throw refuse()
    }
    try {
      return await work()
    } finally {
      leave(key, tallies)
    }
  }
  return Object.assign(run, { figures })
}

function createTallies({ all = {}, network, account, groups = {} }: Omit<Options, 'refuse' | 'patienceMs'>) {
  const everybody = new Tally('', undefined, all)
  const grouped = new Map(
    Object.entries(groups).map(([name, bounds]) => [name, new Tally(name, undefined, bounds)]),
  )
  const networks = new Map<string, Tally>()
  const accounts = new Map<string, Tally>()
  return {
    talliesOf: (key: TurnKey): Tally[] => {
      const tallies = [everybody, ...(key.groups ?? []).flatMap((name) => grouped.get(name) ?? [])]
      if (network && key.network !== undefined) tallies.push(findTally(networks, key.network, network))
      if (account && key.account !== undefined) tallies.push(findTally(accounts, key.account, account))
      return tallies
    },
    figures: () => ({
      running: everybody.running,
      waiting: everybody.waiting,
      owners: networks.size + accounts.size,
    }),
  }
}

class Tally {
  running = 0
  waiting = 0
  readonly mostRunning: number
  readonly mostWaiting: number
  readonly #name: string
  readonly #home: Map<string, Tally> | undefined

  constructor(name: string, home: Map<string, Tally> | undefined, { running, waiting }: Bounds) {
    this.#name = name
    this.#home = home
    this.mostRunning = running ?? Infinity
    this.mostWaiting = waiting ?? Infinity
  }

  forget(): void {
    if (this.running + this.waiting === 0) this.#home?.delete(this.#name)
  }
}

type Lane = { tallies: Tally[]; waiters: Set<() => void> }

const hasPlace = (tally: Tally) => tally.running < tally.mostRunning
const mayWait = (tally: Tally) => tally.waiting < tally.mostWaiting
const nameOf = ({ network = '', account = '', groups = [] }: TurnKey) =>
  `${network} ${account} ${groups.join(' ')}`

function findTally(tallies: Map<string, Tally>, name: string, bounds: Bounds): Tally {
  const known = tallies.get(name)
  if (known) return known
  const tally = new Tally(name, tallies, bounds)
  tallies.set(name, tally)
  return tally
}

function quit(lanes: Map<string, Lane>, name: string, lane: Lane, waiter: () => void): void {
  lane.waiters.delete(waiter)
  if (lane.waiters.size === 0) lanes.delete(name)
  for (const tally of lane.tallies) tally.waiting--
}

function moveBehind(lanes: Map<string, Lane>, name: string): void {
  const lane = lanes.get(name)
  if (lane && lanes.delete(name)) lanes.set(name, lane)
}

/** Frees a place. Work of several lanes may start: one by its network, another by its account. */
function startNext(lanes: Map<string, Lane>): void {
  for (const [name, { tallies, waiters }] of lanes) {
    const [first] = waiters
    if (!first || !tallies.every(hasPlace)) continue
    moveBehind(lanes, name)
    first()
  }
}
