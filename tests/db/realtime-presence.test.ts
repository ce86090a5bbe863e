import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { listenToEvents } from '../../src/server/realtime/events/listener.ts'
import type { PresenceDiff } from '../../src/server/realtime/presence/face.ts'
import { createPresence, type Presence } from '../../src/server/realtime/presence/presence.ts'
import { connectRedis, type RedisLink } from '../../src/server/realtime/redis-link.ts'
import { emi } from '../../src/shared/emi.ts'
import { givePremium } from '../support/cast.ts'
import { createBell } from '../support/live.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'

const topic = 'global-online-users'

type Node = {
  presence: Presence
  diffs: PresenceDiff[]
  logged: string[]
  /** Resolves when the roster satisfies `done`. */
  sees(what: (here: ReadonlyMap<string, { codename: string; is_premium: boolean }>) => boolean): Promise<void>
  stop(): Promise<void>
}

let test: TestDatabase
beforeAll(async () => {
  test = await createDatabase()
})
afterAll(() => test.drop())

async function startNode(
  redisUrl?: string,
  { watching = true, gatherMs = 50, afreshMs = 300_000 } = {},
): Promise<Node> {
  const logged: string[] = []
  const log = (line: string) => void logged.push(line)
  const redis: RedisLink | undefined = redisUrl ? await connectRedis(redisUrl, log) : undefined
  const presence = createPresence({ db: test.db, redis, log, gatherMs, afreshMs })
  const quiet = { events() {}, session() {}, left() {}, person: (id: string) => presence.hear.face(id) }
  const stopListening = await listenToEvents({ db: test.db, log, ...quiet, ...presence.hear })
  const diffs: PresenceDiff[] = []
  const bell = createBell()
  presence.changed((_, diff) => {
    diffs.push(diff)
    bell.ring()
  })
  if (watching) await presence.watch(topic)
  return {
    presence,
    diffs,
    logged,
    sees: (what) => bell.until(() => what(presence.roster(topic))),
    async stop() {
      await stopListening()
      await presence.stop()
      await redis?.stop()
    },
  }
}

async function createAccount(): Promise<[id: string, email: string]> {
  const id = randomUUID()
  const email = `${id}@example.test`
  await test.owner.query('insert into auth.users (id, email) values ($1, $2)', [id, email])
  return [id, email]
}

const createProfile = (id: string, email: string, codename: string) =>
  test.owner.query('insert into public.user_profiles (id, email, codename) values ($1, $2, $3)', [
    id,
    email,
    codename,
  ])

async function createPerson(codename: string): Promise<string> {
  const [id, email] = await createAccount()
  await createProfile(id, email, codename)
  return id
}

const has = (id: string) => (here: ReadonlyMap<string, unknown>) => here.has(id)
const hasNot = (id: string) => (here: ReadonlyMap<string, unknown>) => !here.has(id)

describe.each(['PostgreSQL', 'Redis'])('presence in %s', (kind) => {
  let server: TestRedis | undefined
  let one: Node
  let two: Node
  let mina: string
  beforeAll(async () => {
    server = kind === 'Redis' ? await startRedis() : undefined
  })
  afterAll(() => server?.stop())
  beforeEach(async () => {
    ;[one, two] = await Promise.all([startNode(server?.url), startNode(server?.url)])
    mina = await createPerson('Tahimik Mina')
  })
  afterEach(() => Promise.all([one.stop(), two.stop()]))

  it("shows a person on every node, with the profile's face", async () => {
    await givePremium(test, [mina])
    one.presence.enter(topic, mina)
    await Promise.all([one.sees(has(mina)), two.sees(has(mina))])
    expect(two.presence.roster(topic).get(mina)).toEqual({
      userId: mina,
      codename: 'Tahimik Mina',
      avatar_url: null,
      is_premium: true,
      phx_ref: expect.stringMatching(/^.{8,}$/),
    })
    expect(two.diffs).toEqual([{ joins: [two.presence.roster(topic).get(mina)], leaves: [] }])
  })

  it('takes the crown away some time after Premium has ended by the clock', async () => {
    const node = await startNode(server?.url, { afreshMs: 50 })
    onTestFinished(() => node.stop())
    await givePremium(test, [mina])
    node.presence.enter(topic, mina)
    await node.sees((here) => here.get(mina)?.is_premium === true)
    // Without triggers: the time passes, and nothing is told.
    await test.owner.query(
      `begin; set local session_replication_role = replica;
       update public.user_profiles set premium_until = now() - interval '1 second' where is_premium; commit`,
    )
    await node.sees((here) => here.get(mina)?.is_premium === false)
  })

  it('counts several sockets of one person as one presence, on one node and on two', async () => {
    one.presence.enter(topic, mina)
    one.presence.enter(topic, mina)
    two.presence.enter(topic, mina)
    await two.sees(has(mina))
    one.presence.leave(topic, mina)
    one.presence.leave(topic, mina)
    one.presence.leave(topic, mina)
    const ben = await createPerson('Tahimik Ben')
    one.presence.enter(topic, ben)
    await two.sees(has(ben))
    expect(two.presence.roster(topic).has(mina)).toBe(true)
    two.presence.leave(topic, mina)
    await Promise.all([one.sees(hasNot(mina)), two.sees(hasNot(mina))])
    expect(one.presence.roster(topic).has(ben)).toBe(true)
  })

  it('sends a new face as a leave and a join in one diff', async () => {
    one.presence.enter(topic, mina)
    await two.sees(has(mina))
    const before = two.presence.roster(topic).get(mina)
    await test.owner.query(`update public.user_profiles set codename = 'Maulan Mina' where id = $1`, [mina])
    await two.sees((here) => here.get(mina)?.codename === 'Maulan Mina')
    const after = two.presence.roster(topic).get(mina)
    expect(two.diffs.at(-1)).toEqual({ joins: [after], leaves: [before] })
    expect(after?.phx_ref).not.toBe(before?.phx_ref)
  })

  it('hides a person who is invisible, and shows them when they change that', async () => {
    one.presence.enter(topic, mina)
    await two.sees(has(mina))
    await test.owner.query('update public.user_profiles set invisible = true where id = $1', [mina])
    await two.sees(hasNot(mina))
    await test.owner.query('update public.user_profiles set invisible = false where id = $1', [mina])
    await two.sees(has(mina))
  })

  it('shows a new person without a profile, and their face once it exists', async () => {
    const [id, email] = await createAccount()
    one.presence.enter(topic, id)
    await two.sees((here) => here.get(id)?.codename === 'Anonymous')
    await createProfile(id, email, 'Bagong Dating')
    await two.sees((here) => here.get(id)?.codename === 'Bagong Dating')
  })

  it('always shows Emi among everyone, and in no other topic', async () => {
    await one.presence.watch('tambayan-general')
    expect([...one.presence.roster(topic).values()]).toEqual([
      expect.objectContaining({ userId: emi.id, codename: 'Emi' }),
    ])
    expect([...one.presence.roster('tambayan-general').values()]).toEqual([])
    one.presence.unwatch('tambayan-general')
  })

  it('gathers a crowd into few diffs', async () => {
    const calm = await startNode(server?.url, { gatherMs: 1_000 })
    const crowd: string[] = []
    for (let n = 0; n < 60; n++) crowd.push(await createPerson(`Tahimik ${n}`))
    const began = performance.now()
    for (const id of crowd) {
      one.presence.enter(topic, id)
      await wait(5)
    }
    await calm.sees((here) => crowd.every((id) => here.has(id)))
    // At most one diff a second, whatever the duration.
    expect(calm.diffs.length).toBeLessThan(3 + (performance.now() - began) / 1_000)
    const joined = calm.diffs.flatMap(({ joins }) => joins.map(({ userId }) => userId))
    expect(joined.toSorted()).toEqual(crowd.toSorted())
    await calm.stop()
  })

  it('removes a deleted account, even one that is deleted while it joins', async () => {
    one.presence.enter(topic, mina)
    await two.sees(has(mina))
    const ben = await createPerson('Tahimik Ben')
    one.presence.enter(topic, ben)
    await test.owner.query('delete from auth.users where id = any ($1)', [[mina, ben]])
    await two.sees(hasNot(mina))
    const carla = await createPerson('Tahimik Carla')
    one.presence.enter(topic, carla)
    await two.sees(has(carla))
    expect([...two.presence.roster(topic).keys()].toSorted()).toEqual([carla, emi.id].toSorted())
  })

  it('shows people who came before the node watched', async () => {
    one.presence.enter(topic, mina)
    await one.sees(has(mina))
    const three = await startNode(server?.url)
    expect(three.presence.roster(topic).has(mina)).toBe(true)
    await three.stop()
  })

  it('removes everyone of a node at once when the node stops', async () => {
    const three = await startNode(server?.url, { watching: false })
    three.presence.enter(topic, mina)
    await two.sees(has(mina))
    await three.stop()
    await two.sees(hasNot(mina))
  })
})

describe('presence after an outage', () => {
  let one: Node
  let two: Node
  let mina: string
  let ben: string
  beforeAll(async () => {
    mina = await createPerson('Tahimik Mina')
    ben = await createPerson('Tahimik Ben')
  })

  it('returns on a node that the others took for dead', async () => {
    ;[one, two] = [await startNode(), await startNode()]
    one.presence.enter(topic, mina)
    await two.sees(has(mina))
    await test.owner.query('delete from realtime.nodes')
    const rows = async () =>
      (await test.owner.query('select from realtime.presences where user_id = $1', [mina])).rowCount
    await expect.poll(rows).toBe(1)
    await two.sees(has(mina))
    await Promise.all([one.stop(), two.stop()])
  })

  it('removes a node without a heartbeat, with all its people', async () => {
    one = await startNode()
    const dead = randomUUID()
    await test.owner.query('insert into realtime.nodes (id) values ($1)', [dead])
    await test.owner.query('insert into realtime.presences values ($1, $2, $3)', [topic, mina, dead])
    await one.sees(has(mina))
    await one.sees(hasNot(mina))
    expect((await test.owner.query('select from realtime.nodes where id = $1', [dead])).rowCount).toBe(0)
    await one.stop()
  })

  it('is right again after the database was away', async () => {
    ;[one, two] = [await startNode(), await startNode()]
    one.presence.enter(topic, mina)
    await two.sees(has(mina))
    await test.owner.query('alter table realtime.nodes rename to hidden')
    one.presence.leave(topic, mina)
    one.presence.enter(topic, ben)
    while (one.logged.length === 0) await wait(20)
    // A crash empties unlogged tables.
    await test.owner.query('truncate realtime.hidden cascade')
    await test.owner.query('alter table realtime.hidden rename to nodes')
    await test.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await two.sees((here) => has(ben)(here) && hasNot(mina)(here))
    await Promise.all([one.stop(), two.stop()])
  })

  it('refuses to watch a roster that it cannot read, and watches it when it can', async () => {
    one = await startNode(undefined, { watching: false })
    await test.owner.query('alter table realtime.presences rename to hidden')
    await expect(one.presence.watch(topic)).rejects.toThrow('presences')
    await test.owner.query('alter table realtime.hidden rename to presences')
    await one.presence.watch(topic)
    expect(one.presence.roster(topic).has(emi.id)).toBe(true)
    await one.stop()
  })

  it('is right again after Redis crashed and came back empty', async () => {
    const server = await startRedis()
    onTestFinished(() => server.stop())
    ;[one, two] = [await startNode(server.url), await startNode(server.url)]
    one.presence.enter(topic, mina)
    await two.sees(has(mina))
    await server.crash()
    one.presence.leave(topic, mina)
    one.presence.enter(topic, ben)
    while (!two.logged.some((line) => line.startsWith('Redis is away'))) await wait(20)
    expect(two.presence.roster(topic).has(mina)).toBe(true)
    await server.restart()
    await two.sees((here) => has(ben)(here) && hasNot(mina)(here))
    while (!two.logged.includes('Redis is back')) await wait(20)
    expect([...one.logged, ...two.logged].join('\n')).not.toContain('127.0.0.1')
    await Promise.all([one.stop(), two.stop()])
  })

  it('is right again after Redis came back from a snapshot older than the people, with the lease', async () => {
    const server = await startRedis()
    onTestFinished(() => server.stop())
    one = await startNode(server.url)
    one.presence.enter(topic, mina)
    await one.sees(has(mina))
    const link = await connectRedis(server.url, () => {})
    const { client } = link
    const people = async () => {
      const [key = ''] = await client.keys(`*:at:*:${topic}`)
      return key && client.sMembers(key)
    }
    const [key = ''] = await client.keys(`*:at:*:${topic}`)
    await client.del(key)
    await expect.poll(people, { interval: 20 }).toEqual([mina])
    await client.sAdd(key, ben)
    await expect.poll(people, { interval: 20 }).toEqual([mina])
    await Promise.all([one.stop(), link.stop()])
  })
})
