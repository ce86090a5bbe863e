import { describe, expect, it } from 'vitest'
import type { Poll, VoteEvent } from '../../../shared/polls.ts'
import {
  castVote,
  hearVote,
  holdPoll,
  isOpenAt,
  readVote,
  renewList,
  renewPoll,
  tallyOf,
  uncastVote,
} from './poll.ts'

const row = (over: Partial<Poll> = {}): Poll => ({
  id: 'p1',
  user_id: 'u1',
  question: 'Kape o tsaa?',
  options: ['Kape', 'Tsaa', 'Tubig'],
  vote_counts: [3, 1, 0],
  total_votes: 4,
  has_voted: false,
  user_vote_index: null,
  expires_at: null,
  created_at: '2026-11-20T00:00:00Z',
  creator_codename: 'Tahimik Mina',
  creator_avatar_url: null,
  creator_is_premium: true,
  is_open: true,
  voter_id: 'me',
  ...over,
})
const event = (voter: string, option: number, vote_counts: number[]): VoteEvent => ({
  poll_id: 'p1',
  option_index: option,
  user_id: voter,
  timestamp: '2026-11-23T00:00:00Z',
  vote_counts,
  total_votes: vote_counts.reduce((sum, count) => sum + count, 0),
})
const held = holdPoll(row())

const old = (n: number, over: Partial<Poll> = {}) =>
  row({ id: `p${n}`, created_at: new Date(Date.UTC(2026, 10, n)).toISOString(), ...over })
const shown = (list: ReturnType<typeof renewList>['list']) =>
  list.map(({ row: { id }, goneAt }) => (goneAt === undefined ? id : `${id} gone`))

describe('the votes of a poll', () => {
  it('an event brings the counts, and changes nothing when it arrives twice or late', () => {
    const once = hearVote(held, event('ben', 1, [3, 2, 0]), 10)
    expect(tallyOf(once)).toEqual({ counts: [3, 2, 0], total: 5, mine: undefined })
    expect(hearVote(once, event('ben', 1, [3, 2, 0]), 11)).toBe(once)
    const later = hearVote(once, event('jun', 0, [5, 2, 0]), 12)
    expect(hearVote(later, event('liza', 0, [4, 2, 0]), 13)).toBe(later)
  })

  it('an event for other options than the page has changes nothing', () => {
    expect(hearVote(held, event('ben', 1, [9, 9]), 10)).toBe(held)
    expect(hearVote(held, event('ben', 3, [9, 9, 9]), 10)).toBe(held)
  })

  it('the own vote shows at once, and its event does not count it again', () => {
    const cast = castVote(held, 2)
    expect(tallyOf(cast)).toEqual({ counts: [3, 1, 1], total: 5, mine: 2 })
    const told = hearVote(cast, event('me', 2, [3, 1, 1]), 10)
    expect(tallyOf(told)).toEqual({ counts: [3, 1, 1], total: 5, mine: 2 })
    expect(hearVote(told, event('me', 2, [3, 1, 1]), 11)).toBe(told)
    expect(tallyOf(uncastVote(cast))).toEqual(tallyOf(held))
  })

  it("another person's event does not swallow the own vote", () => {
    const cast = castVote(held, 2)
    // As large as the page's own count: it may lack the own vote.
    expect(tallyOf(hearVote(cast, event('ben', 0, [4, 1, 0]), 10))).toMatchObject({ counts: [3, 1, 1] })
    expect(tallyOf(hearVote(cast, event('ben', 0, [4, 1, 1]), 10))).toEqual({
      counts: [4, 1, 1],
      total: 6,
      mine: 2,
    })
  })

  it('a vote of the own other device shows as the own vote', () => {
    const told = hearVote(held, event('me', 0, [4, 1, 0]), 10)
    expect(tallyOf(told)).toEqual({ counts: [4, 1, 0], total: 5, mine: 0 })
  })

  it('a fetch replaces the counts, also by smaller ones, unless a later event brought more', () => {
    const heard = hearVote(held, event('ben', 0, [4, 1, 0]), 100)
    expect(tallyOf(renewPoll(heard, row({ vote_counts: [2, 1, 0] }), 101)).counts).toEqual([2, 1, 0])
    expect(tallyOf(renewPoll(heard, row(), 90)).counts).toEqual([4, 1, 0])
    expect(tallyOf(renewPoll(heard, row({ vote_counts: [9, 1, 0] }), 90)).counts).toEqual([9, 1, 0])
  })

  it('an own vote outlives an answer that cannot know it, and no other', () => {
    const cast = castVote(held, 1)
    const settled = { ...cast, settledAt: 60 }
    expect(tallyOf(renewPoll(cast, row(), 50))).toEqual({ counts: [3, 2, 0], total: 5, mine: 1 })
    expect(tallyOf(renewPoll(settled, row(), 50))).toEqual({ counts: [3, 2, 0], total: 5, mine: 1 })
    expect(tallyOf(renewPoll(settled, row(), 70))).toEqual({ counts: [3, 1, 0], total: 4, mine: undefined })
    const stored = row({ has_voted: true, user_vote_index: 1, vote_counts: [3, 2, 0] })
    const known = renewPoll(settled, stored, 50)
    expect(tallyOf(known)).toEqual({ counts: [3, 2, 0], total: 5, mine: 1 })
    // The vote is gone on the server, with its account's data.
    expect(tallyOf(renewPoll(known, row(), 80)).mine).toBeUndefined()
  })

  it('a deleted poll does not come back with an older answer', () => {
    const gone = { ...held, goneAt: 60 }
    expect(renewPoll(gone, row(), 50)).toBe(gone)
    expect(renewPoll(gone, row(), 70).goneAt).toBeUndefined()
  })

  it('an own vote that an event has counted is not counted again by an older answer', () => {
    const told = hearVote({ ...castVote(held, 1), settledAt: 60 }, event('me', 1, [3, 2, 0]), 70)
    expect(tallyOf(renewPoll(told, row(), 50))).toEqual({ counts: [3, 2, 0], total: 5, mine: 1 })
  })

  it('two thousand voters at once leave exact counts, in any order of their events', () => {
    const events: VoteEvent[] = []
    const counts = [3, 1, 0]
    for (let n = 0; n < 2_000; n++) {
      counts[n % 3] = (counts[n % 3] ?? 0) + 1
      events.push(event(n === 700 ? 'me' : `v${n}`, n % 3, [...counts]))
    }
    const mixed = events.toSorted((a, b) => ((a.total_votes * 7919) % 2003) - ((b.total_votes * 7919) % 2003))
    const cast = castVote(held, 1)
    const told = [...mixed, ...events].reduce((before, one) => hearVote(before, one, 10), cast)
    expect(tallyOf(told)).toEqual({ counts: [670, 668, 666], total: 2_004, mine: 1 })
  })
})

it('a poll is open until its end by the database, or for good', () => {
  const end = Date.parse('2026-11-23T04:00:00Z')
  const ending = row({ expires_at: '2026-11-23T04:00:00Z' })
  expect([isOpenAt(ending, end - 1), isOpenAt(ending, end)]).toEqual([true, false])
  expect([isOpenAt(row(), end), isOpenAt(row({ is_open: false }), end)]).toEqual([true, false])
})

it('a payload that is no vote is dropped', () => {
  const good = event('v', 0, [1, 0, 0])
  expect(readVote(good)).toBe(good)
  const bad = [
    { poll_id: 1 },
    { option_index: 0.5 },
    { option_index: -1 },
    { user_id: null },
    { vote_counts: [1, '2'] },
  ]
  for (const one of [...bad, { vote_counts: {} }]) expect(readVote({ ...good, ...one })).toBeUndefined()
})

describe('the list after a new first page', () => {
  it('new polls wait, and known ones are renewed in their place', () => {
    const list = [old(2), old(1)].map(holdPoll)
    const polls = [old(3), old(2, { vote_counts: [9, 9, 9] }), old(1)]
    const { list: after, waiting } = renewList(list, { polls, askedAt: 0 }, 50)
    expect(shown(after)).toEqual(['p2', 'p1'])
    expect(after[0]?.counts).toEqual([9, 9, 9])
    expect(waiting.map(({ id }) => id)).toEqual(['p3'])
  })

  it('a poll that the answer should hold is gone; an older one stays', () => {
    const list = [6, 5, 4, 2, 1].map((n) => holdPoll(old(n)))
    const polls = [old(6), old(4), old(1, { has_voted: true, user_vote_index: 0 })]
    const { list: after } = renewList(list, { polls, askedAt: 0 }, 2)
    expect(shown(after)).toEqual(['p6', 'p5 gone', 'p4', 'p2', 'p1'])
    expect(shown(renewList(list, { polls, askedAt: 0 }, 50).list)).toEqual([
      'p6',
      'p5 gone',
      'p4',
      'p2 gone',
      'p1',
    ])
  })
})
