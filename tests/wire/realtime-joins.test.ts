import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { collect, dial, hangUp, liveClient, subscribe, type Wire } from '../support/live.ts'

let app: TestApp
let ana: Person
let ben: Person
let cora: Person
let dm: string

beforeAll(async () => {
  // Hundreds of joins run here one after the other.
  app = await startApp({
    live: {
      limits: {
        joinsPerSecond: 1_000,
        accountJoinsPerSecond: 1_000,
        eventsPerSecond: 1_000,
        accountEventsPerSecond: 1_000,
      },
    },
  })
  ;[ana, ben, cora] = await Promise.all([signUp(app, 'Ana'), signUp(app, 'Ben'), signUp(app, 'Cora')])
  dm = `dm-${[ana.id, ben.id].toSorted().join('-')}`
})
afterAll(() => app.stop())

const say = (topic: string, event: string, payload: object, isPrivate: boolean) =>
  app.owner.query('select realtime.send($1, $2, $3, $4)', [payload, event, topic, isPrivate])

const eventsOf = (wire: Wire) =>
  wire.frames.filter(({ event }) => event === 'broadcast').map(({ payload }) => payload['event'])

describe.each(['1.0.0', '2.0.0'])('the official client, protocol %s', (vsn) => {
  it('hears a public topic without an account, in the order of commits', async () => {
    const client = await liveClient(app, { vsn })
    const channel = client.channel('polls:global')
    const heard = collect(channel)
    expect(await subscribe(channel)).toEqual({ status: 'SUBSCRIBED', reason: '' })
    for (let n = 1; n <= 5; n++) await say('polls:global', 'poll_update', { n, says: 'kumusta 💛' }, false)
    await expect.poll(() => heard).toHaveLength(5)
    expect(heard).toEqual(
      [1, 2, 3, 4, 5].map((n) => ({ event: 'poll_update', payload: { n, says: 'kumusta 💛' } })),
    )
    await hangUp(client)
  })

  it('hears a private topic of its own, and nothing after it left', async () => {
    const topic = `user-notifications-${ana.id}`
    const client = await liveClient(app, { vsn, token: ana.token })
    const channel = client.channel(topic, { config: { private: true } })
    const heard = collect(channel)
    expect(await subscribe(channel)).toEqual({ status: 'SUBSCRIBED', reason: '' })
    await say(topic, 'notification', { id: 1 }, true)
    await expect.poll(() => heard).toEqual([{ event: 'notification', payload: { id: 1 } }])
    const marker = client.channel('polls:global')
    const marked = collect(marker)
    await subscribe(marker)
    expect(await channel.unsubscribe()).toBe('ok')
    await say(topic, 'notification', { id: 2 }, true)
    await say('polls:global', 'marker', {}, false)
    await expect.poll(() => marked).toHaveLength(1)
    expect(heard).toHaveLength(1)
    await hangUp(client)
  })

  it('gets the reason for a refused join', async () => {
    const client = await liveClient(app, { vsn, token: cora.token })
    const channel = client.channel(dm, { config: { private: true } })
    const { status, reason } = await subscribe(channel)
    expect(status).toBe('CHANNEL_ERROR')
    expect(reason).toBe(`Unauthorized: You do not have permissions to read from this Channel topic: ${dm}`)
    await hangUp(client)
  })
})

/** Each kind of personal topic, with its members. */
const kinds = (): { topic: string; members: Person[] }[] => [
  { topic: `user-notifications-${ana.id}`, members: [ana] },
  { topic: `mention-notifications-${ana.id}`, members: [ana] },
  { topic: `user:${ana.id}:mentions`, members: [ana] },
  { topic: dm, members: [ana, ben] },
]

const outcome = async (wire: Wire, topic: string, options: Parameters<Wire['join']>[1]) => {
  const { status, response } = await wire.join(topic, options)
  return status === 'ok' ? 'ok' : (response.reason ?? '').split(':')[0]
}

const named = (name: string) => (frame: { payload: Record<string, unknown> }) =>
  frame.payload['event'] === name

describe('private topics', () => {
  it('admit their members, and nobody else with any token or none', async () => {
    const expiredToken = await app.keys.sign({
      iss: 'http://emote.test/auth/v1',
      aud: 'authenticated',
      role: 'authenticated',
      sub: ana.id,
      session_id: ana.id,
      exp: 1_000,
    })
    for (const { topic, members } of kinds()) {
      const wire = await dial(app)
      for (const person of [ana, ben, cora]) {
        const wanted = members.includes(person) ? 'ok' : 'Unauthorized'
        expect([topic, await outcome(wire, topic, { private: true, token: person.token })]).toEqual([
          topic,
          wanted,
        ])
      }
      expect(await outcome(wire, topic, { private: true })).toBe('Unauthorized')
      expect(await outcome(wire, topic, { private: true, token: app.keys.anonKey })).toBe('Unauthorized')
      expect(await outcome(wire, topic, { private: true, token: expiredToken })).toBe('InvalidJWTToken')
      expect(await outcome(wire, topic, { private: true, token: `${ana.token}x` })).toBe('JwtSignatureError')
      expect(await outcome(wire, topic, { private: true, token: 'no token' })).toBe('MalformedJWT')
      expect(await outcome(wire, topic, { private: true, token: 'sb_publishable_x' })).toBe('Unauthorized')
      expect(await outcome(wire, topic, { token: ana.token })).toBe('PrivateOnly')
      wire.ws.terminate()
    }
  })

  it('are written in one spelling only', async () => {
    const [low = '', high = ''] = [ana.id, ben.id].toSorted()
    const spellings = kinds().flatMap(({ topic }) => [
      topic.toUpperCase(),
      topic.replace(/[a-f]/, (letter) => letter.toUpperCase()),
      ` ${topic}`,
      `${topic} `,
      `${topic}\n`,
      `\n${topic}`,
      `${topic}\u0000`,
      `${topic}\t`,
      `realtime:${topic}`,
      topic.replaceAll('-', '%2D'),
      topic.replaceAll('-', '%2d'),
      topic.replaceAll('-', '‐'),
      topic.replaceAll('-', '_'),
      topic.replace(ana.id, '%'),
      topic.replace(ana.id, ''),
      topic.replace(ana.id, `${ana.id}-${cora.id}`),
      topic.replace(ana.id, `${cora.id}-${ana.id}`),
      topic.replace(ana.id, `${cora.id}\n${ana.id}`),
      `${topic}-${cora.id}`,
      `${topic}/${cora.id}`,
    ])
    const odd = [
      `dm-${high}-${low}`,
      `dm-${low}-${low}`,
      `dm-${cora.id}`,
      `dm-${low}--${high}`,
      'tambayan-',
      '-',
      '%',
    ]
    for (const isPrivate of [true, false]) {
      const wire = await dial(app, {})
      for (const topic of [...spellings, ...odd, 'x'.repeat(201)]) {
        for (const { token } of [ana, cora]) {
          const wanted = isPrivate ? 'Unauthorized' : 'PrivateOnly'
          const settled = await outcome(wire, topic, { private: isPrivate, token })
          expect([topic, settled]).toEqual([topic, wanted])
        }
      }
      wire.ws.terminate()
    }
  })

  it('are separate from the public topic of the same name', async () => {
    const [outside, inside] = [await dial(app), await dial(app)]
    expect(await outside.join('polls:global')).toMatchObject({ status: 'ok' })
    await app.owner.query(`create policy "as a test" on realtime.messages for select to authenticated
      using ((select realtime.topic()) = 'polls:global')`)
    expect(await inside.join('polls:global', { private: true, token: ana.token })).toMatchObject({
      status: 'ok',
    })
    await say('polls:global', 'secret', {}, true)
    await say('polls:global', 'known', {}, false)
    await Promise.all([outside.until(named('known')), inside.until(named('secret'))])
    await Promise.all([outside.settle(), inside.settle()])
    expect(eventsOf(outside)).toEqual(['known'])
    expect(eventsOf(inside)).toEqual(['secret'])
    await app.owner.query('drop policy "as a test" on realtime.messages')
    outside.ws.terminate()
    inside.ws.terminate()
  })
})

describe('a channel', () => {
  it.each([
    ['a topic without the prefix', 'polls:global', {}, 'unmatched topic'],
    ['no name', 'realtime:', {}, 'TopicNameRequired'],
    [
      'changes of tables',
      'realtime:polls:global',
      { config: { postgres_changes: [{ event: '*' }] } },
      'RealtimeDisabledForConfiguration',
    ],
    ['a config that is a text', 'realtime:polls:global', { config: 'x' }, 'InvalidJoinPayload'],
    [
      'a flag that is a text',
      'realtime:polls:global',
      { config: { private: 'false' } },
      'InvalidJoinPayload',
    ],
    [
      'a presence that is a list',
      'realtime:polls:global',
      { config: { presence: [] } },
      'InvalidJoinPayload',
    ],
    ['a token that is a number', 'realtime:polls:global', { access_token: 1 }, 'InvalidJoinPayload'],
    [
      '__proto__ as its config',
      'realtime:dm-x',
      JSON.parse('{"config":{"__proto__":{"private":true}}}'),
      'PrivateOnly',
    ],
  ])('is refused for %s', async (_name, topic, payload, reason) => {
    const wire = await dial(app)
    const reply = await wire.ask(topic, 'phx_join', payload)
    expect(reply.status).toBe('error')
    expect(reply.response.reason).toMatch(new RegExp(`^${reason}`))
    wire.ws.terminate()
  })

  it('may be joined with further settings that clients send', async () => {
    const wire = await dial(app)
    const config = {
      broadcast: { ack: true, self: true, replay: { since: 1 }, replication_ready: true },
      presence: { key: 'me', enabled: false },
      postgres_changes: [],
      postgres_changes_options: { wait: true },
    }
    expect(await wire.join('polls:global', { config })).toEqual({
      status: 'ok',
      response: { postgres_changes: [] },
    })
    wire.ws.terminate()
  })

  it('is replaced by a new channel of the same topic on the same socket', async () => {
    const wire = await dial(app)
    const join = (joinRef: string) => wire.ask('realtime:polls:global', 'phx_join', {}, joinRef)
    expect(await join('7')).toMatchObject({ status: 'ok' })
    expect(await join('8')).toMatchObject({ status: 'ok' })
    expect(wire.frames.filter(({ event }) => event === 'phx_close').map(({ joinRef }) => joinRef)).toEqual([
      '7',
    ])
    await say('polls:global', 'once', {}, false)
    await wire.until(({ event }) => event === 'broadcast')
    await wire.settle()
    expect(eventsOf(wire)).toEqual(['once'])
    expect(app.realtime.figures()).toMatchObject({ channels: 1 })
    wire.ws.terminate()
  })

  it('stays closed when it is left during its join', async () => {
    const wire = await dial(app)
    wire.send('realtime:polls:global', 'phx_join')
    expect(await wire.ask('realtime:polls:global', 'phx_leave')).toMatchObject({ status: 'ok' })
    await wire.join('wall-masaya')
    await say('polls:global', 'unheard', {}, false)
    await say('wall-masaya', 'new_post', {}, false)
    await wire.until(({ event }) => event === 'broadcast')
    await wire.settle()
    expect(eventsOf(wire)).toEqual(['new_post'])
    wire.ws.terminate()
  })
})

it('all channels of a reconnecting phone are checked in one transaction', async () => {
  const wire = await dial(app)
  await wire.settle()
  const asked = vi.spyOn(app.db, 'as')
  const topics = Array.from(
    { length: 20 },
    (_, n) => `post-reactions-${crypto.randomUUID().slice(0, -2)}${10 + n}`,
  )
  const own = [`user-notifications-${ana.id}`, `mention-notifications-${ana.id}`, dm]
  const replies = await Promise.all([
    ...topics.map((topic) => wire.join(topic, { token: ana.token })),
    ...own.map((topic) => wire.join(topic, { token: ana.token, private: true })),
  ])
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 'ok'))
  expect(asked.mock.calls.length).toBeLessThanOrEqual(2)
  asked.mockRestore()
  wire.ws.terminate()
})
