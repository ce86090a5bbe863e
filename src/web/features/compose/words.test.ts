import { describe, expect, it } from 'vitest'
import { previewOf, sizeOf } from './words.ts'

describe('the size of words', () => {
  it('falls as the text grows, and with its lines', () => {
    expect(['Hay.', 'a'.repeat(90), 'a'.repeat(200), 'a'.repeat(4000)].map(sizeOf)).toEqual([
      'cry',
      'line',
      'note',
      'letter',
    ])
    expect(sizeOf('a\nb\nc\nd\ne\nf\ng')).toBe('note')
  })
})

describe('the preview of a let-go', () => {
  it('is the first 100 characters, never half of an emoji', () => {
    expect(previewOf('  Hay.  ')).toBe('Hay.')
    expect(previewOf('🌊'.repeat(120))).toBe(`${'🌊'.repeat(100)}…`)
  })
})
