import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { UserProfile } from '../../../shared/rows.ts'
import { isOffline, wordsFor } from '../../lib/failure.ts'
import { isPremium, profileKey } from '../../lib/profile.ts'
import { useUser } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import styles from './Account.module.css'
import { changeProfile } from './profile.api.ts'

const dayOf = new Intl.DateTimeFormat('fil-PH', { dateStyle: 'long' })
const tellDay = (moment: string) => dayOf.format(new Date(moment))

const unsent = 'Mukhang walang internet, kaya hindi pa ito nabago. Subukan ulit pag may signal na.'

/** What only the person sees. `profile` is undefined until it is known. */
export function Account({ profile }: { profile: UserProfile | null | undefined }) {
  const user = useUser()
  const premium = isPremium(profile)
  return (
    <Paper as="section" className={styles.sheet} aria-labelledby="account">
      <h2 id="account">Account</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Email</dt>
          <dd>{user.email}</dd>
          <dd className={styles.note}>Ikaw lang ang nakakakita ng email mo.</dd>
        </div>
        <div>
          <dt>Member since</dt>
          <dd>{tellDay(user.created_at)}</dd>
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
            <dd>{tellDay(profile.premium_until)}</dd>
          </div>
        )}
      </dl>
      <Invisible profile={profile} />
    </Paper>
  )
}

function Invisible({ profile }: { profile: UserProfile | null | undefined }) {
  const user = useUser()
  const client = useQueryClient()
  const about = useId()
  // Kept here, because the mutation tells a moment later what it was asked: the lever would spring back under the thumb.
  const [wish, setWish] = useState<boolean>()
  const change = useMutation({
    mutationFn: (invisible: boolean) => changeProfile(user, { invisible }),
    async onSettled() {
      await client.invalidateQueries({ queryKey: profileKey(user.id) })
      setWish(undefined)
    },
  })
  const { reset } = change
  const offline = change.isError && isOffline(change.error)
  useEffect(() => {
    if (!offline) return undefined
    addEventListener('online', reset)
    return () => removeEventListener('online', reset)
  }, [offline, reset])
  return (
    <div className={styles.choice}>
      <Switch
        checked={wish ?? profile?.invisible ?? false}
        disabled={profile === undefined}
        about={about}
        onChange={(wanted) => {
          if (wish !== undefined) return
          setWish(wanted)
          change.mutate(wanted)
        }}
      >
        Huwag ipakita na online ako
      </Switch>
      <p id={about} className={styles.note}>
        Wala ka sa listahan ng mga online, saan ka man naka-log in. Nakikita mo pa rin ang iba.
      </p>
      {change.isError && <Banner kind="error">{offline ? unsent : wordsFor(change.error)}</Banner>}
    </div>
  )
}
