import { useState, type ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'
import type { IconName } from './Icon.tsx'

type ConfirmDialogProps = {
  title: string
  /** What the button says that does it. */
  word: string
  icon?: IconName
  kind?: 'danger' | 'primary'
  /** The words it is about, of whoever wrote them. */
  quote?: string
  /** What it means. */
  children: ReactNode
  /** Does it, and what comes after it; answers with the words for what went wrong. */
  onConfirm: () => Promise<string | undefined>
  onClose: () => void
}

/** A second thought. While it is being done nothing closes it. */
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
    // Done, it is about to go.
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
