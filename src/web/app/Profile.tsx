import { useState } from 'react'
import { wordsFor } from '../lib/failure.ts'
import { isPremium, useProfile } from '../lib/profile.ts'
import { signOut, useUser } from '../lib/session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import { Paper } from '../ui/Paper.tsx'
import { PremiumBadge } from '../ui/PremiumBadge.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './Profile.module.css'

/** Who you are here, and the way out. Avatar pictures, usage and the account's end come with the profile feature. */
export function Profile() {
  const user = useUser()
  const profile = useProfile()
  const codename = profile.data?.codename
  return (
    <Page title="Profile" back={{ href: '/write', label: 'Balik sa pagsusulat' }}>
      {profile.isError && <Banner kind="error">{wordsFor(profile.error)}</Banner>}
      {profile.isPaused && profile.isPending && (
        <Banner kind="note">Walang internet. Lalabas ang codename mo pag may signal na.</Banner>
      )}
      <Paper className={styles.card}>
        {profile.isPending ? (
          <Skeleton className={styles.face} />
        ) : (
          <Avatar codename={codename ?? 'Anonymous'} picture={profile.data?.avatar_url ?? null} size="huge" />
        )}
        <div className={styles.who}>
          <p className={styles.codename}>
            {profile.isPending ? (
              <Skeleton className={styles.name} />
            ) : (
              (codename ?? (profile.isError ? '…' : 'Wala pang codename'))
            )}{' '}
            {isPremium(profile.data) && <PremiumBadge />}
          </p>
          <p className={styles.email}>{user.email}</p>
          <p className={styles.note}>Ikaw lang ang nakakakita ng email mo.</p>
        </div>
        <LinkButton href="/codename?next=/profile" kind="quiet" icon="pen">
          {profile.isSuccess && !codename ? 'Pumili ng codename' : 'Palitan ang codename'}
        </LinkButton>
      </Paper>
      <div className={styles.ways}>
        <LinkButton href="/write" kind="quiet" icon="pen">
          Magsulat
        </LinkButton>
        <LinkButton href="/wall/kalma" kind="quiet" icon="wall">
          EmeSpot
        </LinkButton>
      </div>
      <LogOut />
    </Page>
  )
}

function LogOut() {
  const [busy, setBusy] = useState(false)
  const leave = () => {
    setBusy(true)
    // The guard leads to /login.
    void signOut()
  }
  return (
    <Button kind="quiet" icon="logout" busy={busy} className={styles.out} onClick={leave}>
      Log Out
    </Button>
  )
}
