import { describe, expect, it } from 'vitest'
import { countLetters, isBlank } from './limits.ts'

it.each([
  '',
  'Pagod',
  'ñ’…',
  '😀',
  'a😀b🇵🇭',
  '\ud83d',
  '\ude00\ud83d',
  '\ud83d\ud83d\ude00',
  '\ud83d\ude00\ude00',
])('letters of %j are code points', (text) => expect(countLetters(text)).toBe(Array.from(text).length))

describe('isBlank', () => {
  it('is true when a text shows nothing', () => {
    for (const text of [
      '',
      ' \n',
      '\u200b\u2060',
      '\u3164',
      '\u2800 \ufe0f',
      '\u{e0041}\u0001',
      '\u00a0',
      '\u{1d159}\u{13441}',
    ])
      expect([text, isBlank(text)]).toEqual([text, true])
    for (const text of ['.', '\u200bá', '👩🏽\u200d🦱', 'ᜁ', '…'])
      expect([text, isBlank(text)]).toEqual([text, false])
  })
})
