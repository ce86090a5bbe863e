/** The date filters of a diary (specification 2, sections 2 and 9). */
export const periods = ['all', 'today', 'week', 'month', 'range'] as const

export type Period =
  | { kind: 'all' | 'today' | 'week' | 'month' }
  /** Days of a date input, both included; '' is open. */
  | { kind: 'range'; from: string; to: string }

export const always: Period = { kind: 'all' }

const day = /^\d{4}-\d{2}-\d{2}$/

/** A period in ms by the reader's clock: from the first, before the second. */
export function spanOf(period: Period, now: Date): [from: number, before: number] {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  switch (period.kind) {
    case 'today':
      return [today.getTime(), Infinity]
    case 'week':
      return [new Date(now).setDate(now.getDate() - 7), Infinity]
    case 'month':
      return [monthBefore(now), Infinity]
    case 'range':
      return [startOf(period.from, 0) ?? -Infinity, startOf(period.to, 1) ?? Infinity]
    default:
      return [-Infinity, Infinity]
  }
}

/** The same day and hour one month ago, or the last day of a shorter month. */
function monthBefore(now: Date): number {
  const before = new Date(now)
  const lastDay = new Date(now.getFullYear(), now.getMonth(), 0).getDate()
  return before.setMonth(now.getMonth() - 1, Math.min(now.getDate(), lastDay))
}

/** The start of a day, or of the day `later` days on; undefined for an invalid day. */
function startOf(text: string, later: number): number | undefined {
  if (!day.test(text)) return undefined
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
  const start = new Date(year, month - 1, date + later)
  // `Date` maps years below 100 to the 1900s.
  start.setFullYear(year, month - 1, date + later)
  return start.getTime()
}

/** Why a range is invalid, in words for the person. */
export function faultOf(period: Period): string | undefined {
  if (period.kind !== 'range') return undefined
  const { from, to } = period
  return from && to && from > to ? 'Dapat mas maaga ang “Mula” kaysa sa “Hanggang”.' : undefined
}
