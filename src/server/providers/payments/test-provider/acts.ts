import * as v from 'valibot'
import type { Deliveries } from './deliveries.ts'
import {
  newId,
  paymentIdOf,
  sessionIdOf,
  type Sessions,
  type TestPayment,
  type TestSession,
} from './sessions.ts'

/** What can happen to a session. Each act changes it and tells the receiver of the webhooks. */
export type Tools = {
  sessions: Sessions
  deliveries: Deliveries
  /** In front of a session's id, in the address of its page. */
  pageOf: (id: string) => string
  seconds: () => number
}

/** Declined tries of one session that are told. Its page is open to everybody, and each webhook costs a look-up. */
const mostDeclined = 10

const order = v.object({
  data: v.object({
    attributes: v.object({
      line_items: v.array(
        v.object({ name: v.string(), amount: v.number(), currency: v.string(), quantity: v.number() }),
      ),
      payment_method_types: v.array(v.string()),
      success_url: v.string(),
      cancel_url: v.string(),
      reference_number: v.optional(v.string()),
      metadata: v.optional(v.record(v.string(), v.string())),
    }),
  }),
})
const ofPayment = v.object({
  data: v.object({ attributes: v.object({ payment_id: v.string(), amount: v.optional(v.number()) }) }),
})

export function create({ sessions, pageOf, seconds }: Tools, body: unknown): TestSession {
  const { attributes } = v.parse(order, body).data
  const id = newId('cs')
  return sessions.keep({
    id,
    type: 'checkout_session',
    attributes: {
      ...attributes,
      checkout_url: pageOf(id),
      reference_number: attributes.reference_number ?? null,
      metadata: attributes.metadata ?? null,
      livemode: false,
      payments: [],
      declined: 0,
      status: 'active',
      created_at: seconds(),
      paid_at: null,
    },
  })
}

/** Paid or expired: nobody can pay it any more. */
export const isOver = ({ attributes }: TestSession): boolean =>
  attributes.paid_at !== null || attributes.status !== 'active'

export function expire({ sessions }: Tools, session: TestSession): TestSession {
  session.attributes.status = 'expired'
  return sessions.keep(session)
}

/** False: declined. Every method that the session does not offer is declined. */
export function pay({ sessions, deliveries, seconds }: Tools, session: TestSession, method: string): boolean {
  const payment = paymentOf(session, method, seconds())
  if (payment.attributes.status === 'failed') {
    if (session.attributes.declined >= mostDeclined) return false
    session.attributes.declined++
    sessions.keep(session)
    deliveries.send('payment.failed', payment)
    return false
  }
  session.attributes.payments.push(payment)
  session.attributes.paid_at = seconds()
  sessions.keep(session)
  deliveries.send('payment.paid', payment)
  deliveries.send('checkout_session.payment.paid', session)
  return true
}

function paymentOf({ id, attributes }: TestSession, method: string, now: number): TestPayment {
  const isKnown = attributes.payment_method_types.includes(method)
  const amount = attributes.line_items.reduce((sum, item) => sum + item.amount * item.quantity, 0)
  return {
    id: isKnown ? paymentIdOf(id) : newId('pay'),
    type: 'payment',
    attributes: {
      amount,
      currency: attributes.line_items[0]?.currency ?? 'PHP',
      status: isKnown ? 'paid' : 'failed',
      disputed: false,
      livemode: false,
      metadata: { pm_reference_number: attributes.reference_number },
      refunds: [],
      source: { id: newId('src'), type: isKnown ? method : 'card' },
      paid_at: isKnown ? now : null,
    },
  }
}

/** Gives all of a payment back, or a part. Undefined: no such payment. */
export const refund = (tools: Tools, body: unknown): TestPayment | undefined =>
  change(tools, body, 'payment.refunded', (payment, amount = payment.attributes.amount) => {
    const attributes = { amount, payment_id: payment.id, status: 'succeeded' }
    payment.attributes.refunds.push({ id: newId('ref'), type: 'refund', attributes })
  })

/** A bank disputes a payment. With the amount 0 it decides the dispute for us. */
export const dispute = (tools: Tools, body: unknown): TestPayment | undefined =>
  change(tools, body, 'payment.updated', (payment, amount) => {
    payment.attributes.disputed = amount !== 0
  })

function change(
  { sessions, deliveries }: Tools,
  body: unknown,
  event: string,
  act: (payment: TestPayment, amount: number | undefined) => void,
): TestPayment | undefined {
  const { payment_id: id, amount } = v.parse(ofPayment, body).data.attributes
  const session = sessions.find(sessionIdOf(id))
  const payment = session?.attributes.payments.find((one) => one.id === id)
  if (!session || !payment) return undefined
  act(payment, amount)
  sessions.keep(session)
  deliveries.send(event, payment)
  return payment
}
