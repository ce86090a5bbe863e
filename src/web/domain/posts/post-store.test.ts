import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PostStore, type FetchedPost, type WriteReaction } from './post-store.ts'

/** What runs when the person changes. */
const changes = vi.hoisted(() => new Set<(mayReturn: boolean) => void>())
vi.mock('../../lib/session.ts', () => ({
  onPersonChange: (listener: (mayReturn: boolean) => void) => changes.add(listener),
}))

const post = 'post-1'
let time: number
let store: PostStore
/** The requests, and how to answer each. */
let asked: { change: string; answer: () => void; refuse: () => void }[]

const write: WriteReaction = (_, from, to) =>
  new Promise((resolve, reject) => {
    asked.push({
      change: `${from ?? 'none'} to ${to ?? 'none'}`,
      answer: resolve,
      refuse: () => reject(new Error('no')),
    })
  })
const reacted = (counts: Record<string, number>, mine: string | null = null) => [
  { id: post, reaction_counts: counts, my_reaction: mine, comment_count: 0 },
]
const commented = (comment_count: number) => [
  { id: post, reaction_counts: {}, my_reaction: null, comment_count },
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
  content_warning: null,
  ...change,
})
const words = () => store.row(post).post?.content
const withoutNumbers = () => {
  const { reaction_counts: _r, my_reaction: _m, comment_count: _c, ...rest } = fetched()
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

  it('goes back to what was there when it cannot be stored', async () => {
    store.absorbNumbers(reacted({ '😢': 1 }, '😢'), store.now())
    const done = store.react(post, null, write)
    expect(store.reactions(post)).toEqual({ counts: {}, mine: null })
    asked[0]?.refuse()
    await expect(done).rejects.toThrow('no')
    expect(store.reactions(post)).toEqual({ counts: { '😢': 1 }, mine: '😢' })
  })

  it('followed by others is one request at a time, and the last choice stays', async () => {
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

  it('that is taken back before it is stored is taken back after', async () => {
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
  it('is newer than a fetch that began before it, which still knows whose the own is', () => {
    const since = store.now()
    store.hearReactions(post, { '😮': 4 })
    store.absorbNumbers(reacted({ '😮': 3 }, '😮'), since)
    expect(store.reactions(post)).toEqual({ counts: { '😮': 4 }, mine: '😮' })
    store.absorbNumbers(reacted({ '😮': 2 }), store.now())
    expect(store.reactions(post)).toEqual({ counts: { '😮': 2 }, mine: null })
  })

  it('that comes while a tap is stored counts the tap once', async () => {
    const done = store.react(post, '👍', write)
    store.hearReactions(post, { '👍': 1 })
    expect(store.reactions(post).counts).toEqual({ '👍': 1 })
    store.hearReactions(post, { '👍': 1, '😂': 1 })
    asked[0]?.answer()
    await done
    expect(store.reactions(post)).toEqual({ counts: { '👍': 1, '😂': 1 }, mine: '👍' })
  })

  it('without the own, after it was stored, is right: it went from another device', async () => {
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

  it('with fewer of the own kind may be about the own, with more or others it is not', () => {
    store.absorbNumbers(reacted({ '👍': 3, '😢': 1 }, '👍'), store.now())
    expect(store.hearReactions(post, { '👍': 4 })).toBe(false)
    expect(store.hearReactions(post, { '👍': 3 })).toBe(true)
    expect(store.reactions(post).mine).toBe('👍')
    expect(store.hearReactions('post-2', { '😡': 1 })).toBe(false)
  })

  it('from before the own was stored does not take it away', async () => {
    const done = store.react(post, '👍', write)
    store.hearReactions(post, { '😮': 1 })
    asked[0]?.answer()
    await done
    expect(store.reactions(post)).toEqual({ counts: { '👍': 1, '😮': 1 }, mine: '👍' })
  })

  it('is told to those who look at this post, and only to them', () => {
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
  it('that began before an own change was stored says nothing about it', async () => {
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
  it('takes what a fetch says, but an event is newer than a fetch that began before it', () => {
    store.absorbNumbers(commented(3), store.now())
    expect(shownCount()).toBe(3)
    const since = store.now()
    store.hearComments(post, 5)
    store.absorbNumbers(commented(4), since)
    expect(shownCount()).toBe(5)
    store.absorbNumbers(commented(2), store.now())
    expect(shownCount()).toBe(2)
  })

  it('counts the own comment at once, and takes it back when it could not be stored', () => {
    store.absorbNumbers(commented(7), store.now())
    const takeBack = store.expectComment(post)
    expect(shownCount()).toBe(8)
    takeBack()
    expect(shownCount()).toBe(7)
  })

  it('believes the server about an own comment that got no answer', () => {
    store.absorbNumbers(commented(7), store.now())
    const takeBack = store.expectComment(post)
    store.hearComments(post, 8)
    takeBack()
    expect(shownCount()).toBe(8)
  })

  it('takes nothing that is no number from the network', () => {
    store.absorbNumbers(commented(1), store.now())
    for (const wrong of [undefined, null, '9', -1, 1.5, Number.NaN, {}]) store.hearComments(post, wrong)
    expect(shownCount()).toBe(1)
  })

  it('stays as a later fetch says when an own comment fails', () => {
    store.absorbNumbers(commented(7), store.now())
    const takeBack = store.expectComment(post)
    store.absorbNumbers(commented(8), store.now())
    takeBack()
    expect(shownCount()).toBe(8)
  })

  it('is not changed by a fetch that began before an own comment', () => {
    store.absorbNumbers(commented(7), store.now())
    const since = store.now()
    store.expectComment(post)
    store.absorbNumbers(commented(7), since)
    expect(shownCount()).toBe(8)
  })
})

describe('a row', () => {
  it('comes with its numbers, which are kept beside it', () => {
    store.absorb([fetched()], store.now())
    expect(store.row(post)).toEqual({ post: withoutNumbers() })
    expect(store.reactions(post)).toEqual({ counts: { '👍': 2 }, mine: '👍' })
    expect(store.entries.read(post)?.comments.count).toBe(3)
  })

  it('is the same object while nothing in it changes', () => {
    store.absorb([fetched()], store.now())
    const before = store.row(post)
    store.absorb([fetched({ comment_count: 9 })], store.now())
    expect(store.row(post)).toBe(before)
  })

  it('keeps the words of the fetch that began last, in whichever order the answers come', () => {
    const [early, late] = [store.now(), store.now()]
    store.absorb([fetched({ content: 'bago' })], late)
    store.absorb([fetched({ content: 'luma' })], early)
    expect(words()).toBe('bago')
  })

  it('of the person, edited just now, is newer than a fetch that began before', () => {
    store.absorb([fetched()], store.now())
    const since = store.now()
    store.put({ ...withoutNumbers(), content: 'inayos', mood: 'Joy' })
    store.absorb([fetched()], since)
    expect(store.row(post)).toMatchObject({ post: { content: 'inayos', mood: 'Joy' } })
    store.absorb([fetched({ content: 'inayos ulit' })], store.now())
    expect(words()).toBe('inayos ulit')
  })

  it('of a post that went stays for its trace, and the first reason stays', () => {
    store.absorb([fetched()], store.now())
    store.bury(post, 'deleted')
    store.bury(post, 'missing')
    expect(store.row(post)).toMatchObject({ gone: 'deleted', post: { content: 'Hinga' } })
  })

  it('comes back after a post went only with a fetch that began afterwards', () => {
    store.absorb([fetched()], store.now())
    const since = store.now()
    store.bury(post, 'missing')
    store.absorb([fetched()], since)
    expect(store.row(post).gone).toBe('missing')
    store.absorb([fetched()], store.now())
    expect(store.row(post)).toEqual({ post: withoutNumbers() })
  })

  it('is told to those who look at this post when it goes, before anything else happens', () => {
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
