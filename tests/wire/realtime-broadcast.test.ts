import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { collect, dial, hangUp, liveClient, subscribe } from '../support/live.ts'

// The product's policies allow no broadcast of clients. This test's policy does.
let app: TestApp
let ana: Person
let ben: Person

beforeAll(async () => {
  app = await startApp()
  ;[ana, ben] = await Promise.all([signUp(app, 'Ana'), signUp(app, 'Ben')])
  await app.owner.query(`create policy "test: rooms are read" on realtime.messages for select to authenticated
    using (topic in ('-', (select realtime.topic())) and (select realtime.topic()) like 'room-%')`)
  await app.owner
    .query(`create policy "test: people speak in open rooms" on realtime.messages for insert to authenticated
    with check (private and extension = 'broadcast' and topic = (select realtime.topic()) and topic like 'room-open%')`)
})
afterAll(() => app.stop())

type Ask = { token: string; topic: string; vsn?: string; ack?: boolean; self?: boolean }

async function enter({ token, topic, vsn = '2.0.0', ack = false, self = false }: Ask) {
  const client = await liveClient(app, { token, vsn })
  const channel = client.channel(topic, { config: { private: true, broadcast: { ack, self } } })
  const heard = collect(channel)
  expect(await subscribe(channel)).toEqual({ status: 'SUBSCRIBED', reason: '' })
  return { client, channel, heard }
}

describe.each([
  ['2.0.0', '2.0.0'],
  ['1.0.0', '2.0.0'],
  ['2.0.0', '1.0.0'],
])('a broadcast from protocol %s to %s', (from, to) => {
  it('reaches the others in order, and not its sender', async () => {
    const sender = await enter({ token: ana.token, topic: 'room-open', vsn: from, ack: true })
    const other = await enter({ token: ben.token, topic: 'room-open', vsn: to })
    const said = Array.from({ length: 10 }, (_, n) => ({ n, says: 'hoy 💛' }))
    const sent = said.map((payload) => sender.channel.send({ type: 'broadcast', event: 'typing', payload }))
    expect(await Promise.all(sent)).toEqual(said.map(() => 'ok'))
    await expect.poll(() => other.heard).toHaveLength(10)
    expect(other.heard.map(({ payload }) => payload)).toEqual(said)
    // A later server event: everything before it has arrived.
    await app.owner.query('select realtime.send($1, $2, $3)', [{}, 'marker', 'room-open'])
    await expect.poll(() => sender.heard).toEqual([{ event: 'marker', payload: {} }])
    await hangUp(sender.client, other.client)
  })
})

it('a broadcast returns to its sender when the sender asked for it', async () => {
  const sender = await enter({ token: ana.token, topic: 'room-open-self', self: true })
  await sender.channel.send({ type: 'broadcast', event: 'echo', payload: { a: 1 } })
  await expect.poll(() => sender.heard).toEqual([{ event: 'echo', payload: { a: 1 } }])
  await hangUp(sender.client)
})

it('a broadcast carries raw bytes to protocol 2.0.0', async () => {
  const sender = await enter({ token: ana.token, topic: 'room-open-bytes', ack: true })
  const other = await enter({ token: ben.token, topic: 'room-open-bytes' })
  const payload = new Uint8Array([0, 255, 7, 128]).buffer
  expect(await sender.channel.send({ type: 'broadcast', event: 'bytes', payload })).toBe('ok')
  await expect.poll(() => other.heard).toHaveLength(1)
  expect([...new Uint8Array(other.heard[0]?.payload as ArrayBuffer)]).toEqual([0, 255, 7, 128])
  await hangUp(sender.client, other.client)
})

it('a broadcast is refused where no policy allows it, and reaches nobody', async () => {
  const sender = await enter({ token: ana.token, topic: 'room-quiet', ack: true, self: true })
  const other = await enter({ token: ben.token, topic: 'room-quiet' })
  expect(await sender.channel.send({ type: 'broadcast', event: 'typing', payload: {} })).toBe('error')
  await app.owner.query('select realtime.send($1, $2, $3)', [{}, 'marker', 'room-quiet'])
  await expect.poll(() => [sender.heard, other.heard].map((heard) => heard.length)).toEqual([1, 1])
  await hangUp(sender.client, other.client)
})

it('the gateway asks the policy again after a fresh token', async () => {
  const wire = await dial(app)
  await wire.join('room-open-late', { private: true, token: ana.token, config: { broadcast: { ack: true } } })
  const send = () =>
    wire.ask('realtime:room-open-late', 'broadcast', { type: 'broadcast', event: 'e', payload: {} })
  expect((await send()).status).toBe('ok')
  await app.owner.query(
    'alter policy "test: people speak in open rooms" on realtime.messages with check (false)',
  )
  wire.send('realtime:room-open-late', 'access_token', { access_token: ana.token })
  await wire.settle()
  expect((await send()).status).toBe('error')
  await app.owner.query(`alter policy "test: people speak in open rooms" on realtime.messages
    with check (private and extension = 'broadcast' and topic = (select realtime.topic()) and topic like 'room-open%')`)
  wire.ws.terminate()
})

it.each([
  ['no event', { payload: {} }],
  ['an event that is a number', { event: 1, payload: {} }],
  ['an event without letters', { event: '', payload: {} }],
  ['an event that is too long', { event: 'x'.repeat(201), payload: {} }],
  ['NUL in its payload', { event: 'e', payload: { a: '\u0000' } }],
  ['half a letter in its payload', { event: 'e', payload: '\ud83d' }],
  [
    'a payload that is very deep',
    { event: 'e', payload: JSON.parse('['.repeat(200) + ']'.repeat(200)) as unknown },
  ],
])('a broadcast is refused with %s, and the channel continues', async (_name, payload) => {
  const wire = await dial(app)
  await wire.join('room-open-odd', { private: true, token: ana.token, config: { broadcast: { ack: true } } })
  const odd = await wire.ask('realtime:room-open-odd', 'broadcast', { type: 'broadcast', ...payload })
  expect(odd.response.reason).toMatch(/^InvalidBroadcast/)
  const good = { type: 'broadcast', event: 'e', payload: { a: 1 } }
  expect(await wire.ask('realtime:room-open-odd', 'broadcast', good)).toMatchObject({ status: 'ok' })
  wire.ws.terminate()
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  app.fetch(`/realtime/v1/api/broadcast${path}`, {
    method,
    headers: { apikey: app.keys.serviceKey, 'content-type': 'application/json', ...headers },
    ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  })

const message = (topic: string, n: number, isPrivate?: boolean) => {
  const plain = { topic, event: `e${n}`, payload: { n } }
  return isPrivate === undefined ? plain : { ...plain, private: isPrivate }
}

describe('over HTTP', () => {
  it('the service broadcasts many, in order, each to its own room', async () => {
    const [inside, outside] = [await dial(app), await dial(app)]
    await inside.join('room-http', { private: true, token: ana.token })
    await outside.join('polls:global')
    const messages = [
      message('room-http', 1, true),
      message('polls:global', 2),
      message('room-http', 3, false),
      message('room-http', 4, true),
      message('polls:global', 5, false),
    ]
    const answer = await post('', { messages })
    expect(answer.status).toBe(202)
    const eventsOf = (wire: typeof inside) =>
      wire.frames.filter(({ event }) => event === 'broadcast').map(({ payload }) => payload['event'])
    await expect
      .poll(() => [eventsOf(inside), eventsOf(outside)])
      .toEqual([
        ['e1', 'e4'],
        ['e2', 'e5'],
      ])
    for (const wire of [inside, outside]) wire.ws.terminate()
  })

  it('the official client of the service sends without joining', async () => {
    const wire = await dial(app)
    await wire.join('room-one é/%', { private: true, token: ana.token })
    const service = await liveClient(app, { key: app.keys.serviceKey })
    const channel = service.channel('room-one é/%', { config: { private: true } })
    expect(await channel.httpSend('béso', { a: 1 })).toEqual({ success: true })
    const { payload } = await wire.until(({ event }) => event === 'broadcast')
    expect(payload).toMatchObject({ event: 'béso', payload: { a: 1 } })
    const visitor = await liveClient(app)
    await expect(visitor.channel('polls:global').httpSend('boto', {})).rejects.toThrow(
      'Only the service may broadcast',
    )
    wire.ws.terminate()
    await hangUp(service, visitor)
  })

  it.each([
    ['no messages', '', {}, 422],
    ['an empty list', '', { messages: [] }, 422],
    [
      'too many',
      '',
      { messages: Array.from({ length: 101 }, () => ({ topic: 't', event: 'e', payload: {} })) },
      422,
    ],
    ['a message that is a text', '', { messages: ['x'] }, 422],
    ['no topic', '', { messages: [{ event: 'e', payload: {} }] }, 422],
    ['a payload that is a list', '', { messages: [{ topic: 't', event: 'e', payload: [] }] }, 422],
    [
      'a flag that is a text',
      '',
      { messages: [{ topic: 't', event: 'e', payload: {}, private: 'no' }] },
      422,
    ],
    ['NUL', '', { messages: [{ topic: 't', event: 'e', payload: { a: '\u0000' } }] }, 422],
    ['no JSON', '', '{', 422],
    ['nothing', '/t/events/e', '', 422],
    ['a topic that is too long', `/${'x'.repeat(201)}/events/e`, {}, 422],
    ['a topic that is not UTF-8', '/%ff/events/e', {}, 422],
    ['NUL in an address', '/%00/events/e', {}, 422],
    ['a payload that is too large', '/t/events/e', { a: 'x'.repeat(300_000) }, 422],
    ['a body that is too large', '/t/events/e', { a: 'x'.repeat(1_100_000) }, 413],
    ['another place', '/t/evenings/e', {}, 404],
    ['half a place', '/t/events/', {}, 404],
  ])('%s is refused', async (_name, path, body, status) => {
    const answer = await post(path, body)
    expect(answer.status).toBe(status)
    expect(Object.keys((await answer.json()) as object)).toEqual(['error'])
  })

  it('refuses other methods and types; one invalid message refuses all messages of its request', async () => {
    expect((await post('', {}, {}, 'GET')).status).toBe(405)
    expect((await post('', 'x', { 'content-type': 'application/octet-stream' })).status).toBe(415)
    expect(
      (await app.fetch('/realtime/v1/websocket', { headers: { apikey: app.keys.anonKey } })).status,
    ).toBe(404)
    const messages = [
      { topic: 'room-http', event: 'stays out', payload: {}, private: true },
      { topic: 'room-http', event: 'too large', payload: { a: 'x'.repeat(300_000) }, private: true },
    ]
    expect((await post('', { messages })).status).toBe(422)
    const { rows } = await app.owner.query(`select from realtime.messages where event = 'stays out'`)
    expect(rows).toEqual([])
  })
})

it("broadcast_changes sends changed rows in the reference's format", async () => {
  const wire = await dial(app)
  await wire.join('room-rows', { private: true, token: ana.token })
  await app.owner.query(`
    create table things (id int primary key, name text);
    create function tell_thing() returns trigger language plpgsql as $$ begin
      perform realtime.broadcast_changes('room-rows', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create trigger tell after insert or update or delete on things for each row execute function tell_thing();
    insert into things values (1, 'a'); update things set name = 'b'; delete from things`)
  await wire.until(({ payload }) => payload['event'] === 'DELETE')
  const about = { table: 'things', schema: 'public' }
  expect(
    wire.frames.filter(({ event }) => event === 'broadcast').map(({ payload }) => payload['payload']),
  ).toEqual([
    { ...about, operation: 'INSERT', record: { id: 1, name: 'a' }, old_record: null },
    { ...about, operation: 'UPDATE', record: { id: 1, name: 'b' }, old_record: { id: 1, name: 'a' } },
    { ...about, operation: 'DELETE', record: null, old_record: { id: 1, name: 'b' } },
  ])
  wire.ws.terminate()
})
