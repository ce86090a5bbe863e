import { expect, it } from 'vitest'
import { groupByMonth } from './months.ts'

const on = (year: number, month: number, day: number) => ({
  created_at: new Date(year, month, day, 12).toISOString(),
})

it('entries are grouped by month, newest first', () => {
  const [a, b, c, d] = [on(2026, 10, 21), on(2026, 10, 1), on(2026, 9, 31), on(2025, 9, 3)]
  expect(
    groupByMonth([a, b, c, d]).map(({ moment, stretches }) => [
      moment,
      stretches.map(({ entries }) => entries),
    ]),
  ).toEqual([
    [a.created_at, [[a, b]]],
    [c.created_at, [[c]]],
    [d.created_at, [[d]]],
  ])
  expect(groupByMonth([])).toEqual([])
})

it('a long month is cut into parts with their positions', () => {
  const many = Array.from({ length: 45 }, () => on(2026, 10, 21))
  const [october, november] = groupByMonth([on(2026, 11, 1), ...many])
  expect(october?.stretches.map(({ from }) => from)).toEqual([0])
  expect(november?.stretches.map(({ entries, from }) => [entries.length, from])).toEqual([
    [20, 1],
    [20, 21],
    [5, 41],
  ])
})
