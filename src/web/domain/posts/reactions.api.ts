import { importQuietly } from '../../lib/chunks.ts'
import { codeOf, isOffline } from '../../lib/failure.ts'
import { storeReaction } from '../outbox/replies.ts'
import { waiting } from '../outbox/waiting.ts'
import { posts, withQueued } from './post-store.ts'
import { tellTabs } from './posts.live.ts'
import type { Emoji } from './reactions.ts'

const foreignKeyViolation = '23503'
/** Longest wait for an answer, ms. Then the wish waits in the outbox. */
const patience = 20_000

/** A tap on a choice: the same one again removes it, another replaces it. Returns false for a deleted post. */
export async function react(postId: string, userId: string, emoji: Emoji): Promise<boolean> {
  const queued = waiting.read(postId)?.reaction
  const { mine } = withQueued(posts.reactions(postId), queued)
  const wish = mine === emoji ? null : emoji
  try {
    if (queued) {
      await queue(postId, userId, mine, wish)
      return true
    }
    await posts.react(postId, wish, (id, from, to) => storeOrQueue(id, userId, from, to))
    tellTabs(postId)
  } catch (error) {
    if (codeOf(error) === foreignKeyViolation) return false
    // The specification wants no message: the count reverts.
    console.warn('A reaction was not saved', codeOf(error))
  }
  return true
}

async function storeOrQueue(postId: string, userId: string, from: Emoji | null, to: Emoji | null) {
  const own = { post_id: postId, user_id: userId }
  const { error } = await storeReaction(own, from, to, AbortSignal.timeout(patience))
  if (error === null) return 'stored'
  if (!isOffline(error)) throw error
  await queue(postId, userId, from, to)
  return 'queued'
}

/** app/Outbox.tsx fetches its code after the first paint, so it is available offline. */
async function queue(postId: string, userId: string, was: Emoji | null, emoji: Emoji | null): Promise<void> {
  const { queueReaction } = await importQuietly(() => import('../outbox/send.ts'))
  const attempt = navigator.onLine && { isAttempted: true as const }
  await queueReaction(userId, { row: { post_id: postId, emoji, was }, ...attempt })
}
