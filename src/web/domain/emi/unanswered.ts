import { emi } from '../../../shared/emi.ts'
import { conversationOf } from '../../../shared/talks.ts'
import type { Message } from '../messages/message.ts'
import { isForEmi } from './calls.ts'

/** Emi answers messages of this age at most, ms. */
const longestWait = 10 * 60_000

/** The reader's newest stored message that waits for an answer of Emi. */
export function unansweredIn(
  messages: readonly Message[],
  { topic, reader, now }: { topic: string; reader: string; now: number },
): Message | undefined {
  const isPrivate = conversationOf(topic) !== undefined
  const asked = messages.findLast(
    ({ sender_id, seq, text }) => sender_id === reader && seq !== null && isForEmi(topic, text, reader),
  )
  if (!asked || now - Date.parse(asked.created_at) > longestWait) return undefined
  const isAnswer = ({ sender_id, seq, reply_to_sender, mentioned }: Message) =>
    sender_id === emi.id &&
    (seq ?? 0) > (asked.seq ?? 0) &&
    (isPrivate || reply_to_sender === reader || mentioned.some(({ id }) => id === reader))
  return messages.some(isAnswer) ? undefined : asked
}
