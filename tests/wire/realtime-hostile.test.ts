import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { dial, type Wire } from '../support/live.ts'

// Threat 44: every malformed message is refused clearly, and other sockets are unaffected.
let app: TestApp
let ana: Person
let witness: Wire

beforeAll(async () => {
  app = await startApp({ live: { limits: { eventsPerSecond: 1_000, bytesPerSecond: 10_000_000 } } })
  ana = await signUp(app, 'Ana')
})
afterAll(() => app.stop())

beforeEach(async () => {
  witness = await dial(app)
  await witness.join('polls:global')
})
afterEach(async () => {
  await app.owner.query('select realtime.send($1, $2, $3, false)', [{}, 'still here', 'polls:global'])
  await witness.until(({ event }) => event === 'broadcast')
  const heard = witness.frames.map(({ event }) => event).join()
  if (heard !== 'phx_reply,broadcast') throw new Error(`Somebody else heard ${heard}`)
  if (app.logged.length > 0) throw new Error(`The server complained: ${app.logged.join()}`)
  witness.ws.terminate()
})

/** A TCP connection after the handshake, for bytes that no WebSocket library sends. */
async function bare(): Promise<Socket> {
  const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    [
      `GET /realtime/v1/websocket?apikey=${app.keys.anonKey}&vsn=2.0.0 HTTP/1.1`,
      'Host: emote.test',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
      '\r\n',
    ].join('\r\n'),
  )
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(head.toString()).toMatch(/^HTTP\/1\.1 101 /)
  expect(head.toString().toLowerCase()).not.toContain('permessage-deflate')
  return socket
}

/** A client frame, masked with zeros. */
function frame(first: number, payload: Buffer, declared = payload.length): Buffer {
  const head =
    declared < 126
      ? Buffer.from([first, 0x80 | declared])
      : declared < 65_536
        ? Buffer.from([first, 0xfe, declared >> 8, declared & 255])
        : Buffer.from([first, 0xff, 0, 0, 0, 0, ...[24, 16, 8, 0].map((bits) => (declared >>> bits) & 255)])
  return Buffer.concat([head, Buffer.alloc(4), payload])
}

const join = Buffer.from('["1","1","realtime:polls:global","phx_join",{}]')

describe('bytes that are no message end the connection', () => {
  const long = Buffer.alloc(65_537, 0x20)
  it.each([
    ['1002', 'a compressed frame (RSV1), as a bomb would be', frame(0xc1, Buffer.alloc(100))],
    ['1002', 'RSV2', frame(0xa1, join)],
    ['1002', 'RSV3', frame(0x91, join)],
    ['1002', 'an unknown opcode', frame(0x83, join)],
    ['1002', 'a frame that is not masked', Buffer.concat([Buffer.from([0x81, join.length]), join])],
    ['1002', 'the middle of a message without its beginning', frame(0x80, join)],
    ['1002', 'a control frame that is too long', frame(0x89, Buffer.alloc(126))],
    ['1002', 'a control frame in pieces', frame(0x09, Buffer.alloc(1))],
    ['1002', 'a farewell with half a code', frame(0x88, Buffer.from([3]))],
    ['1002', 'a farewell with a code that is none', frame(0x88, Buffer.from([0, 5]))],
    ['1007', 'text that is not UTF-8', frame(0x81, Buffer.from([0x5b, 0xff, 0xfe, 0x5d]))],
    ['1007', 'half a letter', frame(0x81, Buffer.from([0x22, 0xf0, 0x9f, 0x92]))],
    ['1007', 'an overlong letter', frame(0x81, Buffer.from([0x22, 0xc0, 0x80, 0x22]))],
    ['1009', 'a message over 64 KiB', frame(0x81, long)],
    ['1009', 'a message that says it is 4 GiB', frame(0x81, Buffer.alloc(10), 0xffffffff)],
    [
      '1009',
      'a message over 64 KiB in pieces',
      Buffer.concat([frame(0x01, long.subarray(1)), frame(0x80, long.subarray(1))]),
    ],
    [
      '1008',
      'a message in a thousand pieces',
      Buffer.concat([frame(0x01, join), ...Array.from({ length: 999 }, () => frame(0x00, Buffer.alloc(0)))]),
    ],
  ])('%s: %s', async (code, _name, bytes) => {
    const socket = await bare()
    const answers: Buffer[] = []
    socket.on('data', (data: Buffer) => answers.push(data))
    socket.write(bytes)
    await once(socket, 'end')
    const [first, , ...rest] = Buffer.concat(answers)
    expect([first, Buffer.from(rest).readUInt16BE(0)]).toEqual([0x88, Number(code)])
    socket.destroy()
  })

  it('also when the connection breaks in the middle of a frame', async () => {
    const socket = await bare()
    socket.write(frame(0x81, join).subarray(0, 20))
    const before = app.realtime.figures().sockets
    socket.resetAndDestroy()
    await expect.poll(() => app.realtime.figures().sockets).toBeLessThan(before)
  })
})

describe('messages that cannot be read are answered with 1003 and a reason', () => {
  it.each([
    ['text', '2.0.0', 'hello'],
    ['nothing', '2.0.0', ''],
    ['half', '2.0.0', '["1","1","realtime:polls:global","phx_join"'],
    ['a number', '2.0.0', '7'],
    ['null', '1.0.0', 'null'],
    ['an object', '2.0.0', '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}'],
    ['an array', '1.0.0', '[null,"1","phoenix","heartbeat",{}]'],
    ['a list of lists', '2.0.0', '[[],[],[],[],[]]'],
    ['very deep', '2.0.0', '['.repeat(30_000)],
    ['deep and whole', '2.0.0', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['a payload that is a text', '2.0.0', '["1","1","realtime:polls:global","phx_join","x"]'],
    ['a binary frame to 1.0.0', '1.0.0', Buffer.from([3, 0, 0, 0, 0, 0, 1])],
    ['a binary frame of the server', '2.0.0', Buffer.from([4, 0, 0, 0, 1])],
    ['binary zeros', '2.0.0', Buffer.alloc(1_000)],
    ['binary lengths past the end', '2.0.0', Buffer.alloc(6, 255).fill(3, 0, 1)],
  ])('%s', async (_name, version, data) => {
    const wire = await dial(app, { version })
    wire.ws.send(data)
    const { code, reason } = await wire.closed
    expect(code).toBe(1003)
    expect(reason).not.toBe('')
  })
})

describe('readable messages without sense get an answer, and the socket continues', () => {
  it.each([
    ['another topic of phoenix', 'phoenix', 'phx_join', {}],
    ['an unknown event', 'realtime:wall-galit', 'explode', {}],
    ['a name of every object', 'realtime:wall-galit', 'constructor', {}],
    ['__proto__', 'realtime:wall-galit', '__proto__', {}],
    ['a broadcast to a channel that was not joined', 'realtime:dm-x', 'broadcast', { event: 'e' }],
    ['presence without an event', 'realtime:wall-galit', 'presence', {}],
    ['presence of another kind', 'realtime:wall-galit', 'presence', { type: 'presence', event: 'TRACK' }],
    ['a token for a channel that was not joined', 'realtime:dm-x', 'access_token', { access_token: 'x' }],
    ['a reply', 'realtime:wall-galit', 'phx_reply', { status: 'ok' }],
    [
      'a topic of 60,000 letters',
      `realtime:${'x'.repeat(60_000)}`,
      'phx_join',
      { config: { private: true } },
    ],
    ['a payload with 60,000 letters', 'realtime:wall-galit', 'broadcast', { event: 'x'.repeat(60_000) }],
  ])('%s', async (_name, topic, event, payload) => {
    const wire = await dial(app)
    await wire.join('wall-galit', { token: ana.token })
    expect(await wire.ask(topic, event, payload)).toMatchObject({ status: 'error' })
    await wire.settle()
    wire.ws.terminate()
  })

  it('a deep payload of a text broadcast', async () => {
    await app.owner.query(
      `create policy "test" on realtime.messages for select to authenticated using (true)`,
    )
    const wire = await dial(app)
    await wire.join('room', { private: true, token: ana.token })
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    wire.ws.send(`["1","99","realtime:room","broadcast",{"event":"e","payload":${deep}}]`)
    const { payload } = await wire.until(({ ref }) => ref === '99')
    expect(payload).toMatchObject({ status: 'error' })
    await app.owner.query('drop policy "test" on realtime.messages')
    wire.ws.terminate()
  })
})

it('random bytes neither stop the server nor reach anybody', async () => {
  // A small generator with a fixed seed, for repeatable noise.
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const letters = [
    '"',
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    'null',
    '1',
    '"realtime:polls:global"',
    '"broadcast"',
    '"phx_join"',
    '"phx_leave"',
    '\u0000',
    'é',
  ]
  for (let n = 0; n < 150; n++) {
    const wire = await dial(app, { version: n % 2 ? '1.0.0' : '2.0.0' })
    for (let m = 0; m < 5; m++) {
      const text = Array.from({ length: random(30) }, () => letters[random(letters.length)]).join('')
      const bytes = Buffer.from(
        Array.from({ length: random(60) }, (_, at) => (at === 0 ? random(5) : random(256))),
      )
      wire.ws.send(random(2) ? text : bytes)
    }
    wire.ws.terminate()
  }
  await expect.poll(() => app.realtime.figures().sockets).toBe(1)
})

const knock = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
    const lines = {
      host: 'emote.test',
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
    }
    const all = { ...lines, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', ...headers }
    const text = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    let heard = ''
    socket.on('error', reject)
    socket.on('data', (data) => (heard += data.toString()))
    socket.on('end', () =>
      resolve({ status: Number(heard.slice(9, 12)), body: heard.split('\r\n\r\n')[1] ?? '' }),
    )
    socket.write(`${method} ${path} HTTP/1.1\r\n${text.join('\r\n')}\r\n\r\n`)
  })
  return { status: answer.status, error: (JSON.parse(answer.body) as { error: string }).error }
}

describe('the handshake', () => {
  it('is refused with the missing part', async () => {
    const place = '/realtime/v1/websocket'
    const { anonKey, serviceKey } = app.keys
    expect(await knock(place)).toEqual({ status: 401, error: 'No API key found in request' })
    expect(await knock(`${place}?apikey=sb_publishable_x`)).toEqual({ status: 401, error: 'Invalid API key' })
    expect(await knock(`${place}?apikey=${ana.token}`)).toEqual({ status: 401, error: 'Invalid API key' })
    expect(await knock(`${place}?apikey=${anonKey}&vsn=9.0.0`)).toMatchObject({ status: 403 })
    expect(await knock(`${place}?apikey=${anonKey}&vsn=constructor`)).toMatchObject({ status: 403 })
    expect(await knock(`${place}/x?apikey=${anonKey}`)).toMatchObject({ status: 404 })
    expect(await knock(`${place}?apikey=${serviceKey}`, { origin: 'https://evil.test' })).toMatchObject({
      status: 403,
    })
  })

  it('is refused with the invalid part, and costs the network no points', async () => {
    const strict = await startApp({ live: { limits: { opensPerSecond: 0.4 } } })
    const [open, path] = [app, `/realtime/v1/websocket?apikey=${strict.keys.anonKey}`]
    app = strict
    for (const [status, headers, method] of [
      [400, { 'sec-websocket-key': 'short' }],
      [426, { 'sec-websocket-version': '12' }],
      [405, {}, 'DELETE'],
    ] as const)
      expect(await knock(path, headers, method)).toMatchObject({ status, error: expect.any(String) })
    const last = await knock(path, { 'sec-websocket-protocol': 'a,,b' })
    expect(last).toMatchObject({ status: 400, error: expect.any(String) })
    const wire = await dial(strict)
    wire.ws.terminate()
    app = open
    await strict.stop()
  })

  it('takes no cookie for a person: a page of another site hears only public topics', async () => {
    const wire = await dial(app, {
      headers: { origin: 'https://evil.test', cookie: `sb-access-token=${ana.token}` },
    })
    const own = await wire.join(`user-notifications-${ana.id}`, { private: true })
    expect(own.response.reason).toMatch(/^Unauthorized/)
    const asService = await wire.join('global-online-users', { private: true, token: app.keys.serviceKey })
    expect(asService.response.reason).toMatch(/^Unauthorized/)
    wire.ws.terminate()
  })
})
