import { describe, expect, it } from 'vitest'
import { emojiOf, move, orderKinds, readCounts, summarize, totalOf, upTo } from './reactions.ts'

describe('counts of reactions', () => {
  it('hold the six choices and nothing else', () => {
    expect(readCounts({ '👍': 2, '🔥': 4, '❤️': 0, '😂': -1, '😮': 1.5, '😢': '3' })).toEqual({ '👍': 2 })
    expect([readCounts(null), readCounts('👍'), readCounts([1, 2])]).toEqual([{}, {}, {}])
    expect([emojiOf('❤️'), emojiOf('🔥'), emojiOf(null)]).toEqual(['❤️', null, null])
  })

  it('follow a person from one choice to another and away', () => {
    expect(move({}, null, '😢')).toEqual({ '😢': 1 })
    expect(move({ '😢': 1, '👍': 3 }, '😢', '👍')).toEqual({ '👍': 4 })
    expect(move({ '👍': 1 }, '👍', null)).toEqual({})
    expect(totalOf({ '👍': 4, '😡': 2 })).toBe(6)
  })

  it('are written as far as they matter', () => {
    expect([upTo(9, 9), upTo(9, 10), upTo(99, 99), upTo(99, 100)]).toEqual(['9', '9+', '99', '99+'])
  })
})

describe('the kinds under a post', () => {
  it('are ordered by how many at first, and keep their places from then on', () => {
    const before = orderKinds({ '👍': 1, '😢': 5, '❤️': 1 })
    expect(before).toEqual(['😢', '👍', '❤️'])
    expect(orderKinds({ '👍': 9, '😢': 5, '😡': 30 }, before)).toEqual(['😢', '👍', '😡'])
  })

  it('are three, the rest a number, and one is always the own', () => {
    expect(summarize(['😢', '👍'], null)).toEqual({ shown: ['😢', '👍'], more: 0 })
    expect(summarize(['😢', '👍', '❤️', '😂', '😮'], null)).toEqual({ shown: ['😢', '👍', '❤️'], more: 2 })
    expect(summarize(['😢', '👍', '❤️', '😂'], '😂')).toEqual({ shown: ['😢', '👍', '😂'], more: 1 })
  })
})
