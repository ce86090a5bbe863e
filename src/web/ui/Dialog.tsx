import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'

type DialogProps = {
  open: boolean
  /** Escape, the close button, and a press on the backdrop; not called while `locked`. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Sticks to the bottom: the actions. */
  footer?: ReactNode
  /** `card` rises from the bottom edge of a phone; `sheet` fills the phone; both are centred cards from 640 px. */
  shape?: 'card' | 'sheet'
  /** Work is in progress: nothing closes it. */
  locked?: boolean
  /** Hides the title from the eye, not from a screen reader. */
  quietTitle?: boolean
  className?: string
}

/** The browser's own modal dialog: focus stays inside, goes back to where it was, Escape closes. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  shape = 'card',
  locked = false,
  quietTitle,
  className,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    const dialog = element.current
    if (!open || !dialog) return
    dialog.showModal()
    // Closing here, also on unmount, is what gives the focus back to the opener.
    return () => dialog.close()
  }, [open])

  if (!open) return null
  const leave = () => locked || onClose()
  const onBackdrop = (event: MouseEvent) => event.target === element.current && leave()
  return (
    // The backdrop press has its keyboard twin in Escape.
    <dialog
      ref={element}
      className={classes(styles.dialog, styles[shape], className)}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onMouseDown={onBackdrop}
    >
      <div className={styles.sheetBody}>
        <header className={classes(styles.head, quietTitle && styles.quiet)}>
          <h2 id={heading} className={quietTitle ? 'visually-hidden' : undefined}>
            {title}
          </h2>
          <IconButton icon="close" label="Isara" onClick={leave} disabled={locked} className={styles.close} />
        </header>
        <div className={styles.content}>{children}</div>
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </div>
    </dialog>
  )
}
