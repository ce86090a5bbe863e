import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

type EmptyStateProps = {
  title: string
  children?: ReactNode
  /** What to do next. */ action?: ReactNode
  /** An emoji or a drawing. */ picture?: ReactNode
}

/** Shown where a list is empty. */
export function EmptyState({ title, children, action, picture }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-alone="">
      {picture && (
        <div className={styles.picture} aria-hidden="true">
          {picture}
        </div>
      )}
      <h2>{title}</h2>
      {children && <div className={styles.words}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
