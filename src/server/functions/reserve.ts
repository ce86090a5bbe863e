import type { Claims, Db, Statement } from '../db/door.ts'
import { meaningOf } from '../http/sqlstate.ts'
import { refusal } from './errors.ts'

/** The row of a statement that reserves something for the caller. A deleted account is refused like a caller without a session. */
export async function reserveAs<Row extends object>(
  db: Db,
  claims: Claims,
  statement: Statement,
  signedOut: string,
): Promise<Row | undefined> {
  const reserving = db.as(claims, (tx) => tx.last<Row>(statement))
  const { rows } = await reserving.catch((error: unknown) => {
    throw meaningOf(error) === 'missing_reference' ? refusal(401, signedOut) : error
  })
  return rows[0]
}

type UseWords = {
  /** What the free account has used up, with its number: '30 libreng sagot ni Emi'. */
  free: string
  /** The days of the window; 0 for all time. */
  days: number
  busy: string
  pace: string
}

/** The refusal of `app.reserve_use`: 'cap', 'busy' or 'pace'. */
export function refusalOfUse(why: string, { free, days, busy, pace }: UseWords): Error {
  if (why === 'busy') return refusal(429, busy, { 'retry-after': '2' })
  if (why === 'pace') return refusal(429, pace, { 'retry-after': '60' })
  if (why !== 'cap') return new Error('A use was refused for an unknown reason')
  const window = days > 0 ? ` sa loob ng ${days} araw` : ''
  const words = `Nagamit mo na ang ${free}${window}. Nandito pa rin ang sinulat mo, at walang limit ang Premium.`
  return refusal(429, words, {}, { remaining: 0 })
}
