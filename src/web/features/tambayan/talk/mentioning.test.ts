import { describe, expect, it } from 'vitest'
import { emi } from '../../../../shared/emi.ts'
import { askedAt, matching } from './asking.ts'
import { withIds, type Face } from './mentioning.ts'

const face = (id: string, codename: string): Face => ({ id, codename, avatar_url: null, is_premium: false })
const mina = face('11111111-1111-4111-8111-111111111111', 'Mina')
const dagat = face('22222222-2222-4222-8222-222222222222', 'Tahimik na Dagat')
const otherMina = face('33333333-3333-4333-8333-333333333333', 'Mina')
const minang = face('44444444-4444-4444-8444-444444444444', 'Mina ng Umaga')

describe('asking for a person', () => {
  it.each([
    ['Uy @mi', { start: 3, query: 'mi' }],
    ['@', { start: 0, query: '' }],
    ['@mina at @da', { start: 9, query: 'da' }],
    ['(@ñi', { start: 1, query: 'ñi' }],
    ['ako@example', undefined],
    ['@mina ', undefined],
    ['walang sino', undefined],
  ])('%s', (text, asked) => {
    expect(askedAt(text, text.length)).toEqual(asked)
  })

  it('looks at the caret, not at the end', () => {
    expect(askedAt('@mi tapos', 3)).toEqual({ start: 0, query: 'mi' })
    expect(askedAt('@mi tapos', 9)).toBeUndefined()
  })
})

it('a query finds names, and words in names, without case and accents, each person once', () => {
  expect(matching([mina, dagat, mina, otherMina], 'MI')).toEqual([mina, otherMina])
  expect(matching([mina, dagat], 'da')).toEqual([dagat])
  expect(matching([face('a', 'Niño')], 'nin')).toHaveLength(1)
  expect(matching([mina, dagat], 'hik')).toEqual([])
})

it('at most five people are offered', () => {
  const many = Array.from({ length: 20 }, (_, at) => face(String(at), `Mina${at}`))
  expect(matching(many, 'mi')).toHaveLength(5)
})

describe('names become ids', () => {
  it('a picked name stands for the picked person', () => {
    expect(withIds('Uy @Mina, kumusta?', [otherMina], [mina])).toBe(`Uy @{${otherMina.id}}, kumusta?`)
  })
  it('two people with one name are named in the order of the picks', () => {
    expect(withIds('@Mina @Mina', [mina, otherMina], [])).toBe(`@{${mina.id}} @{${otherMina.id}}`)
  })
  it('a typed name stands for the only person who has it', () => {
    expect(withIds('@Tahimik na Dagat!', [], [dagat])).toBe(`@{${dagat.id}}!`)
    expect(withIds('@Mina', [], [mina, otherMina])).toBe('@Mina')
  })
  it('the longest name wins, and a part of a word is no name', () => {
    expect(withIds('@Mina ng Umaga', [], [mina, minang])).toBe(`@{${minang.id}}`)
    expect(withIds('@Minahan x@Mina', [mina], [])).toBe('@Minahan x@Mina')
  })
  it('signs in a codename are no pattern', () => {
    const odd = face('55555555-5555-4555-8555-555555555555', 'a.b(c)*[d]')
    expect(withIds('@a.b(c)*[d] @aXb', [], [odd])).toBe(`@{${odd.id}} @aXb`)
  })
  it('Emi stays a word, because she answers to it, and so does Anonymous', () => {
    expect(withIds('@Emi @Anonymous', [emi, face('x', 'Anonymous')], [])).toBe('@Emi @Anonymous')
  })
})
