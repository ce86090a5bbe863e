import { expect, it } from 'vitest'
import { faultOf, spanOf } from './period.ts'

const now = new Date(2026, 2, 31, 14, 30)
const at = (...[month, day, year = 2026]: [number, number, number?]) =>
  new Date(year, month - 1, day).getTime()

it("today, the last seven days and the last month follow the reader's time zone", () => {
  expect(spanOf({ kind: 'all' }, now)).toEqual([-Infinity, Infinity])
  expect(spanOf({ kind: 'today' }, now)).toEqual([at(3, 31), Infinity])
  expect(spanOf({ kind: 'week' }, now)).toEqual([new Date(2026, 2, 24, 14, 30).getTime(), Infinity])
  // There is no 31 February.
  expect(spanOf({ kind: 'month' }, now)).toEqual([new Date(2026, 1, 28, 14, 30).getTime(), Infinity])
  expect(spanOf({ kind: 'month' }, new Date(2026, 0, 15))).toEqual([at(12, 15, 2025), Infinity])
})

it('a range includes both of its days, and may have an open end', () => {
  expect(spanOf({ kind: 'range', from: '2026-03-01', to: '2026-03-01' }, now)).toEqual([at(3, 1), at(3, 2)])
  expect(spanOf({ kind: 'range', from: '', to: '2025-12-31' }, now)).toEqual([-Infinity, at(1, 1)])
  expect(spanOf({ kind: 'range', from: '2026-03-01', to: '' }, now)).toEqual([at(3, 1), Infinity])
})

it('an invalid range gives a reason', () => {
  expect(faultOf({ kind: 'range', from: '2026-03-02', to: '2026-03-01' })).toMatch(/Mula/)
  expect(faultOf({ kind: 'range', from: '2026-03-01', to: '2026-03-01' })).toBeUndefined()
  expect(faultOf({ kind: 'range', from: '2026-03-02', to: '' })).toBeUndefined()
})
