import { db } from '../../lib/supabase.ts'
import type { Key } from './conversations.api.ts'

/** Longest wait for an answer, ms. */
const patience = 15_000

export async function changeConversation(
  key: Key,
  change: { state: 'open' | 'declined'; unread?: 0 },
): Promise<void> {
  await db
    .from('conversation_members')
    .update(change)
    .match(key)
    .abortSignal(AbortSignal.timeout(patience))
    .throwOnError()
}
