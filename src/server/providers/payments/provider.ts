import type { Plan } from '../../../shared/plans.ts'

/** What the provider is asked to sell. It learns no name, no address and no id of a person. */
export type Order = {
  /** Our id of the checkout. */
  reference: string
  plan: Plan
  /** The line that the payer reads: no word of moods. */
  name: string
  /** Centavos. */
  amount: number
  successUrl: string
  cancelUrl: string
}

/** A checkout as the provider knows it. Amounts are centavos. */
export type CheckoutSession = {
  id: string
  isLive: boolean
  isActive: boolean
  reference: string | undefined
  plan: string | undefined
  items: readonly { amount: number; quantity: number; currency: string }[]
  payments: readonly {
    id: string
    amount: number
    currency: string
    status: string
    isDisputed: boolean
    /** Sum of the refunds that succeeded. */
    refunded: number
    method: string | undefined
    paidAt: Date | undefined
  }[]
}

/** Each call throws `PaymentError`. */
export type PaymentProvider = {
  readonly by: 'paymongo' | 'test'
  /** Whether money moves. Events and sessions of the other mode are refused. */
  readonly isLive: boolean
  readonly webhookSecret: string
  create(order: Order): Promise<{ id: string; url: string }>
  /** Undefined: the provider knows no such session. */
  find(sessionId: string): Promise<CheckoutSession | undefined>
  /** Nobody can pay the session afterwards. Nothing happens to one that is paid, expired or unknown. */
  expire(sessionId: string): Promise<void>
}

/** The message is for the operator: a status, a code, and no address or key. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError'
}
