import type { CheckoutSession } from '../providers/payments/provider.ts'

/** Our row of a checkout, as far as the provider's session must agree with it. */
export type Checkout = {
  id: string
  plan: string
  /** Centavos. */
  amount: number
  currency: string
  session_id: string | null
}

export type Outcome = 'open' | 'paid' | 'refunded' | 'disputed' | 'expired' | 'mismatch'
export type Verdict = {
  outcome: Outcome
  payment?: CheckoutSession['payments'][number]
  /** The field that differs, for the operator. */
  wrong?: string
}

/**
 * What the provider's session says about our checkout. A session that differs in anything grants nothing. A part of the money may be given
 * back without ending the term.
 */
export function judge(checkout: Checkout, session: CheckoutSession, isLive: boolean): Verdict {
  const wrong = differenceOf(checkout, session, isLive)
  if (wrong) return { outcome: 'mismatch', wrong }
  const taken = session.payments.filter(({ status }) => /^(paid|(partially_)?refunded)$/.test(status))
  const foreign = taken.find(
    ({ amount, currency }) => amount !== checkout.amount || currency !== checkout.currency,
  )
  if (foreign) return { outcome: 'mismatch', wrong: 'payment' }
  const isRefunded = ({ status, refunded, amount }: (typeof taken)[number]) =>
    status === 'refunded' || refunded >= amount
  const good = taken.find((payment) => !isRefunded(payment) && !payment.isDisputed)
  if (good) return { outcome: 'paid', payment: good }
  const lost = taken.find(isRefunded) ?? taken[0]
  if (lost) return { outcome: isRefunded(lost) ? 'refunded' : 'disputed', payment: lost }
  return { outcome: session.isActive ? 'open' : 'expired' }
}

function differenceOf(checkout: Checkout, session: CheckoutSession, isLive: boolean): string | undefined {
  const total = session.items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
  if (session.id !== checkout.session_id) return 'id'
  if (session.isLive !== isLive) return 'livemode'
  if (session.reference !== checkout.id) return 'reference_number'
  if (session.plan !== checkout.plan) return 'plan'
  if (total !== checkout.amount) return 'amount'
  if (session.items.some(({ currency }) => currency !== checkout.currency)) return 'currency'
  return undefined
}
