import { expect, it } from 'vitest'
import { countLetters } from './limits.ts'

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
