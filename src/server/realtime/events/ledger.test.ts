import { describe, expect, it } from 'vitest'
import { createLedger } from './ledger.ts'

describe('the ledger of events', () => {
  it('keeps the missing numbers below the highest one until they arrive', () => {
    const ledger = createLedger(10)
    ledger.delivered(13)
    expect([ledger.top(), ledger.holes()]).toEqual([13, [11, 12]])
    ledger.delivered(11)
    expect(ledger.holes()).toEqual([12])
    expect(ledger.fetched(12)).toBe(true)
    expect(ledger.holes()).toEqual([])
  })

  it('knows the numbers that were missing at its start', () => {
    const ledger = createLedger(10, [7, 9])
    expect([ledger.fetched(7), ledger.fetched(8)]).toEqual([true, false])
    expect(ledger.holes()).toEqual([9])
  })

  it('takes an event once, whether it was notified or found by a query first', () => {
    const ledger = createLedger(0)
    ledger.delivered(1)
    expect(ledger.fetched(1)).toBe(false)
    expect(ledger.fetched(2)).toBe(true)
    expect(ledger.fetched(2)).toBe(false)
    expect([ledger.wasFetched(1), ledger.wasFetched(2)]).toEqual([false, true])
  })

  it('forgets missing numbers whose transactions are over', () => {
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

  it('keeps a bounded list of missing numbers when the sequence jumps', () => {
    const ledger = createLedger(0)
    ledger.delivered(1_000_000)
    expect(ledger.holes().length).toBe(10_000)
    expect(ledger.holes().at(-1)).toBe(999_999)
    ledger.delivered(2_000_000)
    expect(ledger.holes().length).toBe(10_000)
    expect(ledger.holes()[0]).toBe(1_990_000)
  })
})
