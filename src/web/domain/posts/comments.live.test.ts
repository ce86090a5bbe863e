import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WallComment } from '../../../shared/rows.ts'
import type { FollowOptions } from '../../lib/follower.ts'
import { fetchByIds, fetchEarlier, fetchNewest } from './comments.api.ts'
import { followComments, readThread, refresh, removeComment, showEarlier } from './comments.live.ts'
import { posts } from './post-store.ts'

vi.mock('./comments.api.ts', () => ({
  fetchNewest: vi.fn<typeof fetchNewest>(),
  fetchByIds: vi.fn<typeof fetchByIds>(),
  fetchEarlier: vi.fn<typeof fetchEarlier>(),
}))
vi.mock('../../lib/live.ts', () => ({
  follow: (topic: string, options: FollowOptions) => {
    topics.set(topic, options)
    return () => topics.delete(topic)
  },
}))

const topics = vi.hoisted(() => new Map<string, FollowOptions>())
const [newest, byIds, earlier] = [vi.mocked(fetchNewest), vi.mocked(fetchByIds), vi.mocked(fetchEarlier)]
const post = 'post-1'

const comment = (second: number, words = `${second}`): WallComment => ({
  id: `comment-${second}`,
  post_id: post,
  user_id: 'jun',
  content: words,
  created_at: `2026-11-21T10:00:${String(second).padStart(2, '0')}Z`,
  updated_at: `2026-11-21T10:00:${String(words === `${second}` ? second : 59)}Z`,
  codename: 'Tahimik Jun',
  avatar_url: null,
  is_premium: false,
  is_mine: false,
  is_author: false,
})
const words = () => readThread(post)?.thread?.comments.map(({ content }) => content)
const topic = () => {
  const found = topics.get(`post-reactions-${post}`)
  if (!found) throw new Error('Nobody follows the post')
  return found
}
const hear = (payload: Record<string, unknown>) => topic().events['comment_update']?.(payload)

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  vi.stubGlobal('navigator', { onLine: true })
  posts.entries.drop(post)
  topics.clear()
  newest.mockResolvedValue([comment(2), comment(1)])
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open() {
  followComments(post)
  topic().caughtUp()
  await vi.runAllTimersAsync()
}

it('a panel that opens and joins its topic at once sends one request', async () => {
  await open()
  expect(newest).toHaveBeenCalledTimes(1)
  expect(words()).toEqual(['1', '2'])
})

it('catch-ups during a request cause one more request after it', async () => {
  const answer = Promise.withResolvers<WallComment[]>()
  newest.mockReturnValueOnce(answer.promise)
  followComments(post)
  await vi.runAllTimersAsync()
  topic().caughtUp()
  topic().caughtUp()
  expect(newest).toHaveBeenCalledTimes(1)
  answer.resolve([comment(1)])
  await vi.runAllTimersAsync()
  expect(newest).toHaveBeenCalledTimes(2)
  expect(words()).toEqual(['1', '2'])
})

it('events that arrive together are answered by one request for their comments', async () => {
  await open()
  byIds.mockResolvedValue([comment(3), comment(4)])
  hear({ type: 'comment_added', id: 'comment-3', comment_count: 3 })
  hear({ type: 'comment_added', id: 'comment-4', comment_count: 4 })
  hear({ type: 'comment_added', id: 'comment-1', comment_count: 4 })
  await vi.runAllTimersAsync()
  expect(byIds.mock.calls).toEqual([[['comment-3', 'comment-4']]])
  expect(words()).toEqual(['1', '2', '3', '4'])
})

it('an edit fetches the comment again, many changes fetch the thread again', async () => {
  await open()
  byIds.mockResolvedValue([comment(1, 'inayos')])
  hear({ type: 'comment_edited', id: 'comment-1' })
  await vi.runAllTimersAsync()
  expect(words()).toEqual(['inayos', '2'])
  newest.mockResolvedValue([comment(5), comment(1, 'inayos')])
  hear({ type: 'comments_changed', comment_count: 2 })
  await vi.runAllTimersAsync()
  expect(words()).toEqual(['inayos', '5'])
})

it('an event without a usable id changes nothing', async () => {
  await open()
  for (const id of [undefined, null, 7, {}]) hear({ type: 'comment_added', id })
  await vi.runAllTimersAsync()
  expect(byIds).not.toHaveBeenCalled()
  expect(words()).toEqual(['1', '2'])
})

it('a comment that was deleted during a catch-up stays deleted', async () => {
  await open()
  const answer = Promise.withResolvers<WallComment[]>()
  newest.mockReturnValueOnce(answer.promise)
  void refresh(post)
  await vi.runAllTimersAsync()
  removeComment(post, 'comment-2')
  answer.resolve([comment(2), comment(1)])
  await vi.runAllTimersAsync()
  expect(words()).toEqual(['1'])
})

it('a comment whose event comes before the first answer is fetched by one more request', async () => {
  const answer = Promise.withResolvers<WallComment[]>()
  newest.mockReturnValueOnce(answer.promise)
  followComments(post)
  await vi.runAllTimersAsync()
  byIds.mockResolvedValue([comment(2)])
  hear({ type: 'comment_added', id: 'comment-2' })
  await vi.advanceTimersByTimeAsync(200)
  answer.resolve([comment(1)])
  await vi.runAllTimersAsync()
  expect(words()).toEqual(['1', '2'])
})

it('a failed first answer shows an error; a failed later one leaves the thread as it is', async () => {
  newest.mockRejectedValueOnce(new Error('no'))
  await open()
  expect(readThread(post)).toEqual({ error: new Error('no') })
  void refresh(post)
  await vi.runAllTimersAsync()
  expect(words()).toEqual(['1', '2'])
  newest.mockRejectedValueOnce(new Error('no'))
  void refresh(post)
  await vi.runAllTimersAsync()
  expect(words()).toEqual(['1', '2'])
})

it('an offline panel sends no request and says that it is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  await open()
  expect(newest).not.toHaveBeenCalled()
  expect(readThread(post)?.error).toEqual(new Error('offline'))
})

it('an earlier page is put before the first comment', async () => {
  newest.mockResolvedValue(Array.from({ length: 31 }, (_, at) => comment(40 - at)))
  await open()
  expect(words()).toHaveLength(30)
  expect(readThread(post)?.thread?.hasEarlier).toBe(true)
  earlier.mockResolvedValue([comment(10), comment(9)])
  await showEarlier(post)
  expect(words()?.slice(0, 3)).toEqual(['9', '10', '11'])
  expect(readThread(post)?.thread?.hasEarlier).toBe(false)
})

it('an answer after a change of person changes nothing', async () => {
  const answer = Promise.withResolvers<WallComment[]>()
  newest.mockReturnValueOnce(answer.promise)
  followComments(post)
  await vi.runAllTimersAsync()
  posts.entries.drop(post)
  answer.resolve([comment(1)])
  await vi.runAllTimersAsync()
  expect(readThread(post)).toBeUndefined()
})
