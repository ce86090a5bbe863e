import { describe, expect, it } from 'vitest'
import { ageOf, isNear, readDemo } from '../scripts/demo-data.ts'
import { speaksOfCrisis } from '../src/shared/crisis/crisis.ts'
import { countLetters, limits } from '../src/shared/limits.ts'
import { moods } from '../src/shared/moods.ts'
import { findTemplate } from '../src/shared/templates.ts'
import { isCommonPassword } from '../src/server/auth/common-passwords.ts'

const now = Date.parse('2026-11-22T04:00:00Z')
const demo = readDemo(now)
const names = new Set(demo.cast.map(({ name }) => name))
const words = [...demo.posts, ...demo.comments, ...demo.entries, ...demo.messages]

describe('the demo', () => {
  it('is offered at private addresses only, because its passwords are known', () => {
    const near = ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000', 'http://192.168.1.7']
    const far = [
      'https://emote.example',
      'http://localhost.example',
      'http://10.example.com',
      'http://8.8.8.8',
      'x',
    ]
    expect([...near, ...far].filter(isNear)).toEqual(near)
  })

  it('has twelve people with a codename and a password that sign-up accepts', () => {
    expect(names.size).toBe(12)
    expect(new Set(demo.cast.map(({ codename }) => codename)).size).toBe(12)
    for (const { codename, password } of demo.cast) {
      expect(countLetters(codename)).toBeLessThanOrEqual(limits.codename)
      expect(password.length).toBeGreaterThanOrEqual(limits.passwordMin)
      expect(isCommonPassword(password)).toBe(false)
    }
  })

  it('is written by the cast and Emi only', () => {
    const writers = [...words, ...demo.reactions, ...demo.messageReactions, ...demo.reports].map(
      ({ by }) => by,
    )
    const named = demo.messages.flatMap(({ text }) =>
      Array.from(text.matchAll(/@\{(\w+)\}/g), ([, name = '']) => name),
    )
    const pairs = [
      ...demo.blocks,
      ...demo.mutes,
      ...demo.messages.map(({ to }) => to ?? 'mina'),
      named,
    ].flat()
    expect([...writers, ...pairs].filter((name) => name !== 'emi' && !names.has(name))).toEqual([])
  })

  it('fills all five walls, with pictures that exist', () => {
    for (const { slug } of moods)
      expect(demo.posts.filter(({ wall }) => wall === slug).length).toBeGreaterThanOrEqual(10)
    const pictures = demo.posts.flatMap(({ template }) => template ?? [])
    expect(pictures.filter((url) => !findTemplate(url))).toEqual([])
  })

  it('stays within the limits of posts, comments, diary entries and messages', () => {
    const long = [
      ...demo.posts.filter(({ text }) => countLetters(text) > limits.post),
      ...demo.comments.filter(({ text }) => countLetters(text) > limits.comment),
      ...demo.entries.filter(({ text }) => countLetters(text) > limits.diary),
      ...demo.messages.filter(({ text }) => countLetters(text) > limits.message),
    ]
    expect(long).toEqual([])
  })

  it('has no words that show the help card', () => {
    expect(words.map(({ text }) => text).filter(speaksOfCrisis)).toEqual([])
  })

  it('gives every row its own id, the same at each run', () => {
    const rows = [...words, ...demo.reactions, ...demo.messageReactions, ...demo.polls]
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(readDemo(now + 60_000).posts.map(({ id }) => id)).toEqual(demo.posts.map(({ id }) => id))
  })

  it('dates an answer after its post, and before now', () => {
    const posted = new Map(demo.posts.map(({ id, at }) => [id, at.getTime()]))
    const early = demo.comments.filter(({ post, at }) => at.getTime() <= (posted.get(post) ?? 0))
    expect(early.map(({ text }) => text)).toEqual([])
    expect(words.filter(({ at }) => at.getTime() >= now)).toEqual([])
  })

  it('lets nobody answer a person whom they blocked or who blocked them', () => {
    const authors = new Map(demo.posts.map(({ id, by }) => [id, by]))
    const met = [...demo.comments, ...demo.reactions].filter(({ post, by }) => {
      const author = authors.get(post) ?? ''
      return author !== by && demo.blocks.some((pair) => pair.includes(by) && pair.includes(author))
    })
    expect(met).toEqual([])
    const said = new Map(demo.messages.map((message) => [message.id, message]))
    const spoken = demo.messages.filter(({ by, to, replyTo }) => {
      const other = to ?? said.get(replyTo ?? '')?.by ?? by
      return other !== by && demo.blocks.some((pair) => pair.includes(by) && pair.includes(other))
    })
    expect(spoken).toEqual([])
  })

  it('has a lively room, and a person with conversations and a request that waits', () => {
    const room = demo.messages.filter(({ to }) => !to)
    expect(room.length).toBeGreaterThan(30)
    expect(new Set(room.map(({ by }) => by)).size).toBeGreaterThan(9)
    expect(room.filter(({ at }) => now - at.getTime() < ageOf('1h')).length).toBeGreaterThan(8)
    const toMina = demo.messages.filter(({ by, to }) => to === 'mina' || by === 'mina').filter(({ to }) => to)
    const others = new Set(toMina.map(({ by, to }) => (by === 'mina' ? to : by)))
    const unanswered = [...others].filter(
      (name) => !toMina.some(({ by, to }) => by === 'mina' && to === name),
    )
    expect(others.size).toBeGreaterThan(3)
    expect(unanswered).toEqual(['dodong'])
  })

  it('has open and closed polls of people with Premium, with one vote of a person in each', () => {
    const premium = demo.cast.filter((member) => member.premium).map(({ name }) => name)
    expect(new Set(demo.polls.map(({ ends }) => ends === null || ends.getTime() > now)).size).toBe(2)
    for (const { by, question, options, votes } of demo.polls) {
      expect(premium).toContain(by)
      const voters = votes.map((vote) => vote.by)
      expect(voters.filter((name) => !names.has(name))).toEqual([])
      expect(new Set(voters).size).toBe(voters.length)
      expect(Math.max(...votes.map(({ option }) => option))).toBeLessThan(options.length)
      expect([question, ...options].filter(speaksOfCrisis)).toEqual([])
    }
  })

  it('has a diary of one year in all five moods, at most half of it in one', () => {
    const ages = demo.entries.map(({ at }) => now - at.getTime())
    expect(Math.max(...ages)).toBeGreaterThan(ageOf('2mo') * 6)
    const counts = moods.map(({ value }) => demo.entries.filter(({ mood }) => mood === value).length)
    expect(Math.min(...counts)).toBeGreaterThan(10)
    expect(Math.max(...counts)).toBeLessThan(demo.entries.length / 2)
  })
})
