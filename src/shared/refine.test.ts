import { describe, expect, it } from 'vitest'
import { isSimilar } from './refine.ts'

describe('a refined text', () => {
  it('is no change when case, white space and punctuation are all that differ', () => {
    expect(isSimilar('pagod  na ako', 'Pagod na ako.')).toBe(true)
    expect(isSimilar('di ba?! Oo…', '“Di ba”, oo')).toBe(true)
    expect(isSimilar('ñ', 'n\u0303')).toBe(true)
    expect(isSimilar('', ' \n')).toBe(true)
  })

  it('is a change with another word, an emoji, an accent, or lines that became a list', () => {
    expect(isSimilar('pagod ako', 'pagod na ako')).toBe(false)
    expect(isSimilar('pagod ako', 'pagod ako 😔')).toBe(false)
    expect(isSimilar('pare', 'paré')).toBe(false)
    expect(isSimilar('Pagod ako. Uuwi na.', '• Pagod ako.\n• Uuwi na.')).toBe(false)
    expect(isSimilar('- Pagod ako\n- Uuwi na', '• Pagod ako\n• Uuwi na')).toBe(true)
    expect(isSimilar('Pagod ako\n\n  Uuwi na', '\n\t• Pagod ako\n\n  * Uuwi na')).toBe(false)
  })

  it('is compared in linear time, however many lines are empty', () => {
    // A quadratic search would take minutes here.
    for (const gap of ['\n', ' ', '\r', '\u2028', ' \n', '• '])
      expect(isSimilar(`a${gap.repeat(1_000_000)}b`, 'c')).toBe(false)
  })
})
