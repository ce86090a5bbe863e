import { describe, expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

describe('the beginning of a text', () => {
  it('is the whole text when it is short enough, without an ellipsis', () => {
    expect(excerpt('Pagod na ako.', 80)).toBe('Pagod na ako.')
    expect(excerpt('a'.repeat(80), 80)).toBe('a'.repeat(80))
  })

  it('is cut at the limit, with an ellipsis', () => {
    expect(excerpt('a'.repeat(81), 80)).toBe(`${'a'.repeat(80)}…`)
  })

  it('is one line, whatever white space the text has', () => {
    expect(excerpt('  una\n\n\tpangalawa \u00a0 pangatlo\n', 80)).toBe('una pangalawa pangatlo')
  })

  it('leaves out direction signs and invisible signs', () => {
    const turning = '\u061c\u200e\u200f\u202a\u202e\u2066\u2069'
    expect(excerpt(`una${turning} at\u0000 \u0085huli\u009f`, 80)).toBe('una at huli')
    expect(excerpt('👨‍👩‍👧‍👦 السلام', 80)).toBe('👨‍👩‍👧‍👦 السلام')
  })

  it('leaves no space before the ellipsis', () => {
    expect(excerpt(`${'a'.repeat(79)} bcd`, 80)).toBe(`${'a'.repeat(79)}…`)
  })

  it.each(['👨‍👩‍👧‍👦', '🇵🇭', '👍🏽', 'é', 'ñ'])('counts %s as one letter and never halves it', (letter) => {
    expect(excerpt(letter.repeat(81), 80)).toBe(`${letter.repeat(letter.length > 8 ? 58 : 80)}…`)
  })

  it('counts a letter with many marks by its height', () => {
    const tower = `a${'\u0301'.repeat(4_000)}`
    expect(excerpt(tower, 80)).toBe('…')
    expect(excerpt(`hoy ${tower}`, 80)).toBe('hoy…')
  })
})
