import type { WallComment } from '../../../shared/rows.ts'
import { db } from '../../lib/supabase.ts'
import { storeComment, updateComment as changeStored } from '../outbox/replies.ts'
import type { StoredComment } from '../outbox/waiting.ts'

const columns =
  'id, post_id, user_id, content, created_at, updated_at, codename, avatar_url, is_premium, is_mine, is_author'

/** Longest wait for an answer, ms. Then the words return to the box. A repeat has the same id. */
const patience = 20_000

/** The newest comments of a post, at `from` or later. */
export async function fetchNewest(postId: string, limit: number, from?: string): Promise<WallComment[]> {
  let query = db.from('wall_comments').select(columns).eq('post_id', postId)
  if (from) query = query.gte('created_at', from)
  const { data } = await query
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit)
    .abortSignal(AbortSignal.timeout(patience))
    .throwOnError()
  return data
}

/** The comments before this one, newest first. */
export async function fetchEarlier(first: WallComment, limit: number): Promise<WallComment[]> {
  const { data } = await db
    .from('wall_comments')
    .select(columns)
    .eq('post_id', first.post_id)
    .or(`created_at.lt.${first.created_at},and(created_at.eq.${first.created_at},id.lt.${first.id})`)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit)
    .abortSignal(AbortSignal.timeout(patience))
    .throwOnError()
  return data
}

export async function fetchByIds(ids: readonly string[]): Promise<WallComment[]> {
  const { data } = await db
    .from('wall_comments')
    .select(columns)
    .in('id', ids)
    .abortSignal(AbortSignal.timeout(patience))
    .throwOnError()
  return data
}

/** Stores a comment under its id. A repeat changes the words and is not `isNew`. */
export async function insertComment(
  comment: Pick<WallComment, 'id' | 'post_id' | 'user_id' | 'content'>,
): Promise<{ stored: StoredComment; isNew: boolean }> {
  const { data: stored, error, isNew } = await storeComment(comment, AbortSignal.timeout(patience))
  if (!stored) throw error
  return { stored, isNew }
}

export async function updateComment(id: string, content: string): Promise<StoredComment | null> {
  const { data } = await changeStored(id, content, AbortSignal.timeout(patience)).throwOnError()
  return data
}

export async function deleteComment(id: string): Promise<void> {
  await db
    .from('post_comments')
    .delete()
    .eq('id', id)
    .abortSignal(AbortSignal.timeout(patience))
    .throwOnError()
}
