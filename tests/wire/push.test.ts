import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { knowPushServices, sendPushes } from '../../src/server/jobs/pushes.ts'
import { createPush } from '../../src/server/providers/push.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { startPushServer, type FakeBrowser, type PushServer } from '../support/push-server.ts'

let app: TestApp
let service: PushServer
let push: ReturnType<typeof createPush>
let mina: Person
let ben: Person
let named = 0
const outcomes: string[] = []
const logged: string[] = []

beforeAll(async () => {
  app = await startApp()
  service = await startPushServer()
  push = createPush({
    privateKey: randomBytes(32),
    contact: 'mailto:kumusta@emote.test',
    origins: [service.origin],
  })
  await knowPushServices(app.db, push)
})
beforeEach(async () => {
  await app.owner.query('delete from public.push_subscriptions')
  ;[mina, ben] = await Promise.all([signUp(app, `Mina${++named}`), signUp(app, `Ben${named}`)])
  Object.assign(service, { status: 201, headers: {}, asked: 0 })
  for (const list of [service.received, outcomes, logged]) list.length = 0
})
afterAll(async () => {
  await app.stop()
  await service.stop()
})

const start = new Date()
const after = (seconds: number) => new Date(Date.now() + seconds * 1_000)
const send = (at: Date) =>
  sendPushes(
    { db: app.db, push, log: (line) => void logged.push(line), count: (one) => void outcomes.push(one) },
    at,
  )
const register = (browser: FakeBrowser, { client }: Person = mina) =>
  client.from('push_subscriptions').insert(browser)
const write = (from = ben, to = mina) =>
  from.client
    .from('direct_messages')
    .insert({
      conversation_id: [from.id, to.id].toSorted().join('-'),
      sender_id: from.id,
      receiver_id: to.id,
      text: 'lihim ito',
    })
    .throwOnError()
const rows = async () =>
  (
    await app.owner.query<{ endpoint: string; user_id: string; waits: boolean; failures: number }>(
      'select endpoint, user_id, due_at is not null as waits, failures from public.push_subscriptions order by created_at',
    )
  ).rows
const set = (settings: object) =>
  mina.client
    .from('notification_settings')
    .upsert({ user_id: mina.id, ...settings })
    .throwOnError()

it('a message becomes one push without content, after five seconds, however many nodes send', async () => {
  await register(service.browser()).throwOnError()
  await write()
  await write()
  await send(start)
  expect(service.asked).toBe(0)
  await Promise.all([send(after(6)), send(after(6)), send(after(6))])
  expect(service.received).toMatchObject([
    {
      text: '{"title":"Emote","body":"May bago sa Emote"}',
      headers: { ttl: '86400', topic: 'emote', 'content-encoding': 'aes128gcm' },
      token: { aud: service.origin, sub: 'mailto:kumusta@emote.test' },
    },
  ])
  expect(service.received[0]?.token['exp']).toBeLessThan(Date.now() / 1_000 + 86_400)
  expect(outcomes).toEqual(['sent'])
})

it('while something is unread there is at most one push a minute, and none for what was read', async () => {
  await register(service.browser()).throwOnError()
  await write()
  await send(after(6))
  await write()
  await send(after(30))
  expect(service.received).toHaveLength(1)
  await send(after(70))
  expect(service.received).toHaveLength(2)
  await write(mina, ben)
  await write()
  await mina.client.functions.invoke('mark-all-read', { body: {} })
  await send(after(200))
  expect(service.received).toHaveLength(2)
  expect(await rows()).toMatchObject([{ waits: false }])
})

it('quiet hours, a switched off kind, muted people and a ban push nothing', async () => {
  await register(service.browser()).throwOnError()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const [night, noon] = [new Date(`${tomorrow}T15:30:00Z`), new Date(`${tomorrow}T04:00:00Z`)]
  const attempts: [settings: object, at: Date, pushed: boolean][] = [
    [{ quiet_from: 22 * 60, quiet_to: 6 * 60 }, night, false],
    [{ quiet_from: 22 * 60, quiet_to: 6 * 60 }, noon, true],
    [{ quiet_from: 11 * 60, quiet_to: 13 * 60 }, noon, false],
    [{ quiet_from: 60, quiet_to: 60 }, noon, false],
    [{ quiet_from: null, quiet_to: null, push: false }, noon, false],
    [{ push: true, dms: false }, noon, false],
    [{ dms: true }, noon, true],
  ]
  for (const [settings, at, pushed] of attempts) {
    service.received.length = 0
    await set(settings)
    await app.owner.query('update public.push_subscriptions set pushed_at = null')
    await app.owner.query('delete from public.conversation_members')
    await write()
    await send(at)
    expect([settings, service.received.length]).toEqual([settings, pushed ? 1 : 0])
  }
  await app.owner.query('delete from public.conversation_members')
  await mina.client.from('user_mutes').insert({ muted_id: ben.id }).throwOnError()
  await write()
  expect(await rows()).toMatchObject([{ waits: false }])
  await mina.client.from('user_mutes').delete().eq('muted_id', ben.id).throwOnError()
  await write()
  await app.owner.query(`update auth.users set banned_until = now() + interval '9 days' where id = $1`, [
    mina.id,
  ])
  await send(after(300))
  expect(service.received).toHaveLength(1)
})

it('a failed push is tried again later and a browser that is gone is forgotten, without a word in the log', async () => {
  const browser = service.browser()
  await register(browser).throwOnError()
  await write()
  Object.assign(service, { status: 503, headers: { 'retry-after': '90' } })
  await send(after(6))
  await send(after(80))
  expect([service.asked, await rows()]).toMatchObject([1, [{ waits: true, failures: 1 }]])
  // A redirect could lead into our own network.
  Object.assign(service, { status: 307, headers: { location: `${service.origin}/elsewhere` } })
  await send(after(100))
  expect(service.asked).toBe(2)
  Object.assign(service, { status: 201, headers: {} })
  await send(after(500))
  expect([service.received.length, await rows()]).toMatchObject([1, [{ waits: false, failures: 0 }]])
  await write()
  service.status = 410
  await send(after(1_000))
  expect([outcomes, await rows()]).toEqual([['failed', 'failed', 'sent', 'gone'], []])
  expect(logged).toEqual(['A push failed (attempt 1): status 503', 'A push failed (attempt 2): status 307'])
  expect(logged.join()).not.toContain(new URL(browser.endpoint).pathname)
})

it('a browser with broken keys is deleted at the first push', async () => {
  await register({ ...service.browser(), p256dh: `B${'A'.repeat(86)}` }).throwOnError()
  await write()
  await send(after(6))
  expect([service.asked, outcomes, await rows()]).toEqual([0, ['gone'], []])
})

it('an address outside the known push services is refused', async () => {
  const { host, port } = new URL(service.origin)
  const keys = service.browser()
  const addresses = [
    'http://169.254.169.254/latest/meta-data/',
    'https://localhost/x',
    'https://10.0.0.1/x',
    'https://evil.test/fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.test/x',
    'https://fcm.googleapis.com@evil.test/x',
    'https://evil.test#@fcm.googleapis.com/x',
    'https://evil.test\\@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://FCM.googleapis.com/x',
    'http://fcm.googleapis.com/x',
    'https://evil.notify.windows.com.evil.test/x',
    'https://a.b.notify.windows.com/x',
    'https://notify.windows.com/x',
    'https://*.notify.windows.com/x',
    ' https://fcm.googleapis.com/x',
    'https://fcm.googleapis.com/x\nhost: evil',
    `http://user@${host}/x`,
    `http://localhost:${port}/x`,
    `https://${host}/x`,
    'file:///etc/passwd',
    'https://fcm.googleapis.com',
    '',
  ]
  for (const endpoint of addresses)
    expect([endpoint, (await register({ ...keys, endpoint })).status]).toEqual([endpoint, 400])
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/a:b',
    'https://wns2-sg2p.notify.windows.com/w/?token=a%2b',
  ])
    expect([endpoint, (await register({ ...keys, endpoint })).status]).toEqual([endpoint, 201])
  // An operator may remove a service. Its stored browsers then get no push.
  await app.owner.query('delete from public.push_subscriptions')
  await register(keys).throwOnError()
  await knowPushServices(app.db, { ...push, origins: [] })
  await write()
  await send(after(6))
  await knowPushServices(app.db, push)
  expect(service.asked).toBe(0)
})

it('a browser belongs to one person, a person has ten, and a log-out ends the pushes of its device', async () => {
  const shared = service.browser()
  await register(shared).throwOnError()
  await register(shared).throwOnError()
  await register(shared, ben).throwOnError()
  expect(await rows()).toMatchObject([{ endpoint: shared.endpoint, user_id: ben.id }])
  for (let n = 0; n < 11; n++) await register(service.browser()).throwOnError()
  const { data } = await mina.client.from('push_subscriptions').select('id, endpoint').throwOnError()
  expect(data).toHaveLength(10)
  const foreign = await ben.client
    .from('push_subscriptions')
    .insert({ ...service.browser(), user_id: mina.id })
  expect(foreign.status).toBe(403)
  await mina.client.auth.signOut({ scope: 'local' })
  expect(await rows()).toMatchObject([{ user_id: ben.id }])
})

it('reactions push once, and comments once, until they are read', async () => {
  const id = randomUUID()
  await register(service.browser()).throwOnError()
  await mina.client.from('public_posts').insert({ id, mood: 'Calm', content: 'payapa' }).throwOnError()
  await ben.client.from('post_reactions').insert({ post_id: id, emoji: '👍' }).throwOnError()
  await send(after(6))
  await app.owner.query(`update public.post_notices set last_at = now() - interval '1 hour'`)
  await ben.client.from('post_comments').insert({ post_id: id, content: 'yakap' }).throwOnError()
  await send(after(70))
  await app.owner.query(`update public.post_notices set last_at = now() - interval '1 hour'`)
  await ben.client.from('post_comments').insert({ post_id: id, content: 'yakap ulit' }).throwOnError()
  await send(after(200))
  expect(service.received).toHaveLength(2)
})
