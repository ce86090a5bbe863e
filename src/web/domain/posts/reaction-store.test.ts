import { beforeEach, describe, expect, it } from 'vitest'
import { createReactions, type ReactionStore, type Write } from './reaction-store.ts'

const post = 'post-1'
let time: number
let store: ReactionStore
/** What was asked of the server, and how each is answered. */
let asked: { change: string; answer: () => void; refuse: () => void }[]

const write: Write = (_, from, to) =>
  new Promise((resolve, reject) => {
    asked.push({
      change: `${from ?? 'none'} to ${to ?? 'none'}`,
      answer: resolve,
      refuse: () => reject(new Error('no')),
    })
  })
const row = (counts: Record<string, number>, mine: string | null = null) => [
  { id: post, reaction_counts: counts, my_reaction: mine },
]
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

beforeEach(() => {
  time = 0
  asked = []
  store = createReactions(() => ++time)
})

describe('a tap', () => {
  it('shows at once and is stored', async () => {
    store.absorb(row({ '👍': 2 }), store.now())
    const done = store.react(post, '👍', write)
    expect(store.read(post)).toEqual({ counts: { '👍': 3 }, mine: '👍' })
    asked[0]?.answer()
    await done
    expect(store.read(post)).toEqual({ counts: { '👍': 3 }, mine: '👍' })
    expect(asked.map(({ change }) => change)).toEqual(['none to 👍'])
  })

  it('goes back to what was there when it cannot be stored', async () => {
    store.absorb(row({ '😢': 1 }, '😢'), store.now())
    const done = store.react(post, null, write)
    expect(store.read(post)).toEqual({ counts: {}, mine: null })
    asked[0]?.refuse()
    await expect(done).rejects.toThrow('no')
    expect(store.read(post)).toEqual({ counts: { '😢': 1 }, mine: '😢' })
  })

  it('followed by others is one request at a time, and the last choice stays', async () => {
    const done = store.react(post, '👍', write)
    void store.react(post, '😂', write)
    void store.react(post, '❤️', write)
    expect(store.read(post)).toEqual({ counts: { '❤️': 1 }, mine: '❤️' })
    expect(asked).toHaveLength(1)
    asked[0]?.answer()
    await settled()
    expect(asked.map(({ change }) => change)).toEqual(['none to 👍', '👍 to ❤️'])
    asked[1]?.answer()
    await done
    expect(store.read(post)).toEqual({ counts: { '❤️': 1 }, mine: '❤️' })
  })

  it('that is taken back before it is stored is taken back after', async () => {
    const done = store.react(post, '👍', write)
    void store.react(post, null, write)
    asked[0]?.answer()
    await settled()
    asked[1]?.answer()
    await done
    expect(asked.map(({ change }) => change)).toEqual(['none to 👍', '👍 to none'])
    expect(store.read(post)).toEqual({ counts: {}, mine: null })
  })
})

describe('an event', () => {
  it('is newer than a fetch that began before it, which still knows whose the own is', () => {
    const since = store.now()
    store.hear(post, { '😮': 4 })
    store.absorb(row({ '😮': 3 }, '😮'), since)
    expect(store.read(post)).toEqual({ counts: { '😮': 4 }, mine: '😮' })
    store.absorb(row({ '😮': 2 }), store.now())
    expect(store.read(post)).toEqual({ counts: { '😮': 2 }, mine: null })
  })

  it('that comes while a tap is stored counts the tap once', async () => {
    const done = store.react(post, '👍', write)
    store.hear(post, { '👍': 1 })
    expect(store.read(post).counts).toEqual({ '👍': 1 })
    store.hear(post, { '👍': 1, '😂': 1 })
    asked[0]?.answer()
    await done
    expect(store.read(post)).toEqual({ counts: { '👍': 1, '😂': 1 }, mine: '👍' })
  })

  it('without the own, after it was stored, is right: it went from another device', async () => {
    const done = store.react(post, '😂', write)
    expect(store.hear(post, { '😂': 1 })).toBe(false)
    asked[0]?.answer()
    await done
    expect(store.hear(post, { '😂': 1 })).toBe(false)
    expect(store.hear(post, { '❤️': 1 })).toBe(true)
    expect(store.read(post)).toEqual({ counts: { '❤️': 1 }, mine: null })
    store.absorb(row({ '❤️': 1 }, '❤️'), store.now())
    expect(store.read(post)).toEqual({ counts: { '❤️': 1 }, mine: '❤️' })
  })

  it('with fewer of the own kind may be about the own, with more or others it is not', () => {
    store.absorb(row({ '👍': 3, '😢': 1 }, '👍'), store.now())
    expect(store.hear(post, { '👍': 4 })).toBe(false)
    expect(store.hear(post, { '👍': 3 })).toBe(true)
    expect(store.read(post).mine).toBe('👍')
    expect(store.hear('post-2', { '😡': 1 })).toBe(false)
  })

  it('from before the own was stored does not take it away', async () => {
    const done = store.react(post, '👍', write)
    store.hear(post, { '😮': 1 })
    asked[0]?.answer()
    await done
    expect(store.read(post)).toEqual({ counts: { '👍': 1, '😮': 1 }, mine: '👍' })
  })

  it('is told to those who look at this post, and only to them', () => {
    const told: string[] = []
    const stop = store.subscribe(post, () => told.push('this'))
    store.subscribe('post-2', () => told.push('other'))
    store.hear(post, { '👍': 1 })
    stop()
    store.hear(post, { '👍': 2 })
    expect(told).toEqual(['this'])
  })
})

describe('a fetch', () => {
  it('that began before an own change was stored says nothing about it', async () => {
    const since = store.now()
    const done = store.react(post, '👍', write)
    store.absorb(row({}), since)
    asked[0]?.answer()
    await done
    store.absorb(row({}), since)
    expect(store.read(post)).toEqual({ counts: { '👍': 1 }, mine: '👍' })
  })

  it('is forgotten with the person', () => {
    store.absorb(row({ '👍': 2 }, '👍'), store.now())
    store.forget()
    expect(store.read(post)).toEqual({ counts: {}, mine: null })
  })
})
