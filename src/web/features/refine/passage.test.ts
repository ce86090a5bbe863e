import { describe, expect, it } from 'vitest'
import { insertion, passageOf } from './passage.ts'

describe('the passage to refine', () => {
  it.each([
    ['everything', 'Pagod na ako. ', [3, 3], 'Pagod na ako.', [0, 13], false],
    ['what is selected', 'Pagod na ako. Bukas ulit.', [14, 25], 'Bukas ulit.', [14, 25], true],
    ['without the white space around it', 'Pagod\n na ako. ', [5, 10], 'na', [7, 9], true],
    ['everything, when white space is selected', ' Pagod na', [0, 1], 'Pagod na', [1, 9], false],
  ] as const)('is %s', (_, text, [start, end], words, stretch, isPart) =>
    expect(passageOf({ text, selection: [start, end] })).toEqual({ words, stretch: [...stretch], isPart }),
  )
})

describe('inserting', () => {
  it.each([
    ['at the end, after a blank line', 'Una.', 4, 'Una.\n\nBago.'],
    ['where a blank line is already', 'Una.\n\n', 6, 'Una.\n\nBago.'],
    ['after one line break', 'Una.\n', 5, 'Una.\n\nBago.'],
    ['at the cursor, apart from what follows', 'Una.Dulo.', 4, 'Una.\n\nBago.\n\nDulo.'],
    ['before a line that is there', 'Una.\n\nDulo.', 4, 'Una.\n\nBago.\n\nDulo.'],
    ['at the very beginning', 'Dulo.', 0, 'Bago.\n\nDulo.'],
  ] as const)('%s', (_, text, cursor, whole) => {
    const { at, words } = insertion(text, [cursor, cursor], 'Bago.')
    expect(text.slice(0, at) + words + text.slice(at)).toBe(whole)
  })
})
