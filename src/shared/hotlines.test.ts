import { expect, it } from 'vitest'
import { builtInHotlines, dialled, readHotlines } from './hotlines.ts'

it('a number is dialled as its digits', () => {
  expect(dialled('0919-057-1553')).toBe('tel:09190571553')
  expect(dialled('+63 (2) 1553')).toBe('tel:+6321553')
})

it('rows that do not fit the registry are refused', () => {
  const [line] = builtInHotlines
  expect(readHotlines(structuredClone(builtInHotlines))).toEqual(builtInHotlines)
  expect(readHotlines(builtInHotlines.toReversed())).toEqual(builtInHotlines)
  for (const wrong of [
    null,
    [],
    {},
    'tel:1553',
    [null],
    [{ ...line, numbers: [] }],
    [{ ...line, numbers: ['javascript:alert(1)'] }],
    [{ ...line, numbers: ['1553;ext=1'] }],
    [{ ...line, numbers: ['----'] }],
    [{ ...line, numbers: '1553' }],
    [{ ...line, name: null }],
    [{ ...line, note: 'a'.repeat(201) }],
    Array.from({ length: 21 }, () => line),
  ])
    expect(readHotlines(wrong)).toBeUndefined()
})
