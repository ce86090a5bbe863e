/** Messages and changes that the server does not have yet, as the screen shows them. */
import { createKeyed } from '../../lib/store.ts'
import { readSignal } from '../../lib/signal.ts'
import type { QueuedChange, QueuedInTalk, QueuedMessage } from '../device/kept.ts'
import { waitingInTalks } from '../outbox/waiting.ts'
import type { Message } from './message.ts'
import type { Face } from './rows.ts'

/** By topic: items on their way into the outbox, and those of a device without storage. */
export const fresh = createKeyed<readonly QueuedInTalk[]>(true)

/** In the order of writing. */
export function unsentOf(topic: string): readonly QueuedInTalk[] {
  const queued = waitingInTalks.read(topic) ?? []
  const added = fresh.read(topic) ?? []
  if (added.length === 0) return queued
  const ids = new Set(added.map(({ id }) => id))
  return [...queued.filter(({ id }) => !ids.has(id)), ...added].toSorted((one, other) =>
    one.writtenAt < other.writtenAt ? -1 : 1,
  )
}

type Sending = Pick<Message, 'sending' | 'refusal' | 'waitsUntil'>

/** `isBehind`: an earlier item of the talk waits. */
export function stateOf(item: QueuedInTalk, isBehind: boolean): Sending {
  const { refusal, isWaiting, waitsUntil } = item
  if (refusal !== undefined) return { sending: 'refused', refusal }
  if (!isWaiting && !isBehind && readSignal() === 'here') return { sending: 'sending' }
  return { sending: 'waiting', ...(waitsUntil !== undefined && { waitsUntil }) }
}

type Derived = { by: readonly unknown[]; message: Message }
const derived = new WeakMap<object, Derived>()

/** A message that is derived from equal parts keeps its identity, so it does not render again. */
export function derive(base: object, by: readonly unknown[], make: () => Message): Message {
  const held = derived.get(base)
  if (held && held.by.length === by.length && held.by.every((part, at) => part === by[at]))
    return held.message
  const message = make()
  derived.set(base, { by, message })
  return message
}

export function unsentMessage(
  item: QueuedMessage,
  { id: sender_id, codename, avatar_url, is_premium }: Face & { id: string },
  state: Sending,
): Message {
  const { row, quote } = item
  const by = [codename, avatar_url, is_premium, state.sending, state.waitsUntil]
  return derive(item, by, () => ({
    id: item.id,
    seq: null,
    sender_id,
    codename,
    avatar_url,
    is_premium,
    text: row.content,
    mentioned: item.mentioned ?? [],
    file: item.file ?? null,
    reply_to: row.reply_to,
    reply_to_sender: quote?.sender_id ?? null,
    reply_to_message: quote?.text ?? null,
    reply_to_codename: quote?.codename ?? null,
    reaction_counts: {},
    my_reaction: null,
    created_at: item.writtenAt,
    edited_at: null,
    ...state,
  }))
}

/** The message with its waiting edit; null when a deletion waits. */
export function withChange(message: Message, item: QueuedChange, state: Sending): Message | null {
  const { content } = item.row
  const isRefused = state.sending === 'refused'
  if (content === null && !isRefused) return null
  return derive(message, [item, state.sending, state.waitsUntil], () => ({
    ...message,
    ...(content !== null && !isRefused && { text: content, edited_at: item.writtenAt }),
    ...state,
  }))
}
