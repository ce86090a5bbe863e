import { Suspense } from 'react'
import { exactDay } from '../../../shared/relative-time.ts'
import type { UserProfile } from '../../../shared/rows.ts'
import { isPremium } from '../../domain/person/profile.ts'
import { quietChunk } from '../../lib/chunks.ts'
import { useUser } from '../../lib/session.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Account.module.css'

// Few people have an account without an address.
const { Component: KeepAccount } = quietChunk(() => import('./KeepAccount.tsx').then((m) => m.KeepAccount))

/** The private part of the profile. `profile` is undefined until it has loaded. */
export function Account({ profile }: { profile: UserProfile | null | undefined }) {
  const user = useUser()
  const premium = isPremium(profile)
  return (
    <Paper as="section" className={styles.sheet} aria-labelledby="account">
      <h2 id="account">Account</h2>
      <dl className={styles.facts}>
        {(user.email || !user.phone) && (
          <div>
            <dt>Email</dt>
            <dd>{user.email || 'Wala pa'}</dd>
            {user.email && <dd className={styles.note}>Ikaw lang ang nakakakita ng email mo.</dd>}
          </div>
        )}
        {user.phone && (
          <div>
            <dt>Cellphone number</dt>
            <dd>+{user.phone}</dd>
            <dd className={styles.note}>Ikaw lang ang nakakakita ng number mo.</dd>
          </div>
        )}
        <div>
          <dt>Member since</dt>
          <dd>{exactDay(user.created_at)}</dd>
        </div>
        <div>
          <dt>Plan</dt>
          <dd className={styles.plan}>
            {profile === undefined ? <Skeleton className={styles.bone} /> : premium ? 'Premium' : 'Free'}
            {profile !== undefined && !premium && (
              <LinkButton href="/billing-manual" kind="quiet" size="small" icon="sparkle">
                Upgrade
              </LinkButton>
            )}
          </dd>
        </div>
        {premium && profile?.premium_until && (
          <div>
            <dt>Premium until</dt>
            <dd>{exactDay(profile.premium_until)}</dd>
          </div>
        )}
      </dl>
      {user.is_anonymous && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <KeepAccount />
        </Suspense>
      )}
    </Paper>
  )
}
