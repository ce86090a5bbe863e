import { expect, it } from 'vitest'
import type { CheckoutRow, Proof } from './billing.api.ts'
import { receiptsOf } from './receipts.ts'

const checkout = (change: Partial<CheckoutRow>): CheckoutRow => ({
  id: 'c',
  plan: 'premium_monthly',
  amount: 12_900,
  provider: 'paymongo',
  status: 'paid',
  method: 'gcash',
  created_at: '2026-11-01T00:00:00Z',
  paid_at: '2026-11-01T00:05:00Z',
  ...change,
})
const proof = (change: Partial<Proof>): Proof => ({
  id: 'p',
  plan: 'premium_yearly',
  amount: 129_000,
  status: 'verified',
  reason: null,
  created_at: '2026-11-02T00:00:00Z',
  decided_at: '2026-11-03T00:00:00Z',
  ...change,
})

it('checkouts and proofs stand in one list, the newest first', () => {
  const list = receiptsOf(
    [checkout({ paid_at: '2026-11-03T00:00:00Z' }), checkout({ id: 'd', status: 'open', paid_at: null })],
    [proof({})],
  )
  expect(list.map(({ id, way, state }) => [id, way, state])).toEqual([
    ['c', 'GCash', 'paid'],
    ['p', 'Manual (QR)', 'paid'],
    ['d', 'GCash', 'open'],
  ])
})

it('a checkout that was given up, and paid nothing, is no payment', () => {
  expect(receiptsOf([checkout({ status: 'expired', paid_at: null })], [])).toEqual([])
})

it('a rejected proof says why, and an unknown way to pay is named in general words', () => {
  const [one, other] = receiptsOf(
    [checkout({ method: 'billease', created_at: '2026-10-01T00:00:00Z', paid_at: null, status: 'disputed' })],
    [proof({ status: 'rejected', reason: 'Malabo ang screenshot.' })],
  )
  expect([one?.state, one?.reason]).toEqual(['rejected', 'Malabo ang screenshot.'])
  expect([other?.state, other?.way]).toEqual(['disputed', 'Card o e-wallet'])
})
