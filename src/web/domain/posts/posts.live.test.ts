import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FollowOptions } from '../../lib/follower.ts'
import { queryClient } from '../../lib/query.ts'
import { postKey } from './feed.ts'
import { posts } from './post-store.ts'
import { fetchNumbers, fetchPosts } from './posts.api.ts'
import { chooseFollowed, followNear, linger, type Followed } from './posts.live.ts'
import { react } from './reactions.api.ts'
import { hidePost, unhide } from '../safety/sight.ts'

vi.mock('./posts.api.ts', () => ({
  fetchNumbers: vi.fn<typeof fetchNumbers>(),
  fetchPosts: vi.fn<typeof fetchPosts>(),
}))
vi.mock('../../lib/supabase.ts', () => ({
  db: { from: () => ({ insert: () => ({ abortSignal: () => Promise.resolve({ error: refusal.error }) }) }) },
}))
vi.mock('../../lib/live.ts', () => ({
  follow: (topic: string, options: FollowOptions) => {
    topics.set(topic, options)
    return () => topics.delete(topic)
  },
}))

const topics = vi.hoisted(() => new Map<string, FollowOptions>())
const refusal = vi.hoisted((): { error: { code: string } | null } => ({ error: null }))

let followed: Followed
beforeEach(() => {
  followed = new Map()
})

/** A wall of `count` posts, of which `near` are near the screen. Applies each decision. */
function look(now: number, from: number, to: number, count = 100) {
  const shown = Array.from({ length: count }, (_, at) => ({ postId: `${at}`, isNear: at >= from && at < to }))
  const decided = chooseFollowed(shown, followed, now)
  for (const postId of decided.gone) followed.delete(postId)
  for (const postId of decided.come) followed.set(postId, { stop: () => undefined })
  return decided
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `${from + at}`)

it('the app follows further posts in advance, so that reading on needs one request for several', () => {
  expect(look(0, 0, 4).come).toEqual(range(0, 12))
  expect(look(1_000, 2, 6).come).toEqual([])
  expect(look(2_000, 8, 12).come).toEqual([])
  expect(look(3_000, 9, 13).come).toEqual(range(12, 21))
})

it('the app follows posts for a while after they leave the screen', () => {
  look(0, 0, 4, 20)
  expect(look(1_000, 10, 14, 20)).toMatchObject({ gone: [], isWaiting: true })
  expect(look(1_000 + linger - 1, 0, 4, 20).come).toEqual([])
  look(40_000, 10, 14, 20)
  const late = look(40_000 + linger, 10, 14, 20)
  expect(late.gone.toSorted()).toEqual(range(0, 10).toSorted())
  expect(late.isWaiting).toBe(false)
})

it('the app follows at most as many posts as a socket carries, and drops those that left first', () => {
  for (let at = 0; at < 90; at += 6) look(at * 100, at, at + 6)
  expect(followed.size).toBe(36)
  expect(followed.has('84')).toBe(true)
  expect(followed.has('0')).toBe(false)
  expect(look(9_000, 0, 60).come.length + followed.size).toBeGreaterThan(36)
  expect(followed.size).toBe(36)
})

it('the app follows nothing when no post is near', () => {
  expect(look(0, 0, 0)).toEqual({ come: [], gone: [], isWaiting: false })
})

describe('a post near the screen', () => {
  const id = 'post-1'
  const [numbers, rows] = [vi.mocked(fetchNumbers), vi.mocked(fetchPosts)]
  /** The person's other tabs. */
  const tabs = new BroadcastChannel('reactions')
  const heard: unknown[] = []
  afterAll(() => tabs.close())
  const hear = (event: string, payload: Record<string, unknown>) =>
    topics.get(`post-reactions-${id}`)?.events[event]?.(payload)

  beforeEach(() => {
    vi.useFakeTimers()
    vi.resetAllMocks()
    numbers.mockResolvedValue(new Set([id]))
    rows.mockResolvedValue([id])
    refusal.error = null
    posts.entries.drop(id)
    followNear([{ postId: id, isNear: true }])
  })
  afterEach(async () => {
    vi.useFakeTimers()
    followNear([])
    await vi.runAllTimersAsync()
    vi.useRealTimers()
  })

  it('is followed until it has been away for a while', async () => {
    expect([...topics.keys()]).toEqual([`post-reactions-${id}`])
    followNear([])
    await vi.advanceTimersByTimeAsync(linger - 1)
    expect(topics.size).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(topics.size).toBe(0)
  })

  it('takes its counts from events', () => {
    hear('reaction_update', { reaction_counts: { '👍': 2 } })
    hear('comment_update', { comment_count: 4 })
    expect(posts.reactions(id).counts).toEqual({ '👍': 2 })
    expect(posts.entry(id).comments.count).toBe(4)
  })

  it('is fetched for each new comment, when its reader does not see all comments', async () => {
    const told = { id, reaction_counts: {}, my_reaction: null, comment_count: 3, comments_vary: true }
    posts.absorbNumbers([told], posts.now())
    hear('comment_update', { comment_count: 5 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(posts.entry(id).comments.count).toBe(3)
    expect(numbers.mock.calls).toEqual([[[id]]])
  })

  it('is fetched once for several catch-ups', async () => {
    topics.get(`post-reactions-${id}`)?.caughtUp()
    topics.get(`post-reactions-${id}`)?.caughtUp()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(numbers.mock.calls).toEqual([[[id]]])
  })

  it('is marked missing when a catch-up does not find it', async () => {
    numbers.mockResolvedValue(new Set())
    topics.get(`post-reactions-${id}`)?.caughtUp()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(posts.row(id).gone).toBe('missing')
    expect(queryClient.getQueryData(postKey(id))).toBe(false)
  })

  it('is not missing when its reader hid it, and is there again when they show it', async () => {
    numbers.mockResolvedValue(new Set())
    topics.get(`post-reactions-${id}`)?.caughtUp()
    await hidePost(id)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(posts.row(id).gone).toBeUndefined()
    unhide(id)
    posts.bury(id, 'missing')
    posts.unbury(id)
    expect(posts.row(id).gone).toBeUndefined()
    posts.bury(id, 'deleted')
    posts.unbury(id)
    expect(posts.row(id).gone).toBe('deleted')
  })

  it('stays as it is when a catch-up fails', async () => {
    numbers.mockRejectedValue(new Error('no'))
    topics.get(`post-reactions-${id}`)?.caughtUp()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(posts.row(id).gone).toBeUndefined()
  })

  it('is fetched once after several edits, and is marked deleted by its event', async () => {
    hear('post_update', { type: 'post_edited' })
    hear('post_update', { type: 'post_edited' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(rows.mock.calls).toEqual([[[id]]])
    hear('post_update', { type: 'post_removed' })
    expect(posts.row(id).gone).toBe('deleted')
  })

  it('is fetched again when another tab of this person reacted to it', async () => {
    vi.useRealTimers()
    for (const reacted of ['post-9', id]) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
      tabs.postMessage(reacted)
    }
    await expect.poll(() => numbers.mock.calls).toEqual([[[id]]])
  })

  it('tells the other tabs of a reaction that was stored, and of no other', async () => {
    vi.useRealTimers()
    tabs.addEventListener('message', ({ data }) => heard.push(data))
    refusal.error = { code: '57014' }
    expect(await react('post-2', 'mina', '👍')).toBe(true)
    expect(posts.reactions('post-2')).toEqual({ counts: {}, mine: null })
    refusal.error = { code: '23503' }
    expect(await react('post-2', 'mina', '👍')).toBe(false)
    refusal.error = null
    expect(await react(id, 'mina', '👍')).toBe(true)
    await expect.poll(() => heard).toEqual([id])
    expect(posts.reactions(id)).toEqual({ counts: { '👍': 1 }, mine: '👍' })
  })
})
