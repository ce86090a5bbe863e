import { isDatabaseError, type Db, type Statement } from '../db/door.ts'
import { keyedHash } from './keyed-hash.ts'
import { rateLimits, type LimitMode, type Pace, type RateLimit, type RateLimitName } from './limits.ts'

export type Bucket = readonly [name: RateLimitName, ...labels: string[]]

export type Limiter = {
  /** Takes a point from each bucket in turn. Throws `refuse(seconds)` at the first empty one; later ones keep theirs. */
  take(now: Date, ...buckets: readonly Bucket[]): Promise<void>
  /** Takes a point of the account, whose limit is lower on its first day, and one of the network. */
  takePace(...asked: PaceAsked): Promise<void>
  /** A door whose first transaction takes the same points, in the same message. */
  pacedDb(...asked: PaceAsked): Db
  tryTake(now: Date, ...buckets: readonly Bucket[]): Promise<boolean>
  giveBack(...buckets: readonly Bucket[]): Promise<void>
}

type PaceAsked = [now: Date, pace: Pace, account: string, network: string]

type Naming = {
  /** Names buckets by keyed hashes: the database learns no address. */
  secret: Buffer
  /** `relaxed` is for tests and load generators, which use one network. */
  mode: LimitMode
}
type Options = Naming & {
  db: Db
  /** The gateway's error for an empty bucket, which has a point again after `seconds`. */
  refuse: (seconds: number) => Error
}

const relaxed = { points: 1_000_000, seconds: 1 }

const takePoints = 'select auth.take($1::bytea[], $2::int[], $3::int[], $4) as wait'
const takeByAge = `select auth.take_or_refuse($1::bytea[], case when exists (
    select from auth.users u where u.id = $6 and (u.is_anonymous or u.created_at > $4::timestamptz - interval '1 day')) then $5::int[] else $2::int[] end,
  $3::int[], $4)`

/** The points of buckets as values of the statements, and the statement of a pace, which raises EMPTY with the seconds to wait. */
export function pointsOf({ secret, mode }: Naming) {
  const limitOf = (name: RateLimitName): Pick<RateLimit, 'points' | 'seconds' | 'young'> => {
    const limit: RateLimit = rateLimits[name]
    const points = typeof mode === 'object' ? mode[name] : undefined
    if (points !== undefined) return { ...limit, points }
    return mode !== 'relaxed' || limit.always ? limit : relaxed
  }
  // Strict and relaxed limits share no bucket: one that strict limits emptied would refuse relaxed ones for an hour.
  const labelOf = (name: RateLimitName) => `${limitOf(name) === relaxed ? 'relaxed ' : ''}limit ${name}`
  const columns = (buckets: readonly Bucket[]) => [
    buckets.map(([name, ...labels]) => keyedHash(secret, labelOf(name), ...labels).subarray(0, 16)),
    buckets.map(([name]) => limitOf(name).points),
    buckets.map(([name]) => limitOf(name).seconds),
  ]
  const paceStatement = (...[now, [ofAccount, ofNetwork], account, network]: PaceAsked): Statement => {
    const buckets: Bucket[] = [
      [ofAccount, account],
      [ofNetwork, network],
    ]
    const young = buckets.map(([name]) => limitOf(name).young ?? limitOf(name).points)
    return { text: takeByAge, values: [...columns(buckets), now, young, account] }
  }
  return { columns, paceStatement }
}

export function createLimiter({ db, refuse, ...naming }: Options): Limiter {
  const { columns, paceStatement } = pointsOf(naming)
  const secondsToWait = async (now: Date, buckets: readonly Bucket[]): Promise<number> => {
    const values = [...columns(buckets), now]
    const { rows } = await db.asService((tx) => tx.last<{ wait: number }>({ text: takePoints, values }))
    return rows[0]?.wait ?? 0
  }
  return {
    async take(now, ...buckets) {
      const seconds = await secondsToWait(now, buckets)
      if (seconds > 0) throw refuse(seconds)
    },
    async takePace(...asked) {
      await heeding(
        refuse,
        db.asService((tx) => tx.last(paceStatement(...asked))),
      )
    },
    pacedDb(...asked) {
      let before: Statement | undefined = paceStatement(...asked)
      return {
        ...db,
        as(claims, work, options) {
          const first = before && { before }
          before = undefined
          return heeding(refuse, db.as(claims, work, { ...options, ...first }))
        },
      }
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

/** The error of a refused pace tells the seconds to wait. */
async function heeding<T>(refuse: Options['refuse'], work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isDatabaseError(error) && error.code === 'EMPTY' ? refuse(Number(error.detail)) : error
  }
}
