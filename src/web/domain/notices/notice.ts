import type { Notice } from '../../../shared/rows.ts'

/** Messages count one by one. Anything else is one notice, however many people it tells of. */
export const countOf = (notices: readonly Notice[]): number =>
  notices.reduce((sum, { kind, count }) => sum + (kind === 'dm' ? count : 1), 0)

export const keyOf = ({ kind, id }: Pick<Notice, 'kind' | 'id'>): string => `${kind} ${id}`

/** The message that a mention leads to. */
export const messageOf = ({ kind, target_url }: Pick<Notice, 'kind' | 'target_url'>): string | undefined =>
  kind === 'mention' ? target_url.split('message=')[1] : undefined

/** True when something happened after the notices `before`. Reading and undoing ring nothing. */
export function isNews(before: readonly Notice[], after: readonly Notice[]): boolean {
  const times = new Map(before.map((notice) => [keyOf(notice), notice.created_at]))
  return after.some((notice) => notice.created_at > (times.get(keyOf(notice)) ?? ''))
}

/** The notices without those that the event `notices_read` names. Its payload is untrusted. */
export function withoutRead(
  notices: readonly Notice[],
  { kind, id }: Record<string, unknown>,
): readonly Notice[] {
  if (kind === 'all') return []
  return notices.filter((notice) => notice.id !== id || sourceOf(notice.kind) !== sourceOf(kind))
}

/** A request is a conversation too. */
const sourceOf = (kind: unknown) => (kind === 'request' ? 'dm' : kind)

type Hours = { quiet_from: number | null; quiet_to: number | null }

const minute = 60_000
/** Manila has no summer time. */
const aheadOfUtc = 8 * 60

/** Minutes of the day in Manila. */
export const minuteInManila = (now: number = Date.now()): number =>
  (Math.floor(now / minute) + aheadOfUtc) % (24 * 60)

/** True from `quiet_from` until `quiet_to`, over midnight too. Equal times are quiet all day, as in the database. */
export function isQuiet({ quiet_from: from, quiet_to: to }: Hours, now: number = Date.now()): boolean {
  if (from === null || to === null) return false
  const at = minuteInManila(now)
  return from < to ? at >= from && at < to : at >= from || at < to
}
