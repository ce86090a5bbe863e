import { useState } from 'react'
import { wordsFor } from '../../lib/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useToast } from '../../ui/Toast.tsx'
import styles from './DeletePost.module.css'
import { deletePost } from './own-post.api.ts'
import type { Post } from './wall.api.ts'
import { excerptOf } from './words.ts'

type DeletePostProps = { post: Post; onClose: () => void; onGone: () => void }

/** A second thought before a post is taken down. */
export function DeletePost({ post, onClose, onGone }: DeletePostProps) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function remove() {
    setBusy(true)
    setFailure('')
    try {
      const isFirst = await deletePost(post.id)
      toast(isFirst ? 'Deleted successfully 🧼' : 'Nabura na pala ito kanina. Wala na rito.')
      onGone()
    } catch (error) {
      setFailure(wordsFor(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Burahin ang post na ’to?"
      locked={isBusy}
      footer={
        <>
          <Button kind="quiet" onClick={onClose} disabled={isBusy}>
            Huwag na
          </Button>
          <Button kind="danger" icon="trash" busy={isBusy} onClick={() => void remove()}>
            Burahin
          </Button>
        </>
      }
    >
      <div className={styles.asked}>
        {failure && <Banner kind="error">{failure}</Banner>}
        <blockquote className={styles.quote} dir="auto">
          {excerptOf(post.content).text}
        </blockquote>
        <p>Mawawala ito sa pader, kasama ang mga reaksyon at komento. Hindi na maibabalik.</p>
      </div>
    </Dialog>
  )
}
