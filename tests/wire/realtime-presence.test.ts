import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { dial, hangUp, liveClient, subscribe, type Wire } from '../support/live.ts'
import { emi } from '../../src/shared/emi.ts'

// Presence over the wire. tests/db covers several nodes.
const name = 'global-online-users'
let app: TestApp
let ana: Person
let ben: Person
let named = 0

beforeAll(async () => {
  app = await startApp({ live: { limits: { tracksPerSecond: 1_000 } } })
})
beforeEach(async () => {
  ;[ana, ben] = await Promise.all([signUp(app, `Ana${++named}`), signUp(app, `Ben${named}`)])
})
afterAll(() => app.stop())

async function appear(person: Person, vsn = '2.0.0') {
  const client = await liveClient(app, { token: person.token, vsn })
  const channel = client.channel(name, {
    config: { private: true, presence: { key: 'mine', enabled: true } },
  })
  const told: string[] = []
  channel.on('presence', { event: 'join' }, ({ key }) => told.push(`+${key}`))
  channel.on('presence', { event: 'leave' }, ({ key }) => told.push(`-${key}`))
  expect(await subscribe(channel)).toEqual({ status: 'SUBSCRIBED', reason: '' })
  const here = () => Object.keys(channel.presenceState()).toSorted()
  return { client, channel, told, here }
}

it.each(['2.0.0', '1.0.0'])('the official client, protocol %s, sees who joins and leaves', async (vsn) => {
  const [one, two] = [await appear(ana, vsn), await appear(ben, vsn)]
  await expect.poll(() => one.here()).toEqual([emi.id])
  expect(await one.channel.track({ codename: 'somebody else' })).toBe('ok')
  expect(await two.channel.track({})).toBe('ok')
  const all = [ana.id, ben.id, emi.id].toSorted()
  await expect.poll(() => [one.here(), two.here()]).toEqual([all, all])
  const [shown] = one.channel.presenceState<{ codename: string }>()[ana.id] ?? []
  expect(shown?.codename).toBe(ana.codename)
  expect(await two.channel.untrack()).toBe('ok')
  await expect.poll(() => one.here()).not.toContain(ben.id)
  expect(one.told).toContain(`-${ben.id}`)
  await hangUp(one.client, two.client)
})

it('two tabs are one presence, and a broken connection is a leave', async () => {
  const watcher = await appear(ana)
  const tabs = [await dial(app), await dial(app)]
  for (const tab of tabs) {
    await tab.join(name, { private: true, token: ben.token })
    await tab.ask(`realtime:${name}`, 'presence', { type: 'presence', event: 'track' })
  }
  await expect.poll(() => watcher.here()).toContain(ben.id)
  expect(watcher.channel.presenceState()[ben.id]).toHaveLength(1)
  tabs[0]?.ws.terminate()
  const before = watcher.told.length
  const third = await appear(await signUp(app, `Third${named}`))
  await third.channel.track({})
  await expect.poll(() => watcher.told.length).toBeGreaterThan(before)
  expect(watcher.here()).toContain(ben.id)
  tabs[1]?.ws.terminate()
  await expect.poll(() => watcher.here()).not.toContain(ben.id)
  await hangUp(watcher.client, third.client)
})

it('a changed avatar is shown without a leave', async () => {
  const watcher = await appear(ana)
  const other = await appear(ben)
  await other.channel.track({})
  await expect.poll(() => watcher.here()).toContain(ben.id)
  await app.owner.query('update user_profiles set codename = $2 where id = $1', [ben.id, 'Bagong Ngalan'])
  const codenames = () =>
    watcher.channel.presenceState<{ codename: string }>()[ben.id]?.map(({ codename }) => codename)
  await expect.poll(() => codenames()).toEqual(['Bagong Ngalan'])
  await hangUp(watcher.client, other.client)
})

const counts = (wire: Wire) =>
  wire.frames
    .filter(({ payload }) => payload['event'] === 'online_count')
    .map(({ payload }) => payload['payload'] as { count: number })

it('a client without a roster gets only a number of people, without Emi', async () => {
  const phone = await dial(app)
  await phone.join(name, { private: true, token: ana.token })
  await phone.until(({ payload }) => payload['event'] === 'online_count')
  expect(counts(phone)).toEqual([{ count: 0 }])
  await phone.ask(`realtime:${name}`, 'presence', { type: 'presence', event: 'track' })
  const later = await dial(app)
  const countAgain = async () => {
    await later.join(name, { private: true, token: ben.token })
    await later.settle()
    return counts(later)
  }
  await expect.poll(countAgain, { interval: 200 }).toContainEqual({ count: 1 })
  expect(phone.frames.map(({ event }) => event)).not.toContain('presence_state')
  expect(phone.frames.map(({ event }) => event)).not.toContain('presence_diff')
  for (const wire of [phone, later]) wire.ws.terminate()
})

it('a banned person is not present any more', async () => {
  const [watcher, other] = [await appear(ana), await appear(ben)]
  await other.channel.track({})
  await expect.poll(() => watcher.here()).toContain(ben.id)
  await app.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
    ben.id,
  ])
  await expect.poll(() => watcher.here()).not.toContain(ben.id)
  await hangUp(watcher.client, other.client)
})

it('a roster names 200 people, Emi first', async () => {
  const fresh = await startApp()
  const carla = await signUp(fresh, 'Carla')
  const node = randomUUID()
  await fresh.owner.query(`insert into realtime.nodes values ($1, 'infinity')`, [node])
  await fresh.owner.query(`insert into auth.users (id, email)
    select gen_random_uuid(), 'crowd' || n || '@example.test' from generate_series(1, 250) n`)
  await fresh.owner.query(
    `insert into realtime.presences select $1, id, $2 from auth.users where email like 'crowd%'`,
    [name, node],
  )
  const wire = await dial(fresh)
  await wire.join(name, { private: true, token: carla.token, config: { presence: { enabled: true } } })
  const { payload } = await wire.until(({ event }) => event === 'presence_state')
  const keys = Object.keys(payload)
  expect([keys.length, keys[0]]).toEqual([200, emi.id])
  wire.ws.terminate()
  await fresh.stop()
})
