import { useState, type ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'
import type { IconName } from './Icon.tsx'

type ConfirmDialogProps = {
  title: string
  /** The label of the button that does it. */
  word: string
  icon?: IconName
  kind?: 'danger' | 'primary'
  /** The words that it is about. */
  quote?: string
  /** The consequences. */
  children: ReactNode
  /** Does it. Answers with the words for a failure. */
  onConfirm: () => Promise<string | undefined>
  onClose: () => void
}

/** Asks before something that cannot be undone. Nothing closes it while it works. */
export function ConfirmDialog({
  title,
  word,
  icon,
  kind = 'danger',
  quote,
  children,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    const words = await onConfirm()
    setFailure(words)
    // On success the caller closes it.
    if (words !== undefined) setBusy(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      locked={isBusy}
      footer={
        <>
          <Button kind="quiet" onClick={onClose} disabled={isBusy}>
            Huwag na
          </Button>
          <Button kind={kind} {...(icon && { icon })} busy={isBusy} onClick={() => void confirm()}>
            {word}
          </Button>
        </>
      }
    >
      <div className={styles.asked}>
        {quote && (
          <blockquote className={styles.quote} dir="auto">
            {quote}
          </blockquote>
        )}
        {children}
        {failure && <Banner kind="error">{failure}</Banner>}
      </div>
    </Dialog>
  )
}
