import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { dial, type Frame, type Wire } from '../support/live.ts'

// Threats 44 and 45: notices about people are cheap, however frequent, and never missed.
let app: TestApp
let ana: Person
let ben: Person
let witness: Wire
let named = 0
const wires: Wire[] = []

beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ;[ana, ben] = await Promise.all([signUp(app, `Ana${++named}`), signUp(app, `Ben${named}`)])
  witness = await open()
  await witness.join('polls:global')
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const wire of wires.splice(0)) wire.ws.terminate()
})
afterAll(() => app.stop())

async function open(): Promise<Wire> {
  const wire = await dial(app)
  wires.push(wire)
  return wire
}

/** Conversation topics of the person. */
const conversations = (person: Person, count: number) =>
  Array.from({ length: count }, () => `dm-${[person.id, randomUUID()].toSorted().join('-')}`)

const joinAll = (wire: Wire, topics: string[], { token }: Person) =>
  Promise.all(topics.map((topic) => wire.join(topic, { private: true, token })))

/** Resolves when all earlier notices were handled. */
async function announced(): Promise<void> {
  const event = randomUUID()
  await app.owner.query('select realtime.send($1, $2, $3, false)', [{}, event, 'polls:global'])
  await witness.until(({ payload }) => payload['event'] === event)
}

const ban = (person: Person) =>
  app.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [person.id])

const signOut = ({ client }: Person) => client.auth.signOut({ scope: 'local' })

const ending = (topic: string) => (frame: Frame) =>
  frame.topic === `realtime:${topic}` && frame.event === 'phx_close'

/** Holds the checks of these people until released. `asked` counts the transactions. */
function hold(...people: Person[]) {
  const as = app.db.as.bind(app.db)
  const gate = Promise.withResolvers<void>()
  let asked = 0
  const spy = vi.spyOn(app.db, 'as').mockImplementation(async (claims, work, options) => {
    if (!people.some(({ id }) => id === claims.sub)) return as(claims, work, options)
    asked++
    await gate.promise
    return as(claims, work, options)
  })
  return { asked: () => asked, release: gate.resolve, mock: spy.mock }
}

/** How the person's transactions have ended so far, in the order in which they began. */
const answers = ({ calls, settledResults }: Mock<TestApp['db']['as']>['mock'], { id }: Person) =>
  settledResults.filter((_, n) => calls[n]?.[0].sub === id).map(({ type }) => type)

describe('a flood of notices about a person with many channels', () => {
  it('holds one transaction, delays nobody, and costs one more query for each channel', async () => {
    const [flood, other] = [await open(), await open()]
    const topics = conversations(ana, 20)
    await joinAll(flood, topics, ana)
    const own = `user-notifications-${ben.id}`
    await other.join(own, { private: true, token: ben.token })
    const held = hold(ana)
    for (let n = 0; n < 50; n++) await app.owner.query(`select pg_notify('realtime', $1)`, [`u${ana.id}`])
    await announced()
    expect(await other.join('tambayan-games', { private: true, token: ben.token })).toMatchObject({
      status: 'ok',
    })
    await ban(ben)
    await other.until(ending(own))
    expect(held.asked()).toBe(1)
    held.release()
    expect(await flood.join('tambayan-games', { private: true, token: ana.token })).toMatchObject({
      status: 'ok',
    })
    expect(held.asked()).toBeLessThanOrEqual(3)
    await flood.settle()
    expect(flood.frames.some(({ event }) => event === 'phx_close')).toBe(false)
    await ban(ana)
    await Promise.all(topics.map((topic) => flood.until(ending(topic))))
  })

  it('costs no query when only the avatar changed', async () => {
    const wire = await open()
    await joinAll(wire, conversations(ana, 3), ana)
    const held = hold(ana)
    for (const invisible of [true, false])
      await app.owner.query('update user_profiles set invisible = $2 where id = $1', [ana.id, invisible])
    await announced()
    expect(held.asked()).toBe(0)
  })
})

const topic = 'tambayan-general'

it("a channel ends when the first token's person is banned while the second token is checked", async () => {
  const wire = await open()
  await joinAll(wire, [topic], ana)
  const held = hold(ben)
  wire.send(`realtime:${topic}`, 'access_token', { access_token: ben.token })
  await expect.poll(() => answers(held.mock, ana)).toContain('fulfilled')
  await ban(ana)
  await announced()
  expect(held.asked()).toBe(1)
  held.release()
  await wire.until(ending(topic))
})

describe('a channel that gets another token while the database is away', () => {
  let locker: Client
  beforeEach(async () => {
    locker = new Client(app.login)
    await locker.connect()
  })
  afterEach(() => locker.end())

  /** Resolves when the check of the new token has failed. `admitted`: one check has admitted both people. */
  async function handOver(wire: Wire, token: string): Promise<{ admitted: () => boolean }> {
    const asked = vi.spyOn(app.db, 'as')
    await locker.query('begin; lock table realtime.messages')
    wire.send(`realtime:${topic}`, 'access_token', { access_token: token })
    await expect.poll(() => answers(asked.mock, ana)).toContain('rejected')
    // Each check asks for both people, so their answers stand at the same place.
    const isAdmitted = (answer: string, n: number) =>
      answer === 'fulfilled' && answers(asked.mock, ben)[n] === 'fulfilled'
    return { admitted: () => answers(asked.mock, ana).some(isAdmitted) }
  }

  it("ends when the first token's session is over, though the second may stay", async () => {
    const wire = await open()
    await joinAll(wire, [topic], ana)
    await handOver(wire, ben.token)
    await signOut(ana)
    await wire.until(ending(topic))
  })

  it("ends when the second token's session is over", async () => {
    const wire = await open()
    await joinAll(wire, [topic], ana)
    await handOver(wire, ben.token)
    await signOut(ben)
    await wire.until(ending(topic))
  })

  it("ends when the first token's person is banned", async () => {
    const wire = await open()
    await joinAll(wire, [topic], ana)
    await handOver(wire, ben.token)
    // The table stays locked: a check that began before the ban could otherwise admit both.
    await ban(ana)
    await wire.until(ending(topic))
  })

  it('ends when the database is back, if the second token may not stay', async () => {
    const wire = await open()
    await joinAll(wire, [topic], ana)
    await handOver(wire, app.keys.anonKey)
    await locker.query('commit')
    await wire.until(ending(topic))
  })

  it('continues when the database is back, as the second token alone', async () => {
    const wire = await open()
    await joinAll(wire, [topic], ana)
    const { admitted } = await handOver(wire, ben.token)
    await locker.query('commit')
    await expect.poll(() => admitted()).toBe(true)
    await signOut(ana)
    await announced()
    await wire.settle()
    expect(wire.frames.some(ending(topic))).toBe(false)
    await signOut(ben)
    await wire.until(ending(topic))
  })
})
