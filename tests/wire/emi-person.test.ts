import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emi } from '../../src/shared/emi.ts'
import { readMaterial } from '../../src/server/emi/material.ts'
import { createEmi } from '../../src/server/functions/emi/index.ts'
import { removeExpired } from '../../src/server/jobs/retention.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { conversationOf, listed, write } from '../support/direct.ts'
import { callEmi, forgetTalks, mentionEmi, tellEmi } from '../support/emi.ts'
import { dial, type Wire } from '../support/live.ts'

const email = 'emi@emote.invalid'
let app: TestApp
let mina: Person
let ben: Person

beforeAll(async () => {
  app = await startApp()
  ;[mina, ben] = [await signUp(app, 'Mina'), await signUp(app, 'Ben')]
  await app.owner.query(`update auth.users set created_at = now() - interval '2 days'`)
})
beforeEach(() => forgetTalks(app))
afterAll(() => app.stop())

const count = async (text: string, ...values: unknown[]) => (await app.owner.query(text, values)).rowCount
const answers = (person: Person) =>
  count('select from public.direct_messages where sender_id = $1 and receiver_id = $2', emi.id, person.id)

describe('her account', () => {
  it('is read like any public profile', async () => {
    const { data } = await mina.client
      .from('public_user_profiles')
      .select('id, codename, avatar_url, is_premium')
      .eq('id', emi.id)
    expect(data).toEqual([{ ...emi, is_premium: false }])
  })

  it('opens no session and gets no mail, whatever is asked under her address', async () => {
    const password = 'lihim-ni-emi-7'
    const auth = (path: string, body: object) =>
      app.fetch(`/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: app.keys.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const asked = await Promise.all([
      auth('signup', { email, password }),
      auth('token?grant_type=password', { email, password }),
      auth('recover', { email: 'EMI@emote.invalid' }),
      auth('otp', { email, create_user: true }),
      auth('magiclink', { email }),
      auth('resend', { email, type: 'signup' }),
      auth('verify', { email, token: '123456', type: 'recovery' }),
      auth('invite', { email }),
    ])
    for (const { status } of asked) expect([400, 403, 404, 422]).toContain(status)
    const changed = await mina.client.auth.updateUser({ email, current_password: mina.password })
    expect(changed.error).toMatchObject({ status: 400 })
    await app.mails.idle()
    expect(await readdir(app.outbox)).toEqual([])
    expect(await count('select from auth.mails')).toBe(0)
  })

  it.each([
    [
      'a session',
      `insert into auth.sessions (user_id, amr, expires_at) values ($1, '[]', now() + interval '1 day')`,
    ],
    [
      'a mailed token',
      `insert into auth.one_time_tokens (user_id, kind, email, link_hash, code_expires_at, expires_at)
       values ($1, 'recovery', '${email}', sha256('a'), now(), now())`,
    ],
    ['a password', `update auth.users set password_hash = 'x' where id = $1`],
    ['the end of her ban', `update auth.users set banned_until = null where id = $1`],
    ['a role', `update auth.users set app_metadata = '{"role": "admin"}' where id = $1`],
    ['another name', `update public.user_profiles set codename = 'Iba' where id = $1`],
    ['Premium', `update public.user_profiles set is_premium = true where id = $1`],
    ['her deletion', `delete from auth.users where id = $1`],
    ['the deletion of her profile', `delete from public.user_profiles where id = $1`],
  ])('takes no %s, even from the service', async (_what, text) => {
    await expect(app.db.asService((tx) => tx.last({ text, values: [emi.id] }))).rejects.toThrow(
      /Emi stays as she is|not_of_emi/,
    )
    const { rows } = await app.owner.query(
      `select u.banned_until = 'infinity' as banned, u.password_hash, p.codename from auth.users u join public.user_profiles p using (id)
       where u.id = $1`,
      [emi.id],
    )
    expect(rows).toEqual([{ banned: true, password_hash: null, codename: 'Emi' }])
  })

  it('gives her picture and her name to nobody else', async () => {
    const mine = mina.client.from('user_profiles')
    expect((await mine.update({ avatar_url: '/emi.svg' }).eq('id', mina.id)).error).toBeTruthy()
    for (const codename of [
      'Emi',
      'EMl',
      'É m i',
      'emibot',
      'The Emi',
      'Si Emi',
      'Emi Emote',
      'emi emi',
      'Bot Emi',
    ])
      expect((await mine.update({ codename }).eq('id', mina.id)).error).toMatchObject({ code: '23514' })
    const reserved = 'select app.is_reserved_codename(name) as is from unnest($1::text[]) as name'
    const people = [
      'Emil',
      'Emily',
      'Emi Santos',
      'Remi',
      'Semi',
      'Si Emil',
      'Emilia',
      'Themis',
      'Emoterang Ale',
    ]
    const { rows } = await app.owner.query(reserved, [people])
    expect(rows).toEqual(people.map(() => ({ is: false })))
  })

  it('is not written for: nobody sends as her, and her bell stays empty', async () => {
    const forged = { ...row(mina), sender_id: emi.id, receiver_id: mina.id }
    expect((await mina.client.from('direct_messages').insert(forged)).error).toMatchObject({ code: '42501' })
    await mentionEmi(mina, `@{${emi.id}} hi`)
    await tellEmi(mina)
    const topic = `user-notifications-${emi.id}`
    expect(await count('select from realtime.messages where topic = $1', topic)).toBe(0)
    expect(await count('select from public.mentions where user_id = $1', emi.id)).toBe(0)
  })
})

const row = (person: Person) => ({
  id: randomUUID(),
  conversation_id: conversationOf(person, emi),
  sender_id: person.id,
  receiver_id: emi.id,
  text: 'hi',
})

const readToken = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string }

async function listen({ token }: Person, topic: string): Promise<Wire> {
  const wire = await dial(app)
  expect((await wire.join(topic, { private: true, token })).status).toBe('ok')
  return wire
}
const eventsOf = (wire: Wire) =>
  wire.frames
    .filter(({ event }) => event === 'broadcast')
    .map(({ payload: { event, payload } }) => ({ event, payload }))
    // The clean-up before a test may be told late.
    .filter(({ payload }) => (payload as { type?: string }).type !== 'delete')

describe('her typing', () => {
  it('is shown before her message, and not to people who hide her', async () => {
    await ben.client.from('user_mutes').insert({ muted_id: emi.id }).throwOnError()
    const [mine, bens] = [await listen(mina, 'tambayan-general'), await listen(ben, 'tambayan-general')]
    await mentionEmi(mina)
    expect(await callEmi(app, mina, 'general')).toMatchObject({ body: { answered: true } })
    await mine.until(() => eventsOf(mine).length === 3)
    expect(eventsOf(mine)).toMatchObject([
      { event: 'new_message', payload: { sender_id: mina.id } },
      { event: 'typing', payload: { userId: emi.id } },
      { event: 'new_message', payload: { sender_id: emi.id, codename: 'Emi', reply_to_sender: mina.id } },
    ])
    const last = await mentionEmi(mina, 'tapos na')
    await bens.until(() => JSON.stringify(eventsOf(bens)).includes(last))
    expect(JSON.stringify(eventsOf(bens))).not.toContain(`"userId":"${emi.id}"`)
    for (const { ws } of [mine, bens]) ws.terminate()
  })

  it('cannot be made by anybody else', async () => {
    const wire = await listen(mina, 'tambayan-general')
    wire.send('realtime:tambayan-general', 'broadcast', {
      type: 'broadcast',
      event: 'typing',
      payload: { userId: emi.id },
    })
    const last = await mentionEmi(mina, 'tapos na')
    await wire.until(() => JSON.stringify(eventsOf(wire)).includes(last))
    expect(eventsOf(wire).filter(({ event }) => event === 'typing')).toEqual([])
    wire.ws.terminate()
  })
})

const care = async (person: Person) =>
  (await person.client.from('emi_care').select('user_id, since')).data ?? []

describe('care', () => {
  const crisis = 'gusto ko nang mamatay, ayoko na talaga mabuhay'
  it('is on for 48 hours after words of crisis, costs nothing, and one denial does not end it', async () => {
    await tellEmi(mina, crisis)
    expect(await callEmi(app, mina, 'dm')).toEqual({
      status: 200,
      body: { success: true, answered: true, remaining: 30 },
    })
    expect(await care(mina)).toEqual([{ user_id: mina.id, since: expect.any(String) }])
    expect((await listed(mina, emi))?.['last_sender_id']).toBe(emi.id)
    await tellEmi(mina, 'joke lang, ok lang ako')
    expect(await callEmi(app, mina, 'dm')).toMatchObject({ body: { answered: true, remaining: 30 } })
    expect(await care(mina)).toHaveLength(1)
    expect(await care(ben)).toEqual([])
    await app.owner.query(`update public.emi_care set since = now() - interval '49 hours'`)
    await tellEmi(mina, 'kumusta')
    expect(await callEmi(app, mina, 'dm')).toMatchObject({ body: { answered: true, remaining: 29 } })
    await removeExpired(app.db)
    expect(await care(mina)).toEqual([])
  })

  it('answers words of crisis also when all uses are gone, in private and in General', async () => {
    await app.owner.query(
      `insert into public.usage_emi_messages (user_id, settled_at) select $1, now() from generate_series(1, 30)`,
      [mina.id],
    )
    await tellEmi(mina, 'ang init ngayon')
    expect(await callEmi(app, mina, 'dm')).toMatchObject({ status: 429 })
    await tellEmi(mina, crisis)
    expect(await callEmi(app, mina, 'dm')).toMatchObject({ status: 200, body: { answered: true } })
    await mentionEmi(ben, '@emi kumusta')
    await mentionEmi(mina, `@emi ${crisis}`)
    expect(await callEmi(app, mina, 'general')).toMatchObject({ status: 200, body: { answered: true } })
    expect(await count('select from public.usage_emi_messages where user_id = $1', mina.id)).toBe(30)
  })
})

const forget = (person: Person, body: object = {}) => person.client.functions.invoke('forget-emi', { body })

describe('a call', () => {
  it.each([
    ['another person', { user_id: 'b0b0b0b0-0000-4000-8000-000000000000' }, 403],
    ['another conversation', { conversation_id: `${emi.id}-b0b0b0b0-0000-4000-8000-000000000000` }, 403],
    ['another room', { contextType: 'tambayan', wall_id: 'games' }, 403],
    ['no room', { contextType: 'tambayan', wall_id: null }, 403],
    ['no known context', { contextType: 'wall' }, 400],
    ['a field that nobody knows', { temperature: 2 }, 400],
  ])('that names %s is refused, and takes no use', async (_what, fields, status) => {
    await tellEmi(mina)
    expect(await callEmi(app, mina, 'dm', fields)).toMatchObject({ status, body: { success: false } })
    expect(await count('select from public.usage_emi_messages')).toBe(0)
  })

  it('without a session is refused', async () => {
    const visitor = { ...mina, token: app.keys.anonKey }
    expect(await callEmi(app, visitor, 'dm')).toEqual({
      status: 401,
      body: { success: false, error: 'Not authenticated' },
    })
  })
})

describe('forgetting', () => {
  it('erases the conversation, the care mode and open turns of the caller alone, and tells their devices', async () => {
    for (const person of [mina, ben]) {
      await tellEmi(person, 'gusto ko nang mamatay')
      await callEmi(app, person, 'dm')
    }
    await tellEmi(mina, 'walang sagot pa')
    const wire = await listen(mina, `dm-${conversationOf(mina, emi)}`)
    expect((await forget(mina)).data).toEqual({ success: true })
    await wire.until(() => JSON.stringify(eventsOf(wire)).includes('"cleared"'))
    wire.ws.terminate()
    expect(await listed(mina, emi)).toBeNull()
    const kept = `select (select count(*)::int from public.emi_care where user_id = $1) as care,
      (select count(*)::int from app.emi_turns where asker = $1 and answered_at is null) as turns,
      (select count(*)::int from public.direct_messages where $1 in (sender_id, receiver_id)) as messages`
    expect((await app.owner.query(kept, [mina.id])).rows).toEqual([{ care: 0, turns: 0, messages: 0 }])
    expect((await app.owner.query(kept, [ben.id])).rows).toEqual([{ care: 1, turns: 0, messages: 2 }])
    // A second time there is nothing, and the next message is not number 1 again.
    expect((await forget(mina)).error).toBeNull()
    await tellEmi(mina, 'bago')
    const { data } = await mina.client.from('direct_messages').select('seq, text')
    expect(data).toEqual([{ seq: 4, text: 'bago' }])
  })

  it('leaves the care mode off, also when a run that read the words turns it on a moment later', async () => {
    const topic = `dm-${conversationOf(mina, emi)}`
    const runner = randomUUID()
    const turnOn = () =>
      app.owner.query('select app.turn_on_care($1, $2, $3)', [topic, runner, [mina.id, ben.id]])
    await app.owner.query(
      `insert into app.emi_talks (topic, runner, until) values ($1, $2, now() + interval '1 minute')`,
      [topic, runner],
    )
    await app.owner.query(
      `insert into app.emi_turns (message_id, topic, asker, seq, runner) values ($1, $2, $3, 1, $4)`,
      [await tellEmi(mina), topic, mina.id, runner],
    )
    await turnOn()
    expect([await care(mina), await care(ben)]).toMatchObject([[{}], []])
    await forget(mina)
    await turnOn()
    expect(await care(mina)).toEqual([])
  })

  it('erases a long conversation in batches', async () => {
    await tellEmi(mina)
    await app.owner.query(
      `insert into public.direct_messages (conversation_id, sender_id, receiver_id, text) select $1, $2, $3, 'luma' from generate_series(1, 1200)`,
      [conversationOf(mina, emi), mina.id, emi.id],
    )
    expect((await forget(mina)).error).toBeNull()
    expect(await answers(mina)).toBe(0)
    expect(await listed(mina, emi)).toBeNull()
  })

  it('refuses fields, and a caller without a session', async () => {
    expect((await forget(mina, { user_id: ben.id })).error).toBeTruthy()
    expect((await app.client().functions.invoke('forget-emi', { body: {} })).error).toBeTruthy()
  })
})

it('a second node leaves a talk to the first, and takes it over when the first ends', async () => {
  const options = { material: readMaterial(), log: () => {} }
  const slow = { typing: () => 60_000, betweenAnswers: 0 }
  const [first, second] = [
    createEmi({ ...options, pauses: slow }),
    createEmi({ ...options, pauses: { ...slow, typing: () => 0 } }),
  ]
  const topic = `dm-${conversationOf(mina, emi)}`
  const id = await tellEmi(mina)
  const { session_id } = readToken(mina.token)
  await app.db.as({ role: 'authenticated', sub: mina.id, session_id }, (tx) =>
    tx.last({ text: 'select app.ask_emi($1, 30, 30, false)', values: [topic] }),
  )
  const work = { db: app.db, topic, messages: [id], mayAskModel: async () => true }
  const outcome = first.runs.follow(work)
  const uses = 'select from public.usage_emi_messages where user_id = $1 and settled_at is not null'
  const held = 'select from app.emi_talks where topic = $1 and runner is not null'
  await expect.poll(() => count(held, topic)).toBe(1)
  expect(await second.runs.follow(work)).toBe('elsewhere')
  await first.stop()
  expect(await outcome).toBe('failed')
  expect(await second.runs.follow(work)).toBe('answered')
  expect([await answers(mina), await count(uses, mina.id)]).toEqual([1, 1])
  await second.stop()
})

it('the clean-up removes turns of past days and talks without turns, and leaves the others', async () => {
  await tellEmi(mina)
  await tellEmi(ben)
  for (const person of [mina, ben]) await callEmi(app, person, 'dm')
  await app.owner.query(
    `update app.emi_turns set created_at = now() - interval '25 hours' where asker = $1`,
    [mina.id],
  )
  await app.owner.query(`update app.emi_talks set next_at = now() - interval '25 hours'`)
  await removeExpired(app.db)
  const { rows } = await app.owner.query('select asker from app.emi_turns join app.emi_talks using (topic)')
  expect(rows).toContainEqual({ asker: ben.id })
  expect(await count('select from app.emi_turns where asker = $1', mina.id)).toBe(0)
  expect(await count('select from app.emi_talks where topic = $1', `dm-${conversationOf(mina, emi)}`)).toBe(0)
  await write(mina, emi, 'ulit').throwOnError()
})
