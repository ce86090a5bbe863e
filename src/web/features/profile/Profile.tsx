import type { ReactNode } from 'react'
import { wordsFor } from '../../lib/failure.ts'
import { useProfile } from '../../domain/person/profile.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Account } from './Account.tsx'
import { LogOut } from './LogOut.tsx'
import { NameTag, NameTagSkeleton } from './NameTag.tsx'
import styles from './Profile.module.css'
import { TakeData } from './TakeData.tsx'

/** `children`: sections of other features. */
export function Profile({ children }: { children?: ReactNode }) {
  const profile = useProfile()
  return (
    <Page title="Profile" back={{ href: '/write', label: 'Balik sa pagsusulat' }} className={styles.page}>
      {profile.isError && (
        <Banner kind="error">
          <p>{wordsFor(profile.error)}</p>
          <Button kind="plain" size="small" onClick={() => void profile.refetch()}>
            Subukan ulit
          </Button>
        </Banner>
      )}
      {profile.isPaused && profile.isPending && (
        <Banner kind="note">Lalabas ang codename mo pag may signal na.</Banner>
      )}
      <div className={styles.sheets}>
        {profile.data === undefined ? <NameTagSkeleton /> : <NameTag profile={profile.data} />}
        <div className={styles.rest}>
          <Account profile={profile.data} />
          {children}
          <nav className={styles.ways} aria-label="Saan tayo?">
            <LinkButton href="/write" kind="quiet" icon="pen">
              Magsulat
            </LinkButton>
            <LinkButton href="/wall/kalma" kind="quiet" icon="wall">
              EmeSpot
            </LinkButton>
          </nav>
          <TakeData />
          <LogOut />
        </div>
      </div>
    </Page>
  )
}
