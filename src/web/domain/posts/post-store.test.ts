import { beforeEach, describe, expect, it, vi } from 'vitest'
import { putWaiting, waiting } from '../outbox/waiting.ts'
import { PostStore, withQueued, type FetchedPost, type WriteReaction } from './post-store.ts'

/** The callbacks that run when the person changes. */
const changes = vi.hoisted(() => new Set<(mayReturn: boolean) => void>())
vi.mock('../../lib/session.ts', () => ({
  onPersonChange: (listener: (mayReturn: boolean) => void) => changes.add(listener),
}))

const post = 'post-1'
let time: number
let store: PostStore
/** The requests, and how to answer each. */
let asked: { change: string; answer: (outcome?: 'queued') => void; refuse: () => void }[]

const write: WriteReaction = (_, from, to) =>
  new Promise((resolve, reject) => {
    asked.push({
      change: `${from ?? 'none'} to ${to ?? 'none'}`,
      answer: (outcome) => resolve(outcome ?? 'stored'),
      refuse: () => reject(new Error('no')),
    })
  })
const reacted = (counts: Record<string, number>, mine: string | null = null) => [
  { id: post, reaction_counts: counts, my_reaction: mine, comment_count: 0, comments_vary: false },
]
const commented = (comment_count: number, comments_vary = false) => [
  { id: post, reaction_counts: {}, my_reaction: null, comment_count, comments_vary },
]
const shownCount = () => store.entries.read(post)?.comments.count
const fetched = (change: Partial<FetchedPost> = {}): FetchedPost => ({
  id: post,
  seq: 1,
  codename: 'Tahimik Mina',
  mood: 'Calm',
  content: 'Hinga',
  template_url: null,
  created_at: '2026-11-21T00:00:00Z',
  avatar_url: null,
  is_premium: false,
  is_mine: false,
  reaction_counts: { '👍': 2 },
  my_reaction: '👍',
  user_id: null,
  comment_count: 3,
  comments_vary: false,
  content_warning: null,
  ...change,
})
const words = () => store.row(post).post?.content
const withoutNumbers = () => {
  const { reaction_counts: _r, my_reaction: _m, comment_count: _c, comments_vary: _v, ...rest } = fetched()
  return rest
}
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

beforeEach(() => {
  time = 0
  asked = []
  store = new PostStore(() => ++time)
})

describe('a tap', () => {
  it('shows at once and is stored', async () => {
    store.absorbNumbers(reacted({ '👍': 2 }), store.now())
    const done = store.react(post, '👍', write)
    expect(store.reactions(post)).toEqual({ counts: { '👍': 3 }, mine: '👍' })
    asked[0]?.answer()
    await done
    expect(store.reactions(post)).toEqual({ counts: { '👍': 3 }, mine: '👍' })
    expect(asked.map(({ change }) => change)).toEqual(['none to 👍'])
  })

  it('is undone when it cannot be stored', async () => {
    store.absorbNumbers(reacted({ '😢': 1 }, '😢'), store.now())
    const done = store.react(post, null, write)
    expect(store.reactions(post)).toEqual({ counts: {}, mine: null })
    asked[0]?.refuse()
    await expect(done).rejects.toThrow('no')
    expect(store.reactions(post)).toEqual({ counts: { '😢': 1 }, mine: '😢' })
  })

  it('that waits in the outbox is shown from there until it is stored', async () => {
    store.absorbNumbers(reacted({ '😢': 1 }, '😢'), store.now())
    const done = store.react(post, '👍', write)
    asked[0]?.answer('queued')
    await done
    expect(asked).toHaveLength(1)
    expect(store.reactions(post)).toEqual({ counts: { '😢': 1 }, mine: '😢' })
    const row = { post_id: post, emoji: '👍', was: '😢' }
    const queued = { id: 'wish', destination: 'reaction', row, writtenAt: '2026-11-22T01:00:00Z' } as const
    expect(withQueued(store.reactions(post), queued)).toEqual({ counts: { '👍': 1 }, mine: '👍' })
    // The sender reports it. An answer from before changes nothing.
    const since = store.now()
    store.storedReaction(post, '👍')
    store.absorbNumbers(reacted({ '😢': 1 }, '😢'), since)
    expect(store.reactions(post)).toEqual({ counts: { '👍': 1 }, mine: '👍' })
  })

  it('that the outbox is sending is not counted twice when its event comes before its answer', () => {
    store.absorbNumbers(reacted({ '😢': 1 }, '😢'), store.now())
    const row = { post_id: post, emoji: '👍', was: '😢' }
    const writtenAt = '2026-11-22T01:00:00Z'
    putWaiting([{ id: 'wish', destination: 'reaction', row, writtenAt, isAttempted: true }])
    store.hearReactions(post, { '👍': 1 })
    const shown = () => withQueued(store.reactions(post), waiting.read(post)?.reaction)
    expect(shown()).toEqual({ counts: { '👍': 1 }, mine: '👍' })
    store.storedReaction(post, '👍')
    putWaiting([])
    expect(shown()).toEqual({ counts: { '👍': 1 }, mine: '👍' })
  })

  it('that is followed by others is one request at a time, and the last choice stays', async () => {
    const done = store.react(post, '👍', write)
    void store.react(post, '😂', write)
    void store.react(post, '❤️', write)
    expect(store.reactions(post)).toEqual({ counts: { '❤️': 1 }, mine: '❤️' })
    expect(asked).toHaveLength(1)
    asked[0]?.answer()
    await settled()
    expect(asked.map(({ change }) => change)).toEqual(['none to 👍', '👍 to ❤️'])
    asked[1]?.answer()
    await done
    expect(store.reactions(post)).toEqual({ counts: { '❤️': 1 }, mine: '❤️' })
  })

  it('that is taken back before it is stored is taken back afterwards', async () => {
    const done = store.react(post, '👍', write)
    void store.react(post, null, write)
    asked[0]?.answer()
    await settled()
    asked[1]?.answer()
    await done
    expect(asked.map(({ change }) => change)).toEqual(['none to 👍', '👍 to none'])
    expect(store.reactions(post)).toEqual({ counts: {}, mine: null })
  })
})

describe('an event', () => {
  it("wins over an earlier fetch for the counts, and that fetch still names the person's own reaction", () => {
    const since = store.now()
    store.hearReactions(post, { '😮': 4 })
    store.absorbNumbers(reacted({ '😮': 3 }, '😮'), since)
    expect(store.reactions(post)).toEqual({ counts: { '😮': 4 }, mine: '😮' })
    store.absorbNumbers(reacted({ '😮': 2 }), store.now())
    expect(store.reactions(post)).toEqual({ counts: { '😮': 2 }, mine: null })
  })

  it('that comes while a tap is stored does not count the tap twice', async () => {
    const done = store.react(post, '👍', write)
    store.hearReactions(post, { '👍': 1 })
    expect(store.reactions(post).counts).toEqual({ '👍': 1 })
    store.hearReactions(post, { '👍': 1, '😂': 1 })
    asked[0]?.answer()
    await done
    expect(store.reactions(post)).toEqual({ counts: { '👍': 1, '😂': 1 }, mine: '👍' })
  })

  it("without the person's stored reaction removes it: another device took it back", async () => {
    const done = store.react(post, '😂', write)
    expect(store.hearReactions(post, { '😂': 1 })).toBe(false)
    asked[0]?.answer()
    await done
    expect(store.hearReactions(post, { '😂': 1 })).toBe(false)
    expect(store.hearReactions(post, { '❤️': 1 })).toBe(true)
    expect(store.reactions(post)).toEqual({ counts: { '❤️': 1 }, mine: null })
    store.absorbNumbers(reacted({ '❤️': 1 }, '❤️'), store.now())
    expect(store.reactions(post)).toEqual({ counts: { '❤️': 1 }, mine: '❤️' })
  })

  it("asks for a fetch only when it has fewer of the person's own kind", () => {
    store.absorbNumbers(reacted({ '👍': 3, '😢': 1 }, '👍'), store.now())
    expect(store.hearReactions(post, { '👍': 4 })).toBe(false)
    expect(store.hearReactions(post, { '👍': 3 })).toBe(true)
    expect(store.reactions(post).mine).toBe('👍')
    expect(store.hearReactions('post-2', { '😡': 1 })).toBe(false)
  })

  it("from before the person's reaction was stored does not remove it", async () => {
    const done = store.react(post, '👍', write)
    store.hearReactions(post, { '😮': 1 })
    asked[0]?.answer()
    await done
    expect(store.reactions(post)).toEqual({ counts: { '👍': 1, '😮': 1 }, mine: '👍' })
  })

  it('notifies the subscribers of its post only', () => {
    const told: string[] = []
    store.hearReactions(post, {})
    const stop = store.entries.subscribe(post, () => told.push('this'))
    store.entries.subscribe('post-2', () => told.push('other'))
    store.hearReactions(post, { '👍': 1 })
    stop()
    store.hearReactions(post, { '👍': 2 })
    expect(told).toEqual(['this'])
  })
})

describe('a fetch', () => {
  it('that began before a tap was stored does not change the tap', async () => {
    const since = store.now()
    const done = store.react(post, '👍', write)
    store.absorbNumbers(reacted({}), since)
    asked[0]?.answer()
    await done
    store.absorbNumbers(reacted({}), since)
    expect(store.reactions(post)).toEqual({ counts: { '👍': 1 }, mine: '👍' })
  })
})

describe('the number of comments', () => {
  it('comes from the last fetch, unless an event came after that fetch began', () => {
    store.absorbNumbers(commented(3), store.now())
    expect(shownCount()).toBe(3)
    const since = store.now()
    store.hearComments(post, 5)
    store.absorbNumbers(commented(4), since)
    expect(shownCount()).toBe(5)
    store.absorbNumbers(commented(2), store.now())
    expect(shownCount()).toBe(2)
  })

  it("includes the person's comment at once, and drops it when it cannot be stored", () => {
    store.absorbNumbers(commented(7), store.now())
    const takeBack = store.expectComment(post)
    expect(shownCount()).toBe(8)
    takeBack()
    expect(shownCount()).toBe(7)
  })

  it("comes from an event when the person's comment got no answer", () => {
    store.absorbNumbers(commented(7), store.now())
    const takeBack = store.expectComment(post)
    store.hearComments(post, 8)
    takeBack()
    expect(shownCount()).toBe(8)
  })

  it('comes from a fetch only, while the reader does not see all comments', () => {
    store.absorbNumbers(commented(3, true), store.now())
    expect(store.hearComments(post, 5)).toBe(true)
    expect(shownCount()).toBe(3)
    store.absorbNumbers(commented(4), store.now())
    expect(store.hearComments(post, 6)).toBe(false)
    expect(shownCount()).toBe(6)
  })

  it('ignores values from the network that are no counts', () => {
    store.absorbNumbers(commented(1), store.now())
    for (const wrong of [undefined, null, '9', -1, 1.5, Number.NaN, {}]) store.hearComments(post, wrong)
    expect(shownCount()).toBe(1)
  })

  it("stays as a later fetch gave it when the person's comment fails", () => {
    store.absorbNumbers(commented(7), store.now())
    const takeBack = store.expectComment(post)
    store.absorbNumbers(commented(8), store.now())
    takeBack()
    expect(shownCount()).toBe(8)
  })

  it("ignores a fetch that began before the person's comment", () => {
    store.absorbNumbers(commented(7), store.now())
    const since = store.now()
    store.expectComment(post)
    store.absorbNumbers(commented(7), since)
    expect(shownCount()).toBe(8)
  })
})

describe('a row', () => {
  it('is stored apart from its counts', () => {
    store.absorb([fetched()], store.now())
    expect(store.row(post)).toEqual({ post: withoutNumbers() })
    expect(store.reactions(post)).toEqual({ counts: { '👍': 2 }, mine: '👍' })
    expect(store.entries.read(post)?.comments.count).toBe(3)
  })

  it('stays the same object while its own fields do not change', () => {
    store.absorb([fetched()], store.now())
    const before = store.row(post)
    store.absorb([fetched({ comment_count: 9 })], store.now())
    expect(store.row(post)).toBe(before)
  })

  it('keeps the words of the fetch that began last, in any order of answers', () => {
    const [early, late] = [store.now(), store.now()]
    store.absorb([fetched({ content: 'bago' })], late)
    store.absorb([fetched({ content: 'luma' })], early)
    expect(words()).toBe('bago')
  })

  it("keeps the person's edit against a fetch that began before it", () => {
    store.absorb([fetched()], store.now())
    const since = store.now()
    store.put({ ...withoutNumbers(), content: 'inayos', mood: 'Joy' })
    store.absorb([fetched()], since)
    expect(store.row(post)).toMatchObject({ post: { content: 'inayos', mood: 'Joy' } })
    store.absorb([fetched({ content: 'inayos ulit' })], store.now())
    expect(words()).toBe('inayos ulit')
  })

  it('of a removed post stays, with the first reason, for the note in its place', () => {
    store.absorb([fetched()], store.now())
    store.bury(post, 'deleted')
    store.bury(post, 'missing')
    expect(store.row(post)).toMatchObject({ gone: 'deleted', post: { content: 'Hinga' } })
  })

  it('of a removed post returns only with a fetch that began after the removal', () => {
    store.absorb([fetched()], store.now())
    const since = store.now()
    store.bury(post, 'missing')
    store.absorb([fetched()], since)
    expect(store.row(post).gone).toBe('missing')
    store.absorb([fetched()], store.now())
    expect(store.row(post)).toEqual({ post: withoutNumbers() })
  })

  it('notifies the subscribers of its post at once when it is removed', () => {
    const told: unknown[] = []
    store.absorb([fetched()], store.now())
    store.entries.subscribe(post, () => told.push(store.row(post).gone))
    store.bury(post, 'deleted')
    expect(told).toEqual(['deleted'])
  })
})

describe('the next person', () => {
  it.each([true, false])('finds nothing of the one before (who may return: %s)', async (mayReturn) => {
    const nothing = [{}, { counts: {}, mine: null }, undefined]
    const shown = () => [store.row(post), store.reactions(post), shownCount()]
    store.absorb([fetched()], store.now())
    const done = store.react(post, '😢', write)
    const takeBack = store.expectComment(post)
    for (const change of changes) change(mayReturn)
    expect(shown()).toEqual(nothing)
    asked[0]?.answer()
    await done
    takeBack()
    expect(shown()).toEqual(nothing)
  })
})
