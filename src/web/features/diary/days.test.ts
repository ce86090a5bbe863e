import { expect, it } from 'vitest'
import { groupByMonth, tellDay } from './days.ts'

const on = (year: number, month: number, day: number) => ({
  created_at: new Date(year, month, day, 12).toISOString(),
})

it('tells a moment in Filipino, by the clock of the reader', () => {
  const moment = new Date(2026, 10, 21, 9, 5).toISOString()
  expect(tellDay(moment)).toMatchObject({ month: 'Nobyembre 2026', day: 21, weekday: 'Sab' })
  expect(tellDay(moment).time).toMatch(/9:05/)
})

it('keeps entries in their months, newest first', () => {
  const [a, b, c, d] = [on(2026, 10, 21), on(2026, 10, 1), on(2026, 9, 31), on(2025, 9, 3)]
  expect(groupByMonth([a, b, c, d])).toEqual([
    { name: 'Nobyembre 2026', entries: [a, b] },
    { name: 'Oktubre 2026', entries: [c] },
    { name: 'Oktubre 2025', entries: [d] },
  ])
  expect(groupByMonth([])).toEqual([])
})
