import { excerpt } from '../../../shared/excerpt.ts'
import { limits } from '../../../shared/limits.ts'
import { importQuietly } from '../../lib/chunks.ts'
import { faceOf, isOpen, show, type Held } from './held.ts'
import { readCounts } from '../posts/reactions.ts'
import type { Message } from './message.ts'
import { heardEdit, heardMessage, readMap, type Reactions } from './rows.ts'
import { change, hear, most, remove, type Heard, type Stored } from './timeline.ts'

type Payload = Record<string, unknown>
type Event = { kind: 'new' | 'update'; payload: Payload }
type Refetch = (held: Held, id: string) => void

/** Shortest time between two renders, ms: twenty messages a second are five renders. */
const pause = 200

type Batch = { events: Event[]; shownAt: number; isWaiting: boolean }
const batches = new WeakMap<Held, Batch>()

/** Gathers the events of a talk and applies them together. The first after a pause is applied at once. */
export function hearEvent(held: Held, kind: Event['kind'], payload: Payload, refetch: Refetch): void {
  const batch = batches.get(held) ?? { events: [], shownAt: -Infinity, isWaiting: false }
  batches.set(held, batch)
  batch.events.push({ kind, payload })
  if (batch.isWaiting) return
  batch.isWaiting = true
  const wait = Math.max(0, batch.shownAt + pause - performance.now())
  setTimeout(() => {
    const { events } = batch
    Object.assign(batch, { events: [], shownAt: performance.now(), isWaiting: false })
    if (isOpen(held)) apply(held, events, refetch)
  }, wait)
}

/** A change of a message comes after it, so new messages are merged first. */
function apply(held: Held, events: readonly Event[], refetch: Refetch): void {
  const rows = events.flatMap(({ kind, payload }) =>
    kind === 'new' ? (heardMessage(payload, held.reader, faceOf) ?? []) : [],
  )
  if (rows.length > 0) hearRows(held, rows)
  for (const { kind, payload } of events) if (kind === 'update') update(held, payload, refetch)
  show(held)
}

function hearRows(held: Held, rows: readonly Heard[]): void {
  const isNew = ({ seq }: Heard) => seq > (held.timeline.messages.at(-1)?.seq ?? 0)
  if (held.timeline.hasLater) held.heardLater += rows.filter(isNew).length
  for (const heard of held.recorders) if (heard.length <= most) heard.push(...rows)
  held.timeline = hear(held.timeline, rows, held.isHeld)
}

/** Applies a `message_update`. The payload comes from the network, so its fields are checked. */
function update(held: Held, payload: Payload, refetch: Refetch): void {
  const { type, id } = payload
  if (type === 'cleared') clear(held)
  if (typeof id !== 'string') return
  if (type === 'delete') {
    held.timeline = withoutQuotes(remove(held.timeline, [id]), id)
  }
  const edit = type === 'edit' ? heardEdit(payload) : undefined
  if (edit) {
    held.timeline = change(held.timeline, id, (message) => ({ ...message, ...edit }))
    const isQuoted = held.timeline.messages.some(({ reply_to }) => reply_to === id)
    // Without the code the quote keeps the words that it had.
    if (isQuoted) void requote(held, id, edit).catch(() => undefined)
  }
  if (type === 'reaction') hearReactions(held, id, payload, refetch)
}

/** The reader has erased the talk, here or on another device. */
export function clear(held: Held): void {
  const { timeline } = held
  const emptied = remove(
    timeline,
    timeline.messages.map(({ id }) => id),
  )
  held.place++
  held.timeline = { ...emptied, hasEarlier: false, hasLater: false }
}

/** Screens show no words of a deleted message. */
const withoutQuotes = (timeline: Held['timeline'], id: string) =>
  quoting(timeline, id, (message) => ({ ...message, reply_to_message: null, reply_to_codename: null }))

/** Quotes the new words. The code for them comes with the outbox: only an edited quote needs it. */
async function requote(held: Held, id: string, { text, mentioned }: Pick<Message, 'text' | 'mentioned'>) {
  const { plainText } = await importQuietly(() => import('../../../shared/plain-text.ts'))
  const reply_to_message = excerpt(plainText(text, mentioned), limits.quote)
  held.timeline = quoting(held.timeline, id, (message) =>
    message.reply_to_message === null ? message : { ...message, reply_to_message },
  )
  if (isOpen(held)) show(held)
}

function quoting(timeline: Held['timeline'], id: string, next: (message: Stored) => Stored) {
  if (!timeline.messages.some(({ reply_to }) => reply_to === id)) return timeline
  const messages = timeline.messages.map((message) => (message.reply_to === id ? next(message) : message))
  return { ...timeline, messages }
}

/** Times of the late look at a message, ms. Each reader's is different: one person's toggling must not make a whole room fetch each time. */
const [soonestLook, latestLook] = [5_000, 30_000]
const looks = new WeakMap<Held, Set<string>>()

/** An event of a room does not say who reacted. The look tells whether the reader's own reaction was removed elsewhere. */
function lookLater(held: Held, id: string, refetch: Refetch): void {
  const ids = looks.get(held) ?? new Set()
  if (ids.has(id)) return
  looks.set(held, ids.add(id))
  setTimeout(
    () => {
      ids.delete(id)
      refetch(held, id)
    },
    soonestLook + Math.random() * (latestLook - soonestLook),
  )
}

function hearReactions(held: Held, id: string, payload: Payload, refetch: Refetch): void {
  const message = held.timeline.messages.find((one) => one.id === id)
  if (!message) return
  const heard: Reactions =
    'reactions' in payload
      ? readMap(payload['reactions'], held.reader)
      : { reaction_counts: readCounts(payload['reaction_counts']), my_reaction: message.my_reaction }
  const wish = held.wishes.get(id)
  if (wish) {
    wish.heard = heard
    return
  }
  const { my_reaction: mine, reaction_counts: before } = message
  const left = mine === null ? 0 : (heard.reaction_counts[mine] ?? 0)
  // Without any such reaction the reader's own is gone too.
  const my_reaction = left > 0 || 'reactions' in payload ? heard.my_reaction : null
  held.timeline = change(held.timeline, id, (one) => ({ ...one, ...heard, my_reaction }))
  const isLess = mine !== null && left < (before[mine] ?? 1)
  if (isLess && !('reactions' in payload)) lookLater(held, id, refetch)
}
