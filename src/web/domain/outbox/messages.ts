/** The requests that store messages and their changes. A repeat stores nothing twice. */
import { conversationOf, otherIn, roomOf } from '../../../shared/talks.ts'
import { db } from '../../lib/supabase.ts'
import type { QueuedChange, QueuedInTalk, QueuedMessage } from '../device/kept.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import { directColumns, roomColumns, type StoredMessage } from './waiting.ts'

type Answer = { data: StoredMessage | null; error: unknown; status: number }

/** Stores a message or a change of one. A change of a message that is gone is `gone`. */
export async function storeInTalk(userId: string, item: QueuedInTalk, signal: AbortSignal): Promise<Outcome> {
  const answer = await (item.destination === 'message'
    ? insert(userId, item, signal)
    : item.row.content === null
      ? remove(item.row, signal)
      : update(item.row, item.row.content, signal))
  if (answer.error !== null) {
    const outcome = outcomeOf(answer)
    return outcome.is === 'refused'
      ? { ...outcome, words: wordsForRefused(item, outcome.code) ?? outcome.words }
      : outcome
  }
  if (answer.data) return { is: 'stored', message: answer.data }
  return { is: item.row.content === null ? 'stored' : 'gone' }
}

async function insert(
  userId: string,
  { id, row: { topic, content, reply_to } }: QueuedMessage,
  signal: AbortSignal,
): Promise<Answer> {
  const wall_id = roomOf(topic)
  if (wall_id) {
    const row = { id, sender_id: userId, wall_id, message_text: content, reply_to }
    return db.from('live_chat_messages').insert(row).select(roomColumns).abortSignal(signal).maybeSingle()
  }
  const conversation_id = conversationOf(topic) ?? ''
  const receiver_id = otherIn(conversation_id, userId) ?? userId
  const row = { id, conversation_id, sender_id: userId, receiver_id, text: content }
  return db.from('direct_messages').insert(row).select(directColumns).abortSignal(signal).maybeSingle()
}

async function update(
  { topic, message_id }: QueuedChange['row'],
  text: string,
  signal: AbortSignal,
): Promise<Answer> {
  if (roomOf(topic))
    return db
      .from('live_chat_messages')
      .update({ message_text: text })
      .eq('id', message_id)
      .select(roomColumns)
      .abortSignal(signal)
      .maybeSingle()
  return db
    .from('direct_messages')
    .update({ text })
    .eq('id', message_id)
    .select(directColumns)
    .abortSignal(signal)
    .maybeSingle()
}

async function remove({ topic, message_id }: QueuedChange['row'], signal: AbortSignal): Promise<Answer> {
  const table = roomOf(topic) ? db.from('live_chat_messages') : db.from('direct_messages')
  const { error, status } = await table.delete().eq('id', message_id).abortSignal(signal)
  return { data: null, error, status }
}

/** The kind words for a refused message or change; undefined for other errors. */
function wordsForRefused({ destination, row }: QueuedInTalk, code: string): string | undefined {
  const isReply = destination === 'message' && row.reply_to !== null
  if (code === 'PT404') return isReply ? 'Wala na ang mensaheng sinasagot mo.' : 'Wala na rito ang taong ’to.'
  // One answer for a block, a setting and a declined request: nobody learns which.
  if (code === 'PT403') return 'Hindi siya tumatanggap ng mensahe mo ngayon.'
  // A request that nobody answered yet, or a conversation with Emi.
  if (code === 'PT422') return 'Salita lang muna ang maipapadala rito.'
  // In a conversation only one person can have reported it, so the words do not say why.
  if (code === 'PT409')
    return roomOf(row.topic)
      ? 'Tinitingnan pa namin ang mensaheng ’to, kaya hindi muna mababago.'
      : 'Hindi muna mababago ang mensaheng ’to.'
  return code === '42501' ? 'Hindi mo ito magagawa rito.' : undefined
}
