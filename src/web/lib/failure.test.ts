import { expect, it } from 'vitest'
import { offlineWords, wordsFor } from './failure.ts'

const broken = 'May aberya sa amin ngayon. Subukan ulit mamaya.'

it.each([
  ['the words of the server', { message: 'Puno na.' }, 'Puno na.'],
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
  ['no answer', new TypeError('Failed to fetch'), offlineWords],
  ['an answer that took too long', { message: 'TimeoutError: signal timed out' }, offlineWords],
])('%s becomes words for people', (_, error, words) => {
  expect(wordsFor(error)).toBe(words)
})

it("an unreadable error becomes the caller's default words", () => {
  expect(wordsFor({ message: '<html>' }, 'Hindi nabago.')).toBe('Hindi nabago.')
})
