import { exactDay } from '../../../shared/relative-time.ts'
import { Link } from 'wouter'
import { isPremium, useProfile } from '../../domain/person/profile.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Billing.module.css'
import { FreeCard, PremiumCard } from './PlanCards.tsx'
import { PlanChoice } from './PlanChoice.tsx'
import { ReturnBanner } from './ReturnBanner.tsx'
import { usePlan } from './use-plan.ts'
import { useReturn } from './use-return.ts'
import { Ways } from './Ways.tsx'

/** The plans side by side, and the two ways to pay. */
export function Billing() {
  const [plan, choose] = usePlan()
  const { data: profile, isError, isPending, isPaused, refetch } = useProfile()
  const { phase, lookAgain } = useReturn(plan)
  const until = isPremium(profile) ? profile?.premium_until : null
  return (
    <Page
      title="Billing"
      back={{ href: '/profile', label: 'Balik sa profile' }}
      lead="Buo ang Emote kahit libre. Dagdag lang ang Premium."
      className={styles.page}
    >
      <ReturnBanner phase={phase} onLookAgain={lookAgain} />
      {isError && (
        <Banner kind="error">
          <p>Could not load profile.</p>
          <Button kind="plain" size="small" onClick={() => void refetch()}>
            Subukan ulit
          </Button>
        </Banner>
      )}
      {isPending && isPaused && <Banner kind="note">Lalabas ang plan mo pag may signal na.</Banner>}
      <p className={styles.now}>
        Plan mo ngayon:{' '}
        {profile === undefined ? (
          <Skeleton className={styles.bone} />
        ) : (
          <strong>{until ? `Premium hanggang ${exactDay(until)}` : 'Free'}</strong>
        )}
      </p>
      <PlanChoice plan={plan} onChange={choose} />
      <div className={styles.cards}>
        <PremiumCard plan={plan} isCurrent={Boolean(until)}>
          <Ways plan={plan} profile={profile} isReturning={phase === 'processing'} />
        </PremiumCard>
        <FreeCard isCurrent={profile !== undefined && !until} />
      </div>
      <p className={styles.foot}>Wala ka pang 18? Magpaalam muna sa magulang o guardian mo bago magbayad.</p>
      <Link href="/billing/receipts" className={styles.receipts}>
        Mga bayad ko
      </Link>
    </Page>
  )
}
