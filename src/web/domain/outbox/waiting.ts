/** The items that wait in the outbox: comments and reactions by post, messages and their changes by talk. A small module, so that cards need not load the outbox. */
import type { DirectMessage, LiveChatMessage } from '../../../shared/rows.ts'
import type {
  OutboxItem,
  QueuedComment,
  QueuedInTalk,
  QueuedReaction,
  QueuedReply,
  Sendable,
} from '../device/kept.ts'
import { createKeyed } from '../../lib/store.ts'

export type Waiting = { comments: readonly QueuedComment[]; reaction?: QueuedReaction }
/** `stored`: a comment's row. */
type Sent = (item: QueuedReply, stored?: StoredComment) => void
/** `stored`: the message as it is now. */
type SentInTalk = (item: QueuedInTalk, stored?: StoredMessage) => void
export type StoredComment = QueuedComment['row'] & {
  id: string
  user_id: string
  created_at: string
  updated_at: string
}

/** The row of a room or of a conversation. */
export type StoredMessage =
  | (Omit<LiveChatMessage, 'wall_id' | 'message_text'> & { text: string })
  | Omit<DirectMessage, 'conversation_id' | 'receiver_id'>

/** Its columns. */
export const roomColumns =
  'id, seq, sender_id, codename, avatar_url, is_premium, text:message_text, mentioned, reply_to, reply_to_sender, reply_to_message, reply_to_codename, reaction_counts, my_reaction, created_at, edited_at, file'
export const directColumns = 'id, seq, sender_id, text, reactions, created_at, edited_at, file'

export const isReply = (item: Sendable | OutboxItem): item is QueuedReply =>
  item.destination === 'comment' || item.destination === 'reaction'

export const isInTalk = (item: Sendable | OutboxItem): item is QueuedInTalk =>
  item.destination === 'message' || item.destination === 'message-change'

export const waiting = createKeyed<Waiting>()
/** By topic, in the order of writing. */
export const waitingInTalks = createKeyed<readonly QueuedInTalk[]>()
const listeners = new Set<Sent>()
const talkListeners = new Set<SentInTalk>()

/** Shows these items. An unchanged post keeps its value, so its card does not render again. */
export function putWaiting(items: readonly OutboxItem[]): void {
  putInTalks(items.filter(isInTalk))
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

/** An unchanged item keeps its identity. A talk without a change tells nobody. */
function putInTalks(items: readonly QueuedInTalk[]): void {
  const now = new Map<string, QueuedInTalk[]>()
  for (const item of items) now.set(item.row.topic, [...(now.get(item.row.topic) ?? []), item])
  for (const [topic] of waitingInTalks.entries()) if (!now.has(topic)) waitingInTalks.drop(topic)
  for (const [topic, found] of now) {
    const before = waitingInTalks.read(topic) ?? []
    const next = found.map(
      (item) => before.find((held) => JSON.stringify(held) === JSON.stringify(item)) ?? item,
    )
    const isSame = next.length === before.length && next.every((item, at) => item === before[at])
    if (!isSame) waitingInTalks.put(topic, next)
  }
}

/** Calls back in the tab that sent it, before the item leaves the outbox. */
export function onReplySent(listener: Sent): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const tellSent: Sent = (item, stored) => {
  for (const listener of listeners) listener(item, stored)
}

/** As `onReplySent`. A change of a message that is gone brings no row. */
export function onTalkSent(listener: SentInTalk): () => void {
  talkListeners.add(listener)
  return () => void talkListeners.delete(listener)
}

export const tellTalkSent: SentInTalk = (item, stored) => {
  for (const listener of talkListeners) listener(item, stored)
}
