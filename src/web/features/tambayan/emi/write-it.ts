import { emi } from '../../../../shared/emi.ts'
import { plainText } from '../../../../shared/plain-text.ts'
import { beginDraft } from '../../../domain/draft/begin.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { readTalk } from '../../../domain/messages/talk.ts'
import { showToast } from '../../../lib/toast.ts'

/** Puts the reader's own last words before Emi's message into the draft, if it is empty. */
export function writeIt(topic: string, message: Message, reader: string): void {
  const words = lastWords(readTalk(topic), message, reader)
  if (words && !beginDraft(reader, words)) showToast('May nasimulan ka na rito. Hindi namin ginalaw.')
}

/** Letters that are worth a draft of their own. */
const enough = 24
const mostEarlier = 3

const isEnough = (own: readonly Message[]) => own.reduce((sum, { text }) => sum + text.length, 0) >= enough

/** The last `count` messages. After a mere sigh some earlier ones go along. */
function lastOf(mine: readonly Message[], count: number): readonly Message[] {
  if (count === 0) return []
  for (let more = 0; more < mostEarlier; more++) {
    const own = mine.slice(-(count + more))
    if (isEnough(own)) return own
  }
  return mine.slice(-(count + mostEarlier))
}

/** In private: all messages of the reader since Emi's answer before this one. In General: the reader's last message before it. */
export function lastWords(messages: readonly Message[], { id, reply_to }: Message, reader: string): string {
  const at = messages.findIndex((one) => one.id === id)
  const before = at < 0 ? messages : messages.slice(0, at)
  const answered = before.find((one) => one.id === reply_to && one.sender_id === reader)
  const from = before.findLastIndex(({ sender_id }) => sender_id === emi.id)
  const mine = before.filter(({ sender_id }) => sender_id === reader)
  const since = before.slice(from + 1).filter(({ sender_id }) => sender_id === reader).length
  return (answered ? [answered] : lastOf(mine, since))
    .map(({ text, mentioned }) =>
      plainText(text, mentioned)
        .replace(/(?<![\p{L}\p{N}_])@emi(?![\p{L}\p{N}_])[,:]?\s*/giu, '')
        .trim(),
    )
    .filter(Boolean)
    .join('\n')
}
