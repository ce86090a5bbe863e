/** The comments and reactions that wait in the outbox, by post. A small module, so that cards need not load the outbox. */
import type { OutboxItem, QueuedComment, QueuedReaction, QueuedReply, Sendable } from '../device/kept.ts'
import { createKeyed } from '../../lib/store.ts'

export type Waiting = { comments: readonly QueuedComment[]; reaction?: QueuedReaction }
/** `stored`: a comment's row. */
type Sent = (item: QueuedReply, stored?: StoredComment) => void
export type StoredComment = QueuedComment['row'] & {
  id: string
  user_id: string
  created_at: string
  updated_at: string
}

export const isReply = (item: Sendable | OutboxItem): item is QueuedReply =>
  item.destination === 'comment' || item.destination === 'reaction'

export const waiting = createKeyed<Waiting>()
const listeners = new Set<Sent>()

/** Shows these items. An unchanged post keeps its value, so its card does not render again. */
export function putWaiting(items: readonly OutboxItem[]): void {
  const now = new Map<string, Waiting>()
  for (const item of items) {
    if (!isReply(item)) continue
    const { comments, ...rest } = now.get(item.row.post_id) ?? { comments: [] }
    now.set(
      item.row.post_id,
      item.destination === 'comment'
        ? { ...rest, comments: [...comments, item] }
        : { comments, reaction: item },
    )
  }
  for (const [postId] of waiting.entries()) if (!now.has(postId)) waiting.drop(postId)
  for (const [postId, next] of now)
    if (JSON.stringify(waiting.read(postId)) !== JSON.stringify(next)) waiting.put(postId, next)
}

/** Calls back in the tab that sent it, before the item leaves the outbox. */
export function onReplySent(listener: Sent): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const tellSent: Sent = (item, stored) => {
  for (const listener of listeners) listener(item, stored)
}
