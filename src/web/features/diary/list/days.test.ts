import { expect, it } from 'vitest'
import { tellDay } from './days.ts'

it("a moment is formatted in Filipino, in the reader's time zone", () => {
  const moment = new Date(2026, 10, 21, 9, 5).toISOString()
  expect(tellDay(moment)).toMatchObject({ month: 'Nobyembre 2026', day: 21, weekday: 'Sab' })
  expect(tellDay(moment).time).toMatch(/9:05/)
})
