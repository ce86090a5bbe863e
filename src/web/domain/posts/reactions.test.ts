import { describe, expect, it } from 'vitest'
import { emojiOf, move, orderKinds, readCounts, summarize, totalOf } from './reactions.ts'
import { upTo } from '../../../shared/up-to.ts'

describe('counts of reactions', () => {
  it('hold the six kinds only', () => {
    expect(readCounts({ '👍': 2, '🔥': 4, '❤️': 0, '😂': -1, '😮': 1.5, '😢': '3' })).toEqual({ '👍': 2 })
    expect([readCounts(null), readCounts('👍'), readCounts([1, 2])]).toEqual([{}, {}, {}])
    expect([emojiOf('❤️'), emojiOf('🔥'), emojiOf(null)]).toEqual(['❤️', null, null])
  })

  it('move with a person from one kind to another, and drop with none', () => {
    expect(move({}, null, '😢')).toEqual({ '😢': 1 })
    expect(move({ '😢': 1, '👍': 3 }, '😢', '👍')).toEqual({ '👍': 4 })
    expect(move({ '👍': 1 }, '👍', null)).toEqual({})
    expect(totalOf({ '👍': 4, '😡': 2 })).toBe(6)
  })

  it('are shortened when they are large', () => {
    expect([upTo(9, 9), upTo(9, 10), upTo(99, 99), upTo(99, 100)]).toEqual(['9', '9+', '99', '99+'])
  })
})

describe('the kinds under a post', () => {
  it('are ordered by count at first, and then keep their places', () => {
    const before = orderKinds({ '👍': 1, '😢': 5, '❤️': 1 })
    expect(before).toEqual(['😢', '👍', '❤️'])
    expect(orderKinds({ '👍': 9, '😢': 5, '😡': 30 }, before)).toEqual(['😢', '👍', '😡'])
  })

  it("show three, always the person's own, and a number for the rest", () => {
    expect(summarize(['😢', '👍'], null)).toEqual({ shown: ['😢', '👍'], more: 0 })
    expect(summarize(['😢', '👍', '❤️', '😂', '😮'], null)).toEqual({ shown: ['😢', '👍', '❤️'], more: 2 })
    expect(summarize(['😢', '👍', '❤️', '😂'], '😂')).toEqual({ shown: ['😢', '👍', '😂'], more: 1 })
  })
})
