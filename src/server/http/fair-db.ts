import type { Claims, Db } from '../db/door.ts'
import { turnLimits, type Bounds } from './limits.ts'
import { createTurns, type TurnKey, type Turns } from './turns.ts'

/** The bounds of `turnLimits.database` are for a pool of this size. */
const usualPool = 16

class QueueFull extends Error {}

const queues = new WeakMap<Db, Turns>()

/** The fair queue of a door. All gateways share it, so an account holds three connections in all of them together. */
export function databaseTurns(db: Db): Turns {
  const known = queues.get(db)
  if (known) return known
  const { all, network, account, groups } = turnLimits.database
  const scale = db.connections().most / usualPool
  const scaled = ({ running, waiting }: Required<Bounds>) => ({
    running: Math.max(1, Math.floor(running * scale)),
    waiting,
  })
  const turns = createTurns({
    all: scaled(all),
    network: scaled(network),
    account,
    groups: { visitors: scaled(groups.visitors), walks: scaled(groups.walks) },
    refuse: () => new QueueFull(),
  })
  queues.set(db, turns)
  return turns
}

export function turnKeyOf({ role, sub }: Claims, network: string | undefined): TurnKey {
  return { network, account: sub, groups: role === 'anon' ? ['visitors'] : [] }
}

/** Runs work in the database's fair queue. Rejects with the gateway's `refuse()` when the queue is full. */
export async function inTurn<T>(
  db: Db,
  key: TurnKey,
  refuse: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await databaseTurns(db)(key, work)
  } catch (error) {
    throw error instanceof QueueFull ? refuse() : error
  }
}

/** The door with the fair queue before it: each transaction of a request waits for its turn. */
export function fairDb(db: Db, key: TurnKey, refuse: () => Error): Db {
  return {
    ...db,
    as: (...asked) => inTurn(db, key, refuse, () => db.as(...asked)),
    asService: (...asked) => inTurn(db, key, refuse, () => db.asService(...asked)),
  }
}
