import type { Db } from '../db/door.ts'
import { keyedHash } from './keyed-hash.ts'
import { rateLimits, type Pace, type RateLimit, type RateLimitName } from './limits.ts'

export type Bucket = readonly [name: RateLimitName, ...labels: string[]]

export type Limiter = {
  /** Takes a point from each bucket in turn. Throws `refuse(seconds)` at the first empty one; later ones keep theirs. */
  take(now: Date, ...buckets: readonly Bucket[]): Promise<void>
  /** Takes a point of the account, whose limit is lower on its first day, and one of the network. */
  takePace(now: Date, pace: Pace, account: string, network: string): Promise<void>
  tryTake(now: Date, ...buckets: readonly Bucket[]): Promise<boolean>
  giveBack(...buckets: readonly Bucket[]): Promise<void>
}

type Options = {
  db: Db
  /** Names buckets by keyed hashes: the database learns no address. */
  secret: Buffer
  /** `relaxed` is for tests and load generators, which use one network. */
  mode: 'strict' | 'relaxed'
  /** The gateway's error for an empty bucket, which has a point again after `seconds`. */
  refuse: (seconds: number) => Error
}

const relaxed = { points: 1_000_000, seconds: 1 }

const takePoints = 'select auth.take($1::bytea[], $2::int[], $3::int[], $4) as wait'
const takeByAge = `select auth.take($1::bytea[], case when exists (
    select from auth.users u where u.id = $6 and u.created_at > $4::timestamptz - interval '1 day') then $5::int[] else $2::int[] end,
  $3::int[], $4) as wait`

export function createLimiter({ db, secret, mode, refuse }: Options): Limiter {
  const limitOf = (name: RateLimitName): Pick<RateLimit, 'points' | 'seconds' | 'young'> => {
    const limit: RateLimit = rateLimits[name]
    return mode === 'strict' || limit.always ? limit : relaxed
  }
  // Strict and relaxed limits share no bucket: one that strict limits emptied would refuse relaxed ones for an hour.
  const labelOf = (name: RateLimitName) => `${limitOf(name) === relaxed ? 'relaxed ' : ''}limit ${name}`
  const columns = (buckets: readonly Bucket[]) => [
    buckets.map(([name, ...labels]) => keyedHash(secret, labelOf(name), ...labels).subarray(0, 16)),
    buckets.map(([name]) => limitOf(name).points),
    buckets.map(([name]) => limitOf(name).seconds),
  ]
  const ask = async (text: string, ...values: unknown[]): Promise<number> => {
    const { rows } = await db.asService((tx) => tx.last<{ wait: number }>({ text, values }))
    return rows[0]?.wait ?? 0
  }
  const secondsToWait = (now: Date, buckets: readonly Bucket[]) => ask(takePoints, ...columns(buckets), now)
  const refuseWait = (seconds: number) => {
    if (seconds > 0) throw refuse(seconds)
  }
  return {
    async take(now, ...buckets) {
      refuseWait(await secondsToWait(now, buckets))
    },
    async takePace(now, [ofAccount, ofNetwork], account, network) {
      const buckets: Bucket[] = [
        [ofAccount, account],
        [ofNetwork, network],
      ]
      const young = buckets.map(([name]) => limitOf(name).young ?? limitOf(name).points)
      refuseWait(await ask(takeByAge, ...columns(buckets), now, young, account))
    },
    tryTake: async (now, ...buckets) => (await secondsToWait(now, buckets)) === 0,
    async giveBack(...buckets) {
      await db.asService((tx) =>
        tx.last({
          text: 'select auth.give_back($1::bytea[], $2::int[], $3::int[])',
          values: columns(buckets),
        }),
      )
    },
  }
}
