import { useEffect } from 'react'
import { excerpt } from '../../../shared/excerpt.ts'
import { limits } from '../../../shared/limits.ts'
import { conversationIdOf, conversationOf, dmTopic, otherIn } from '../../../shared/talks.ts'
import { isUuid } from '../../../shared/uuid.ts'
import { follow } from '../../lib/live.ts'
import { personHere } from '../../lib/session.ts'
import { onSignal } from '../../lib/signal.ts'
import { createKeyed, createStore, useKeyed, useStore } from '../../lib/store.ts'
import type { QueuedInTalk } from '../device/kept.ts'
import { onTalkSent, type StoredMessage } from '../outbox/waiting.ts'
import { onHidden, readHidden } from '../safety/sight.ts'
import { fetchByOthers, fetchConversations, pageSize, type ListedRow } from './conversations.api.ts'

export type Conversation = ListedRow

/** By the other person's id. null: no conversation yet. */
export const conversations = createKeyed<Conversation | null>()

export const readConversation = (otherId: string): Conversation | null | undefined =>
  conversations.read(otherId)

/** An equal row keeps its identity, so it does not render again. Returns true for a change. */
function putConversation(row: Conversation): boolean {
  const held = conversations.read(row.other_id)
  const isSame = JSON.stringify(held) === JSON.stringify(row)
  if (!isSame) conversations.put(row.other_id, row)
  return !isSame
}

export type Conversations = {
  state: 'loading' | 'here' | 'failed'
  /** Newest first. Declined ones are absent. */
  conversations: readonly Conversation[]
  hasMore: boolean
}

const first: Conversations = { state: 'loading', conversations: [], hasMore: false }
export const list = createStore<Conversations>(first)

function putRows(rows: readonly Conversation[]): void {
  const isChanged = rows.map(putConversation).includes(true)
  const held = list.read()
  if (!isChanged || held.state !== 'here') return
  // A row older than the last loaded one belongs to a page that comes later.
  const oldest = held.hasMore ? held.conversations.at(-1)?.last_at : undefined
  const byOther = new Map(held.conversations.map((row) => [row.other_id, row]))
  for (const row of rows) if (!oldest || row.last_at >= oldest) byOther.set(row.other_id, row)
  putList([...byOther.values()], held.hasMore)
}

function putList(rows: readonly Conversation[], hasMore: boolean): void {
  const sorted = rows
    .flatMap(({ other_id }) => conversations.read(other_id) ?? [])
    .filter(({ state }) => state !== 'declined')
    .toSorted((one, other) => (one.last_at < other.last_at ? 1 : -1))
  list.put({ state: 'here', conversations: sorted, hasMore })
}

/** Fetches the first page. Later pages stay when no conversation can be missing between. */
async function refreshList(): Promise<void> {
  const reader = personHere()
  try {
    const rows = await fetchConversations()
    if (reader !== personHere()) return
    for (const row of rows) putConversation(row)
    const { conversations: held, hasMore } = list.read()
    const last = rows.at(-1)?.last_at ?? ''
    const isFull = rows.length === pageSize
    const found = new Set(rows.map(({ other_id }) => other_id))
    const rest = isFull ? held.filter(({ other_id, last_at }) => last_at < last && !found.has(other_id)) : []
    putList([...rows, ...rest], isFull && (hasMore || rest.length === 0))
  } catch {
    if (reader === personHere() && list.read().state === 'loading') list.put({ ...first, state: 'failed' })
  }
}

/** Returns false when the page could not be fetched. */
export async function loadMoreConversations(): Promise<boolean> {
  const reader = personHere()
  const last = list.read().conversations.at(-1)
  if (!last) {
    await refreshList()
    return list.read().state === 'here'
  }
  try {
    const rows = await fetchConversations(last.last_at)
    if (reader !== personHere()) return false
    for (const row of rows) putConversation(row)
    const ids = new Set(rows.map(({ other_id }) => other_id))
    const held = list.read().conversations.filter(({ other_id }) => !ids.has(other_id))
    putList([...held, ...rows], rows.length === pageSize)
    return true
  } catch {
    return false
  }
}

/** Time in which rows are gathered for one request, ms. */
const gather = 300
const asked = new Set<string>()

/** Fetches a conversation's row. After a failure the next event or catch-up brings it. */
export function refreshConversation(otherId: string): void {
  if (asked.size === 0) setTimeout(() => void fetchAsked().catch(() => undefined), gather)
  asked.add(otherId)
}

async function fetchAsked(): Promise<void> {
  const reader = personHere()
  const ids = [...asked]
  asked.clear()
  const rows = await fetchByOthers(ids)
  if (reader !== personHere()) return
  const found = new Set(rows.map(({ other_id }) => other_id))
  for (const id of ids) if (!found.has(id)) conversations.put(id, null)
  putRows(rows)
  // A block has removed some of them.
  const { state, conversations: held, hasMore } = list.read()
  if (state === 'here' && held.some(({ other_id }) => conversations.read(other_id) === null))
    putList(held, hasMore)
}

/** After an own message the known row is changed here. An unknown row, and an edit or deletion, needs a request. */
function hearSent(reader: string, { destination, row }: QueuedInTalk, stored?: StoredMessage): void {
  const otherId = otherIn(conversationOf(row.topic) ?? '', reader)
  if (!otherId) return
  const held = conversations.read(otherId)
  if (destination !== 'message' || !held || !stored) return refreshConversation(otherId)
  const { seq: last_seq, created_at: last_at, sender_id: last_sender_id, text } = stored
  const last_text = excerpt(text, limits.quote)
  putRows([{ ...held, state: 'open', last_seq, last_at, last_sender_id, last_text }])
}

function hearOf(conversationId: unknown): void {
  const reader = personHere()
  const other = typeof conversationId === 'string' && reader && otherIn(conversationId, reader)
  if (other) refreshConversation(other)
}

let followers = 0
let leave: (() => void) | undefined

/** Follows the reader's own topic while a screen shows conversations. */
function followConversations(reader: string): () => void {
  if (followers++ === 0) leave = start(reader)
  return () => {
    if (--followers === 0) leave?.()
  }
}

function refresh(): void {
  if (list.read() !== first) void refreshList()
  for (const [otherId, row] of conversations.entries()) if (!row) refreshConversation(otherId)
}

function start(reader: string): () => void {
  let isNew = true
  const stop = onSignal(() => list.read().state === 'failed' && refresh())
  const leaveTopic = follow(`user-notifications-${reader}`, {
    private: true,
    events: {
      dm_notification: ({ conversationId }) => hearOf(conversationId),
      dm_changed: ({ conversationId }) => hearOf(conversationId),
      notices_read: ({ kind, id }) => (kind === 'all' ? refresh() : hearOf(id)),
    },
    caughtUp: () => {
      // The first subscription needs no refresh: the page has just fetched.
      if (!isNew) refresh()
      isNew = false
    },
  })
  // The server decides which are gone: a block ends a conversation, and a mute does not.
  const stopLooking = onHidden(() => {
    for (const id of readHidden()) if (conversations.read(id)) refreshConversation(id)
  })
  const stopHearing = onTalkSent((item, stored) => hearSent(reader, item, stored))
  return () => {
    for (const end of [stop, leaveTopic, stopLooking, stopHearing]) end()
  }
}

/** The reader's conversations and requests, live. */
export function useConversations(): Conversations {
  const found = useStore(list)
  const reader = personHere()
  useEffect(() => {
    if (!reader) return undefined
    void refreshList()
    return followConversations(reader)
  }, [reader])
  return found
}

/** The conversation with a person, also a declined one. null: no conversation yet. undefined: not yet known. */
export function useConversation(otherId: string): Conversation | null | undefined {
  const reader = personHere()
  useEffect(() => {
    if (!reader || !isUuid(otherId)) return undefined
    refreshConversation(otherId)
    return followConversations(reader)
  }, [reader, otherId])
  return useKeyed(conversations, otherId)
}

/** The topic of the conversation with a person; undefined for the reader and for a broken id. */
export function topicWith(otherId: string): string | undefined {
  const reader = personHere()
  const other = otherId.toLowerCase()
  return reader && isUuid(other) && other !== reader ? dmTopic(conversationIdOf(reader, other)) : undefined
}

export function patchConversation(conversationId: string, reader: string, part: Partial<Conversation>): void {
  const held = conversations.read(otherIn(conversationId, reader) ?? '')
  if (held) putRows([{ ...held, ...part }])
}
