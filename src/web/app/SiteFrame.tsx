import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Footer } from '../features/landing/Footer.tsx'
import { useSession } from '../lib/session.ts'
import { LinkButton } from '../ui/Button.tsx'
import styles from './SiteFrame.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Wordmark } from './Wordmark.tsx'

/** The frame of the public pages: the name and the login above, the footer below. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const signedIn = useSession().status === 'in'
  return (
    <div className={styles.site}>
      <a className={styles.skip} href="#main">
        Diretso sa laman
      </a>
      <header className={styles.head}>
        <Link href="/" className={styles.home} aria-label="Emote, sa simula">
          <Wordmark />
        </Link>
        <nav className={styles.door} aria-label="Account">
          <ThemeSwitch />
          {signedIn ? (
            <LinkButton href="/write" kind="quiet" size="small" icon="pen">
              Magsulat
            </LinkButton>
          ) : (
            <LinkButton href="/login" kind="quiet" size="small">
              Log in
            </LinkButton>
          )}
        </nav>
      </header>
      <main id="main" className={styles.main}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
