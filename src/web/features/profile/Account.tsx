import type { User } from '@supabase/auth-js'
import { Suspense, useState } from 'react'
import { exactDay } from '../../../shared/relative-time.ts'
import type { UserProfile } from '../../../shared/rows.ts'
import { isPremium } from '../../domain/person/profile.ts'
import { quietChunk } from '../../lib/chunks.ts'
import { usePhones } from '../../lib/phones.ts'
import { useUser } from '../../lib/session.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Account.module.css'

// Few people have an account without an address.
const { Component: KeepAccount } = quietChunk(() => import('./KeepAccount.tsx').then((m) => m.KeepAccount))
const { Component: ChangeAddress } = quietChunk(() =>
  import('./ChangeAddress.tsx').then((m) => m.ChangeAddress),
)

/** The private part of the profile. `profile` is undefined until it has loaded. */
export function Account({ profile }: { profile: UserProfile | null | undefined }) {
  const user = useUser()
  const premium = isPremium(profile)
  return (
    <Paper as="section" className={styles.sheet} aria-labelledby="account">
      <h2 id="account">Account</h2>
      <dl className={styles.facts}>
        <Addresses user={user} />
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

type Kind = 'email' | 'phone'
const titles = {
  email: { add: 'Maglagay ng email', change: 'Palitan ang email' },
  phone: { add: 'Maglagay ng number', change: 'Palitan ang number' },
}

/** What the person logs in with. An organisation looks after the addresses of its people. */
function Addresses({ user }: { user: User }) {
  const phones = usePhones()
  const [changing, setChanging] = useState<Kind>()
  const isOwn = !user.is_anonymous && !user.app_metadata.provider?.startsWith('sso:')
  const titleOf = (kind: Kind) => titles[kind][user[kind] ? 'change' : 'add']
  const change = (kind: Kind) =>
    isOwn && (
      <Button kind="quiet" size="small" aria-label={titleOf(kind)} onClick={() => setChanging(kind)}>
        {user[kind] ? 'Palitan' : 'Maglagay'}
      </Button>
    )
  const hasNumber = Boolean(user.phone) || (phones && isOwn)
  return (
    <>
      {(user.email || !user.phone || isOwn) && (
        <div>
          <dt>Email</dt>
          <dd className={styles.address}>
            <span>{user.email || 'Wala pa'}</span>
            {change('email')}
          </dd>
          {user.email && <dd className={styles.note}>Ikaw lang ang nakakakita ng email mo.</dd>}
        </div>
      )}
      {hasNumber && (
        <div>
          <dt>Cellphone number</dt>
          <dd className={styles.address}>
            <span>{user.phone ? `+${user.phone}` : 'Wala pa'}</span>
            {phones && change('phone')}
          </dd>
          <dd className={styles.note}>
            {user.phone
              ? 'Ikaw lang ang nakakakita ng number mo.'
              : 'Puwede mo itong gamitin sa log in. Ikaw lang ang makakakita.'}
          </dd>
        </div>
      )}
      {changing && (
        <Dialog open title={titleOf(changing)} onClose={() => setChanging(undefined)}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <ChangeAddress kind={changing} onDone={() => setChanging(undefined)} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
