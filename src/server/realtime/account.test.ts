import { describe, expect, it } from 'vitest'
import { keepAccount } from './account.ts'

describe('the account of events', () => {
  it('keeps the holes below the highest number until they are filled', () => {
    const account = keepAccount(10)
    account.delivered(13)
    expect([account.top(), account.holes()]).toEqual([13, [11, 12]])
    account.delivered(11)
    expect(account.holes()).toEqual([12])
    expect(account.fetched(12)).toBe(true)
    expect(account.holes()).toEqual([])
  })

  it('knows what was missing when it began', () => {
    const account = keepAccount(10, [7, 9])
    expect([account.fetched(7), account.fetched(8)]).toEqual([true, false])
    expect(account.holes()).toEqual([9])
  })

  it('takes what is found by looking back once, whether it is heard before or after', () => {
    const account = keepAccount(0)
    account.delivered(1)
    expect(account.fetched(1)).toBe(false)
    expect(account.fetched(2)).toBe(true)
    expect(account.fetched(2)).toBe(false)
    expect([account.wasFetched(1), account.wasFetched(2)]).toEqual([false, true])
  })

  it('forgets holes whose transactions cannot be running any more', () => {
    let now = 0
    const account = keepAccount(0, [], () => now)
    account.delivered(3)
    now = 60_000
    account.delivered(5)
    expect(account.holes()).toEqual([1, 2, 4])
    now = 130_000
    account.delivered(6)
    expect(account.holes()).toEqual([4])
  })

  it('keeps a bounded number of holes when numbers jump', () => {
    const account = keepAccount(0)
    account.delivered(1_000_000)
    expect(account.holes().length).toBe(10_000)
    expect(account.holes().at(-1)).toBe(999_999)
    account.delivered(2_000_000)
    expect(account.holes().length).toBe(10_000)
    expect(account.holes()[0]).toBe(1_990_000)
  })
})
