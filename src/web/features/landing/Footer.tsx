import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { publicConfig } from '../../lib/config.ts'
import styles from './Footer.module.css'
import { Helplines } from './Helplines.tsx'

const pages = [
  ['/about', 'About'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/contact', 'Contact'],
] as const
const networks = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
] as const
const never = () => () => undefined

/** The helplines, then the links. A social page that is not configured is not shown. */
export function Footer() {
  const links = useSyncExternalStore(
    never,
    () => publicConfig().links,
    () => undefined,
  )
  return (
    <footer className={styles.foot}>
      <div className={styles.inner}>
        <section className={styles.help} aria-labelledby="footer-help">
          <h2 id="footer-help">Kailangan mo ng kausap ngayon?</h2>
          <Helplines />
        </section>
        <nav aria-label="Tungkol sa Emote" lang="en">
          <ul className={`bare-list ${styles.links}`}>
            {pages.map(([href, label]) => (
              <li key={href}>
                <Link href={href}>{label}</Link>
              </li>
            ))}
            {networks.map(([network, label]) => {
              const href = links?.[network]
              return (
                href && (
                  <li key={network}>
                    <a href={href} rel="noreferrer">
                      {label}
                    </a>
                  </li>
                )
              )
            })}
          </ul>
        </nav>
        <p className={styles.closing}>Gawa para sa mga Pilipino, 13 pataas. Hinga lang. 🌬️</p>
      </div>
    </footer>
  )
}
