import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listenToEvents, type LiveEvent } from '../../src/server/realtime/events/listener.ts'
import { createBell } from '../support/live.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let test: TestDatabase
let stop: () => Promise<void>
let heard: LiveEvent[]
let notices: string[]
let resumed: number
const logged: string[] = []

const { ring, until } = createBell()
const note = (what: string) => {
  notices.push(what)
  ring()
}

beforeAll(async () => {
  test = await createDatabase()
  stop = await listenToEvents({
    db: test.db,
    log: (line) => logged.push(line),
    events(batch) {
      heard.push(...batch)
      ring()
    },
    person: (id) => note(`person ${id}`),
    face: (id) => note(`face ${id}`),
    session: (id) => note(`session ${id}`),
    left: (id) => note(`left ${id}`),
    presence: (id, topic) => note(`presence ${id} ${topic}`),
    resumed() {
      resumed++
      ring()
    },
  })
})
beforeEach(() => {
  heard = []
  notices = []
  resumed = 0
})
afterAll(async () => {
  await stop()
  await test.drop()
})

const send = (client: Client, payload: unknown, topic = 'news') =>
  client.query('select realtime.send($1::jsonb, $2, $3, false)', [JSON.stringify(payload), 'told', topic])
const cut = async () => {
  const { rowCount } = await test.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
  )
  return rowCount ?? 0
}
const numbers = () => heard.map(({ payload }) => (JSON.parse(payload) as { n: number }).n)
const open = async () => {
  const client = new Client(test.login)
  await client.connect()
  return client
}

it('the listener passes on each committed event once, unchanged', async () => {
  await send(test.owner, { n: 1, text: 'kumusta 🌧️' }, 'wall-kalma')
  await until(() => heard.length === 1)
  const { rows } = await test.owner.query<{ id: string }>(
    `select id from realtime.messages where topic = 'wall-kalma'`,
  )
  expect(heard).toEqual([
    {
      seq: expect.any(Number),
      id: rows[0]?.id,
      topic: 'wall-kalma',
      private: false,
      event: 'told',
      payload: '{"n": 1, "text": "kumusta 🌧️"}',
    },
  ])
})

it('the listener keeps the order of commits and passes on nothing that was rolled back', async () => {
  const [slow, undone] = [await open(), await open()]
  await slow.query('begin')
  await send(slow, { n: 1 })
  await undone.query('begin')
  await send(undone, { n: 2 })
  await send(test.owner, { n: 3 })
  await undone.query('rollback')
  await slow.query('commit')
  await send(test.owner, { n: 4 })
  await until(() => heard.length === 3)
  expect(numbers()).toEqual([3, 1, 4])
  await Promise.all([slow.end(), undone.end()])
})

it('the listener tells persons, faces, ended sessions, people who left and presences apart', async () => {
  const [person, session] = [randomUUID(), randomUUID()]
  for (const notice of [
    `u${person}`,
    `f${person}`,
    `s${session}`,
    `l${person}`,
    `p${person} a topic of words`,
  ])
    await test.owner.query('select pg_notify($1, $2)', ['realtime', notice])
  await until(() => notices.length === 5)
  expect(notices).toEqual([
    `person ${person}`,
    `face ${person}`,
    `session ${session}`,
    `left ${person}`,
    `presence ${person} a topic of words`,
  ])
})

it('the listener finds events committed while its connection was lost, also those of older transactions', async () => {
  const early = await open()
  await early.query('begin')
  await send(early, { n: 1 })
  await send(test.owner, { n: 2 })
  await until(() => heard.length === 1)
  await cut()
  await early.query('commit')
  await send(test.owner, { n: 3 })
  await until(() => resumed === 1 && heard.length === 3)
  await send(test.owner, { n: 4 })
  await until(() => heard.length === 4)
  expect(numbers()).toEqual([2, 1, 3, 4])
  await early.end()
})

it('the listener catches up in pages', async () => {
  await cut()
  await test.owner.query(
    `select realtime.send(jsonb_build_object('n', n), 'told', 'news', false) from generate_series(1, 1000) n`,
  )
  await until(() => heard.length >= 1_000)
  expect(numbers()).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1))
})

it('the listener loses and doubles no event while writers write and its connection is cut again and again', async () => {
  const writers = await Promise.all([open(), open(), open(), open()])
  const committed: number[] = []
  let next = 0
  const over = new AbortController()
  const write = async (client: Client) => {
    while (!over.signal.aborted) {
      const n = next++
      await client.query('begin')
      await send(client, { n })
      // Delays the commit, so that later numbers overtake it. Every fifth rolls back.
      for (let pause = n % 7; pause > 0; pause--) await turn()
      await client.query(n % 5 === 0 ? 'rollback' : 'commit')
      if (n % 5 !== 0) committed.push(n)
    }
  }
  const work = writers.map(write)
  for (let cuts = 0; cuts < 15;) {
    const before = resumed
    if ((await cut()) === 0) continue
    cuts++
    await until(() => resumed > before)
  }
  over.abort()
  await Promise.all(work)
  await until(() => heard.length >= committed.length)
  await send(test.owner, { n: -1 })
  await until(() => numbers().at(-1) === -1)
  expect(
    numbers()
      .slice(0, -1)
      .toSorted((a, b) => a - b),
  ).toEqual(committed.toSorted((a, b) => a - b))
  expect(committed.length).toBeGreaterThan(100)
  await Promise.all(writers.map((client) => client.end()))
})

it('the listener waits for a database that refuses, logs that once, and keeps the order of commits', async () => {
  const slow = await open()
  await slow.query('begin')
  await send(slow, { n: 1 })
  await test.owner.query('revoke select on realtime.messages from service_role')
  logged.length = 0
  await send(test.owner, { n: 2 })
  await slow.query('commit')
  await send(test.owner, { n: 3 })
  while (logged.length === 0) await turn()
  await test.owner.query('grant select on realtime.messages to service_role')
  await until(() => heard.length === 3)
  expect(numbers()).toEqual([2, 1, 3])
  expect(logged).toEqual([expect.stringContaining('Events wait for the database')])
  await slow.end()
})

it('the listener skips an event that the database cannot expand, logs it without its words, and passes on the others', async () => {
  await test.owner.query(`create or replace function app.outgoing(event text, topic text, stored jsonb,
      out payload jsonb, out hidden_from uuid[], out bare jsonb, out bare_for uuid[]) language plpgsql stable as $$
    begin
      if stored ? 'words' then raise exception 'bad event %', stored; end if;
      payload := stored;
    end $$`)
  const row = randomUUID()
  logged.length = 0
  const sendThree = async (n: number) => {
    await test.owner.query('begin')
    await send(test.owner, { n, row })
    await send(test.owner, { n: n + 1, row, words: 'lihim' })
    await send(test.owner, { n: n + 2, row })
    await test.owner.query('commit')
  }
  await sendThree(1)
  await until(() => heard.length === 2)
  await cut()
  await sendThree(4)
  await until(() => resumed === 1 && heard.length === 4)
  await send(test.owner, { n: 7, row })
  await until(() => heard.length === 5)
  expect(numbers()).toEqual([1, 3, 4, 6, 7])
  const skipped = expect.stringMatching(/^The event told is skipped: .*P0001/)
  expect(logged).toEqual([skipped, skipped])
  expect(logged.join()).not.toContain('lihim')
})
