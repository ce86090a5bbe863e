import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { plans, type Plan, pesos } from '../../../shared/plans.ts'
import type { UserProfile } from '../../../shared/rows.ts'
import { isPremium } from '../../domain/person/profile.ts'
import { publicConfig } from '../../lib/config.ts'
import { useUser } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { hasPendingProof } from './billing.api.ts'
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
  const manual = useManualWay()
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
          {isLonger ? 'Dagdagan' : 'Magbayad'} ng {pesos(plans[plan].amount)}
        </Button>
      )}
      {checkout.problem && <Banner kind="error">{checkout.problem}</Banner>}
      <Button
        wide
        kind={payments === 'off' ? 'primary' : 'quiet'}
        busy={manual.busy}
        disabled={isReturning}
        onClick={() => void manual.go(plan)}
      >
        Manual na bayad sa QR
      </Button>
      {manual.isPending && (
        <Banner kind="note">
          You already submitted a payment proof for this plan. Please wait for verification.
        </Banner>
      )}
      <p className={styles.note}>
        {payments !== 'off' && 'Card o e-wallet, gaya ng GCash at Maya. '}
        Isang bayad lang ito: hindi kusang umuulit.
        {isLonger && ' Idadagdag ang oras sa dulo ng Premium mo.'}
      </p>
    </>
  )
}

/** How long the notice about an earlier proof stays, ms (specification 2, section 9). */
const stay = 6_000

/** The way to the QR. A plan whose proof still waits is not paid twice. */
function useManualWay() {
  const { id } = useUser()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const [isPending, setPending] = useState(false)
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setTimeout(setPending, stay, false)
    return () => clearTimeout(timer)
  }, [isPending])

  async function go(plan: Plan) {
    setBusy(true)
    // Without an answer the next page asks again.
    const found = await hasPendingProof(id, plan).catch(() => false)
    setBusy(false)
    setPending(found)
    if (!found) navigate(`/billing-manual?plan=${plan}`)
  }
  return { go, busy, isPending }
}
