import { beforeEach, expect, it, vi } from 'vitest'
import { posts } from './post-store.ts'
import { fetchNewer, fetchNumbers, fetchPosts } from './posts.api.ts'

const here = vi.hoisted(() => ({ person: 'mina' }))
vi.mock('../../lib/session.ts', () => ({
  personHere: () => here.person,
  onPersonChange: () => undefined,
}))

/** Runs while the answer is on its way. */
let meanwhile: () => void
const row = { id: 'post-1', seq: 1, reaction_counts: { '👍': 1 }, my_reaction: '👍', comment_count: 3 }
vi.mock('../../lib/supabase.ts', () => ({
  db: { from: () => query },
}))
const query = vi.hoisted(() => {
  const self: Record<string, unknown> = { throwOnError: () => answer() }
  for (const step of ['select', 'in', 'eq', 'gt', 'order', 'limit']) self[step] = () => self
  return self
})
const answer = async () => {
  meanwhile()
  return { data: [row] }
}

beforeEach(() => {
  here.person = 'mina'
  posts.entries.drop('post-1')
  meanwhile = () => undefined
})

it('fetched numbers are in the store', async () => {
  await fetchNumbers(['post-1'])
  expect(posts.reactions('post-1')).toEqual({ counts: { '👍': 1 }, mine: '👍' })
})

it.each([
  { name: 'numbers', fetching: fetchNumbers },
  { name: 'posts', fetching: fetchPosts },
])('$name fetched for one person are dropped when another signs in', async ({ fetching }) => {
  meanwhile = () => {
    here.person = 'jun'
  }
  await fetching(['post-1'])
  expect(posts.entries.read('post-1')).toBeUndefined()
})

it('a post that went while a page was on its way has no place on it', async () => {
  expect(await fetchNewer('Calm', 0)).toEqual([{ id: 'post-1', seq: 1 }])
  meanwhile = () => posts.bury('post-1', 'removed')
  expect(await fetchNewer('Calm', 0)).toEqual([])
})
