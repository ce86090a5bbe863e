import { expect, it } from 'vitest'
import type { WallComment } from '../../../shared/rows.ts'
import { catchUp, merge, noThread, putEarlier, remove, type Thread } from './thread.ts'

const at = (second: number) => `2026-11-21T10:00:${String(second).padStart(2, '0')}.5+00:00`

/** A comment made at that second, edited at the second one if given. */
function comment(id: string, second: number, edited = second): WallComment {
  return {
    id,
    post_id: 'post-1',
    user_id: 'mina',
    content: edited === second ? id : `${id}, edited`,
    created_at: at(second),
    updated_at: at(edited),
    codename: 'Tahimik Mina',
    avatar_url: null,
    is_premium: false,
    is_mine: false,
    is_author: false,
  }
}
const words = ({ comments }: Thread) => comments.map(({ content }) => content)
const ids = ({ comments }: Thread) => new Set(comments.map(({ id }) => id))
const thread = merge(noThread, [comment('b', 2), comment('a', 1), comment('c', 3)])

it('a thread shows comments by time, then by id, each once', () => {
  expect(words(thread)).toEqual(['a', 'b', 'c'])
  expect(words(merge(thread, [comment('d', 2), comment('b', 2)]))).toEqual(['a', 'b', 'd', 'c'])
})

it('a thread keeps the latest version of a comment, in any order of arrival', () => {
  const edited = merge(thread, [comment('b', 2, 9)])
  expect(words(edited)).toEqual(['a', 'b, edited', 'c'])
  expect(words(merge(edited, [comment('b', 2)]))).toEqual(['a', 'b, edited', 'c'])
})

it('a deleted comment does not return with an answer that was under way', () => {
  const removed = remove(thread, 'b')
  expect(words(removed)).toEqual(['a', 'c'])
  expect(words(catchUp(removed, [comment('a', 1), comment('b', 2), comment('c', 3)], ids(thread)))).toEqual([
    'a',
    'c',
  ])
})

it('a catch-up adds, edits and deletes what changed during the gap', () => {
  const known = ids(thread)
  // The event arrived after the request began, so the answer lacks it.
  const meanwhile = merge(thread, [comment('e', 5)])
  const caughtUp = catchUp(meanwhile, [comment('d', 4), comment('b', 2, 9), comment('a', 1)], known)
  expect(words(caughtUp)).toEqual(['a', 'b, edited', 'd', 'e'])
})

it('earlier comments go before the others, and the last page is known', () => {
  const longer = putEarlier({ ...thread, hasEarlier: true }, [comment('z', 0)], false)
  expect(words(longer)).toEqual(['z', 'a', 'b', 'c'])
  expect(longer.hasEarlier).toBe(false)
})
