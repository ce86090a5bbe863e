import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { conversationIdOf, dmTopic } from '../../../shared/talks.ts'
import {
  conversations,
  list,
  loadMoreConversations,
  topicWith,
  refreshConversation,
  type Conversation,
} from './conversations.ts'
import { fetchByOthers, fetchConversations, readUpTo } from './conversations.api.ts'
import { createHeld } from './held.ts'
import { markRead } from './mark-read.ts'
import { changeConversation } from './requests.api.ts'
import { acceptRequest, declineRequest } from './requests.ts'
import type { Stored } from './timeline.ts'

vi.mock('./conversations.api.ts', () => ({
  fetchConversations: vi.fn<typeof fetchConversations>(),
  fetchByOthers: vi.fn<typeof fetchByOthers>(),
  readUpTo: vi.fn<typeof readUpTo>(),
  pageSize: 2,
}))
vi.mock('./requests.api.ts', () => ({ changeConversation: vi.fn<typeof changeConversation>() }))
vi.mock('../../lib/session.ts', () => ({ personHere: () => me, onPersonChange: () => undefined }))
vi.mock('../../lib/live.ts', () => ({ follow: () => () => undefined }))
vi.mock('../safety/sight.ts', () => ({ readHidden: () => new Set(), onHidden: () => () => undefined }))

const me = vi.hoisted(() => '0a000000-0000-4000-8000-00000000000a')
const person = (number: number) => `ffffffff-0000-4000-8000-00000000000${number}`
const [pages, byOthers] = [vi.mocked(fetchConversations), vi.mocked(fetchByOthers)]

const row = (number: number, minute: number, over: Partial<Conversation> = {}): Conversation => ({
  conversation_id: conversationIdOf(me, person(number)),
  other_id: person(number),
  state: 'open',
  is_pending: false,
  unread: 0,
  last_at: `2026-11-22T00:0${minute}:00Z`,
  last_seq: 1,
  read_seq: 1,
  other_codename: `Tao ${number}`,
  other_avatar_url: null,
  other_is_premium: false,
  last_text: '',
  last_sender_id: null,
  ...over,
})
const shown = () => list.read().conversations.map(({ other_codename }) => other_codename)
async function refetch(...rows: Conversation[]) {
  byOthers.mockResolvedValue(rows)
  for (const { other_id } of rows) refreshConversation(other_id)
  await vi.runAllTimersAsync()
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  list.put({ state: 'loading', conversations: [], hasMore: false })
  for (const [id] of conversations.entries()) conversations.drop(id)
  pages.mockResolvedValueOnce([row(1, 9), row(2, 8)])
  await loadMoreConversations()
})
afterEach(() => vi.useRealTimers())

it('later pages follow the first, and end where one is not full', async () => {
  expect(list.read().hasMore).toBe(true)
  pages.mockRejectedValueOnce(new Error('no'))
  expect(await loadMoreConversations()).toBe(false)
  pages.mockResolvedValueOnce([row(3, 7)])
  expect(await loadMoreConversations()).toBe(true)
  expect([shown(), list.read().hasMore]).toEqual([['Tao 1', 'Tao 2', 'Tao 3'], false])
  expect(pages).toHaveBeenLastCalledWith(row(2, 8).last_at)
})

it('a conversation with a new message moves to the top, and the others keep their identity', async () => {
  const before = list.read().conversations[0]
  await refetch(row(2, 9, { last_at: '2026-11-22T00:10:00Z', unread: 1 }))
  expect(shown()).toEqual(['Tao 2', 'Tao 1'])
  expect(list.read().conversations[1]).toBe(before)
})

it('a changed conversation of a later page does not leave a hole in the list', async () => {
  await refetch(row(4, 1))
  expect(shown()).toEqual(['Tao 1', 'Tao 2'])
  expect(conversations.read(person(4))).toMatchObject({ other_codename: 'Tao 4' })
})

it('a conversation across a block leaves the list, and a missing one is known to be missing', async () => {
  byOthers.mockResolvedValue([])
  refreshConversation(person(1))
  refreshConversation(person(5))
  await vi.runAllTimersAsync()
  expect(byOthers).toHaveBeenCalledTimes(1)
  expect(shown()).toEqual(['Tao 2'])
  expect(conversations.read(person(5))).toBeNull()
})

it('an accepted request stays, a declined one leaves the list', async () => {
  await refetch(row(1, 9, { state: 'request', unread: 2 }))
  await acceptRequest(row(1, 9).conversation_id)
  expect(conversations.read(person(1))?.state).toBe('open')
  await declineRequest(row(1, 9).conversation_id)
  expect(shown()).toEqual(['Tao 2'])
})

it('a conversation is marked as read up to the newest message here, and only once', async () => {
  const { conversation_id } = row(1, 9)
  const held = createHeld(dmTopic(conversation_id), me)
  const seen = { id: 'd7', seq: 7 } as Stored
  held.timeline = { ...held.timeline, messages: [seen] }
  await refetch(row(1, 9, { unread: 2, last_seq: 7 }))
  markRead(held.topic)
  markRead(held.topic)
  await vi.runAllTimersAsync()
  markRead(held.topic)
  await vi.runAllTimersAsync()
  expect(vi.mocked(readUpTo).mock.calls).toEqual([[{ user_id: me, conversation_id }, 7]])
  expect(conversations.read(person(1))).toMatchObject({ unread: 0, read_seq: 7 })
})

it('nobody opens a conversation with oneself or with a broken id', () => {
  expect(topicWith(person(1).toUpperCase())).toBe(dmTopic(conversationIdOf(me, person(1))))
  expect([topicWith(me), topicWith('mina')]).toEqual([undefined, undefined])
})
