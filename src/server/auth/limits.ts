import type { Db } from '../db/door.ts'
import { tooMany } from './errors.ts'
import { keyedHash } from './keyed-hash.ts'

/** A bucket of `points` that fills up again in `seconds`: never more than twice the points in that time. */
type Limit = { points: number; seconds: number }

/**
 * Nothing here is global: one attacker must not be able to stop everybody's mail or log-in. Mobile carriers put thousands of people
 * behind one address, so what counts a network counts failures or is wide.
 */
const strict = {
  /** Accounts made from one network. */
  signupNetwork: { points: 120, seconds: 300 },
  /** Sign-ups of one address. */
  signupAddress: { points: 5, seconds: 3_600 },
  /** Answers "already registered" that one network may hear (threat 1). */
  signupTaken: { points: 20, seconds: 3_600 },
  /** Failed log-ins of one network, of one network at one address, and of all strange networks at one address (threat 5). */
  loginNetwork: { points: 60, seconds: 300 },
  loginPair: { points: 10, seconds: 3_600 },
  loginAddress: { points: 10, seconds: 3_600 },
  /** A hundred tabs may refresh one session at once. */
  refreshSession: { points: 300, seconds: 300 },
  /** Requests for a mail from one network. */
  mailNetwork: { points: 30, seconds: 300 },
  /** Mails to one address: one a minute, five in a row. Silent, and counted for any address (threat 2). */
  mailAddress: { points: 1, seconds: 60 },
  mailAddressHour: { points: 5, seconds: 3_600 },
  verifyNetwork: { points: 30, seconds: 300 },
  updateUser: { points: 30, seconds: 300 },
  currentPassword: { points: 10, seconds: 3_600 },
  emailChange: { points: 3, seconds: 3_600 },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof strict
/** Which bucket, and the labels of whose bucket it is. */
export type Bucket = readonly [name: LimitName, ...labels: string[]]

export type Limiter = {
  /** Takes a point from each bucket in turn; the first empty one refuses with 429 and leaves the later ones untouched. */
  take(now: Date, ...buckets: readonly Bucket[]): Promise<void>
  /** The same, answering whether all had a point. */
  tryTake(now: Date, ...buckets: readonly Bucket[]): Promise<boolean>
  giveBack(...buckets: readonly Bucket[]): Promise<void>
}

/** `relaxed` is for tests and load generators, where everybody comes from one network. The mail throttle stays as it is. */
export function createLimiter(db: Db, secret: Buffer, mode: 'strict' | 'relaxed'): Limiter {
  const limitOf = (name: LimitName): Limit =>
    mode === 'strict' || name.startsWith('mailAddress') ? strict[name] : { points: 1_000_000, seconds: 1 }
  const columns = (buckets: readonly Bucket[]) => [
    buckets.map(([name, ...labels]) => keyedHash(secret, `limit ${name}`, ...labels).subarray(0, 16)),
    buckets.map(([name]) => limitOf(name).points),
    buckets.map(([name]) => limitOf(name).seconds),
  ]
  const wait = async (now: Date, buckets: readonly Bucket[]): Promise<number> => {
    const { rows } = await db.asService((tx) =>
      tx.last<{ wait: number }>({
        text: 'select auth.take($1::bytea[], $2::int[], $3::int[], $4) as wait',
        values: [...columns(buckets), now],
      }),
    )
    return rows[0]?.wait ?? 0
  }
  return {
    async take(now, ...buckets) {
      const seconds = await wait(now, buckets)
      if (seconds > 0) throw tooMany(seconds)
    },
    tryTake: async (now, ...buckets) => (await wait(now, buckets)) === 0,
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
