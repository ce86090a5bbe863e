import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MoodValue } from '../../../../shared/moods.ts'
import {
  chronicleOf,
  dateOf,
  dayOf,
  dayOn,
  daysInMonth,
  memoriesOf,
  monthFrom,
  sharesOf,
  stepFrom,
  weekdayOf,
  weekdaysOf,
  weeksOf,
  yearsOf,
} from './chronicle.ts'

const live = (zone: string) => vi.stubEnv('TZ', zone)
beforeEach(() => void live('Asia/Manila'))
afterEach(() => void vi.unstubAllEnvs())

let number = 0
const entry = (created_at: string, mood: MoodValue = 'Calm') => ({ id: String(number++), mood, created_at })
const noon = (day: string, mood?: MoodValue) => entry(`${day}T12:00:00+08:00`, mood)
const iso = (day: number) => dateOf(day).toISOString().slice(0, 10)

const day = (text: string) => dayOf(`${text}T12:00:00+08:00`)
const told = (today: string, ...written: string[]) =>
  memoriesOf(chronicleOf(written.map((one) => noon(one))), day(today)).map(
    (memory) => `${iso(memory.day)} ${memory.years}/${memory.months}`,
  )

describe('the days of a diary', () => {
  it("follow the reader's time zone", () => {
    const late = '2026-11-21T16:30:00Z'
    expect(iso(dayOf(late))).toBe('2026-11-22')
    live('America/Los_Angeles')
    expect(iso(dayOf(late))).toBe('2026-11-21')
  })

  it('have one number each, also when daylight saving changes', () => {
    live('America/New_York')
    const hours = Array.from({ length: 72 }, (_, hour) => new Date(2026, 2, 7, hour, 30))
    expect(new Set(hours.map(dayOf)).size).toBe(3)
    expect(dayOf(new Date(2026, 10, 2)) - dayOf(new Date(2026, 10, 1))).toBe(1)
  })

  it('know weekdays and leap years', () => {
    expect(weekdayOf(dayOn(2026, 10, 22))).toBe(0)
    expect(weekdayOf(dayOn(1969, 11, 31))).toBe(3)
    expect([daysInMonth(2024, 1), daysInMonth(2026, 1), daysInMonth(2000, 1)]).toEqual([29, 28, 29])
  })

  it('hold all their entries, in the order of writing', () => {
    const [late, early] = [
      entry('2026-11-21T13:00:00.5+00:00', 'Anger'),
      entry('2026-11-21T08:00:00+00:00', 'Joy'),
    ]
    const chronicle = chronicleOf([late, early])
    expect([...chronicle.entriesOf.values()]).toEqual([[early, late]])
    expect(sharesOf([late, early, entry('2026-11-21T13:00:00Z', 'Joy')])).toEqual([
      { mood: 'Anger', count: 1 },
      { mood: 'Joy', count: 2 },
    ])
  })

  it('include this year even without entries', () => {
    expect(yearsOf(chronicleOf([]), dayOn(2026, 0, 1))).toEqual([2026])
    expect(yearsOf(chronicleOf([noon('2023-05-05'), noon('2025-05-05')]), dayOn(2026, 0, 1))).toEqual([
      2026, 2025, 2023,
    ])
  })
})

describe('trends', () => {
  const chronicle = chronicleOf([
    noon('2026-11-14', 'Anger'),
    noon('2026-11-15', 'Joy'),
    noon('2026-11-21', 'Joy'),
    noon('2026-11-21', 'Sadness'),
    noon('2026-11-29'),
  ])
  it('count weeks from Sunday, weeks without entries included', () => {
    const weeks = weeksOf(chronicle, { from: dayOn(2026, 10, 15), to: dayOn(2026, 10, 30) })
    expect(weeks.map(({ start, count }) => [iso(start), count])).toEqual([
      ['2026-11-15', 3],
      ['2026-11-22', 0],
      ['2026-11-29', 1],
    ])
    expect(weeks[0]?.shares).toEqual([
      { mood: 'Sadness', count: 1 },
      { mood: 'Joy', count: 2 },
    ])
  })
  it('include only the days of the period in its first week', () =>
    expect(weeksOf(chronicle, { from: dayOn(2026, 10, 20), to: dayOn(2026, 10, 21) })).toMatchObject([
      { count: 2 },
    ]))
  it('name weekdays', () =>
    expect(
      weekdaysOf(chronicle, { from: dayOn(2026, 10, 1), to: dayOn(2026, 10, 30) }).map((shares) =>
        shares.map(({ mood, count }) => `${mood} ${count}`).join(', '),
      ),
    ).toEqual(['Joy 1, Calm 1', '', '', '', '', '', 'Anger 1, Sadness 1, Joy 1']))
})

describe('on this day', () => {
  it('lists entries of the same date in earlier years and months', () =>
    expect(told('2026-11-21', '2024-11-21', '2025-11-21', '2026-10-21', '2026-11-21', '2026-10-20')).toEqual([
      '2025-11-21 1/0',
      '2024-11-21 2/0',
      '2026-10-21 0/1',
    ]))
  it('lists only a few', () =>
    expect(told('2026-11-21', ...Array.from({ length: 9 }, (_, n) => `201${n}-11-21`))).toHaveLength(4))
  it('shows no entry for a date that does not exist', () =>
    expect(told('2026-07-31', '2026-07-01', '2026-05-31')).toEqual(['2026-05-31 0/2']))
  it('includes a leap day', () => {
    expect(told('2026-02-28', '2024-02-29')).toEqual(['2024-02-29 2/0'])
    expect(told('2028-02-28', '2024-02-29')).toEqual([])
    expect(told('2028-02-29', '2024-02-29')).toEqual(['2024-02-29 4/0'])
  })
})

describe('going from day to day', () => {
  const chronicle = chronicleOf([noon('2026-01-31'), noon('2026-03-02'), noon('2026-03-30')])
  it('stops at both ends', () => {
    expect(stepFrom(chronicle, undefined, 1)).toBe(day('2026-03-30'))
    expect(stepFrom(chronicle, day('2026-03-02'), 1)).toBe(day('2026-03-30'))
    expect(stepFrom(chronicle, day('2026-03-30'), 1)).toBe(day('2026-03-30'))
    expect(stepFrom(chronicle, day('2026-01-31'), -1)).toBe(day('2026-01-31'))
    expect(stepFrom(chronicleOf([]), undefined, 1)).toBeUndefined()
  })
  it('finds the nearest date in another month', () => {
    expect(monthFrom(chronicle, day('2026-01-31'), 1)).toBe(day('2026-03-30'))
    expect(monthFrom(chronicle, day('2026-03-02'), -1)).toBe(day('2026-01-31'))
    expect(monthFrom(chronicle, day('2026-03-02'), 1)).toBe(day('2026-03-02'))
  })
})

/** The fastest of three runs, ms. */
function timeOf(work: () => void): number {
  const times = [0, 1, 2].map(() => {
    const before = performance.now()
    work()
    return performance.now() - before
  })
  return Math.min(...times)
}

it('all figures of ten thousand entries cost less than parsing them as JSON fifty times', () => {
  const start = Date.parse('2016-01-01T00:00:00Z')
  const entries = Array.from({ length: 10_000 }, (_, n) =>
    entry(new Date(start + n * 31_000_000).toISOString(), n % 3 ? 'Joy' : 'Sadness'),
  )
  const figures = timeOf(() => {
    const chronicle = chronicleOf(entries)
    const today = chronicle.days.at(-1) ?? 0
    yearsOf(chronicle, today)
    weeksOf(chronicle, { from: today - 365, to: today })
    weekdaysOf(chronicle, { from: today - 365, to: today })
    memoriesOf(chronicle, today)
  })
  const text = JSON.stringify(entries)
  expect(figures).toBeLessThan(50 * timeOf(() => JSON.parse(text)))
})
