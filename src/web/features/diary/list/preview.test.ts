import { describe, expect, it } from 'vitest'
import { previewOf } from './preview.ts'

describe('the preview of an entry', () => {
  it('is the whole text of a short entry', () =>
    expect(previewOf('Okay naman.\nKahit papaano.\n')).toBe('Okay naman.\nKahit papaano.'))

  it('shows at most two lines', () => expect(previewOf('Una\nIkalawa\nIkatlo')).toBe('Una\nIkalawa…'))

  it('leaves out empty lines', () => expect(previewOf('Una\n\n \n  Ikalawa\n\nIkatlo')).toBe('Una\nIkalawa…'))

  it('shows 150 characters and an ellipsis', () => {
    expect(previewOf('a'.repeat(150))).toBe('a'.repeat(150))
    expect(previewOf('a'.repeat(151))).toBe(`${'a'.repeat(150)}…`)
  })

  it('halves no letter', () => {
    const flag = '🇵🇭'
    expect(previewOf(flag.repeat(151))).toBe(`${flag.repeat(150)}…`)
  })
})
