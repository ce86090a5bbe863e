import { describe, expect, it } from 'vitest'
import { freeLimits, isAlmostUsed, isPlan, leftOf, pesos, plans } from './plans.ts'

describe('a plan', () => {
  it('has the price and the months of the specification', () => {
    expect(plans).toMatchObject({
      premium_monthly: { months: 1, amount: 12_900 },
      premium_yearly: { months: 12, amount: 129_000 },
    })
  })

  it.each(['premium_weekly', 'toString', '__proto__', '', null, 1, ['premium_monthly']])(
    'is not named by %j',
    (name) => expect(isPlan(name)).toBe(false),
  )
})

it.each([
  [0, '₱0'],
  [12_900, '₱129'],
  [10_750, '₱107.50'],
  [129_000, '₱1,290'],
])('%i centavos are %s', (centavos, words) => expect(pesos(centavos)).toBe(words))

const of = (used: number, cap: number | null) => ({ used, cap, next_at: null })

describe('a limit', () => {
  it.each([
    [7, 10, 3, false],
    [8, 10, 2, true],
    [10, 10, 0, true],
    // The cap was lowered, or uses under way were counted.
    [11, 10, 0, true],
    [23, freeLimits.emi, 7, false],
    [24, freeLimits.emi, 6, true],
    [1, freeLimits.uploadsADay, 1, false],
    [2, freeLimits.uploadsADay, 0, true],
  ])('with %i of %i used has %i left (warns: %s)', (used, cap, left, warns) => {
    expect([leftOf(of(used, cap)), isAlmostUsed(of(used, cap))]).toEqual([left, warns])
  })

  it('without a cap never warns', () => {
    expect([leftOf(of(500, null)), isAlmostUsed(of(500, null))]).toEqual([undefined, false])
  })
})
