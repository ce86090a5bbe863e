import { createHmac } from 'node:crypto'
import type { Claims, Db } from '../db/door.ts'
import type { Keys } from '../http/keys.ts'
import { slowDown } from './errors.ts'

/** A bucket of `points` that fills up again in `seconds`. */
type Limit = { points: number; seconds: number }
type Taken = Limit & { label: readonly string[] }

const uploadsOfPerson: Limit = { points: 30, seconds: 600 }
/**
 * Sixty people's worth: carriers put thousands behind one address, and junk counts before it is judged, so that two people could shut a
 * lower gate for a city. Who comes this far is a member and counted as one; this only bounds accounts that are made by the dozen.
 */
const uploadsOfNetwork: Limit = { points: 1_800, seconds: 600 }
export const signedUploadSeconds = 7_200

export type Limiter = {
  /** Counts an upload that the policies would take; refuses with SlowDown. The service is not counted. */
  takeUpload(claims: Claims, from: string): Promise<void>
  /** Whether this token is used for the first time in its life. */
  spend(tokenId: string): Promise<boolean>
  /** The upload came to nothing: the token may be used again. */
  unspend(tokenId: string): Promise<void>
}

type Options = { db: Db; keys: Keys; now: () => number; mode: 'strict' | 'relaxed' }

/** Counts in the database, under keyed hashes, for all nodes. */
export function createLimiter({ db, keys, now, mode }: Options): Limiter {
  const columns = (taken: readonly Taken[]) => [
    taken.map(({ label }) =>
      createHmac('sha256', keys.secret).update(JSON.stringify(label)).digest().subarray(0, 16),
    ),
    taken.map(({ points }) => points),
    taken.map(({ seconds }) => seconds),
  ]
  const take = async (...taken: Taken[]): Promise<number> => {
    const { rows } = await db.asService((tx) =>
      tx.last<{ wait: number }>({
        text: 'select auth.take($1::bytea[], $2::int[], $3::int[], $4) as wait',
        values: [...columns(taken), new Date(now())],
      }),
    )
    return rows[0]?.wait ?? 0
  }
  return {
    async takeUpload({ role, sub = '' }, from) {
      if (mode === 'relaxed' || role === 'service_role') return
      const seconds = await take(
        { ...uploadsOfPerson, label: ['storage person', sub] },
        { ...uploadsOfNetwork, label: ['storage network', from] },
      )
      if (seconds > 0) throw slowDown(seconds)
    },
    spend: async (tokenId) => (await take(once(tokenId))) === 0,
    async unspend(tokenId) {
      await db.asService((tx) =>
        tx.last({
          text: 'select auth.give_back($1::bytea[], $2::int[], $3::int[])',
          values: columns([once(tokenId)]),
        }),
      )
    },
  }
}

// One point that is back when the token is over.
const once = (tokenId: string): Taken => ({
  label: ['storage token', tokenId],
  points: 1,
  seconds: signedUploadSeconds,
})
