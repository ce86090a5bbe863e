import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createBus } from '../../src/server/realtime/events/bus.ts'
import { listenToEvents, type LiveEvent } from '../../src/server/realtime/events/listener.ts'
import { connectRedis } from '../../src/server/realtime/redis-link.ts'
import { createBell } from '../support/live.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'

let test: TestDatabase
let server: TestRedis
beforeAll(async () => {
  ;[test, server] = await Promise.all([createDatabase(), startRedis()])
})
afterAll(async () => {
  await server.stop()
  await test.drop()
})

const message = (n: number) => ({
  id: randomUUID(),
  topic: 'tambayan-general',
  private: true,
  event: 'wave',
  payload: `{"n": ${n}, "text": "kumusta 🌧️"}`,
})

function createInbox() {
  const events: LiveEvent[] = []
  const { ring, until } = createBell()
  return {
    events,
    take: (event: LiveEvent) => {
      events.push(event)
      ring()
    },
    until: (count: number) => until(() => events.length >= count),
  }
}

it('the bus without Redis stores a broadcast, which returns through the listener unchanged', async () => {
  const inbox = createInbox()
  const quiet = { person() {}, face() {}, session() {}, left() {}, presence() {}, resumed() {} }
  const events = (batch: LiveEvent[]) => batch.forEach(inbox.take)
  const stop = await listenToEvents({ db: test.db, log: () => {}, events, ...quiet })
  const bus = createBus({ db: test.db, deliver: inbox.take })
  const said = message(1)
  await bus.publish(said)
  await inbox.until(1)
  expect(inbox.events).toEqual([{ ...said, seq: expect.any(Number) }])
  await Promise.all([bus.stop(), stop()])
})

it('the bus refuses a broadcast that the table refuses', async () => {
  const bus = createBus({ db: test.db, deliver() {} })
  await expect(bus.publish({ ...message(1), payload: '{broken' })).rejects.toThrow('json')
  await expect(bus.publish({ ...message(1), topic: '' })).rejects.toThrow('topic')
  await bus.stop()
})

it('the bus carries broadcasts through Redis to every node, in order, without storing them, and drops malformed messages', async () => {
  const logged: string[] = []
  const links = await Promise.all([1, 2].map(() => connectRedis(server.url, (line) => logged.push(line))))
  const inboxes = [createInbox(), createInbox()]
  const [one, two] = links.map((redis, at) =>
    createBus({ db: test.db, redis, deliver: (event) => inboxes[at]?.take(event) }),
  )
  const stranger = links[0]?.client.publish(`${links[0].prefix}events`, '{broken')
  const said = [message(1), message(2), message(3)]
  await stranger
  for (const event of said) await one?.publish(event)
  await Promise.all(inboxes.map(({ until }) => until(3)))
  for (const { events } of inboxes) expect(events).toEqual(said.map((event) => ({ ...event, seq: 0 })))
  expect(logged.map((line) => line.split(':')[0])).toEqual(
    Array(2).fill('A malformed message from Redis was dropped'),
  )
  const { rowCount } = await test.owner.query('select from realtime.messages where id = any ($1)', [
    said.map(({ id }) => id),
  ])
  expect(rowCount).toBe(0)
  await Promise.all([one?.stop(), two?.stop(), ...links.map((link) => link.stop())])
})

it('the bus starts without Redis, uses PostgreSQL meanwhile, and finds Redis when it comes', async () => {
  const late = await startRedis()
  onTestFinished(() => late.stop())
  await late.crash()
  let found!: () => void
  const back = new Promise<void>((resolve) => (found = resolve))
  const logged: string[] = []
  const link = await connectRedis(late.url, (line) => {
    logged.push(line)
    if (line === 'Redis is back') found()
  })
  const inbox = createInbox()
  const bus = createBus({ db: test.db, redis: link, deliver: inbox.take })
  const early = message(1)
  await bus.publish(early)
  expect((await test.owner.query('select from realtime.messages where id = $1', [early.id])).rowCount).toBe(1)
  await late.restart()
  await back
  const said = message(2)
  await bus.publish(said)
  await inbox.until(1)
  expect(inbox.events.map(({ id }) => id)).toEqual([said.id])
  expect(logged).toHaveLength(2)
  expect(logged.join()).not.toContain('127.0.0.1')
  await Promise.all([bus.stop(), link.stop()])
})
