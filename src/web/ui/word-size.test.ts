import { describe, expect, it } from 'vitest'
import { sizeOf } from './word-size.ts'

describe('the size of words', () => {
  it.each([
    ['😭', 'emoji'],
    ['🇵🇭 👨‍👩‍👧‍👦❤️', 'emoji'],
    ['7', 'huge'],
    ['Pagod na ako.', 'huge'],
    ['Miss ko na si Lola. Sana sinabi ko sa kanya habang nandito pa siya.', 'large'],
    ['Hindi ko alam kung bakit. '.repeat(8), 'medium'],
    ['Hindi ko alam kung bakit. '.repeat(20), 'small'],
    ['a\nb\nc\nd\ne', 'medium'],
    ['a\n'.repeat(12), 'small'],
  ] as const)('%j is %s', (content, size) => expect(sizeOf(content)).toBe(size))

  it('counts a letter with many marks once', () => {
    expect(sizeOf(`z${'\u0300'.repeat(400)}algo`)).toBe('huge')
  })

  it.each([
    ['Magkukuwentuhan tayo', 'large'],
    ['Pinakanakakapagpabagabag-damdamin', 'medium'],
    ['A'.repeat(60), 'medium'],
    ['Sana magkausap tayo', 'huge'],
  ] as const)('keeps the longest word whole: %j is %s', (content, size) => expect(sizeOf(content)).toBe(size))
})
