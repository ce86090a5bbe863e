import { copy } from '../../../lib/clipboard.ts'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../lib/toast.ts'
import { useDraftWords } from '../../../domain/posts/comment-drafts.ts'
import styles from './LeftWords.module.css'

/** Shows the unsent words in the place of a removed post, to copy. */
export function LeftWords({ postId }: { postId: string }) {
  const words = useDraftWords(postId)
  async function take() {
    if (await copy(words)) showToast('Nakopya ang sinulat mo.')
    else showToast('Hindi makopya rito. Pindutin nang matagal ang mga salita para kopyahin.', 'error')
  }
  if (!words) return null
  return (
    <div className={styles.left}>
      <span className={styles.lead}>Nandito pa ang komentong sinusulat mo:</span>
      <blockquote className={styles.words} dir="auto">
        {words}
      </blockquote>
      <Button kind="quiet" size="small" onClick={() => void take()}>
        Kopyahin
      </Button>
    </div>
  )
}
