import { expect, it } from 'vitest'
import type { CheckoutSession } from '../providers/payments/provider.ts'
import { judge, type Checkout } from './judge.ts'

const checkout: Checkout = {
  id: 'a1',
  plan: 'premium_monthly',
  amount: 12_900,
  currency: 'PHP',
  session_id: 'cs_1',
}

type Payment = CheckoutSession['payments'][number]
const payment: Payment = {
  id: 'pay_1',
  amount: 12_900,
  currency: 'PHP',
  status: 'paid',
  isDisputed: false,
  refunded: 0,
  method: 'gcash',
  paidAt: undefined,
}
const session: CheckoutSession = {
  id: 'cs_1',
  isLive: false,
  isActive: true,
  reference: 'a1',
  plan: 'premium_monthly',
  items: [{ amount: 12_900, quantity: 1, currency: 'PHP' }],
  payments: [],
}

const seen = (payments: Partial<Payment>[], more: Partial<CheckoutSession> = {}) =>
  judge(checkout, { ...session, ...more, payments: payments.map((one) => ({ ...payment, ...one })) }, false)

it.each<[what: string, payments: Partial<Payment>[], outcome: string]>([
  ['nobody has paid', [], 'open'],
  ['a card was declined', [{ status: 'failed' }], 'open'],
  ['a payment is under way', [{ status: 'pending' }], 'open'],
  ['a person has paid', [{}], 'paid'],
  ['a card was declined and another one paid', [{ status: 'failed', id: 'pay_0' }, {}], 'paid'],
  ['a part was given back', [{ refunded: 5_000 }], 'paid'],
  ['a part was given back, by its status', [{ refunded: 5_000, status: 'partially_refunded' }], 'paid'],
  ['all was given back', [{ refunded: 12_900 }], 'refunded'],
  ['all was given back, by its status', [{ status: 'refunded' }], 'refunded'],
  ['the bank takes it back', [{ isDisputed: true }], 'disputed'],
  ['a disputed payment was given back', [{ isDisputed: true, refunded: 12_900 }], 'refunded'],
  ['one was given back and another one stays', [{ refunded: 12_900 }, { id: 'pay_2' }], 'paid'],
])('%s', (_, payments, outcome) => {
  expect(seen(payments).outcome).toBe(outcome)
})

it('a session that is over and unpaid has expired, and a paid one stays paid', () => {
  expect(seen([], { isActive: false }).outcome).toBe('expired')
  expect(seen([{}], { isActive: false })).toMatchObject({ outcome: 'paid', payment: { id: 'pay_1' } })
})

it.each<[wrong: string, session: Partial<CheckoutSession>, payment?: Partial<Payment>]>([
  ['id', { id: 'cs_2' }],
  ['livemode', { isLive: true }],
  ['reference_number', { reference: 'b2' }],
  ['reference_number', { reference: undefined }],
  ['plan', { plan: 'premium_yearly' }],
  ['plan', { plan: undefined }],
  ['amount', { items: [{ amount: 100, quantity: 1, currency: 'PHP' }] }],
  ['amount', { items: [] }],
  ['currency', { items: [{ amount: 12_900, quantity: 1, currency: 'IDR' }] }],
  ['payment', {}, { amount: 100 }],
  ['payment', {}, { amount: 1_290_000 }],
  ['payment', {}, { currency: 'IDR' }],
])('another %s grants nothing', (wrong, change, paid = {}) => {
  expect(seen([paid], change)).toEqual({ outcome: 'mismatch', wrong })
})
