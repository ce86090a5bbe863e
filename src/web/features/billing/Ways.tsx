import { plans, type Plan } from '../../../shared/plans.ts'
import type { UserProfile } from '../../../shared/rows.ts'
import { isPremium } from '../../domain/person/profile.ts'
import { publicConfig } from '../../lib/config.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { peso } from './prices.ts'
import styles from './Ways.module.css'
import { useCheckout } from './use-checkout.ts'

type WaysProps = {
  plan: Plan
  /** Undefined until it has loaded. */
  profile: UserProfile | null | undefined
  /** A checkout has just ended: nobody pays twice while we look. */
  isReturning: boolean
}

/** The two ways to pay: the provider's checkout, and the QR. */
export function Ways({ plan, profile, isReturning }: WaysProps) {
  const checkout = useCheckout()
  const { payments = 'off' } = publicConfig().features
  const isLonger = isPremium(profile)
  return (
    <>
      {payments === 'test' && (
        <p className={styles.test}>
          <strong>TEST MODE.</strong> Walang totoong pera ang gagalaw sa checkout.
        </p>
      )}
      {payments !== 'off' && (
        <Button
          wide
          busy={checkout.busy}
          disabled={isReturning || profile === undefined}
          onClick={() => void checkout.pay(plan, profile?.premium_until ?? null)}
        >
          {isLonger ? 'Dagdagan' : 'Magbayad'} ng {peso(plans[plan].amount)}
        </Button>
      )}
      {checkout.problem && <Banner kind="error">{checkout.problem}</Banner>}
      <p className={styles.note}>
        {payments !== 'off' && 'Card o e-wallet, gaya ng GCash at Maya. '}
        Isang bayad lang ito: hindi kusang umuulit.
        {isLonger && ' Idadagdag ang oras sa dulo ng Premium mo.'}
      </p>
    </>
  )
}
