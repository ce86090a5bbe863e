import { useState } from 'react'
import type { WallComment } from '../../../../shared/rows.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { deleteComment } from './comments.api.ts'
import styles from './DeleteDialog.module.css'

type DeleteDialogProps = { comment: WallComment; onClose: () => void; onDeleted: () => void }

/** A second thought before one's own comment is deleted. */
export function DeleteDialog({ comment, onClose, onDeleted }: DeleteDialogProps) {
  const [isDeleting, setDeleting] = useState(false)
  const [error, setError] = useState<unknown>()

  async function confirm() {
    setDeleting(true)
    setError(undefined)
    try {
      await deleteComment(comment.id)
      onDeleted()
    } catch (failure) {
      setError(failure)
      setDeleting(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      locked={isDeleting}
      title="Burahin ang komento mo?"
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            Huwag na
          </Button>
          <Button kind="danger" icon="trash" busy={isDeleting} onClick={() => void confirm()}>
            Burahin
          </Button>
        </>
      }
    >
      <blockquote className={styles.quote} dir="auto">
        {comment.content}
      </blockquote>
      <p>Mawawala ito nang tuluyan at hindi na maibabalik.</p>
      {error !== undefined && <Banner kind="error">{wordsFor(error)}</Banner>}
    </Dialog>
  )
}
