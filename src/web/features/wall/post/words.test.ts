import { describe, expect, it } from 'vitest'
import { coatOf, excerptOf } from './words.ts'

describe('the words of a card', () => {
  it('are complete when they fit, with empty lines folded', () => {
    expect(excerptOf('  Una.\n\n\n\n\nIkalawa.\n')).toEqual({ text: 'Una.\n\nIkalawa.', cut: false })
    expect(excerptOf('a'.repeat(420))).toEqual({ text: 'a'.repeat(420), cut: false })
  })

  it('end between two words when they are cut', () => {
    const { text, cut } = excerptOf('salita '.repeat(100))
    expect(cut).toBe(true)
    expect(text).toMatch(/salita…$/)
    expect(text.length).toBeLessThanOrEqual(421)
  })

  it('end inside a word that is longer than the card, but not inside a letter', () => {
    expect(excerptOf('a'.repeat(5000)).text).toBe(`${'a'.repeat(420)}…`)
    const family = '👨‍👩‍👧‍👦'
    expect(excerptOf(family.repeat(500)).text).toBe(`${family.repeat(420)}…`)
  })

  it('show ten lines at most', () => {
    const poem = Array.from({ length: 30 }, (_, line) => `linya ${line}`).join('\n')
    const { text, cut } = excerptOf(poem)
    expect(cut).toBe(true)
    expect(text.split('\n')).toHaveLength(10)
    expect(text).toMatch(/linya 9…$/)
  })
})

it('a post without art always has the same background', () => {
  const id = '0192f1c4-8a1e-7d3f-9b1a-0123456789ab'
  expect(coatOf(id)).toBe(coatOf(id))
  expect(coatOf(id)).toBeLessThan(6)
})
