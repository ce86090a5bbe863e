import { expect, it } from 'vitest'
import { relativeTime, roughTime } from './relative-time.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const second = 1_000
const day = 86_400 * second

it.each([
  [0, 'ngayon lang'],
  [-5 * second, 'ngayon lang'],
  [59 * second, 'ngayon lang'],
  [60 * second, '1 minuto ago'],
  [59 * 60 * second, '59 minuto ago'],
  [3_600 * second, '1 oras ago'],
  [day - second, '23 oras ago'],
  [day, '1 araw ago'],
  [6 * day, '6 araw ago'],
  [7 * day, '1 linggo ago'],
  [27 * day, '3 linggo ago'],
  [28 * day, '1 buwan ago'],
  [90 * day, '3 buwan ago'],
])('an age of %i ms reads %s', (age, label) => {
  expect(relativeTime(new Date(now - age), now)).toBe(label)
})

it.each([
  [0, 'kanina lang'],
  [19 * 60 * second, 'kanina lang'],
  [20 * 60 * second, '20 minuto ago'],
  [3_600 * second, '1 oras ago'],
])('a nameless post of %i ms reads %s', (age, label) => {
  expect(roughTime(new Date(now - age), now)).toBe(label)
})
