import { describe, expect, it } from 'vitest'
import { cutSearch, holdsStars, patternOf, readSearch } from './searching.ts'

describe('what is searched', () => {
  it('is what was typed, without what cannot be seen around it', () => {
    expect(readSearch('  Tahimik na Mina \t')).toBe('Tahimik na Mina')
    expect(readSearch('a\u0000b')).toBe('a b')
    expect(readSearch(' \n ')).toBe('')
  })

  it('has no more letters than a codename, and no half of one', () => {
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
  ])('for %s stands for these letters', (typed, pattern) => expect(patternOf(typed)).toBe(pattern))

  it('with a star finds only codenames that have one', () => {
    expect(holdsStars('Bituin*ng Gabi', 'n*N')).toBe(true)
    expect(holdsStars('Bituin ng Gabi', 'n*n')).toBe(false)
    expect(holdsStars('Kahit sino', '')).toBe(true)
  })
})
