import { describe, expect, it } from 'vitest'
import { emi } from './emi.ts'
import {
  conversationIdOf,
  conversationOf,
  dmTopic,
  mentionOf,
  otherIn,
  roomOf,
  roomTopic,
  splitMentions,
} from './talks.ts'
import { plainText } from './plain-text.ts'

const ana = '0a000000-0000-4000-8000-00000000000a'
const ben = 'ffffffff-0000-4000-8000-00000000000b'

it('a topic names its room or its conversation, never both', () => {
  expect(roomTopic('general')).toBe('tambayan-general')
  expect(roomOf('tambayan-general')).toBe('general')
  expect(conversationOf('tambayan-general')).toBeUndefined()
  expect(roomOf('tambayan-nowhere')).toBeUndefined()
  expect(conversationOf(dmTopic('x'))).toBe('x')
  expect(roomOf('dm-tambayan-general')).toBeUndefined()
})

it('a conversation has one id, whoever begins it', () => {
  const id = `${ana}-${ben}`
  expect([conversationIdOf(ana, ben), conversationIdOf(ben.toUpperCase(), ana)]).toEqual([id, id])
  expect([otherIn(id, ana), otherIn(id, ben)]).toEqual([ben, ana])
  for (const [broken, reader] of [
    [id, emi.id],
    [`${ana}-${ana}`, ana],
    ['', ana],
    [ana, ana],
  ] as const)
    expect(otherIn(broken, reader)).toBeUndefined()
})

describe('mentions', () => {
  it('split a text without losing a letter', () => {
    const text = `Hoy ${mentionOf(ana)}${mentionOf(ben.toUpperCase())}, tara!\n@{wala}`
    expect(splitMentions(text)).toEqual([
      { text: 'Hoy ' },
      { mention: ana },
      { mention: ben },
      { text: ', tara!\n@{wala}' },
    ])
    expect(splitMentions('')).toEqual([])
  })

  it('are codenames of now in words, and Anonymous without one', () => {
    const text = `${mentionOf(ana)} at ${mentionOf(ben)}`
    expect(plainText(text, [{ id: ana, codename: 'PusangGala' }])).toBe('@PusangGala at @Anonymous')
  })
})
