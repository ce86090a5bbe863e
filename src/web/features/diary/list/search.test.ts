import { expect, it } from 'vitest'
import type { Entry } from '../../../domain/diary/opened.ts'
import { fold } from '../../../../shared/fold.ts'
import { findEntries, foldQuickly } from './search.ts'

const now = new Date(2026, 10, 21, 9)
const entry = (id: string, content: string, day = 21, mood: Entry['mood'] = 'Calm'): Entry => ({
  id,
  mood,
  content,
  template_url: null,
  created_at: new Date(2026, 10, day, 8).toISOString(),
  rev: 1,
  isSealed: false,
})
const entries = [
  entry('a', 'Pag-ibig nga naman, Señorita…'),
  entry('b', 'Umulan sa Quiapo 💛', 20, 'Sadness'),
  entry('c', 'Galit na galit ako', 1, 'Joy'),
]
const find = (text: string, kind: 'all' | 'today' | 'week' = 'all') =>
  findEntries(entries, { text, period: { kind } }, now).entries.map(({ id }) => id)

it('a search finds words and moods in any case, with or without accents and signs', () => {
  expect(find('PAGIBIG')).toEqual(['a'])
  expect(find('senorita')).toEqual(['a'])
  expect(find('  quiapo ')).toEqual(['b'])
  expect(find('malungkot')).toEqual(['b'])
  expect(find('sadness')).toEqual(['b'])
  expect(find('galit')).toEqual(['c'])
  expect(find('wala')).toEqual([])
})

it('a search finds signs and emoji', () => {
  expect(find('💛')).toEqual(['b'])
  expect(find('…')).toEqual(['a'])
  expect(find('%')).toEqual([])
})

it('a search stays within its period', () => {
  expect(find('', 'today')).toEqual(['a'])
  expect(find('a', 'week')).toEqual(['a', 'b'])
  expect(find('')).toEqual(['a', 'b', 'c'])
})

it('a search continues where it stopped, newest first', () => {
  const many = Array.from({ length: 500 }, (_, at) => entry(`${at}`, at % 7 ? 'Wala.' : 'Ulan.'))
  const wanted = { text: 'ulan', period: { kind: 'all' } } as const
  let found = findEntries(many, wanted, now, undefined, 0)
  let rounds = 1
  for (; found.looked < many.length; rounds++) found = findEntries(many, wanted, now, found, 0)
  expect(rounds).toBeGreaterThan(5)
  expect(found).toEqual(findEntries(many, wanted, now))
})

it('the quick fold gives the same text as the plain one', () => {
  for (const text of [
    "Di ba, pag-ibig 'to? `oo` – e-e…",
    'SEÑORITA, e\u0301 É Å İ ı ß ﬁ Ⅷ ½ ＇－Ａ',
    '💛👨‍👩‍👧a’b‐c\u200dd 漢字 한각 مُ ﷺ',
    ' ',
  ])
    expect(foldQuickly(text)).toBe(fold(text))
  expect(foldQuickly('ΟΔΥΣΣΕΥΣ')).toBe(foldQuickly('οδυσσευς'))
})
