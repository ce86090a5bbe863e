import { beforeEach, expect, it, vi } from 'vitest'
import { emi } from '../../../shared/emi.ts'
import { conversationIdOf, dmTopic, roomTopic } from '../../../shared/talks.ts'
import type { QueuedChange, QueuedInTalk } from '../device/kept.ts'
import { tellTalkSent } from '../outbox/waiting.ts'
import { callEmi, startCalling } from './calling.ts'
import { calls, endCallError, mayCallAgain } from './calls.ts'

type Said = { status: number; body: unknown }
const server = vi.hoisted(() => ({
  asked: [] as Record<string, unknown>[],
  answers: [] as (Said | 'lost' | Promise<Said>)[],
}))
const signal = vi.hoisted(() => ({ returns: new Set<() => void>() }))
vi.mock('../../lib/session.ts', () => ({
  personHere: () => '00000000-0000-4000-8000-000000000001',
  onPersonChange: () => undefined,
}))
vi.mock('../../lib/signal.ts', () => ({
  onSignal: (listener: () => void) => {
    signal.returns.add(listener)
    return () => signal.returns.delete(listener)
  },
}))
vi.mock('../../lib/supabase.ts', () => ({
  invoke: async (name: string, body: Record<string, unknown>) => {
    server.asked.push({ name, ...body })
    const answer = server.answers.shift() ?? { status: 200, body: { success: true, answered: true } }
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return answer
  },
}))
vi.stubGlobal('navigator', { onLine: true })

const mina = '00000000-0000-4000-8000-000000000001'
const [room, direct] = [roomTopic('general'), dmTopic(conversationIdOf(mina, emi.id))]
const message = (topic: string, content: string): QueuedInTalk => ({
  id: crypto.randomUUID(),
  destination: 'message',
  row: { topic, content, reply_to: null },
  writtenAt: new Date().toISOString(),
})
const change = (topic: string, content: string | null): QueuedChange => ({
  id: `change:${crypto.randomUUID()}`,
  destination: 'message-change',
  row: { topic, message_id: crypto.randomUUID(), content },
  writtenAt: new Date().toISOString(),
})
const isIdle = (topic: string) => calls.read(topic)?.isRunning === false

beforeEach(() => {
  server.asked = []
  server.answers = []
  for (const topic of [room, direct]) calls.drop(topic)
})

it('a stored message calls her in private always, in General only by her name, and never in other talks', async () => {
  const stop = startCalling()
  tellTalkSent(message(room, 'puyat na naman'))
  tellTalkSent(message(dmTopic(conversationIdOf(mina, mina.replace(/1$/, '2'))), '@emi'))
  tellTalkSent(message(roomTopic('games'), '@emi'))
  expect(server.asked).toEqual([])
  tellTalkSent(message(room, 'puyat na naman, @EMI'))
  tellTalkSent(message(direct, 'puyat na naman'))
  await expect.poll(() => [room, direct].map(isIdle)).toEqual([true, true])
  stop()
  tellTalkSent(message(direct, 'hoy'))
  expect(server.asked).toEqual([
    {
      name: 'emebot-chat',
      message: 'puyat na naman, @EMI',
      user_id: mina,
      contextType: 'tambayan',
      conversation_id: room,
      wall_id: 'general',
      recentContext: '',
    },
    {
      name: 'emebot-chat',
      message: 'puyat na naman',
      user_id: mina,
      contextType: 'dm',
      conversation_id: conversationIdOf(mina, emi.id),
      recentContext: '',
    },
  ])
})

it('an edit that names her in General calls her, and no edit in private does', async () => {
  const stop = startCalling()
  for (const content of ['gising pa ako', '@emi gising pa ako', null]) tellTalkSent(change(room, content))
  tellTalkSent(change(direct, 'gising pa ako'))
  await expect.poll(() => isIdle(room)).toBe(true)
  stop()
  expect(server.asked).toMatchObject([{ contextType: 'tambayan', message: '@emi gising pa ako' }])
})

it('messages stored during a call make one more call after it', async () => {
  const first = Promise.withResolvers<Said>()
  server.answers = [first.promise]
  const done = callEmi(direct, 'una')
  void callEmi(direct, 'ikalawa')
  void callEmi(direct, 'ikatlo')
  expect(server.asked).toHaveLength(1)
  first.resolve({ status: 200, body: { success: true, answered: true, remaining: 5 } })
  await done
  expect(server.asked).toHaveLength(2)
  expect(calls.read(direct)).toEqual({ isRunning: false, remaining: 5 })
})

it('a lost line is tried again when the signal returns', async () => {
  server.answers = ['lost', { status: 503, body: { success: false, error: 'Busy' } }]
  const done = callEmi(direct, 'hoy')
  for (const tries of [1, 2]) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    await expect.poll(() => [server.asked.length, signal.returns.size]).toEqual([tries, 1])
    for (const listener of signal.returns) listener()
  }
  await done
  expect(server.asked).toHaveLength(3)
  expect(calls.read(direct)).toEqual({ isRunning: false })
})

it('a refusal is told in the words of the server, or with its status, until the person types', async () => {
  server.answers = [
    { status: 429, body: { success: false, error: 'Ubos na muna.', remaining: 0 } },
    { status: 500, body: null },
    { status: 403, body: { message: 'Naka-block si Emi.' } },
  ]
  const told: unknown[] = []
  for (let at = 0; at < 3; at++) {
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    await callEmi(direct, 'hoy')
    told.push(calls.read(direct))
  }
  expect(told).toEqual(
    ['Ubos na muna.', 'EmeBot error (500).', 'Naka-block si Emi.'].map((error, at) => ({
      isRunning: false,
      remaining: 0,
      error,
      canRepeat: at === 1,
    })),
  )
  endCallError(direct)
  expect(calls.read(direct)?.error).toBeUndefined()
  const offers = [calls.read(direct), { isRunning: false }, { isRunning: true }]
  expect(offers.map((call) => mayCallAgain(call, true))).toEqual([false, true, false])
})
