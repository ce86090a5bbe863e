import type { IncomingMessage } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp } from '../support/cast.ts'
import { dial, type Wire } from '../support/live.ts'
import type { RealtimeDeps } from '../../src/server/realtime/index.ts'

// Threat 44: one caller's use is bounded, and others are unaffected.
let app: TestApp
const start = async (limits: RealtimeDeps['limits'] = {}) => (app = await startApp({ live: { limits } }))
afterEach(() => {
  vi.restoreAllMocks()
  return app.stop()
})

/** Time stands still or follows `clock`: limits do not recover while the machine is busy. */
function stopClock(): { now: number } {
  const clock = { now: performance.now() }
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  return clock
}

const reasonOf = async (answer: ReturnType<Wire['join']>) => (await answer).response.reason
const say = (event: string, payload: object = {}) =>
  app.owner.query('select realtime.send($1, $2, $3, false)', [payload, event, 'polls:global'])
const heard = (name: string) => (frame: { payload: Record<string, unknown> }) =>
  frame.payload['event'] === name

/** The answer to a handshake: 101, or the refusal. */
async function knock(options: ClientOptions = {}): Promise<{ status: number; error?: string }> {
  const address = `${app.origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${app.keys.anonKey}&vsn=2.0.0`
  const ws = new WebSocket(address, options)
  ws.on('error', () => {})
  const answer = Promise.withResolvers<IncomingMessage | undefined>()
  ws.on('open', () => answer.resolve(undefined))
  ws.on('unexpected-response', (_request, response) => answer.resolve(response))
  const response = await answer.promise
  let body = ''
  for await (const chunk of response ?? []) body += String(chunk)
  ws.terminate()
  return response
    ? { status: response.statusCode ?? 0, ...(JSON.parse(body) as { error: string }) }
    : { status: 101 }
}

it('a network and a node have a limit of sockets, and a closed socket makes room', async () => {
  await start({ socketsPerNetwork: 2 })
  const [first, second] = [await dial(app), await dial(app)]
  expect(await knock()).toEqual({
    status: 429,
    error: 'ConnectionRateLimitReached: Too many connected users',
  })
  first.ws.terminate()
  await expect.poll(() => app.realtime.figures().sockets).toBe(1)
  const third = await dial(app)
  for (const wire of [second, third]) wire.ws.terminate()
})

it('an address has a limit of sockets below that of its network', async () => {
  await start({ socketsPerAddress: 2 })
  const [first, second] = [await dial(app), await dial(app)]
  expect(await knock()).toMatchObject({ status: 429 })
  expect(await knock({ localAddress: '127.0.0.2' })).toEqual({ status: 101 })
  first.ws.terminate()
  await expect.poll(() => knock()).toEqual({ status: 101 })
  second.ws.terminate()
})

it('one network cannot fill a node: once the node is half full it may take half of the rest', async () => {
  await start({ sockets: 8 })
  const elsewhere: ClientOptions = { localAddress: '127.0.1.1' }
  const wires: Wire[] = []
  for (let n = 0; n < 4; n++) wires.push(await dial(app))
  expect(await knock()).toMatchObject({ status: 429 })
  expect(await knock(elsewhere)).toEqual({ status: 101 })
  for (const wire of wires) wire.ws.terminate()
})

it('an account that joins again and again gets few rosters', async () => {
  await start()
  const [ana, ben] = [await signUp(app, 'Ana'), await signUp(app, 'Ben')]
  stopClock()
  const wire = await dial(app)
  const enter = (token: string, enabled: boolean) =>
    wire.join('global-online-users', { private: true, token, config: { presence: { enabled } } })
  const reasons: (string | undefined)[] = []
  for (let n = 0; n < 15; n++) reasons.push(await reasonOf(enter(ana.token, true)))
  expect(reasons.slice(0, 5)).toEqual(Array(5).fill(undefined))
  expect(reasons).toContain('ClientJoinRateLimitReached: Too many joins per second')
  expect(await enter(ana.token, false)).toMatchObject({ status: 'ok' })
  expect(await enter(ben.token, true)).toMatchObject({ status: 'ok' })
  wire.ws.terminate()
})

const join = (wire: Wire | undefined, token: string) => wire?.join('tambayan-games', { private: true, token })

const statuses = async () => {
  const answers = await Promise.all([knock(), knock(), knock(), knock(), knock(), knock()])
  return answers.map(({ status }) => status)
}

it("reconnecting does not refill a network's handshakes", async () => {
  await start({ opensPerSecond: 2 })
  stopClock()
  for (let n = 0; n < 4; n++) {
    const wire = await dial(app)
    wire.ws.terminate()
    await expect.poll(() => app.realtime.figures().sockets).toBe(0)
  }
  await expect.poll(statuses).toContain(429)
})

it("reconnecting does not refill an account's joins", async () => {
  await start({ accountJoinsPerSecond: 0.2 })
  stopClock()
  const ana = await signUp(app, 'Ana')
  const reasons: (string | undefined)[] = []
  for (let n = 0; n < 2; n++) {
    const wire = await dial(app)
    reasons.push(await reasonOf(wire.join('tambayan-games', { private: true, token: ana.token })))
    wire.ws.terminate()
    await expect.poll(() => app.realtime.figures().sockets).toBe(0)
  }
  expect(reasons).toEqual([undefined, 'ClientJoinRateLimitReached: Too many joins per second'])
})

it('an account has a limit of sockets', async () => {
  await start({ socketsPerAccount: 2 })
  const [ana, ben] = [await signUp(app, 'Ana'), await signUp(app, 'Ben')]
  const wires = [await dial(app), await dial(app), await dial(app)]
  expect(await join(wires[0], ana.token)).toMatchObject({ status: 'ok' })
  expect(await join(wires[1], ana.token)).toMatchObject({ status: 'ok' })
  expect((await join(wires[2], ana.token))?.response.reason).toMatch(/^ConnectionRateLimitReached/)
  expect(await join(wires[2], ben.token)).toMatchObject({ status: 'ok' })
  wires[0]?.ws.close()
  await wires[0]?.closed
  await expect.poll(async () => (await join(wires[2], ana.token))?.status).toBe('ok')
  for (const wire of wires) wire.ws.terminate()
})

it('a socket has a limit of channels, and may always replace one of them', async () => {
  await start({ channelsPerSocket: 2 })
  const wire = await dial(app)
  expect(await wire.join('polls:global')).toMatchObject({ status: 'ok' })
  expect(await wire.join('wall-galit')).toMatchObject({ status: 'ok' })
  expect(await reasonOf(wire.join('wall-sisi'))).toBe('ChannelRateLimitReached: Too many channels')
  expect(await wire.join('wall-galit')).toMatchObject({ status: 'ok' })
  await wire.ask('realtime:wall-galit', 'phx_leave')
  expect(await wire.join('wall-sisi')).toMatchObject({ status: 'ok' })
  wire.ws.terminate()
})

it('a phone joins all it needs at once, and a flood of joins must wait', async () => {
  await start()
  stopClock()
  const wire = await dial(app)
  const replies = await Promise.all(Array.from({ length: 190 }, (_, n) => wire.join(`none-${n}`)))
  const reasons = replies.map(({ response }) => response.reason?.split(':')[0])
  expect(reasons.slice(0, 90)).not.toContain('ClientJoinRateLimitReached')
  expect(reasons).toContain('ClientJoinRateLimitReached')
  await wire.settle()
  wire.ws.terminate()
})

it.each([
  ['messages', (wire: Wire) => wire.send('phoenix', 'heartbeat')],
  ['pings', (wire: Wire) => wire.ws.ping()],
  ['pongs that nobody asked for', (wire: Wire) => wire.ws.pong()],
  ['bytes', (wire: Wire) => wire.send('phoenix', 'heartbeat', { a: 'x'.repeat(60_000) })],
])('a flood of %s closes its socket with 1008, and others do not notice', async (_name, push) => {
  await start()
  stopClock()
  const [flood, other] = [await dial(app), await dial(app)]
  await other.join('polls:global')
  for (let n = 0; n < 400; n++) push(flood)
  expect(await flood.closed).toEqual({ code: 1008, reason: 'Too many messages' })
  await say('after')
  await other.until(heard('after'))
  other.ws.terminate()
})

/**
 * More than an account of twenty messages may send, and less from each socket alone. The server may read all messages of one socket first and
 * close only the others, so each socket sends one more when the account has nothing left.
 */
async function floodFrom(wires: Wire[]): Promise<number[]> {
  for (let n = 0; n < 14; n++) for (const wire of wires) wire.send('phoenix', 'heartbeat')
  await Promise.race(wires.map(({ closed }) => closed))
  for (const wire of wires) wire.send('phoenix', 'heartbeat')
  return Promise.all(wires.map(async ({ closed }) => (await closed).code))
}

it('a flood of one person over many sockets is limited as one', async () => {
  await start({ accountEventsPerSecond: 4 })
  stopClock()
  const [ana, ben] = [await signUp(app, 'Ana'), await signUp(app, 'Ben')]
  const wires = [await dial(app), await dial(app), await dial(app)]
  for (const wire of wires) await wire.join('tambayan-games', { private: true, token: ana.token })
  const other = await dial(app)
  await other.join('tambayan-games', { private: true, token: ben.token })
  expect(await floodFrom(wires)).toEqual([1008, 1008, 1008])
  await other.settle()
  other.ws.terminate()
})

it('a flood over sockets that also speak for another person is limited as one', async () => {
  await start({ accountEventsPerSecond: 4 })
  stopClock()
  const ana = await signUp(app, 'Ana')
  const wires = [await dial(app), await dial(app)]
  for (const [n, wire] of wires.entries()) {
    const alibi = await signUp(app, `Alibi${n}`)
    await wire.join('tambayan-games', { private: true, token: ana.token })
    await wire.join('tambayan-polls', { private: true, token: alibi.token })
  }
  expect(await floodFrom(wires)).toEqual([1008, 1008])
})

it('a person who reconnects again and again must wait', async () => {
  await start()
  stopClock()
  const ana = await signUp(app, 'Ana')
  const wire = await dial(app)
  await wire.join('global-online-users', { private: true, token: ana.token })
  const act = (event: string) =>
    wire.ask('realtime:global-online-users', 'presence', { type: 'presence', event })
  const replies = await Promise.all(Array.from({ length: 10 }, () => [act('track'), act('untrack')]).flat())
  const reasons = replies.map(({ response }) => response.reason)
  expect(reasons).toContain('ClientPresenceRateLimitReached: Too many presence messages')
  // Leaving is always allowed.
  expect(replies.filter((_, n) => n % 2 === 1).map(({ status }) => status)).toEqual(Array(10).fill('ok'))
  wire.ws.terminate()
})

it('a slow reader is closed with 1013 after its pending frames, and others get everything', async () => {
  await start({ unreadBytes: 256 * 1_024, farewellMs: 60_000 })
  const [slow, fast] = [await dial(app), await dial(app, { version: '1.0.0' })]
  for (const wire of [slow, fast]) await wire.join('polls:global')
  slow.ws.pause()
  // More than the kernel buffers for a connection.
  const payload = { a: 'x'.repeat(250_000) }
  for (let n = 0; n < 60; n++) {
    await say(`e${n}`, payload)
    await fast.until(heard(`e${n}`))
  }
  slow.ws.resume()
  expect(await slow.closed).toEqual({ code: 1013, reason: 'Reading too slowly' })
  const events = slow.frames.slice(1).map(({ payload: { event } }) => event)
  expect(events).toEqual(events.map((_, n) => `e${n}`))
  expect(events.length).toBeLessThan(60)
  expect(fast.frames).toHaveLength(61)
  fast.ws.terminate()
})

it('a slow reader that does not close is cut', async () => {
  await start({ unreadBytes: 256 * 1_024, farewellMs: 1 })
  const slow = await dial(app)
  await slow.join('polls:global')
  slow.ws.pause()
  for (let n = 0; n < 60; n++) await say(`e${n}`, { a: 'x'.repeat(250_000) })
  await expect.poll(() => app.realtime.figures()).toEqual({ sockets: 0, channels: 0 })
  slow.ws.terminate()
})

it('a silent socket is closed, and a heartbeat keeps it open', async () => {
  await start({ silenceMs: 3_000 })
  const clock = stopClock()
  const [silent, alive] = [await dial(app), await dial(app)]
  clock.now += 2_000
  await alive.settle()
  clock.now += 2_000
  expect((await silent.closed).code).toBe(1001)
  await alive.settle()
  alive.ws.terminate()
})

it('a stopping server closes every socket with 1012, so that clients reconnect', async () => {
  await start()
  const [one, paused] = [await dial(app), await dial(app)]
  await one.join('polls:global')
  paused.ws.pause()
  const stopped = app.realtime.stop()
  expect(await one.closed).toEqual({ code: 1012, reason: 'RealtimeRestarting' })
  await stopped
  expect(app.realtime.figures().sockets).toBe(0)
  expect(await knock()).toMatchObject({ status: 503 })
  paused.ws.terminate()
})
