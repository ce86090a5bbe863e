import type { Message } from './message.ts'

/** A message that the server has. */
export type Stored = Message & { seq: number }
/** A message of an event. An event is the same for everybody, so the reader's own reaction is absent. */
export type Heard = Omit<Stored, 'my_reaction'> & { my_reaction?: string | null }

/** The window: messages of a talk with none missing between them. */
export type Timeline = {
  /** By `seq`, oldest first. */
  messages: readonly Stored[]
  hasEarlier: boolean
  hasLater: boolean
  /** The last deleted ids: a late answer cannot restore them. */
  gone: ReadonlySet<string>
}

/** Most messages of one page, and of the window. */
export const page = 50
export const most = 300

export const noMessages: Timeline = { messages: [], hasEarlier: false, hasLater: false, gone: new Set() }

/** An equal message keeps its identity, so it does not render again. An event does not tell the reader's own reaction. */
function merge({ messages, gone }: Timeline, rows: readonly Heard[]): Stored[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  for (const row of rows) {
    if (gone.has(row.id)) continue
    const held = byId.get(row.id)
    const next = {
      ...row,
      my_reaction: row.my_reaction === undefined ? (held?.my_reaction ?? null) : row.my_reaction,
    }
    if (!held || !isSame(held, next)) byId.set(row.id, next)
  }
  const merged = [...byId.values()]
  const isInOrder = merged.every(({ seq }, at) => at === 0 || (merged[at - 1]?.seq ?? 0) < seq)
  return isInOrder ? merged : merged.toSorted((one, other) => one.seq - other.seq)
}

const isSame = (one: Stored, other: Stored) =>
  (Object.keys(other) as (keyof Stored)[]).every(
    (key) => one[key] === other[key] || JSON.stringify(one[key]) === JSON.stringify(other[key]),
  )

/** `drop`: the side that loses messages when the window is full. */
function fit(timeline: Timeline, drop: 'earlier' | 'later'): Timeline {
  const { messages } = timeline
  if (messages.length <= most) return timeline
  return drop === 'earlier'
    ? { ...timeline, messages: messages.slice(-most), hasEarlier: true }
    : { ...timeline, messages: messages.slice(0, most), hasLater: true }
}

export const lastPage = (timeline: Timeline): Timeline =>
  timeline.messages.length <= page
    ? timeline
    : { ...timeline, messages: timeline.messages.slice(-page), hasEarlier: true }

/** `rows`: the newest page, oldest first. */
export const startAtEnd = ({ gone }: Timeline, rows: readonly Stored[], isFull: boolean): Timeline => ({
  messages: merge({ ...noMessages, gone }, rows),
  hasEarlier: isFull,
  hasLater: false,
  gone,
})

/**
 * Merges the newest page. A message that was `known` before the request and is absent from the answer was deleted. Without an overlap messages may be
 * missing between: a held window stays and gets `hasLater`, and another one begins anew at the end.
 */
export function putNewest(
  timeline: Timeline,
  rows: readonly Stored[],
  { isFull, isHeld, known }: { isFull: boolean; isHeld: boolean; known: ReadonlySet<string> },
): Timeline {
  const last = timeline.messages.at(-1)
  const from = isFull ? (rows[0]?.seq ?? 0) : 0
  if (!last || last.seq < from)
    return isHeld && last ? { ...timeline, hasLater: true } : startAtEnd(timeline, rows, isFull)
  const found = new Set(rows.map(({ id }) => id))
  const absent = timeline.messages.filter(({ id, seq }) => seq >= from && known.has(id) && !found.has(id))
  const left = remove(
    timeline,
    absent.map(({ id }) => id),
  )
  const messages = merge(left, rows)
  const isWhole = (left.messages[0]?.seq ?? from) >= from
  const hasEarlier = isFull && (left.hasEarlier || isWhole)
  const joined = { ...left, messages, hasEarlier, hasLater: false }
  return fit(joined, isHeld ? 'later' : 'earlier')
}

export const putEarlier = (timeline: Timeline, rows: readonly Stored[], isFull: boolean): Timeline =>
  fit({ ...timeline, messages: merge(timeline, rows), hasEarlier: isFull }, 'later')

/** `heard`: the new messages since the request began, which follow its last page. Undefined: there were too many. */
export function putLater(
  timeline: Timeline,
  rows: readonly Stored[],
  isFull: boolean,
  heard: readonly Heard[] | undefined,
): Timeline {
  const isAtEnd = !isFull && heard !== undefined
  const messages = merge(timeline, isAtEnd ? [...rows, ...heard] : rows)
  return fit({ ...timeline, messages, hasLater: !isAtEnd }, 'earlier')
}

/** Merges new messages of events. Returns the same timeline when it is not at the end. */
export function hear(timeline: Timeline, rows: readonly Heard[], isHeld: boolean): Timeline {
  const first = timeline.messages[0]
  const fresh = rows.filter(({ seq }) => !first || !timeline.hasEarlier || seq >= first.seq)
  if (timeline.hasLater || fresh.length === 0) return timeline
  return fit({ ...timeline, messages: merge(timeline, fresh) }, isHeld ? 'later' : 'earlier')
}

export function change(timeline: Timeline, id: string, next: (message: Stored) => Stored): Timeline {
  const at = timeline.messages.findIndex((message) => message.id === id)
  const held = timeline.messages[at]
  return held ? { ...timeline, messages: timeline.messages.with(at, next(held)) } : timeline
}

export function remove(timeline: Timeline, ids: readonly string[]): Timeline {
  if (ids.length === 0) return timeline
  const gone = new Set([...[...timeline.gone].slice(-most), ...ids])
  return { ...timeline, messages: timeline.messages.filter(({ id }) => !gone.has(id)), gone }
}
