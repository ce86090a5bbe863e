import type { ReactNode } from 'react'
import { wordsFor } from '../../lib/failure.ts'
import { isPremium, useProfile } from '../../domain/person/profile.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Account } from './Account.tsx'
import { Leaving } from './Leaving.tsx'
import { NameTag, NameTagSkeleton } from './NameTag.tsx'
import styles from './Profile.module.css'
import { Usage } from './Usage.tsx'

/** `children`: the settings, which belong to several features. */
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
        <div className={styles.card}>
          {profile.data === undefined ? <NameTagSkeleton /> : <NameTag profile={profile.data} />}
          <nav className={styles.ways} aria-label="Saan tayo?">
            <LinkButton href="/write" kind="quiet" icon="pen">
              Magsulat
            </LinkButton>
            <LinkButton href="/wall/kalma" kind="quiet" icon="wall">
              EmeSpot
            </LinkButton>
          </nav>
        </div>
        <div className={styles.rest}>
          <Account profile={profile.data} />
          <Usage isFree={profile.data !== undefined && !isPremium(profile.data)} />
          {children}
          <Leaving />
        </div>
      </div>
    </Page>
  )
}
