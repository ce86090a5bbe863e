import { conversationOf, roomOf } from '../../../shared/talks.ts'
import { db } from '../../lib/supabase.ts'
import { directColumns, roomColumns, type StoredMessage } from '../outbox/waiting.ts'
import type { Message } from './message.ts'

/** Longest wait for an answer, ms. */
const patience = 15_000
/** More ids than this make the address too long. */
export const mostIds = 50

type Part = { before?: number; after?: number; limit: number }

const signal = () => AbortSignal.timeout(patience)

const inRoom = (topic: string) =>
  db
    .from('live_chat_messages')
    .select(roomColumns)
    .eq('wall_id', roomOf(topic) ?? '')
const inConversation = (topic: string) =>
  db
    .from('direct_messages')
    .select(directColumns)
    .eq('conversation_id', conversationOf(topic) ?? '')

/** A part of a talk, oldest first: the newest before a number, the oldest after one, or the newest of all. */
export async function fetchPart(topic: string, { before, after, limit }: Part): Promise<StoredMessage[]> {
  const ascending = after !== undefined
  const above = after ?? -1
  const below = before ?? Number.MAX_SAFE_INTEGER
  const { data } = await (roomOf(topic)
    ? inRoom(topic)
        .gt('seq', above)
        .lt('seq', below)
        .order('seq', { ascending })
        .limit(limit)
        .abortSignal(signal())
        .throwOnError()
    : inConversation(topic)
        .gt('seq', above)
        .lt('seq', below)
        .order('seq', { ascending })
        .limit(limit)
        .abortSignal(signal())
        .throwOnError())
  return ascending ? data : data.toReversed()
}

export async function fetchByIds(topic: string, ids: readonly string[]): Promise<StoredMessage[]> {
  const { data } = await (roomOf(topic)
    ? inRoom(topic).in('id', ids).abortSignal(signal()).throwOnError()
    : inConversation(topic).in('id', ids).abortSignal(signal()).throwOnError())
  return data
}

export type Mark = Pick<Message, 'edited_at'> & { seq: number; reactions: unknown }

/** The fields that may have changed, of all messages from a number on: a tenth of the bytes of their rows. Numbers name them: ids pack badly. */
export async function fetchMarks(topic: string, from: number, limit: number): Promise<Mark[]> {
  const { data } = await (roomOf(topic)
    ? db
        .from('live_chat_messages')
        .select('seq, edited_at, reactions:reaction_counts')
        .eq('wall_id', roomOf(topic) ?? '')
        .gte('seq', from)
        .order('seq', { ascending: true })
        .limit(limit)
        .abortSignal(signal())
        .throwOnError()
    : db
        .from('direct_messages')
        .select('seq, edited_at, reactions')
        .eq('conversation_id', conversationOf(topic) ?? '')
        .gte('seq', from)
        .order('seq', { ascending: true })
        .limit(limit)
        .abortSignal(signal())
        .throwOnError())
  return data
}
