import { describe, expect, it } from 'vitest'
import { previewOf } from './words.ts'

describe('the preview of a let-go', () => {
  it('is the first 100 characters, never half of an emoji', () => {
    expect(previewOf('  Hay.  ')).toBe('Hay.')
    expect(previewOf('🌊'.repeat(120))).toBe(`${'🌊'.repeat(100)}…`)
  })
})
