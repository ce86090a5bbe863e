import { beforeEach, expect, it } from 'vitest'
import { createCounts } from './comment-counts.ts'

const post = 'post-1'
let time: number
let counts: ReturnType<typeof createCounts>
const row = (comment_count: number) => [{ id: post, comment_count }]
const now = () => ++time
const shown = () => counts.entries.read(post)?.count

beforeEach(() => {
  time = 0
  counts = createCounts(now)
})

it('takes what a fetch says, but an event is newer than a fetch that began before it', () => {
  counts.absorb(row(3), now())
  expect(shown()).toBe(3)
  const since = now()
  counts.hear(post, 5)
  counts.absorb(row(4), since)
  expect(shown()).toBe(5)
  counts.absorb(row(2), now())
  expect(shown()).toBe(2)
})

it('counts the own comment at once, and takes it back when it could not be stored', () => {
  counts.absorb(row(7), now())
  const takeBack = counts.expect(post)
  expect(shown()).toBe(8)
  takeBack()
  expect(shown()).toBe(7)
})

it('believes the server about an own comment that got no answer', () => {
  counts.absorb(row(7), now())
  const takeBack = counts.expect(post)
  counts.hear(post, 8)
  takeBack()
  expect(shown()).toBe(8)
})

it('takes nothing that is no number from the network', () => {
  counts.absorb(row(1), now())
  for (const wrong of [undefined, null, '9', -1, 1.5, Number.NaN, {}]) counts.hear(post, wrong)
  expect(shown()).toBe(1)
})
