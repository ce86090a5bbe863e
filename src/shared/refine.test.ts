import { describe, expect, it } from 'vitest'
import { isRelisted, isSimilar } from './refine.ts'

describe('a refined text', () => {
  it('is no change when case, white space and punctuation are all that differ', () => {
    expect(isSimilar('pagod  na ako', 'Pagod na ako.')).toBe(true)
    expect(isSimilar('di ba?! Oo…', '“Di ba”, oo')).toBe(true)
    expect(isSimilar('ñ', 'n\u0303')).toBe(true)
    expect(isSimilar('', ' \n')).toBe(true)
  })

  it('is a change with another word, an emoji or an accent', () => {
    expect(isSimilar('pagod ako', 'pagod na ako')).toBe(false)
    expect(isSimilar('pagod ako', 'pagod ako 😔')).toBe(false)
    expect(isSimilar('pare', 'paré')).toBe(false)
    expect(isSimilar('Pagod ako. Uuwi na.', '• Pagod ako.\n• Uuwi na rin.')).toBe(false)
    expect(isSimilar('Gising ng alas 2. Pagod.', 'Gising ng alas. Pagod.')).toBe(false)
  })

  it('is no change when lines became a list, or its marks are others, and that is named', () => {
    for (const [before, after, isListed] of [
      ['Pagod ako. Uuwi na.', '• Pagod ako.\n• Uuwi na.', true],
      ['Pagod ako\n\n  Uuwi na', '\n\t◦ Pagod ako\n\n  * Uuwi na', true],
      ['Pagod ako. Uuwi na.', '1. Pagod ako.\n2) Uuwi na.', true],
      ['- Pagod ako\n- Uuwi na', '• Pagod ako\n• uuwi na!', false],
      ['Pagod ako.', 'pagod ako', false],
    ] as const) {
      expect([after, isSimilar(before, after), isRelisted(before, after)]).toEqual([after, true, isListed])
      expect([after, isSimilar(after, before), isRelisted(after, before)]).toEqual([after, true, isListed])
    }
  })

  it('is compared in linear time, however many lines are empty', () => {
    // A quadratic search would take minutes here.
    for (const gap of ['\n', ' ', '\r', '\u2028', ' \n', '• '])
      expect(isSimilar(`a${gap.repeat(1_000_000)}b`, 'c')).toBe(false)
  })
})
