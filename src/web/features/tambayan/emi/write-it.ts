import { emi } from '../../../../shared/emi.ts'
import { plainText } from '../../../../shared/talks.ts'
import { beginDraft } from '../../../domain/draft/begin.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { readTalk } from '../../../domain/messages/talk.ts'
import { showToast } from '../../../lib/toast.ts'

/** Puts the reader's own last words before Emi's message into the draft, if it is empty. */
export function writeIt(topic: string, message: Message, reader: string): void {
  const words = lastWords(readTalk(topic), message, reader)
  if (words && !beginDraft(reader, words)) showToast('May nasimulan ka na rito. Hindi namin ginalaw.')
}

/** In private: all messages of the reader since Emi's answer before this one. In General: the reader's last message before it. */
export function lastWords(messages: readonly Message[], { id, reply_to }: Message, reader: string): string {
  const at = messages.findIndex((one) => one.id === id)
  const before = at < 0 ? messages : messages.slice(0, at)
  const answered = before.find((one) => one.id === reply_to && one.sender_id === reader)
  const from = before.findLastIndex(({ sender_id }) => sender_id === emi.id)
  const own = answered ? [answered] : before.slice(from + 1).filter(({ sender_id }) => sender_id === reader)
  return own
    .map(({ text, mentioned }) =>
      plainText(text, mentioned)
        .replace(/(?<![\p{L}\p{N}_])@emi(?![\p{L}\p{N}_])[,:]?\s*/giu, '')
        .trim(),
    )
    .filter(Boolean)
    .join('\n')
}
