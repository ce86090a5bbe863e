import { expect, it } from 'vitest'
import { filteredWord, refusalOf, wordFilterLimits } from './word-filters.ts'

it('an avoided word matches as a whole word in any spelling, and is returned as the person wrote it', () => {
  const list = ['Ex', 'pag-ibig', 'walang forever']
  expect(filteredWord('Nakita ko si EX kanina', list)).toBe('Ex')
  expect(filteredWord('Exam na naman bukas', list)).toBeUndefined()
  expect(filteredWord('ang PÁGIBIG, sakit!', list)).toBe('pag-ibig')
  expect(filteredWord('Walang… forever talaga', list)).toBe('walang forever')
  expect(filteredWord('forever walang', list)).toBeUndefined()
  expect(filteredWord('kahit ano', [])).toBeUndefined()
})

it('a word that cannot be added gives a reason', () => {
  expect(refusalOf(['Pag-ibig'], ' pagibig ')).toBe('Nasa listahan mo na ’yan.')
  expect(refusalOf([], ' ?! ')).toBe('Maglagay ng salita o parirala.')
  expect(refusalOf([], 'a'.repeat(40))).toBeUndefined()
  expect(refusalOf([], 'a'.repeat(41))).toBe('Hanggang 40 letra lang ang isang salita.')
  const full = Array.from({ length: wordFilterLimits.words }, (_, number) => `salita ${number}`)
  expect(refusalOf(full, 'isa pa')).toBe('Hanggang 100 salita lang. Mag-alis muna ng isa.')
})
