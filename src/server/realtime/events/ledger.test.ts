import { describe, expect, it } from 'vitest'
import { createLedger } from './ledger.ts'

describe('the ledger of events', () => {
  it('keeps the holes below the highest number until they are filled', () => {
    const ledger = createLedger(10)
    ledger.delivered(13)
    expect([ledger.top(), ledger.holes()]).toEqual([13, [11, 12]])
    ledger.delivered(11)
    expect(ledger.holes()).toEqual([12])
    expect(ledger.fetched(12)).toBe(true)
    expect(ledger.holes()).toEqual([])
  })

  it('knows what was missing when it began', () => {
    const ledger = createLedger(10, [7, 9])
    expect([ledger.fetched(7), ledger.fetched(8)]).toEqual([true, false])
    expect(ledger.holes()).toEqual([9])
  })

  it('takes what is found by looking back once, whether it is heard before or after', () => {
    const ledger = createLedger(0)
    ledger.delivered(1)
    expect(ledger.fetched(1)).toBe(false)
    expect(ledger.fetched(2)).toBe(true)
    expect(ledger.fetched(2)).toBe(false)
    expect([ledger.wasFetched(1), ledger.wasFetched(2)]).toEqual([false, true])
  })

  it('forgets holes whose transactions cannot be running any more', () => {
    let now = 0
    const ledger = createLedger(0, [], () => now)
    ledger.delivered(3)
    now = 60_000
    ledger.delivered(5)
    expect(ledger.holes()).toEqual([1, 2, 4])
    now = 130_000
    ledger.delivered(6)
    expect(ledger.holes()).toEqual([4])
  })

  it('keeps a bounded number of holes when numbers jump', () => {
    const ledger = createLedger(0)
    ledger.delivered(1_000_000)
    expect(ledger.holes().length).toBe(10_000)
    expect(ledger.holes().at(-1)).toBe(999_999)
    ledger.delivered(2_000_000)
    expect(ledger.holes().length).toBe(10_000)
    expect(ledger.holes()[0]).toBe(1_990_000)
  })
})
