import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createModel } from '../src/server/providers/ai/model.ts'
import { ModelError } from '../src/server/providers/ai/model-error.ts'
import type { Talk } from '../src/server/providers/ai/talk-prompt.ts'
import { begins, refuses, says, startAiServer, stream, type AiServer } from './support/ai-server.ts'
import { injections } from './support/injections.ts'

let provider: AiServer
let logged: string[] = []

beforeAll(async () => void (provider = await startAiServer()))
beforeEach(() => {
  logged = []
  provider.asked.length = 0
})
afterAll(() => provider.stop())

const line = (text: string, by: 'asker' | 'other' | 'emi' = 'asker', name = 'Ikaw') => ({ by, name, text })
const talkOf = (lines: Talk['lines'], where: Talk['where'] = 'dm'): Talk => ({
  where,
  lines,
  said: [],
  hour: 2,
})
const never = new AbortController().signal
const ask = (talk: Talk, { signal = never, answerMs = 5_000 } = {}) =>
  createModel({ baseUrl: provider.baseUrl, model: 'tagapayo', answerMs }, (row) => logged.push(row)).answer(
    talk,
    signal,
  )
const kind = 'Nandito lang ako para makinig. Ano ang nangyari ngayong araw?'

describe('an attempt to give Emi orders', () => {
  it('comes in more than sixty ways', () => {
    expect(new Set(injections.map((attempt) => attempt.says)).size).toBeGreaterThanOrEqual(60)
  })

  // The talks that an attempt may stand in: a private one, and a room where a stranger asks nothing.
  const talks: readonly [string, (text: string) => Talk][] = [
    ['in private', (text) => talkOf([line('hi'), line('Hello!', 'emi', 'Emi'), line(text)])],
    [
      'by others in a room',
      (text) => talkOf([line(text, 'other', 'Kaibigan 1'), line('@emi pagod ako')], 'room'),
    ],
  ]
  describe.each(talks)('%s', (_, talkWith) => {
    it.each(injections)(
      'is data, and an obedient model is not heard: $says',
      async ({ says: text, obeys }) => {
        const talk = talkWith(text)
        provider.behave(says(obeys))
        await expect(ask(talk)).rejects.toThrow(ModelError)
        provider.behave(says(kind))
        expect(await ask(talk)).toEqual({ text: kind })

        const [first, second] = provider.asked
        if (!first || !second) throw new Error('The model was not asked')
        const [system, user, ...more] = first.messages
        expect([system?.role, user?.role, more.length]).toEqual(['system', 'user', 0])
        // Nothing of the talk stands among the rules, and they are the same for any talk of this kind.
        expect(system?.content).toBe(second.messages[0]?.content)
        expect(system?.content).not.toContain(text.trim().slice(0, 30))
        // Every line between the marks is one message, and no message holds a mark.
        const [mark = '', ...rest] = user?.content.split('\n') ?? []
        expect(rest.pop()).toBe(mark)
        expect(mark).toMatch(/^\[\[[0-9a-f]{12}\]\]$/)
        expect(mark).not.toBe(second.messages[1]?.content.split('\n')[0])
        expect(rest).toHaveLength(talk.lines.length)
        for (const row of rest) {
          expect(row).not.toMatch(/\[\[|<\||[\p{Cf}]/u)
          expect(JSON.parse(row)).toHaveProperty('text')
        }
        expect(logged.join()).not.toContain(obeys.slice(0, 12))
      },
    )
  })
})

describe('a model that answers as Emi', () => {
  const talk = talkOf([line('kanaryongdilaw, pagod na ako')])

  it('gets neutral names and what she said before, and nothing else', async () => {
    const lines = [line('uy', 'other', 'Kaibigan 1'), line('Hi!', 'emi', 'Emi'), line('pagod')]
    provider.behave(says(kind))
    await ask({ where: 'room', lines, said: ['Kumusta?'], hour: 23 })
    const [asked] = provider.asked
    expect(asked?.text.split('\n').map((row) => JSON.parse(row) as unknown)).toEqual([
      { from: 'Emi', said: true, text: 'Kumusta?' },
      { from: 'Kaibigan 1', text: 'uy' },
      { from: 'Emi', text: 'Hi!' },
      { from: 'asker', asks: true, text: 'pagod' },
    ])
    expect(Object.keys(JSON.parse(asked?.body ?? '') as object).toSorted()).toEqual([
      'messages',
      'model',
      'stream',
    ])
  })

  it('may say that somebody is in danger', async () => {
    provider.behave(says('CRISIS'))
    expect(await ask(talk)).toEqual({ suspects: 'crisis' })
  })

  it('is cut off when it says enough, at the provider too', async () => {
    provider.behave((response) => begins(response, 'Ang bigat ng araw mo ngayon. '.repeat(60)))
    expect(await ask(talk)).toEqual({ text: 'Ang bigat ng araw mo ngayon. '.repeat(20).trim() })
    await provider.asked[0]?.closed
  })

  it.each<[string, RegExp, Parameters<AiServer['behave']>[0]]>([
    ['refuses', /status 500/, refuses(500)],
    ['is overloaded', /status 429/, refuses(429)],
    ['stays silent', /in time/, (response) => stream(response).flushHeaders()],
    ['begins and stays silent', /in time/, (response) => begins(response, 'Ang bigat ')],
    ['breaks off', /failed/, (response) => begins(response, 'Ang bigat ') && response.destroy()],
    ['is filtered', /content-filter/, says('Ang bigat', 'content_filter')],
    ['says nothing', /empty/, says('')],
  ])('and %s is asked once, and the log holds no words', async (what, why, behaviour) => {
    provider.behave(behaviour)
    await expect(ask(talk, { answerMs: /in time/.test(why.source) ? 300 : 5_000 })).rejects.toThrow(
      ModelError,
    )
    expect(provider.asked).toHaveLength(1)
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatch(/^Emi: the language model failed: /)
    if (what !== 'breaks off') expect(logged[0]).toMatch(why)
    expect(logged.join()).not.toMatch(/kanaryo|bigat/)
  })

  it('stops when the caller leaves', async () => {
    const leaving = new AbortController()
    provider.behave((response) => {
      begins(response, 'Ang bigat ')
      leaving.abort(new Error('gone'))
    })
    await expect(ask(talk, { signal: leaving.signal })).rejects.toThrow('gone')
    await provider.asked[0]?.closed
    expect(logged).toEqual([])
  })
})
