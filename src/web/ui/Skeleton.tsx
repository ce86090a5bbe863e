import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

/** A placeholder. Its class gives it the size of what comes; `lines` draws lines of text. */
export function Skeleton({ className, lines }: { className?: string | undefined; lines?: number }) {
  if (!lines) return <div className={classes(styles.bone, className)} aria-hidden="true" />
  return (
    <div className={className} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={classes(styles.bone, styles.line)} />
      ))}
    </div>
  )
}
