import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { replayLedgers } from '../../src/server/admin/replay-erasures.ts'
import { insertMail } from '../../src/server/mail/queued-mail.ts'
import { ledgerFile, ledgerKey } from '../../src/server/erasure/ledger.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { directRow, listed, write } from '../support/direct.ts'
import { dial, type Wire } from '../support/live.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { placesWith } from '../support/stores.ts'
import { canary, orphans, touchEverything, untouched } from '../support/touching.ts'

let redis: TestRedis
let app: TestApp
let mina: Person
let ben: Person
let named = 0
const wires: Wire[] = []
beforeAll(async () => {
  redis = await startRedis()
  app = await startApp({ live: { redisUrl: redis.url } })
})
beforeEach(async () => {
  mina = await signUp(app, `Kanaryo${++named}`, `Ibong Kanaryo${named}`)
  ben = await signUp(app, `Ben${named}`)
})
afterAll(async () => {
  for (const { ws } of wires) ws.terminate()
  await app.stop()
  await redis.stop()
})

async function deactivate(person: Person, body: object = { user_id: person.id }) {
  const response = await app.fetch('/functions/v1/delete-user-data', {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** A log-in of eleven minutes ago. */
const age = ({ id }: Person) =>
  app.owner.query(
    `update auth.sessions set created_at = created_at - interval '11 minutes' where user_id = $1`,
    [id],
  )

async function open(person: Person, ...topics: string[]): Promise<Wire> {
  const wire = await dial(app)
  wires.push(wire)
  for (const topic of topics) await wire.join(topic, { private: true, token: person.token })
  return wire
}

async function keysOfRedis(): Promise<string> {
  const client = await createClient({ url: redis.url }).connect()
  const keys = await client.keys('*')
  const members = await Promise.all(
    keys.map(async (key) => ((await client.type(key)) === 'set' ? client.sMembers(key) : client.get(key))),
  )
  client.destroy()
  return JSON.stringify([keys, members])
}

it('a person who touched everything leaves nothing but the keyed hash of the ledger', async () => {
  await touchEverything({ app, mina, ben })
  const wire = await open(mina, `user-notifications-${mina.id}`)
  await wire.join('global-online-users', {
    private: true,
    token: mina.token,
    config: { presence: { enabled: true } },
  })
  wire.send('realtime:global-online-users', 'presence', { type: 'presence', event: 'track', payload: {} })
  await expect.poll(keysOfRedis, { interval: 20 }).toContain(mina.id)
  // A text for the second step goes to a number of its own.
  const phone = '639170000001'
  const sms = { kind: 'sms', content: { sms: { phone, text: 'kodigo' } } } as const
  await app.db.asService((tx) => tx.last(insertMail(app.keys.secret, sms, app.mailing.now())))
  app.mails.wake()
  await app.mails.idle()
  // Nobody sees a hidden person, and presence comes with a socket.
  expect(await untouched(app, mina)).toEqual(['app.hidden_people.user_id', 'realtime.presences.user_id'])
  const files = [mina.id, mina.email, mina.codename, phone, canary('')]
  for (const words of files) expect(await placesWith(app, words)).not.toEqual([])

  expect(await deactivate(mina)).toEqual({ status: 200, body: { success: true } })
  await app.erasure.idle()
  for (const words of files) expect(await placesWith(app, words)).toEqual([])
  await expect.poll(keysOfRedis, { interval: 20 }).not.toContain(mina.id)
  expect((await app.owner.query('select from auth.mails')).rowCount).toBe(0)
  const { rows } = await app.owner.query<{ key: Buffer }>('select key from app.erased_people')
  expect(rows.map(({ key }) => key)).toEqual([ledgerKey(app.keys.secret, mina.id)])
  expect(await readFile(ledgerFile(app.dataDir), 'utf8')).toBe(`\n${rows[0]?.key.toString('hex')}\n`)
  // Ben keeps his own.
  const { data: posts } = await ben.client
    .from('wall_posts')
    .select('content, reaction_counts, comment_count')
    .throwOnError()
  expect(posts).toEqual([{ content: 'ulan', reaction_counts: {}, comment_count: 0 }])
  const { data: said } = await ben.client
    .from('live_chat_messages')
    .select('message_text, edited_at')
    .throwOnError()
  expect(said).toEqual([{ message_text: 'tara @Anonymous', edited_at: null }])
  expect(await listed(ben, mina)).toBeNull()
})

it('only the owner deactivates an account: with a young session, or with the password', async () => {
  const asked = { success: false, needs: 'password' }
  expect(await deactivate(ben, { user_id: mina.id })).toMatchObject({ status: 403, body: { success: false } })
  expect(await deactivate(mina, {})).toMatchObject({ status: 400 })
  expect(await deactivate(mina, { user_id: mina.id, codename: 'x' })).toMatchObject({ status: 400 })
  await age(mina)
  expect(await deactivate(mina)).toMatchObject({ status: 403, body: asked })
  expect(await deactivate(mina, { user_id: mina.id, password: 'mali-ito-7' })).toMatchObject({
    status: 403,
    body: asked,
  })
  const stranger = { ...mina, token: app.keys.anonKey }
  expect(await deactivate(stranger)).toMatchObject({ status: 401, body: { error: 'Not authenticated' } })
  expect((await app.owner.query('select from auth.users where id = $1', [mina.id])).rowCount).toBe(1)
  expect(await deactivate(mina, { user_id: mina.id, password: mina.password })).toMatchObject({ status: 200 })
  expect(await deactivate(mina)).toMatchObject({ status: 401 })
})

it('open pages of others learn that a person left, and the own pages on other devices too', async () => {
  const [bens, own] = [
    await open(ben, `user-notifications-${ben.id}`),
    await open(mina, `user-notifications-${mina.id}`),
  ]
  await deactivate(mina)
  for (const wire of [bens, own]) {
    const { payload } = await wire.until(({ payload: { event } }) => event === 'person_left')
    expect(payload['payload']).toEqual({ id: mina.id })
  }
  await own.until(({ event }) => event === 'phx_close')
})

it('log-in and new sign-up treat the address as unknown at once', async () => {
  await deactivate(mina)
  const { error } = await app.client().auth.signInWithPassword(mina)
  expect(error?.message).toBe('Invalid login credentials')
  const again = await app.client().auth.signUp({ email: mina.email, password: mina.password })
  expect(again.data.user?.id).not.toBe(mina.id)
})

it('a person whose erasure has begun is out of sight before the first row is gone, and any node goes on', async () => {
  await touchEverything({ app, mina, ben })
  await app.owner.query('select app.begin_leaving($1, $2)', [mina.id, ledgerKey(app.keys.secret, mina.id)])
  const visitor = app.client()
  for (const [client, relation, column] of [
    [visitor, 'public_posts', 'content'],
    [visitor, 'wall_posts', 'content'],
    [visitor, 'post_comments', 'content'],
    [visitor, 'wall_comments', 'content'],
    [ben.client, 'public_posts', 'content'],
    [ben.client, 'wall_posts', 'content'],
    [ben.client, 'wall_comments', 'content'],
    [ben.client, 'direct_messages', 'text'],
    [ben.client, 'live_chat_messages', 'message_text'],
  ] as const) {
    const { data } = await client.from(relation).select(column).throwOnError()
    const words = JSON.stringify(data).replaceAll(canary('nameless'), '')
    expect({ relation, words }).toEqual({ relation, words: expect.not.stringContaining(canary('')) })
  }
  expect(await listed(ben, mina)).toBeNull()
  expect((await visitor.from('public_user_profiles').select('id').eq('id', mina.id)).data).toEqual([])
  // The lease of the stopped node has not ended yet, and it had not written the ledger's file.
  await app.erasure.resume()
  expect((await app.owner.query('select from app.leavings')).rowCount).toBe(1)
  await app.owner.query('update app.leavings set due_at = now()')
  await Promise.all([app.erasure.resume(), app.erasure.resume()])
  expect(await placesWith(app, mina.id)).toEqual([])
  const key = ledgerKey(app.keys.secret, mina.id).toString('hex')
  expect(await readFile(ledgerFile(app.dataDir), 'utf8')).toContain(`${key}\n`)
})

it('what others write to a leaving person meanwhile is erased too', async () => {
  await touchEverything({ app, mina, ben })
  const { data: hers } = await mina.client
    .from('public_posts')
    .select('id')
    .eq('user_id', mina.id)
    .throwOnError()
  const { data: said } = await mina.client
    .from('live_chat_messages')
    .select('id')
    .eq('sender_id', mina.id)
    .throwOnError()
  const people = await Promise.all([1, 2, 3].map((n) => signUp(app, `Kaibigan${named}${n}`)))
  const other = people[0] ?? ben
  const writing = [ben, ...people].flatMap((person) => [
    ...hers.flatMap(({ id: post_id }) => [
      person.client.from('post_comments').insert({ post_id, user_id: person.id, content: 'nandito ako' }),
      person.client.from('post_reactions').insert({ post_id, user_id: person.id, emoji: '👍' }),
    ]),
    ...said.map(({ id }) =>
      person.client.from('live_chat_reactions').insert({ message_id: id, user_id: person.id, emoji: '❤️' }),
    ),
    write(person, mina, 'nasaan ka'),
    write(person, person === ben ? other : ben, `nasaan si @{${mina.id}}`),
    person.client.from('user_blocks').insert({ blocked_id: mina.id }),
  ])
  // Of two tabs, one may find its session ended by the other.
  const [one, two] = await Promise.all([deactivate(mina), deactivate(mina), ...writing])
  expect([one.status, two.status]).toContain(200)
  await app.erasure.idle()
  expect(await placesWith(app, mina.id)).toEqual([])
  expect(await orphans(app)).toEqual([])
  expect(app.logged.filter((line) => line.includes('not erased'))).toEqual([])
})

it('words that mention a person who has left hold no id, also when an open page sends or edits them later', async () => {
  await deactivate(mina)
  await app.erasure.idle()
  await app.owner.query(`update app.room_messages set created_at = created_at - interval '1 hour'`)
  const words = `ingat @{${mina.id}} at @{${ben.id}}`
  const [id, room] = [randomUUID(), randomUUID()]
  const friend = await signUp(app, `Kausap${named}`)
  const row = { id: room, wall_id: 'general', sender_id: ben.id, codename: 'Anonymous', message_text: words }
  await ben.client.from('live_chat_messages').insert(row).throwOnError()
  await write(ben, friend, 'si ano').throwOnError()
  await ben.client
    .from('direct_messages')
    .insert(directRow(ben, friend, words, id))
    .throwOnError()
  await ben.client.from('direct_messages').update({ text: words }).eq('id', id).throwOnError()
  expect(await placesWith(app, mina.id)).toEqual([])
  const { rows } = await app.owner.query(
    'select text from public.direct_messages where id = $1 union all select message_text from app.room_messages where id = $2',
    [id, room],
  )
  const kept = { text: `ingat @Anonymous at @{${ben.id}}` }
  expect(rows).toEqual([kept, kept])
})

it('after a restored backup the ledger erases again whom the backup brought back, and nobody else', async () => {
  await deactivate(mina)
  await app.erasure.idle()
  // The backup is older than the ledger's row in the database.
  await app.owner.query('truncate app.erased_people')
  await app.owner.query('insert into auth.users (id, email) values ($1, $2)', [mina.id, mina.email])
  await app.owner.query(
    `insert into public.public_posts (author_id, mood, content) values ($1, 'Calm', $2)`,
    [mina.id, canary('restored')],
  )
  const settings = { dataDir: app.dataDir, s3: undefined, MAIL_FROM: 'emote@emote.test' }
  expect(await replayLedgers(settings, app, [])).toMatch(/^Erased again: 1\. /)
  for (const words of [mina.id, mina.email, canary('restored')])
    expect(await placesWith(app, words)).toEqual([])
  expect((await app.owner.query('select from auth.users where id = $1', [ben.id])).rowCount).toBe(1)
  expect(await replayLedgers(settings, app, [ledgerFile(app.dataDir)])).toMatch(/^Erased again: 0\. /)
  await expect(replayLedgers(settings, app, ['/nonexistent'])).rejects.toThrow('ENOENT')
})
