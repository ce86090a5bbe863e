import { db } from '../../lib/supabase.ts'
import type { Conversation as ConversationRow } from '../../../shared/rows.ts'

/** A row of the list of conversations. */
export type ListedRow = Omit<ConversationRow, 'user_id' | 'created_at'>

const columns =
  'conversation_id, other_id, state, is_pending, unread, last_at, last_seq, read_seq, other_codename, other_avatar_url, other_is_premium, last_text, last_sender_id'
/** Longest wait for an answer, ms. */
const patience = 15_000

export const pageSize = 20

/** Newest first, by keyset. Declined ones are left out. */
export async function fetchConversations(before?: string): Promise<ListedRow[]> {
  const { data } = await db
    .from('conversations')
    .select(columns)
    .neq('state', 'declined')
    .lt('last_at', before ?? 'infinity')
    .order('last_at', { ascending: false })
    .limit(pageSize)
    .abortSignal(AbortSignal.timeout(patience))
    .throwOnError()
  return data
}

export async function fetchByOthers(otherIds: readonly string[]): Promise<ListedRow[]> {
  const { data } = await db
    .from('conversations')
    .select(columns)
    .in('other_id', otherIds)
    .abortSignal(AbortSignal.timeout(patience))
    .throwOnError()
  return data
}

export type Key = { user_id: string; conversation_id: string }

/** Marks messages up to this number as read. Newer ones, which the reader has not seen, keep the conversation unread. */
export async function readUpTo(key: Key, seq: number): Promise<void> {
  await db
    .from('conversation_members')
    .update({ unread: 0 })
    .match(key)
    .lte('last_seq', seq)
    .abortSignal(AbortSignal.timeout(patience))
    .throwOnError()
}
