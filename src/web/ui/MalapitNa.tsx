import type { ReactNode } from 'react'
import { LinkButton } from './Button.tsx'
import styles from './MalapitNa.module.css'
import { Paper } from './Paper.tsx'

/** A feature that comes later: what it will be, and a link on. */
export function MalapitNa({
  picture,
  title,
  children,
  way,
}: {
  picture: string
  title: string
  children: ReactNode
  way?: { href: string; label: string }
}) {
  return (
    <Paper taped className={styles.notice}>
      <div className={styles.picture} aria-hidden="true">
        {picture}
      </div>
      <p className={styles.stamp}>Malapit na</p>
      <h2>{title}</h2>
      <div className={styles.words}>{children}</div>
      {way && <LinkButton href={way.href}>{way.label}</LinkButton>}
    </Paper>
  )
}
