import { beforeEach, expect, it, vi } from 'vitest'
import { refusalIn, wordsFor } from './failure.ts'

const device = { onLine: true }
vi.stubGlobal('navigator', device)
beforeEach(() => {
  device.onLine = true
})

const unanswered =
  'Mukhang may problema sa amin, o mahina ang signal mo. Walang nawala sa nilagay mo; subukan ulit mamaya.'
const broken = 'May aberya sa amin ngayon. Subukan ulit mamaya.'

it.each([
  ['the words of the server', { message: 'Puno na.' }, 'Puno na.'],
  [
    'a wait',
    { message: 'Too many writes: try again in 12 seconds' },
    'Pahinga muna saglit. Puwede ulit pagkalipas ng 12 segundo.',
  ],
  [
    'a long wait',
    { message: 'Request rate limit reached: try again in 1501 seconds' },
    'Pahinga muna saglit. Puwede ulit pagkalipas ng 26 minuto.',
  ],
  ['a page of a proxy', { message: '<html><h1>502 Bad Gateway</h1></html>' }, broken],
  ['what a client makes of one', new SyntaxError(`Unexpected token '<', "<html>" is not valid JSON`), broken],
  ['what a client makes of an empty one', { message: '{}' }, broken],
  [
    'a broken rule of the database',
    { message: 'insert or update on table "diary_posts" violates foreign key constraint "diary_posts_lock"' },
    broken,
  ],
  ['an empty answer', { message: '' }, 'Something went wrong.'],
  ['no error at all', undefined, 'Something went wrong.'],
  ['no answer', new TypeError('Failed to fetch'), unanswered],
  ['an answer that took too long', { message: 'TimeoutError: signal timed out' }, unanswered],
])('%s becomes words for people', (_, error, words) => {
  expect(wordsFor(error)).toBe(words)
})

it("an unreadable error becomes the caller's default words", () => {
  expect(wordsFor({ message: '<html>' }, 'Hindi nabago.')).toBe('Hindi nabago.')
})

it('no answer is blamed on the internet only when the device is offline', () => {
  device.onLine = false
  expect(wordsFor(new TypeError('Failed to fetch'))).toBe(
    'Mukhang walang internet. Walang nawala sa nilagay mo; subukan ulit mamaya.',
  )
})

it.each([
  [{ error: 'Puno na.' }, 'Puno na.'],
  [{ error: 7 }, ''],
  [{}, ''],
  [null, ''],
  ['<html>', ''],
])('the refusal in %j is %j', (body, words) => expect(refusalIn(body)).toBe(words))
