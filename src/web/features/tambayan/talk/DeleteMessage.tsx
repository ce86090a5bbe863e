import { plainText } from '../../../../shared/plain-text.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { deleteMessage } from '../../../domain/messages/sending.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

type DeleteMessageProps = { topic: string; message: Message; onClose: () => void }

export function DeleteMessage({ topic, message, onClose }: DeleteMessageProps) {
  return (
    <ConfirmDialog
      title="Burahin ang mensahe mo?"
      word="Burahin"
      icon="trash"
      quote={plainText(message.text, message.mentioned)}
      onConfirm={async () => {
        deleteMessage(topic, message.id)
        onClose()
        return undefined
      }}
      onClose={onClose}
    >
      <p>Mawawala ito sa lahat ng nakakabasa, at hindi na maibabalik.</p>
    </ConfirmDialog>
  )
}
