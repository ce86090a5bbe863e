import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Banner.module.css'

/** A message in the page. An error is announced at once, a success politely. */
export function Banner({ kind, children }: { kind: 'success' | 'error' | 'note'; children: ReactNode }) {
  return (
    <div className={classes(styles.banner, styles[kind])} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
