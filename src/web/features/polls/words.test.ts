import { expect, it } from 'vitest'
import { leftWords, percentOf, votesOf } from './words.ts'

it('percentages have one decimal, and none is divided by zero', () => {
  const shown = [percentOf(0, 0), percentOf(1, 3), percentOf(2, 3), percentOf(7, 7), percentOf(1, 2_000)]
  expect(shown).toEqual(['0.0%', '33.3%', '66.7%', '100.0%', '0.1%'])
})

it('the number of votes and the time that is left are told in words', () => {
  expect([0, 1, 12_345].map(votesOf)).toEqual(['Wala pang boto', '1 boto', '12,345 boto'])
  const minute = 60_000
  expect(
    [minute - 1, minute, 59 * minute, 60 * minute, 47 * 60 * minute, 48 * 60 * minute].map(leftWords),
  ).toEqual([
    'Magsasara na',
    '1 minuto na lang',
    '59 minuto na lang',
    '1 oras na lang',
    '1 araw pa',
    '2 araw pa',
  ])
})
