import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './BareFrame.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Wordmark } from './Wordmark.tsx'

/** Only the wall, the name and the page: for logging in and signing up. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <Link href="/" className={styles.home} aria-label="Emote, sa simula">
          <Wordmark />
        </Link>
        <ThemeSwitch />
      </header>
      {/* Old paint on the wall, partly under the sheet. */}
      <span className={styles.painted} aria-hidden="true">
        hinga muna
      </span>
      <main className={styles.main}>{children}</main>
    </div>
  )
}
