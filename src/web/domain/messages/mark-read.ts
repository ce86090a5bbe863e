import { conversationOf, otherIn } from '../../../shared/talks.ts'
import { personHere } from '../../lib/session.ts'
import { conversations, patchConversation } from './conversations.ts'
import { readUpTo } from './conversations.api.ts'
import { talks } from './held.ts'

/** Shortest time between two marks of one conversation, ms: messages come faster than anybody reads. */
const pause = 700
const marking = new Set<string>()
/** The newest number that was marked, by conversation. */
const marked = new Map<string, number>()

/** Tells the server that the reader has seen the conversation to its end. A room has nothing to mark. */
export function markRead(topic: string): void {
  const conversation_id = conversationOf(topic)
  const user_id = personHere()
  if (!conversation_id || !user_id || marking.has(conversation_id)) return
  marking.add(conversation_id)
  setTimeout(() => {
    marking.delete(conversation_id)
    if (personHere() === user_id) void mark(topic, { user_id, conversation_id }).catch(() => undefined)
  }, pause)
}

/** After a failure the next message or visit marks it. */
async function mark(topic: string, key: { user_id: string; conversation_id: string }): Promise<void> {
  const messages = talks.read(topic)?.timeline.messages ?? []
  const newest = messages.at(-1)?.seq
  const theirs = messages.findLast(({ sender_id }) => sender_id !== key.user_id)?.seq ?? 0
  const row = conversations.read(otherIn(key.conversation_id, key.user_id) ?? '')
  const upTo = Math.max(marked.get(key.conversation_id) ?? 0, row?.read_seq ?? 0)
  if (newest === undefined || (theirs <= upTo && !row?.unread)) return
  marked.set(key.conversation_id, newest)
  await readUpTo(key, newest)
  if (row && row.last_seq <= newest)
    patchConversation(key.conversation_id, key.user_id, { unread: 0, read_seq: newest })
}
