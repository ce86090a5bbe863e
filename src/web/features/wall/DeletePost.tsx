import { wordsFor } from '../../lib/failure.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { deletePost } from './own-post.api.ts'
import type { Post } from './wall.api.ts'
import { excerptOf } from './words.ts'

type DeletePostProps = { post: Post; onClose: () => void; onGone: () => void }

/** A second thought before a post is taken down. */
export function DeletePost({ post, onClose, onGone }: DeletePostProps) {
  const toast = useToast()

  async function remove() {
    try {
      const isFirst = await deletePost(post.id)
      toast(isFirst ? 'Deleted successfully 🧼' : 'Nabura na pala ito kanina. Wala na rito.')
      onGone()
    } catch (error) {
      return wordsFor(error)
    }
    return undefined
  }
  return (
    <ConfirmDialog
      title="Burahin ang post na ’to?"
      word="Burahin"
      icon="trash"
      quote={excerptOf(post.content).text}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Mawawala ito sa pader, kasama ang mga reaksyon at komento. Hindi na maibabalik.</p>
    </ConfirmDialog>
  )
}
