import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { dial, type Wire } from '../support/live.ts'

// Threats 40 and 43: nobody can forge an event or a presence.
let app: TestApp
let ana: Person
let ben: Person
let dm: string

beforeAll(async () => {
  app = await startApp({ live: { limits: { eventsPerSecond: 1_000, accountEventsPerSecond: 1_000 } } })
  ;[ana, ben] = await Promise.all([signUp(app, 'Ana'), signUp(app, 'Ben')])
  dm = `dm-${[ana.id, ben.id].toSorted().join('-')}`
})
afterAll(() => app.stop())

const post = 'post-reactions-0e6ffb4c-44dc-4a28-a2ef-4f1f2c19c1f5'
const topics = (): { topic: string; isPrivate: boolean }[] => [
  { topic: post, isPrivate: false },
  { topic: 'wall-galit', isPrivate: false },
  { topic: 'polls:global', isPrivate: false },
  { topic: dm, isPrivate: true },
  { topic: `user-notifications-${ana.id}`, isPrivate: true },
  { topic: `mention-notifications-${ana.id}`, isPrivate: true },
  { topic: `user:${ana.id}:mentions`, isPrivate: true },
  { topic: 'tambayan-general', isPrivate: true },
  { topic: 'global-online-users', isPrivate: true },
]
const events = [
  'vote',
  'reaction_update',
  'new_post',
  'new_message',
  'message_update',
  'notification',
  'mention',
]
events.push('typing', 'online_count', 'presence_state', 'presence_diff', 'system', 'phx_close', 'phx_reply')

const binaryPush = (topic: string, event: string): Buffer => {
  const strings = ['1', '9', `realtime:${topic}`, event, '']
  const lengths = strings.map((text) => Buffer.byteLength(text))
  return Buffer.from([
    ...Buffer.from([3, ...lengths, 1]),
    ...Buffer.from(`${strings.join('')}{"forged":true}`),
  ])
}

/** Sends every message that this person can send about a topic. Resolves when all are refused. */
async function forge(wire: Wire, topic: string): Promise<string[]> {
  const wanted: Promise<{ status: string }>[] = []
  for (const event of events) {
    const payload = { type: 'broadcast', event, payload: { forged: true }, meta: { role: 'service_role' } }
    wanted.push(
      wire.ask(`realtime:${topic}`, 'broadcast', payload),
      wire.ask(`realtime:${topic}`, event, payload),
    )
    wire.ws.send(binaryPush(topic, event))
  }
  const replies = await Promise.all(wanted)
  await wire.settle()
  return [...new Set(replies.map(({ status }) => status))]
}

describe.each(['2.0.0', '1.0.0'])('a listener with protocol %s', (version) => {
  it('hears nothing that another person sends, on any topic, by any event', async () => {
    for (const { topic, isPrivate } of topics()) {
      const listener = await dial(app, { version })
      const forger = await dial(app)
      const joined = { private: isPrivate, config: { presence: { enabled: true } } }
      expect(await listener.join(topic, { ...joined, token: ana.token })).toMatchObject({ status: 'ok' })
      const mine = await forger.join(topic, { private: isPrivate, token: ben.token })
      if (topic === 'global-online-users') await listener.until(({ event }) => event === 'presence_state')
      const before = listener.frames.length
      expect([topic, await forge(forger, topic)]).toEqual([topic, ['error']])
      await app.owner.query('select realtime.send($1, $2, $3, $4)', [{ true: 1 }, 'true', topic, isPrivate])
      await listener.until(({ event, payload }) => event === 'broadcast' && payload['event'] === 'true')
      // The roster itself may announce the arrival. That is true, not forged.
      const heard = listener.frames.slice(before).filter(({ event }) => event !== 'presence_diff')
      expect([topic, mine.status, heard.map(({ payload }) => payload['event'])]).toEqual([
        topic,
        mine.status,
        ['true'],
      ])
      listener.ws.terminate()
      forger.ws.terminate()
    }
  })
})

it('only the service key may broadcast over HTTP', async () => {
  const listener = await dial(app)
  await listener.join(dm, { private: true, token: ana.token })
  const body = JSON.stringify({ messages: [{ topic: dm, event: 'new_message', payload: {}, private: true }] })
  const headers = { 'content-type': 'application/json', apikey: app.keys.anonKey }
  const broadcast = (more: Record<string, string>) =>
    app.fetch('/realtime/v1/api/broadcast', { method: 'POST', body, headers: { ...headers, ...more } })
  expect((await broadcast({})).status).toBe(401)
  expect((await broadcast({ authorization: `Bearer ${ben.token}` })).status).toBe(403)
  const direct = await ben.client.from('messages').insert({ topic: dm, event: 'new_message' })
  expect(direct.error).not.toBeNull()
  await app.owner.query('select realtime.send($1, $2, $3)', [{}, 'true', dm])
  await listener.until(({ event }) => event === 'broadcast')
  expect(listener.frames.filter(({ event }) => event === 'broadcast')).toHaveLength(1)
  listener.ws.terminate()
})

it('presence shows a person by the profile, whatever the client sends', async () => {
  const topic = 'realtime:global-online-users'
  const [watcher, liar] = [await dial(app), await dial(app)]
  const config = { presence: { enabled: true, key: ana.id } }
  await watcher.join('global-online-users', { private: true, token: ana.token, config })
  await watcher.until(({ event }) => event === 'presence_state')
  await liar.join('global-online-users', { private: true, token: ben.token, config })
  const payload = { userId: ana.id, codename: 'Emi', avatar_url: 'https://evil.test/x.png', is_premium: true }
  const track = { type: 'presence', event: 'track', payload, key: ana.id }
  expect(await liar.ask(topic, 'presence', track)).toMatchObject({ status: 'ok' })
  const { payload: diff } = await watcher.until(({ event }) => event === 'presence_diff')
  const { phx_ref: ref, ...shown } = (diff as { joins: Record<string, { metas: Record<string, unknown>[] }> })
    .joins[ben.id]?.metas[0] ?? { phx_ref: '' }
  expect(shown).toEqual({ userId: ben.id, codename: 'Tahimik Ben', avatar_url: null, is_premium: false })
  expect(ref).toBeTruthy()
  expect(JSON.stringify(watcher.frames)).not.toContain('evil.test')
  watcher.ws.terminate()
  liar.ws.terminate()
})

it('nobody is present where no policy allows it: private topics, public topics, visitors', async () => {
  const wire = await dial(app)
  const track = { type: 'presence', event: 'track', payload: {} }
  for (const { topic, isPrivate } of topics().slice(0, -1)) {
    await wire.join(topic, { private: isPrivate, token: ana.token })
    const reply = await wire.ask(`realtime:${topic}`, 'presence', track)
    expect(reply.response.reason).toMatch(/^Unauthorized/)
  }
  await wire.join('polls:global')
  expect((await wire.ask('realtime:polls:global', 'presence', track)).status).toBe('error')
  const { rows } = await app.owner.query('select topic from realtime.presences where topic <> $1', [
    'global-online-users',
  ])
  expect(rows).toEqual([])
  wire.ws.terminate()
})
