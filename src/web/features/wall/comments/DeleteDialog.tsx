import type { WallComment } from '../../../../shared/rows.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { deleteComment } from '../../../domain/posts/comments.api.ts'

type DeleteDialogProps = { comment: WallComment; onClose: () => void; onDeleted: () => void }

export function DeleteDialog({ comment, onClose, onDeleted }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title="Burahin ang komento mo?"
      word="Burahin"
      icon="trash"
      quote={comment.content}
      onConfirm={() => deleteComment(comment.id).then(onDeleted).then(nothing, wordsFor)}
      onClose={onClose}
    >
      <p>Mawawala ito nang tuluyan at hindi na maibabalik.</p>
    </ConfirmDialog>
  )
}

const nothing = () => undefined
