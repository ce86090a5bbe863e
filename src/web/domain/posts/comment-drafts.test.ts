import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limits } from '../../../shared/limits.ts'
import type { WallComment } from '../../../shared/rows.ts'
import {
  drafts,
  edits,
  isSendable,
  rescueEdit,
  send,
  settleDraft,
  write,
  type Author,
} from './comment-drafts.ts'
import type { StoredComment } from '../outbox/waiting.ts'
import { fetchByIds, insertComment } from './comments.api.ts'
import { readThread } from './comments.live.ts'
import { posts } from './post-store.ts'
import { refreshNumbers } from './posts.live.ts'
import { merge, noThread } from './thread.ts'

vi.mock('./comments.api.ts', () => ({
  insertComment: vi.fn<typeof insertComment>(),
  fetchByIds: vi.fn<typeof fetchByIds>(),
}))
vi.mock('./posts.live.ts', () => ({ refreshNumbers: vi.fn<typeof refreshNumbers>() }))
vi.mock('../../lib/live.ts', () => ({}))

const [insert, byIds] = [vi.mocked(insertComment), vi.mocked(fetchByIds)]
const post = 'post-1'
const mina: Author = {
  user_id: 'mina',
  codename: 'Tahimik Mina',
  avatar_url: null,
  is_premium: false,
  is_author: false,
}
type Sent = Parameters<typeof insertComment>[0]
const storedAs = ({ id, post_id, user_id, content }: Sent): StoredComment => ({
  id,
  post_id,
  user_id,
  content,
  created_at: '2026-11-21T10:00:00Z',
  updated_at: '2026-11-21T10:00:00Z',
})
const store = (sent: Sent) => Promise.resolve({ stored: storedAs(sent), isNew: true })
const words = () => readThread(post)?.thread?.comments.map(({ content }) => content)
const count = () => posts.entry(post).comments.count
const sentIds = () => insert.mock.calls.map(([{ id }]) => id)
const refusal = (code: string) => Object.assign(new Error('no'), { code })

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  vi.stubGlobal('navigator', { onLine: true })
  posts.entries.drop(post)
  posts.entry(post).thread = { thread: noThread }
  drafts.drop(post)
  insert.mockImplementation(store)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a comment has 1 to 1,000 letters', () => {
  expect(
    ['', '  \n', 'a', 'a'.repeat(limits.comment), 'a'.repeat(limits.comment + 1)].map(isSendable),
  ).toEqual([false, false, true, true, false])
})

it('a comment that is being sent is counted and leaves the box; once stored, it is in the thread', async () => {
  write(post, ' Yakap. ')
  const sending = send(post, mina)
  expect(drafts.read(post)).toMatchObject({ text: '', sending: { content: 'Yakap.', is_mine: true } })
  expect(count()).toBe(1)
  expect(await sending).toBe(true)
  expect(drafts.read(post)).toEqual({ text: '' })
  expect([words(), count()]).toEqual([['Yakap.'], 1])
})

it('quick taps send one comment, and an empty one is not sent', async () => {
  write(post, 'Yakap.')
  const sending = send(post, mina)
  expect(await send(post, mina)).toBe(false)
  await sending
  expect(await send(post, mina)).toBe(false)
  expect(insert).toHaveBeenCalledTimes(1)
})

it.each([
  ['42501', 'Hindi ka makakapagkomento sa post na ’to. Nasa kahon pa ang sinulat mo.'],
  ['23503', 'Wala na rito ang post na ’to. Nasa kahon pa ang sinulat mo.'],
  ['57014', 'Hindi naipadala. Nasa kahon pa ang sinulat mo.'],
])('a comment that the server refuses with %s returns to the box and is not counted', async (code, note) => {
  insert.mockRejectedValue(refusal(code))
  write(post, 'Yakap.')
  expect(await send(post, mina)).toBe(false)
  expect(drafts.read(post)).toMatchObject({ text: 'Yakap.', note })
  expect([words(), count()]).toEqual([[], 0])
  await vi.runAllTimersAsync()
  expect(byIds).not.toHaveBeenCalled()
})

it('a comment without an answer returns above newer words, and the client asks whether it is stored', async () => {
  insert.mockRejectedValue(new TypeError('Failed to fetch'))
  byIds.mockResolvedValue([])
  write(post, 'Kumusta ka?')
  const sending = send(post, mina)
  write(post, 'Nandito lang ako.')
  await sending
  expect(drafts.read(post)?.text).toBe('Kumusta ka?\nNandito lang ako.')
  await vi.runAllTimersAsync()
  expect(byIds.mock.calls).toEqual([[sentIds()]])
})

it('a lost comment keeps its id when words are added at its end, so it is stored once', async () => {
  insert.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  write(post, 'Nandito lang ako.')
  await send(post, mina)
  insert.mockImplementation((sent) => Promise.resolve({ stored: storedAs(sent), isNew: false }))
  write(post, 'Nandito lang ako, palagi.')
  await send(post, mina)
  expect(new Set(sentIds()).size).toBe(1)
  expect(words()).toEqual(['Nandito lang ako, palagi.'])
  // The first attempt may be in the count, so the number is fetched.
  expect(count()).toBe(0)
  expect(refreshNumbers).toHaveBeenCalledWith(post)
})

it("other words than the lost comment's get a new id and overwrite nothing", async () => {
  insert.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  write(post, 'Kumusta ka?')
  await send(post, mina)
  write(post, 'Nandito lang ako.')
  await send(post, mina)
  expect(new Set(sentIds()).size).toBe(2)
})

it.each([
  ['Kumusta ka?', ''],
  ['Kumusta ka?\nNandito lang ako.', 'Nandito lang ako.'],
  ['Kumusta ka? Ako mabuti.', 'Ako mabuti.'],
  ['Kumusta ka?!', 'Kumusta ka?!'],
  ['Iba na ito.', 'Iba na ito.'],
])('a box with %j keeps %j when the lost comment is found to be stored', async (text, kept) => {
  insert.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  write(post, 'Kumusta ka?')
  await send(post, mina)
  const lost = insert.mock.calls[0]?.[0] as WallComment
  write(post, text)
  settleDraft(post, [{ ...lost, ...storedAs(lost) }])
  expect(drafts.read(post)).toEqual({ text: kept })
  write(post, 'Nandito lang ako.')
  await send(post, mina)
  expect(new Set(sentIds()).size).toBe(2)
})

it("a count from an event stays when the comment's answer is lost", async () => {
  insert.mockImplementation(() => {
    posts.hearComments(post, 5)
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  write(post, 'Yakap.')
  await send(post, mina)
  expect(count()).toBe(5)
})

it('an answer after a log-out changes neither the box nor the thread', async () => {
  const answer = Promise.withResolvers<undefined>()
  insert.mockImplementation(async (sent) => {
    await answer.promise
    return store(sent)
  })
  write(post, 'Yakap.')
  const sending = send(post, mina)
  drafts.drop(post)
  posts.entries.drop(post)
  answer.resolve(undefined)
  await sending
  expect([drafts.read(post), readThread(post)]).toEqual([undefined, undefined])
})

it('the unsaved edit of a deleted comment goes into the box, above the words there', () => {
  const comment: WallComment = {
    ...mina,
    ...storedAs({ id: 'one', post_id: post, user_id: 'mina', content: 'Una.' }),
    is_mine: true,
  }
  edits.put('one', 'Mahabang binago.')
  posts.entry(post).thread = { thread: merge(noThread, [comment]) }
  rescueEdit(post, 'one')
  expect(drafts.read(post)).toBeUndefined()
  posts.entry(post).thread = { thread: noThread }
  write(post, 'Nasimulan.')
  rescueEdit(post, 'one')
  expect(drafts.read(post)).toMatchObject({
    text: 'Mahabang binago.\nNasimulan.',
    note: 'Nabura na ang komento mo. Nasa kahon pa ang sinulat mo.',
  })
  expect(edits.read('one')).toBeUndefined()
})
