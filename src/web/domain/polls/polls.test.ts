import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Poll } from '../../../shared/polls.ts'
import type { FollowOptions } from '../../lib/follower.ts'
import { tallyOf } from './poll.ts'
import { createPoll, deletePoll, fetchPolls, voteOnPoll } from './polls.api.ts'
import {
  addPoll,
  followPolls,
  loadOlderPolls,
  readPolls,
  refreshPolls,
  removePoll,
  showNewPolls,
  vote,
} from './polls.ts'

vi.mock('./polls.api.ts', () => ({
  fetchPolls: vi.fn<typeof fetchPolls>(),
  createPoll: vi.fn<typeof createPoll>(),
  voteOnPoll: vi.fn<typeof voteOnPoll>(),
  deletePoll: vi.fn<typeof deletePoll>(),
}))
vi.mock('../../lib/live.ts', () => ({
  follow: (topic: string, options: FollowOptions) => {
    live.topics.set(topic, options)
    return () => live.topics.delete(topic)
  },
}))
vi.mock('../../lib/live-poll.ts', () => ({ poll: () => () => undefined }))
vi.mock('../../lib/signal.ts', () => ({ onSignal: () => () => undefined }))
vi.mock('../../lib/session.ts', () => ({
  personHere: () => live.person,
  onPersonChange: (listener: () => void) => void live.leavers.add(listener),
}))

const live = vi.hoisted(
  (): { topics: Map<string, FollowOptions>; leavers: Set<() => void>; person: string | undefined } => ({
    topics: new Map(),
    leavers: new Set(),
    person: 'mina',
  }),
)
const [fetched, voted, deleted] = [vi.mocked(fetchPolls), vi.mocked(voteOnPoll), vi.mocked(deletePoll)]

const poll = (n: number, over: Partial<Poll> = {}): Poll => ({
  id: `p${n}`,
  user_id: 'ben',
  question: `Tanong ${n}`,
  options: ['Oo', 'Hindi'],
  vote_counts: [1, 0],
  total_votes: 1,
  has_voted: false,
  user_vote_index: null,
  expires_at: null,
  created_at: new Date(Date.UTC(2026, 10, n)).toISOString(),
  creator_codename: 'Tahimik Ben',
  creator_avatar_url: null,
  creator_is_premium: true,
  is_open: true,
  voter_id: 'me',
  ...over,
})
/** The server has these polls from now on. */
const hold = (polls: Poll[], next: string | null = null) => fetched.mockResolvedValue({ polls, next })
const become = (person: string | undefined) => {
  live.person = person
  for (const leave of live.leavers) leave()
}
const shown = () =>
  readPolls().polls.map(({ row: { id }, goneAt }) => (goneAt === undefined ? id : `${id} gone`))
const tally = (id: string) => {
  const held = readPolls().polls.find(({ row }) => row.id === id)
  return held && tallyOf(held)
}

beforeEach(async () => {
  become('mina')
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  hold([poll(2), poll(1)])
  await refreshPolls()
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const each of [fetched, voted, deleted, vi.mocked(createPoll)]) each.mockReset()
})

it('a vote shows at once, is sent once, and stays', async () => {
  voted.mockResolvedValue()
  const sending = vote('p1', 1)
  expect(tally('p1')).toEqual({ counts: [1, 1], total: 2, mine: 1 })
  // A double click, and a second thought.
  await Promise.all([vote('p1', 1), vote('p1', 0)])
  expect(await sending).toBeUndefined()
  expect(voted.mock.calls).toEqual([['p1', 1]])
  expect(tally('p1')).toEqual({ counts: [1, 1], total: 2, mine: 1 })
})

it('a vote that fails is taken back with the words of the server, and the truth is fetched', async () => {
  voted.mockRejectedValue(new Error('Sarado na ang poll na ito.'))
  hold([poll(2), poll(1, { is_open: false, vote_counts: [5, 5] })])
  expect(await vote('p1', 1)).toBe('Sarado na ang poll na ito.')
  await refreshPolls()
  expect(tally('p1')).toEqual({ counts: [5, 5], total: 10, mine: undefined })
  // It is closed: another press sends nothing.
  expect(await vote('p1', 1)).toBeUndefined()
  expect(voted).toHaveBeenCalledOnce()
})

it('without a session nothing is sent', async () => {
  become(undefined)
  expect(await vote('p1', 0)).toBe('No session')
  expect(voted).not.toHaveBeenCalled()
})

it('answers for the person who has left change nothing for the next', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  voted.mockReturnValue(promise)
  const sending = vote('p1', 1)
  become('jun')
  await refreshPolls()
  expect(tally('p1')).toEqual({ counts: [1, 0], total: 1, mine: undefined })
  voted.mockResolvedValue()
  await vote('p1', 0)
  reject(new Error('Failed to vote'))
  await sending
  expect(tally('p1')?.mine).toBe(0)
})

it('an answer for the person who has left does not hold up the list of the next', async () => {
  const { promise } = Promise.withResolvers<never>()
  fetched.mockReturnValueOnce(promise)
  void refreshPolls()
  become('jun')
  expect(readPolls().state).toBe('loading')
  await refreshPolls()
  expect(shown()).toEqual(['p2', 'p1'])
})

it('new polls wait until they are asked for; a deleted one leaves its place', async () => {
  hold([poll(3), poll(2)])
  await refreshPolls()
  expect([shown(), readPolls().waiting.length]).toEqual([['p2', 'p1 gone'], 1])
  showNewPolls()
  expect([shown(), readPolls().waiting.length]).toEqual([['p3', 'p2'], 0])
})

it('a fetch that fails keeps the list and is only logged', async () => {
  fetched.mockRejectedValue(new Error('HTTP 503: Service Unavailable'))
  await refreshPolls()
  expect([readPolls().state, shown()]).toEqual(['here', ['p2', 'p1']])
  expect(vi.mocked(console.warn).mock.calls).toEqual([['HTTP 503: Service Unavailable']])
  become('jun')
  await refreshPolls()
  expect(readPolls().state).toBe('failed')
})

it('a deletion shows at once, and the poll is back in its place when the server refuses', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  deleted.mockReturnValueOnce(promise)
  const removal = removePoll('p2')
  expect(shown()).toEqual(['p1'])
  // The server still has it: an answer in between does not bring it back.
  await refreshPolls()
  expect([shown(), readPolls().waiting]).toEqual([['p1'], []])
  reject(new Error('Delete failed'))
  expect(await removal).toBe('Delete failed')
  expect(shown()).toEqual(['p2', 'p1'])
  deleted.mockResolvedValue()
  expect(await removePoll('p2')).toBeUndefined()
  await refreshPolls()
  expect(shown()).toEqual(['p1'])
})

it('a created poll is on top, with those that waited', async () => {
  hold([poll(3), poll(2), poll(1)])
  await refreshPolls()
  hold([poll(4, { user_id: 'mina' }), poll(3), poll(2), poll(1)])
  await addPoll({ id: 'p4', question: 'x', options: ['a', 'b'], expires_at: null })
  expect(shown()).toEqual(['p4', 'p3', 'p2', 'p1'])
})

it('an older page joins the list without doubles, and its failure can be repeated', async () => {
  become('jun')
  hold([poll(9), poll(8), poll(3, { has_voted: true, user_vote_index: 0 })], 'after 8')
  await refreshPolls()
  fetched.mockRejectedValueOnce(new Error('x'))
  await loadOlderPolls()
  expect(readPolls().older).toBe('failed')
  hold([poll(7), poll(3, { has_voted: true, user_vote_index: 0 })])
  await loadOlderPolls()
  expect(fetched.mock.lastCall).toEqual(['after 8'])
  expect([shown(), readPolls().next]).toEqual([['p9', 'p8', 'p7', 'p3'], null])
})

it('live votes are gathered and counted once; a poll deleted elsewhere leaves its place', () => {
  vi.useFakeTimers()
  const stop = followPolls()
  const { vote: told, poll_deleted: gone } = live.topics.get('polls:global')?.events ?? {}
  const event = {
    poll_id: 'p1',
    option_index: 1,
    user_id: 'liza',
    timestamp: '',
    vote_counts: [1, 1],
    total_votes: 2,
  }
  for (let n = 0; n < 3; n++) told?.(event)
  told?.({ ...event, user_id: 'jun', vote_counts: [1, 2], total_votes: 3 })
  told?.(event)
  vi.advanceTimersByTime(200)
  expect(tally('p1')).toMatchObject({ counts: [1, 2], total: 3 })
  gone?.({ poll_id: 'p2' })
  expect(shown()).toEqual(['p2 gone', 'p1'])
  stop()
  expect(live.topics.size).toBe(0)
  vi.useRealTimers()
})
