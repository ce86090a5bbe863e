import { expect, it } from 'vitest'
import { splitNumbers, splitPhoneLines } from './phone-numbers.ts'

const found = (words: string) => splitNumbers(words).flatMap((part) => ('number' in part ? part.number : []))

it('the numbers of the helplines are found, and no other digits', () => {
  const words =
    'Tumawag sa 0919-057-1553, 0917 899 8727 o +63 917 899 8727. Sa landline: 1553. Para sa bata, 1383. 911 kung may panganib.'
  expect(found(words)).toEqual(['0919-057-1553', '0917 899 8727', '+63 917 899 8727', '1553', '1383', '911'])
  expect(found('Alas-2:15 ng 2026, ₱1,383.50 lang, 15530 o 9111, 0919-057-15530')).toEqual([])
  expect(
    splitNumbers(words)
      .map((part) => ('text' in part ? part.text : part.number))
      .join(''),
  ).toBe(words)
})

it('a line of numbers is read with its label and notes', () => {
  const words = `Nandito sila:
📞 NCMH Crisis Hotline, 24 oras: 0919-057-1553, 1553 (landline sa Luzon)
📞 911: emergency, araw at gabi
📞 0919-057-1553 (24 oras) · 1383 (kung wala ka pang 18)
📞 wala pang numero
🏠 VAW desk
Ligtas ka ba?`
  expect(splitPhoneLines(words)).toEqual([
    'Nandito sila:',
    {
      label: 'NCMH Crisis Hotline, 24 oras',
      calls: [
        { number: '0919-057-1553', note: '' },
        { number: '1553', note: 'landline sa Luzon' },
      ],
    },
    { label: '', calls: [{ number: '911', note: 'emergency, araw at gabi' }] },
    {
      label: '',
      calls: [
        { number: '0919-057-1553', note: '24 oras' },
        { number: '1383', note: 'kung wala ka pang 18' },
      ],
    },
    '📞 wala pang numero',
    '🏠 VAW desk\nLigtas ka ba?',
  ])
})
