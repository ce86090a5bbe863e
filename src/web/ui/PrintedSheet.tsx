import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classes } from './classes.ts'
import styles from './PrintedSheet.module.css'

type SheetProps = { className?: string | undefined; children: ReactNode }

/** Stands on paper only. While it is in the page, a print shows nothing else. */
export function PrintedSheet({ className, children }: SheetProps) {
  return createPortal(
    <article className={classes(styles.sheet, className)} lang="fil">
      {children}
    </article>,
    document.body,
  )
}
