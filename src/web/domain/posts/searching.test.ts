import { describe, expect, it } from 'vitest'
import { cutSearch, holdsStars, patternOf, readSearch } from './searching.ts'

describe('a search text', () => {
  it('is the typed text without invisible signs around it', () => {
    expect(readSearch('  Tahimik na Mina \t')).toBe('Tahimik na Mina')
    expect(readSearch('a\u0000b')).toBe('a b')
    expect(readSearch(' \n ')).toBe('')
  })

  it('is at most as long as a codename, and halves no letter', () => {
    expect(cutSearch('🌧'.repeat(30))).toBe('🌧'.repeat(20))
    expect(readSearch(`   ${'x'.repeat(25)}`)).toBe('x'.repeat(20))
  })
})

describe('a pattern', () => {
  it.each([
    ['Mina', '%Mina%'],
    ['100%', '%100\\%%'],
    ['a_b', '%a\\_b%'],
    ['\\', '%\\\\%'],
    ['*', '%_%'],
    ['a,b.(c)"d"', '%a,b.(c)"d"%'],
  ])('for %s matches these letters', (typed, pattern) => expect(patternOf(typed)).toBe(pattern))

  it('with a star matches only codenames that have a star', () => {
    expect(holdsStars('Bituin*ng Gabi', 'n*N')).toBe(true)
    expect(holdsStars('Bituin ng Gabi', 'n*n')).toBe(false)
    expect(holdsStars('Kahit sino', '')).toBe(true)
  })
})
