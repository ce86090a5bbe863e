import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useUnreadTalks } from '../domain/notices/unread.ts'
import { queryClient } from '../lib/query.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { Bell } from './Bell.tsx'
import { OverlayHost } from './OverlayHost.tsx'
import { Presence } from './Presence.tsx'
import { Outbox } from './Outbox.tsx'
import styles from './Shell.module.css'
import { SignalStrip } from './SignalStrip.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Wordmark } from './Wordmark.tsx'
import { WriteButton } from './WriteButton.tsx'

/** The five places of the navigation (specification 2, section 2). A place is current for every address under its roots. */
const places: { href: string; label: string; icon: IconName; roots: string[] }[] = [
  { href: '/tambayan', label: 'Tambayan', icon: 'tambayan', roots: ['/tambayan', '/polls'] },
  { href: '/wall/kalma', label: 'EmeSpot', icon: 'wall', roots: ['/wall'] },
  { href: '/diary', label: 'Diary', icon: 'diary', roots: ['/diary'] },
  { href: '/billing-manual', label: 'Billing', icon: 'billing', roots: ['/billing'] },
  { href: '/profile', label: 'Profile', icon: 'profile', roots: ['/profile'] },
]

/** The frame of every member page: a bar at the bottom of a phone, a rail at the side of a desk. */
export function Shell({ children }: { children: ReactNode }) {
  const [pathname] = useLocation()
  const unread = useUnreadTalks()
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.shell}>
        <a className={styles.skip} href="#main">
          Diretso sa laman
        </a>
        <header className={styles.top}>
          <Link href="/" className={styles.home} aria-label="Emote, sa simula">
            <Wordmark />
          </Link>
          <Presence />
          <div className={styles.tools}>
            <Outbox />
            <ThemeSwitch />
            <Bell />
          </div>
        </header>
        <nav className={styles.nav} aria-label="Mga lugar">
          <ul className={styles.places}>
            {places.map(({ href, label, icon, roots }) => {
              const here = roots.some((root) => pathname.startsWith(root))
              return (
                <li key={href}>
                  <Link href={href} className={styles.place} aria-current={here ? 'page' : undefined}>
                    <span className={styles.icon}>
                      <Icon name={icon} />
                      {href === '/tambayan' && unread > 0 && <span className={styles.news} />}
                    </span>
                    {label}
                    {href === '/tambayan' && unread > 0 && (
                      <span className="visually-hidden">, may hindi pa nababasa</span>
                    )}
                  </Link>
                </li>
              )
            })}
          </ul>
          <WriteButton />
        </nav>
        <SignalStrip />
        {/* Before the page: the help card is one step back from the page's beginning. */}
        <OverlayHost />
        <main id="main" className={styles.main}>
          {children}
        </main>
      </div>
    </QueryClientProvider>
  )
}
