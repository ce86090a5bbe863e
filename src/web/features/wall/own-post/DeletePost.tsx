import { wordsFor } from '../../../lib/failure.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { showToast } from '../../../lib/toast.ts'
import { deletePost } from '../../../domain/posts/own-post.api.ts'
import type { Post } from '../../../domain/posts/post-store.ts'
import { excerptOf } from '../post/words.ts'

type DeletePostProps = { post: Post; onClose: () => void; onGone: () => void }

export function DeletePost({ post, onClose, onGone }: DeletePostProps) {
  async function remove() {
    try {
      const isFirst = await deletePost(post.id)
      showToast(isFirst ? 'Deleted successfully 🧼' : 'Nabura na pala ito kanina. Wala na rito.')
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
