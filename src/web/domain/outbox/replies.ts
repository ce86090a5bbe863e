/** The requests that store comments and reactions, at once or from the outbox. A repeat stores nothing twice. */
import { db } from '../../lib/supabase.ts'
import type { StoredComment } from './waiting.ts'

const ownColumns = 'id, post_id, user_id, content, created_at, updated_at'
const uniqueViolation = '23505'

type Answer = { data: StoredComment | null; error: unknown; status: number; isNew: boolean }

/** Stores a comment under its id. A repeat changes the words and is not `isNew`. */
export async function storeComment(
  { id, post_id, user_id, content }: Pick<StoredComment, 'id' | 'post_id' | 'user_id' | 'content'>,
  signal: AbortSignal,
): Promise<Answer> {
  const sent = await db
    .from('post_comments')
    .insert({ id, post_id, user_id, content })
    .select(ownColumns)
    .abortSignal(signal)
    .maybeSingle()
  if (sent.error?.code !== uniqueViolation) return { ...sent, isNew: true }
  const changed = await updateComment(id, content, signal)
  return { ...(changed.data || changed.error ? changed : sent), isNew: false }
}

export const updateComment = (id: string, content: string, signal: AbortSignal) =>
  db
    .from('post_comments')
    .update({ content, updated_at: new Date().toISOString() })
    .eq('id', id)
    .select(ownColumns)
    .abortSignal(signal)
    .maybeSingle()

/** The kind words for a refused comment; undefined for other errors. */
export function wordsForRefused(code: string): string | undefined {
  // The policy refuses a comment between two people when one blocked the other.
  if (code === '42501') return 'Hindi ka makakapagkomento sa post na ’to.'
  return code === '23503' ? 'Wala na rito ang post na ’to.' : undefined
}

const reactions = () => db.from('post_reactions')

/** Changes the person's reaction on a post; null is none. `from`: the one that the server has, as far as is known. */
export async function storeReaction(
  own: { post_id: string; user_id: string },
  from: string | null,
  to: string | null,
  signal: AbortSignal,
): Promise<{ error: unknown; status: number }> {
  if (to === null) return reactions().delete().match(own).abortSignal(signal)
  const change = () => reactions().update({ emoji: to }).match(own).select('id').abortSignal(signal)
  if (from !== null) {
    const changed = await change()
    // No row changed: another tab removed the reaction.
    if (changed.error || changed.data.length > 0) return changed
  }
  const sent = await reactions()
    .insert({ id: crypto.randomUUID(), ...own, emoji: to })
    .abortSignal(signal)
  // Another tab added a reaction meanwhile.
  return sent.error?.code === uniqueViolation ? change() : sent
}
