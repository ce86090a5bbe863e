import { expect, it } from 'vitest'
import type { CheckoutRow } from './billing.api.ts'
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

it('a checkout that was given up, and paid nothing, is no payment', () => {
  expect(receiptsOf([checkout({ status: 'expired', paid_at: null })])).toEqual([])
})
