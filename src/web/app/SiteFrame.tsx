import { useSyncExternalStore, type ReactNode } from 'react'
import { Link } from 'wouter'
import { publicConfig } from '../lib/config.ts'
import { useSession } from '../lib/session.ts'
import { LinkButton } from '../ui/Button.tsx'
import styles from './SiteFrame.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Wordmark } from './Wordmark.tsx'

/** The public pages: name and door above, the footer of the specification below. */
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

const never = () => () => undefined
const noLinks = { facebook: null, instagram: null }

function Footer() {
  const links = useSyncExternalStore(
    never,
    () => publicConfig().links,
    () => noLinks,
  )
  return (
    <footer className={styles.foot}>
      <nav aria-label="Tungkol sa Emote">
        <ul className={styles.links}>
          <li>
            <Link href="/about">About</Link>
          </li>
          <li>
            <Link href="/privacy">Privacy</Link>
          </li>
          <li>
            <Link href="/terms">Terms</Link>
          </li>
          <li>
            <Link href="/contact">Contact</Link>
          </li>
          {links.facebook && (
            <li>
              <a href={links.facebook} rel="noreferrer">
                Facebook
              </a>
            </li>
          )}
          {links.instagram && (
            <li>
              <a href={links.instagram} rel="noreferrer">
                Instagram
              </a>
            </li>
          )}
        </ul>
      </nav>
      <p className={styles.closing}>Para sa mga Pilipino, 13 pataas. Hinga lang. 🌬️</p>
    </footer>
  )
}
