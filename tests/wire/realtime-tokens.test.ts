import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from '../../src/server/db/door.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { collect, dial, hangUp, liveClient, subscribe, type Frame, type Wire } from '../support/live.ts'

// Threat 45: an open socket loses a right when the reason for it ends.
let app: TestApp
let ana: Person
let ben: Person
let dm: string
let named = 0

beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ;[ana, ben] = await Promise.all([signUp(app, `Ana${++named}`), signUp(app, `Ben${named}`)])
  dm = `dm-${[ana.id, ben.id].toSorted().join('-')}`
})
afterAll(() => app.stop())

const ending = (topic: string) => (frame: Frame) =>
  frame.topic === `realtime:${topic}` && frame.event === 'phx_close'

/** Returns the reason of a channel's end. */
async function endOf(wire: Wire, topic: string, after: () => unknown): Promise<unknown> {
  await after()
  await wire.until(ending(topic))
  const system = wire.frames.find((frame) => frame.topic === `realtime:${topic}` && frame.event === 'system')
  expect(system?.payload).toMatchObject({ extension: 'system', status: 'error', channel: topic })
  return system?.payload['message']
}

async function joinAll(person: Person, others: string[] = []): Promise<Wire> {
  const wire = await dial(app)
  for (const topic of [`user-notifications-${person.id}`, dm, ...others]) {
    expect(await wire.join(topic, { private: true, token: person.token })).toMatchObject({ status: 'ok' })
  }
  expect(await wire.join('polls:global', { token: person.token })).toMatchObject({ status: 'ok' })
  return wire
}

const over = 'InvalidJWTToken: The session has ended'

describe('all channels of a session end at once when', () => {
  it('its person signs out; other people and other sessions continue', async () => {
    const [wire, other] = [await joinAll(ana), await joinAll(ben)]
    const { data } = await app
      .client()
      .auth.signInWithPassword({ email: ana.email, password: `lihim-ni-Ana${named}-7` })
    const second = await dial(app)
    await second.join(dm, { private: true, token: data.session?.access_token })
    const message = await endOf(wire, dm, () => ana.client.auth.signOut({ scope: 'local' }))
    expect(message).toBe(over)
    await Promise.all(
      [`user-notifications-${ana.id}`, 'polls:global'].map((topic) => wire.until(ending(topic))),
    )
    await app.owner.query('select realtime.send($1, $2, $3)', [{}, 'new_message', dm])
    await Promise.all([other, second].map((line) => line.until(({ event }) => event === 'broadcast')))
    await wire.settle()
    expect(wire.frames.filter(({ event }) => event === 'broadcast')).toEqual([])
    expect((await wire.join(dm, { private: true, token: ana.token })).response.reason).toBe(over)
    for (const line of [wire, other, second]) line.ws.terminate()
  })

  it.each([
    ['a ban', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['a deletion of the account', 'delete from auth.users where id = $1'],
  ])('of %s', async (_name, statement) => {
    const wire = await joinAll(ana)
    const message = await endOf(wire, dm, () => app.owner.query(statement, [ana.id]))
    expect(message).toBe(over)
    await wire.until(ending('polls:global'))
    wire.ws.terminate()
  })

  it('its token expires, to the second; visitors stay', async () => {
    const [wire, visitor] = [await joinAll(ana), await dial(app)]
    await visitor.join('polls:global')
    app.advance(901_000)
    const message = await endOf(wire, dm, () => {})
    expect(message).toBe('InvalidJWTToken: Token has expired')
    await Promise.all(
      [`user-notifications-${ana.id}`, 'polls:global'].map((topic) => wire.until(ending(topic))),
    )
    expect((await wire.join(dm, { private: true, token: ana.token })).response.reason).toMatch(
      /^InvalidJWTToken/,
    )
    await visitor.settle()
    expect(visitor.frames.some(ending('polls:global'))).toBe(false)
    for (const line of [wire, visitor]) line.ws.terminate()
  })
})

it("a block ends the two people's conversation and nothing else", async () => {
  const [one, other] = [await joinAll(ana), await joinAll(ben)]
  const message = await endOf(one, dm, async () => {
    const { error } = await ben.client.from('user_blocks').insert({ blocker_id: ben.id, blocked_id: ana.id })
    expect(error).toBeNull()
  })
  expect(message).toMatch(/^Unauthorized/)
  await other.until(ending(dm))
  await Promise.all([one.settle(), other.settle()])
  for (const [line, person] of [
    [one, ana],
    [other, ben],
  ] as const) {
    expect(line.frames.filter(({ event }) => event === 'phx_close')).toHaveLength(1)
    expect(line.frames.some(ending(`user-notifications-${person.id}`))).toBe(false)
    line.ws.terminate()
  }
})

const renew = async (wire: Wire, topic: string, token: unknown) => {
  wire.send(`realtime:${topic}`, 'access_token', { access_token: token })
  await wire.settle()
}

describe('a fresh token', () => {
  it('carries the channel past the end of the first token', async () => {
    const wire = await joinAll(ana)
    app.advance(600_000)
    const { data } = await ana.client.auth.refreshSession()
    for (const topic of [`user-notifications-${ana.id}`, dm])
      await renew(wire, topic, data.session?.access_token)
    app.advance(301_000)
    // The channel without a new token ends. By then the sweep has visited all.
    await wire.until(ending('polls:global'))
    await app.owner.query('select realtime.send($1, $2, $3)', [{}, 'new_message', dm])
    await wire.until(({ event }) => event === 'broadcast')
    expect(wire.frames.some(ending(dm))).toBe(false)
    wire.ws.terminate()
  })

  it('of another person, or of none, ends the channels which that person may not hear', async () => {
    const wire = await joinAll(ana, ['tambayan-general'])
    await renew(wire, 'tambayan-general', ben.token)
    const topic = `user-notifications-${ana.id}`
    expect(await endOf(wire, topic, () => renew(wire, topic, ben.token))).toMatch(/^Unauthorized/)
    expect(await endOf(wire, dm, () => renew(wire, dm, `${ana.token}x`))).toMatch(/^JwtSignatureError/)
    await wire.settle()
    expect(wire.frames.some(ending('tambayan-general'))).toBe(false)
    wire.ws.terminate()
  })

  it.each([[null], ['sb_publishable_x'], [undefined]])(
    'with no value (%s) changes nothing',
    async (token) => {
      const wire = await joinAll(ana)
      await renew(wire, dm, token)
      await app.owner.query('select realtime.send($1, $2, $3)', [{}, 'new_message', dm])
      await wire.until(({ event }) => event === 'broadcast')
      expect(wire.frames.some(ending(dm))).toBe(false)
      wire.ws.terminate()
    },
  )

  it.each([[{}], [7]])('of another type (%s) is refused', async (token) => {
    const wire = await joinAll(ana)
    expect(await endOf(wire, dm, () => renew(wire, dm, token))).toMatch(/^Invalid/)
    wire.ws.terminate()
  })

  it('is sent by the official client itself', async () => {
    const client = await liveClient(app, { token: ana.token })
    const channel = client.channel(dm, { config: { private: true } })
    const heard = collect(channel)
    await subscribe(channel)
    await ana.client.auth.refreshSession()
    await client.realtime.setAuth()
    await app.owner.query('select realtime.send($1, $2, $3)', [{}, 'new_message', dm])
    await expect.poll(() => heard).toHaveLength(1)
    await hangUp(client)
  })
})

it('the server checks every channel again when it may have missed notices', async () => {
  const wire = await joinAll(ana)
  // No notice announces this ban. Only the check finds it.
  await app.owner.query('alter table auth.users disable trigger after_10_announce_person')
  await app.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
    ana.id,
  ])
  await app.owner.query('alter table auth.users enable trigger after_10_announce_person')
  await app.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where query ilike 'listen%' and datname = current_database()`)
  await wire.until(ending(dm))
  wire.ws.terminate()
})

it('while the database is away no channel ends or joins, and afterwards the ended sessions close', async () => {
  const [wire, other] = [await joinAll(ana), await joinAll(ben)]
  const asked = vi.spyOn(app.db, 'as').mockRejectedValue(new DatabaseUnavailable('away'))
  await app.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
    ana.id,
  ])
  await expect.poll(() => asked).toHaveBeenCalled()
  expect((await wire.join('wall-galit', { token: ana.token })).response.reason).toMatch(/^RealtimeRestarting/)
  await wire.settle()
  expect(wire.frames.some(ending(dm))).toBe(false)
  asked.mockRestore()
  await wire.until(ending(dm))
  await other.settle()
  expect(other.frames.some(ending(dm))).toBe(false)
  for (const line of [wire, other]) line.ws.terminate()
})
