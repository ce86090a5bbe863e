import { isPlan, plans } from '../../../shared/plans.ts'
import type { CheckoutRow, Proof } from './billing.api.ts'

/** One payment on the list, whichever way it was made. */
export type Receipt = {
  id: string
  /** When it was paid, or begun. */
  at: string
  what: string
  /** Centavos. */
  amount: number
  way: string
  state: keyof typeof states
  reason?: string
}

export const states = {
  paid: { words: 'Bayad na', mark: 'good' },
  waiting: { words: 'Tinitingnan pa', mark: 'soft' },
  open: { words: 'Hinihintay pa ang bayad', mark: 'soft' },
  failed: { words: 'Hindi natuloy', mark: 'soft' },
  rejected: { words: 'Hindi na-verify', mark: 'bad' },
  refunded: { words: 'Naibalik ang bayad', mark: 'soft' },
  disputed: { words: 'May reklamo sa bayad', mark: 'bad' },
} as const

const ofCheckout: Record<string, Receipt['state']> = {
  open: 'open',
  paid: 'paid',
  failed: 'failed',
  refunded: 'refunded',
  disputed: 'disputed',
}
const ofProof: Record<string, Receipt['state']> = {
  pending: 'waiting',
  verified: 'paid',
  rejected: 'rejected',
}

const ways: Record<string, string> = {
  card: 'Card',
  gcash: 'GCash',
  paymaya: 'Maya',
  grab_pay: 'GrabPay',
  qrph: 'QR Ph',
}

const wayOf = (provider: string, method: string | null) =>
  provider === 'test' ? 'TEST, hindi totoong pera' : ((method && ways[method]) ?? 'Card o e-wallet')
const labelOf = (plan: string) => (isPlan(plan) ? plans[plan].label : 'Premium')

/** All payments, newest first. A checkout that was given up, and paid nothing, is no payment. */
export function receiptsOf(checkouts: readonly CheckoutRow[], proofs: readonly Proof[]): Receipt[] {
  const paid = checkouts
    .filter(({ status }) => status !== 'expired')
    .map(({ id, plan, amount, provider, status, method, created_at, paid_at }) => ({
      id,
      what: labelOf(plan),
      amount,
      at: paid_at ?? created_at,
      way: wayOf(provider, method),
      state: ofCheckout[status] ?? 'open',
    }))
  const shown = proofs.map(({ id, plan, amount, status, reason, created_at }) => ({
    id,
    what: labelOf(plan),
    amount,
    at: created_at,
    way: 'Manual (QR)',
    state: ofProof[status] ?? 'waiting',
    ...(reason && status === 'rejected' && { reason }),
  }))
  return [...paid, ...shown].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
