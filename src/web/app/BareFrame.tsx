import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './BareFrame.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Wordmark } from './Wordmark.tsx'

/** The frame for logging in and signing up: the wall and the name. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <Link href="/" className={styles.home} aria-label="Emote, sa simula">
          <Wordmark />
        </Link>
        <ThemeSwitch />
      </header>
      {/* Decoration, partly under the sheet. */}
      <span className={styles.painted} aria-hidden="true">
        hinga muna
      </span>
      <main className={styles.main}>{children}</main>
    </div>
  )
}
