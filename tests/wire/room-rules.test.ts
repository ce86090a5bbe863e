import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { waitingForLocks } from '../support/database.ts'

let app: TestApp
let mina: Person
let ben: Person
/** An account in its first day. */
let karlo: Person
/** A connection whose transactions a test holds open, as somebody. */
let held: Client

beforeAll(async () => {
  app = await startApp({ patient: true })
  ;[mina, ben] = [await signUp(app, 'Mina'), await signUp(app, 'Ben')]
  await app.owner.query(`update auth.users set created_at = now() - interval '2 days'`)
  karlo = await signUp(app, 'Karlo')
  held = new Client(app.login)
  await held.connect()
})
beforeEach(async () => {
  for (const table of ['app.room_messages', 'public.user_blocks', 'public.reports'])
    await app.owner.query(`delete from ${table}`)
})
afterAll(async () => {
  await held.end()
  await app.stop()
})

const chat = ({ client }: Person) => client.from('live_chat_messages')
const write = (person: Person, more: object = {}) =>
  chat(person).insert({ wall_id: 'general', message_text: 'kumusta', ...more })
const react = ({ client }: Person, message_id: string, emoji = '❤️') =>
  client.from('live_chat_reactions').insert({ message_id, emoji })
async function said(person: Person, more: object = {}): Promise<string> {
  const id = randomUUID()
  await write(person, { id, ...more }).throwOnError()
  return id
}
const count = async () => (await app.owner.query('select from app.room_messages')).rowCount
const stored = async () => (await app.owner.query('select id, seq from app.room_messages order by seq')).rows

function post(
  person: Person,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return app.fetch(path, {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })
}
const report = (person: Person, reported_item_id: string) =>
  post(person, '/functions/v1/submit-report', {
    reason: 'harassment',
    reported_item_type: 'live_chat_message',
    reported_item_id,
  })
const withdraw = (person: Person, id: string) => post(person, '/functions/v1/withdraw', { id })

/** Begins a transaction as the person. */
async function begin({ id }: Person): Promise<void> {
  await held.query('begin')
  await held.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ sub: id, role: 'authenticated' }),
  ])
}
const insertHeld = (person: Person, id: string) =>
  held.query(
    `insert into public.live_chat_messages (id, wall_id, sender_id, message_text) values ($1, 'general', $2, 'hawak')`,
    [id, person.id],
  )

describe('bad input', () => {
  const cases: [what: string, row: () => object, code: string][] = [
    ['another person’s sender_id', () => ({ sender_id: ben.id }), '42501'],
    ['another person’s codename', () => ({ codename: ben.codename }), '42501'],
    ['an unknown room', () => ({ wall_id: 'lihim' }), '23514'],
    ['no room', () => ({ wall_id: null }), '23502'],
    ['a room without messages', () => ({ wall_id: 'games' }), '23514'],
    ['an answer to nothing', () => ({ reply_to: randomUUID() }), 'PT404'],
    ['an answer to no id', () => ({ reply_to: 'una' }), '22P02'],
    ['no words', () => ({ message_text: null }), '23502'],
    ['words that show nothing', () => ({ message_text: '\u200b \u202e\u2066\n' }), '23514'],
    ['2,001 letters', () => ({ message_text: 'a'.repeat(2_001) }), '23514'],
    [
      'six mentions',
      () => ({ message_text: Array.from({ length: 6 }, () => `@{${randomUUID()}}`).join(' ') }),
      '23514',
    ],
    ['a count of reactions', () => ({ reaction_counts: { '👍': 99 } }), '42501'],
    ['a place of its own', () => ({ seq: 1 }), '42501'],
    ['a time of its own', () => ({ created_at: '2020-01-01' }), '42501'],
  ]
  it.each(cases)('%s is refused, and nothing is stored', async (_, row, code) => {
    const { error, status } = await write(mina, row())
    expect([error?.code, status >= 400 && status < 500]).toEqual([code, true])
    expect(await count()).toBe(0)
  })

  it('an upsert, a list and a change of foreign columns are refused in words', async () => {
    const id = await said(mina)
    const again = { prefer: 'resolution=merge-duplicates' }
    const upsert = await post(
      mina,
      '/rest/v1/live_chat_messages?on_conflict=id',
      { id, message_text: 'iba' },
      again,
    )
    const list = await post(mina, '/rest/v1/live_chat_messages', [
      { message_text: 'a' },
      { message_text: 'b' },
    ])
    const moved = await chat(mina).update({ wall_id: 'polls' }).eq('id', id)
    const counted = await chat(mina).update({ reaction_counts: {} }).eq('id', id)
    const statuses = [upsert.status, list.status, moved.status, counted.status]
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true)
    expect(await count()).toBe(1)
  })

  it('2,000 letters of any script, and a mention of nobody, are accepted', async () => {
    await said(mina, { message_text: '🌧'.repeat(2_000) })
    await said(mina, { message_text: `\u202eabc @{${randomUUID()}} @{hindi ito} @{` })
    expect(await count()).toBe(2)
    expect((await app.owner.query('select from public.mentions')).rowCount).toBe(0)
  })

  it('one request changes one message or reaction, and deletes fifty messages at most', async () => {
    await app.owner.query(
      `insert into app.room_messages (wall_id, sender_id, message_text)
       select 'general', $1, 'luma' from generate_series(1, 51)`,
      [mina.id],
    )
    expect((await chat(mina).update({ message_text: 'bago' }).eq('sender_id', mina.id)).error?.code).toBe(
      '54000',
    )
    expect((await chat(mina).delete().eq('sender_id', mina.id)).error?.code).toBe('54000')
    expect((await chat(ben).delete().eq('sender_id', mina.id)).error).toBeNull()
    expect(await count()).toBe(51)
    await app.owner.query(
      `insert into public.live_chat_reactions (message_id, user_id, emoji)
       select id, $1, '👍' from app.room_messages order by seq limit 2`,
      [mina.id],
    )
    const tooMany = { code: '54000', message: 'More than 1 row in one change' }
    const two = mina.client.from('live_chat_reactions').update({ emoji: '😢' }).eq('user_id', mina.id)
    expect((await two).error).toMatchObject(tooMany)
    await app.owner.query(
      'delete from app.room_messages where seq > (select min(seq) + 1 from app.room_messages)',
    )
    expect((await chat(mina).update({ message_text: 'bago' }).eq('sender_id', mina.id)).error).toMatchObject(
      tooMany,
    )
  })
})

/** Moves the times of all messages by this much from now. */
const age = (interval: string) =>
  app.owner.query(`update app.room_messages set created_at = clock_timestamp() + $1::interval`, [interval])

describe('the pace of a room', () => {
  it('is one message in five seconds on the first day of an account, and a refusal tells the seconds to wait', async () => {
    await said(karlo)
    await age('1 minute')
    const response = await post(karlo, '/rest/v1/live_chat_messages', {
      wall_id: 'general',
      message_text: 'ulit',
    })
    const wait = Number(response.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(5)
    expect([response.status, await response.json()]).toEqual([
      429,
      {
        code: 'PT429',
        message: `Too many messages: try again in ${wait} seconds`,
        details: null,
        hint: null,
      },
    ])
    await age('-6 seconds')
    await said(karlo)
    await said(mina)
    await said(mina)
    expect(await count()).toBe(4)
  })

  it('slows everybody while fifty messages come in ten seconds, and never a message that is sent again', async () => {
    const flood = (messages: number) =>
      app.owner.query(
        `insert into app.room_messages (wall_id, sender_id, message_text, created_at)
         select 'general', $1, 'baha', now() + interval '1 minute' from generate_series(1, $2)`,
        [ben.id, messages],
      )
    await flood(48)
    const id = await said(mina)
    await age('1 minute')
    await said(mina)
    await age('1 minute')
    expect((await write(mina)).error?.code).toBe('PT429')
    expect((await write(mina, { id })).error?.code).toBe('23505')
    // Karlo has not written yet.
    await said(karlo)
    await app.owner.query(
      `update app.room_messages set created_at = clock_timestamp() - interval '16 seconds' where sender_id = $1`,
      [mina.id],
    )
    await flood(50)
    await said(mina)
  })
})

describe('a reported message', () => {
  it('is not edited while the report is open, and the report keeps its copy', async () => {
    const id = await said(mina, { message_text: 'masakit na salita' })
    expect((await report(ben, id)).status).toBe(200)
    expect((await report(ben, id)).status).toBe(409)
    const edit = () => chat(mina).update({ message_text: 'wala akong sinabi' }).eq('id', id)
    const refused = await edit()
    expect([refused.status, refused.error?.code]).toEqual([409, 'PT409'])
    await react(ben, id, '😡').throwOnError()
    await app.owner.query(`update public.reports set status = 'dismissed', resolved_at = now()`)
    expect((await edit()).error).toBeNull()
    await report(karlo, id)
    await chat(mina).delete().eq('id', id).throwOnError()
    const { rows } = await app.owner.query(
      'select status, reported_user_id, reported_content from public.reports order by created_at',
    )
    expect(rows).toEqual([
      { status: 'dismissed', reported_user_id: mina.id, reported_content: 'masakit na salita' },
      { status: 'gone', reported_user_id: mina.id, reported_content: 'wala akong sinabi' },
    ])
    expect((await report(ben, id)).status).toBe(404)
  })

  it('keeps its words when the edit comes at the same moment', async () => {
    const id = await said(mina)
    await begin(ben)
    await held.query(`select app.submit_report('live_chat_message', $1, 'spam', null)`, [id])
    const edit = chat(mina).update({ message_text: 'iba na' }).eq('id', id).then()
    await waitingForLocks(app)
    await held.query('commit')
    expect((await edit).error?.code).toBe('PT409')
  })
})

describe('at the same moment', () => {
  it('two messages get their places in the order of their commits', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await begin(mina)
    await insertHeld(mina, first)
    const later = write(ben, { id: second }).then()
    await waitingForLocks(app)
    await held.query('commit')
    expect((await later).error).toBeNull()
    expect((await stored()).map(({ id }: { id: string }) => id)).toEqual([first, second])
  })

  it('a message that is written and taken back at once is gone, whichever request comes first', async () => {
    const [late, early] = [randomUUID(), randomUUID()]
    await begin(mina)
    await insertHeld(mina, late)
    const takenBack = withdraw(mina, late)
    await waitingForLocks(app)
    await held.query('commit')
    expect((await takenBack).status).toBe(200)
    await begin(mina)
    await held.query('select app.withdraw($1)', [early])
    const written = write(mina, { id: early }).then()
    await waitingForLocks(app)
    await held.query('commit')
    expect((await written).error?.code).toBe('PT410')
    expect((await write(mina, { id: late })).error?.code).toBe('PT410')
    expect(await count()).toBe(0)
  })

  it('people cannot take back a message of somebody else', async () => {
    const id = await said(mina)
    await Promise.all([withdraw(ben, id), withdraw(karlo, id)])
    expect(await count()).toBe(1)
  })

  it('many people writing, reacting, editing and deleting lose no count and meet no deadlock', async () => {
    const ids = [await said(mina), await said(ben)]
    const answers = await Promise.all([
      ...[mina, ben, karlo].flatMap((person) => ids.map((id) => react(person, id))),
      ...ids.map((id, n) =>
        chat(n === 0 ? mina : ben)
          .update({ message_text: 'binago' })
          .eq('id', id),
      ),
      ...ids.map((id) => write(ben, { reply_to: id })),
      write(mina, { message_text: `@{${ben.id}}` }),
      write(ben, { message_text: `@{${mina.id}}` }),
    ])
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
    const { data } = await chat(mina).select('message_text, reaction_counts').in('id', ids)
    expect(data).toEqual(ids.map(() => ({ message_text: 'binago', reaction_counts: { '❤️': 3 } })))
  })
})

it('a person who is blocked or muted, or wants no mentions, is not rung', async () => {
  const rung = async () =>
    (await app.owner.query('select from public.mentions where user_id = $1', [ben.id])).rowCount
  await ben.client.from('user_blocks').insert({ blocked_id: mina.id }).throwOnError()
  await said(mina, { message_text: `@{${ben.id}}` })
  await ben.client.from('user_blocks').delete().eq('blocked_id', mina.id).throwOnError()
  await ben.client.from('user_mutes').insert({ muted_id: mina.id }).throwOnError()
  await said(mina, { message_text: `@{${ben.id}}` })
  await ben.client.from('user_mutes').delete().eq('muted_id', mina.id).throwOnError()
  await ben.client.from('notification_settings').insert({ mentions: false }).throwOnError()
  await said(mina, { message_text: `@{${ben.id}}` })
  expect(await rung()).toBe(0)
  await ben.client
    .from('notification_settings')
    .update({ mentions: true })
    .eq('user_id', ben.id)
    .throwOnError()
  await said(mina, { message_text: `@{${ben.id}}` })
  expect(await rung()).toBe(1)
})

it('an erased account leaves no message, reaction, mention or quote, and no spent id', async () => {
  const dina = await signUp(app, 'Dina')
  const [hers, ours] = [await said(dina, { message_text: `@{${mina.id}} paalam` }), await said(mina)]
  await said(ben, { reply_to: hers })
  await Promise.all([react(dina, ours), react(ben, ours)])
  await app.owner.query('delete from auth.users where id = $1', [dina.id])
  const { data } = await chat(ben).select('reply_to_message, reaction_counts').order('seq')
  expect(data).toEqual([
    { reply_to_message: null, reaction_counts: { '❤️': 1 } },
    { reply_to_message: null, reaction_counts: {} },
  ])
  expect(
    (await app.owner.query('select from public.mentions where sender_id = $1', [dina.id])).rowCount,
  ).toBe(0)
  expect((await app.owner.query('select from app.spent_ids where id = $1', [hers])).rowCount).toBe(0)
})
