/** Requests that bring an open talk up to date: after a lost connection, for single messages, and after own sends. */
import { conversationOf } from '../../../shared/talks.ts'
import type { StoredMessage } from '../outbox/waiting.ts'
import { faceOf, isOpen, record, show, type Held } from './held.ts'
import { fetchByIds, fetchMarks, fetchPart, mostIds } from './messages.api.ts'
import { readCounts } from '../posts/reactions.ts'
import { messageOf, readMap } from './rows.ts'
import { change, hear, page, putNewest, remove, type Stored } from './timeline.ts'

export const messagesOf = (held: Held, rows: readonly StoredMessage[]): Stored[] =>
  rows.map((row) => messageOf(row, held.reader, faceOf))

/** Merges messages that the server has just returned. */
export function absorb(held: Held, rows: readonly StoredMessage[]): void {
  const messages = messagesOf(held, rows)
  held.timeline = hear(held.timeline, messages, held.isHeld)
  for (const message of messages) held.timeline = change(held.timeline, message.id, () => message)
  show(held)
}

export function drop(held: Held, ids: readonly string[]): void {
  held.timeline = remove(held.timeline, ids)
  show(held)
}

const asked = new WeakMap<Held, Set<string>>()
/** Time in which ids are gathered for one request, ms. */
const gather = 150

/** Fetches one message anew. One that is not found was deleted, or is out of sight. After a failure the next catch-up brings it. */
export function refetch(held: Held, id: string): void {
  const ids = asked.get(held) ?? new Set()
  asked.set(held, ids.add(id))
  if (ids.size > 1) return
  setTimeout(() => {
    asked.delete(held)
    const some = [...ids].slice(0, mostIds)
    if (isOpen(held)) void fetchAsked(held, some).catch(() => undefined)
  }, gather)
}

async function fetchAsked(held: Held, ids: readonly string[]): Promise<void> {
  const rows = await fetchByIds(held.topic, ids)
  if (!isOpen(held)) return
  const found = new Set(rows.map(({ id }) => id))
  held.timeline = remove(
    held.timeline,
    ids.filter((id) => !found.has(id)),
  )
  absorb(held, rows)
}

type Turn = { isAsked: boolean; again: boolean }
const turns = new WeakMap<Held, Turn>()

/** Catches up; never rejects. A call during a request asks once more afterwards. */
export async function refresh(held: Held): Promise<void> {
  const before = turns.get(held)
  if (before) {
    before.again ||= before.isAsked
    return
  }
  const turn: Turn = { isAsked: false, again: false }
  turns.set(held, turn)
  do {
    Object.assign(turn, { isAsked: false, again: false })
    // Opening a talk and joining its topic may happen together: one request serves both.
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await new Promise((resolve) => setTimeout(resolve))
    turn.isAsked = true
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (isOpen(held)) await catchUp(held)
  } while (turn.again && isOpen(held))
  turns.delete(held)
}

async function catchUp(held: Held): Promise<void> {
  try {
    // Offline, the client would retry for seconds.
    if (!navigator.onLine) throw new Error('offline')
    if (held.state !== 'here' || held.timeline.messages.length === 0 || (await hasMissed(held)))
      await fetchNewest(held)
  } catch {
    // A loaded talk stays on the screen; the next catch-up asks again.
    if (held.state === 'loading' && isOpen(held)) held.state = 'failed'
    show(held)
  }
}

/** Compares the last page with the server's marks, and applies deletions and reactions. True when messages are missing or were edited. */
async function hasMissed(held: Held): Promise<boolean> {
  const { place, timeline } = held
  const known = timeline.messages.slice(-page)
  const from = known[0]?.seq ?? 0
  const marks = await fetchMarks(held.topic, from, page * 2)
  if (!isOpen(held) || held.place !== place) return false
  const found = new Set(marks.map(({ seq }) => seq))
  const upTo = marks.length < page * 2 ? Infinity : (marks.at(-1)?.seq ?? 0)
  const missing = known.filter(({ seq }) => seq <= upTo && !found.has(seq))
  held.timeline = remove(
    held.timeline,
    missing.map(({ id }) => id),
  )
  let isMissed = false
  for (const mark of marks) {
    const message = held.timeline.messages.find(({ seq }) => seq === mark.seq)
    if (message) isMissed ||= message.edited_at !== mark.edited_at
    // One that was deleted here a moment ago is fetched and dropped again.
    else if (!held.timeline.hasLater) isMissed = true
    if (message && !held.wishes.has(message.id)) putMark(held, message.id, mark.reactions)
  }
  show(held)
  return isMissed
}

function putMark(held: Held, id: string, reactions: unknown): void {
  const isRoom = conversationOf(held.topic) === undefined
  held.timeline = change(held.timeline, id, (message) => {
    const next = isRoom ? { reaction_counts: readCounts(reactions) } : readMap(reactions, held.reader)
    const isSame = Object.entries(next).every(
      ([key, value]) => JSON.stringify(message[key as keyof typeof next]) === JSON.stringify(value),
    )
    return isSame ? message : { ...message, ...next }
  })
}

async function fetchNewest(held: Held): Promise<void> {
  const { place } = held
  const known = new Set(held.timeline.messages.map(({ id }) => id))
  const { answer, heard } = await record(held, () => fetchPart(held.topic, { limit: page }))
  if (!isOpen(held) || held.place !== place) return
  const rows = messagesOf(held, answer)
  held.timeline = putNewest(held.timeline, rows, {
    isFull: rows.length === page,
    isHeld: held.isHeld,
    known,
  })
  // After too many new messages the next page brings them.
  held.timeline = heard ? hear(held.timeline, heard, held.isHeld) : { ...held.timeline, hasLater: true }
  if (!held.timeline.hasLater) held.heardLater = 0
  held.state = 'here'
  show(held)
}
