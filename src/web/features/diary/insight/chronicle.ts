import { moods, type MoodValue } from '../../../../shared/moods.ts'
import type { Entry } from '../../../domain/diary/opened.ts'

/** The pictures need no words of an entry. */
export type Written = Pick<Entry, 'id' | 'mood' | 'created_at'>

/** Days since 1 January 1970 in the reader's calendar: counting is safe from clock changes. */
export type Day = number
export type Share = { mood: MoodValue; count: number }
export type Chronicle = {
  /** Days with entries, oldest first. */
  days: readonly Day[]
  /** A day's entries in the order of writing. */
  entriesOf: ReadonlyMap<Day, readonly Written[]>
}
/** `to` is included. */
export type Span = { from: Day; to: Day }

const millisecondsOfDay = 86_400_000
const daysOfWeek = 7

export const dayOn = (year: number, month: number, date: number): Day =>
  Date.UTC(year, month, date) / millisecondsOfDay

/** The reader's day of a moment. */
export function dayOf(moment: string | Date): Day {
  const date = new Date(moment)
  return dayOn(date.getFullYear(), date.getMonth(), date.getDate())
}

/** The day's midnight in UTC, to read its parts. */
export const dateOf = (day: Day): Date => new Date(day * millisecondsOfDay)
/** The id of its cell in the year's picture. */
export const cellId = (day: Day): string => `day-${day}`
export const yearOf = (day: Day): number => dateOf(day).getUTCFullYear()
/** 0 is Sunday, the first day of a week here. */
export const weekdayOf = (day: Day): number => (((day + 4) % daysOfWeek) + daysOfWeek) % daysOfWeek
export const daysInMonth = (year: number, month: number): number =>
  dateOf(dayOn(year, month + 1, 1) - 1).getUTCDate()

export function chronicleOf(entries: readonly Written[]): Chronicle {
  const entriesOf = new Map<Day, Written[]>()
  for (const entry of entries) {
    const day = dayOf(entry.created_at)
    const known = entriesOf.get(day)
    if (known) known.push(entry)
    else entriesOf.set(day, [entry])
  }
  for (const ofDay of entriesOf.values())
    ofDay.sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
  return { entriesOf, days: [...entriesOf.keys()].toSorted((a, b) => a - b) }
}

/** Entries of each mood in the moods' order, without zeros. */
export function sharesOf(entries: readonly Pick<Written, 'mood'>[]): Share[] {
  return moods
    .map(({ value }) => ({ mood: value, count: entries.filter(({ mood }) => mood === value).length }))
    .filter(({ count }) => count > 0)
}

/** The beginning and the end of each share, in entries. */
export function stackOf(shares: readonly Share[]): { mood: MoodValue; from: number; to: number }[] {
  let end = 0
  return shares.map(({ mood, count }) => ({ mood, from: end, to: (end += count) }))
}

/** Newest first, with the current year. */
export function yearsOf({ days }: Chronicle, today: Day): number[] {
  return [...new Set([yearOf(today), ...days.toReversed().map(yearOf)])].toSorted((a, b) => b - a)
}

export type Week = { start: Day; shares: Share[]; count: number }

/** Every week of the span, empty ones too. The first and the last hold only days of the span. */
export function weeksOf(chronicle: Chronicle, span: Span): Week[] {
  const first = span.from - weekdayOf(span.from)
  const weeks: Written[][] = Array.from({ length: Math.floor((span.to - first) / daysOfWeek) + 1 }, () => [])
  for (const day of within(chronicle, span))
    weeks[Math.floor((day - first) / daysOfWeek)]?.push(...(chronicle.entriesOf.get(day) ?? []))
  return weeks.map((entries, week) => ({
    start: first + week * daysOfWeek,
    shares: sharesOf(entries),
    count: entries.length,
  }))
}

/** Seven, Sunday first. */
export function weekdaysOf(chronicle: Chronicle, span: Span): Share[][] {
  const weekdays: Written[][] = Array.from({ length: daysOfWeek }, () => [])
  for (const day of within(chronicle, span))
    weekdays[weekdayOf(day)]?.push(...(chronicle.entriesOf.get(day) ?? []))
  return weekdays.map(sharesOf)
}

const within = ({ days }: Chronicle, { from, to }: Span) => days.filter((day) => day >= from && day <= to)

/** `years` or `months` before today, never both. */
export type Memory = { day: Day; years: number; months: number; entries: readonly Written[] }

const mostMemories = 4

/** The same date in earlier years, then in the eleven months before. A leap day appears on 28 February. */
export function memoriesOf({ days, entriesOf }: Chronicle, today: Day): Memory[] {
  const [year, month, date] = [yearOf(today), dateOf(today).getUTCMonth(), dateOf(today).getUTCDate()]
  const at = (years: number, months: number, on = date): Memory[] => {
    const day = dayOn(year - years, month - months, on)
    const entries = entriesOf.get(day)
    return entries && dateOf(day).getUTCDate() === on ? [{ day, years, months, entries }] : []
  }
  const isLastOfFebruary = month === 1 && date === daysInMonth(year, 1)
  const past = year - yearOf(days[0] ?? today)
  const ofYears = Array.from({ length: past }, (_, back) => [
    ...at(back + 1, 0),
    ...(isLastOfFebruary && date === 28 ? at(back + 1, 0, 29) : []),
  ])
  const ofMonths = Array.from({ length: 11 }, (_, back) => at(0, back + 1))
  return [...ofYears, ...ofMonths].flat().slice(0, mostMemories)
}

/** The day with entries `steps` after `day` (before, when negative), or the nearest end. */
export function stepFrom({ days }: Chronicle, day: Day | undefined, steps: number): Day | undefined {
  if (day === undefined) return days.at(-1)
  const after = days.findIndex((other) => other >= day)
  const here = after === -1 ? days.length - 1 : after
  return days[Math.min(days.length - 1, Math.max(0, here + steps))]
}

/** The day with entries nearest to `date` in the next month that has one. */
export function monthFrom({ days }: Chronicle, day: Day, direction: 1 | -1): Day {
  const monthOf = (other: Day) => yearOf(other) * 12 + dateOf(other).getUTCMonth()
  const others = days.filter((other) => (monthOf(other) - monthOf(day)) * direction > 0)
  const next = direction === 1 ? others[0] : others.at(-1)
  if (next === undefined) return day
  const wanted = dateOf(day).getUTCDate()
  const distance = (other: Day) => Math.abs(dateOf(other).getUTCDate() - wanted)
  return others
    .filter((other) => monthOf(other) === monthOf(next))
    .reduce((best, other) => (distance(other) < distance(best) ? other : best))
}
