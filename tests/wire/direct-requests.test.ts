import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emi } from '../../src/shared/emi.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { conversationOf, directRow, listed, meet, textsOf, write } from '../support/direct.ts'

let app: TestApp
let mina: Person
let ben: Person
let carlo: Person

beforeAll(async () => {
  app = await startApp()
  ;[mina, ben, carlo] = [await signUp(app, 'Mina'), await signUp(app, 'Ben'), await signUp(app, 'Carlo')]
})
beforeEach(async () => {
  for (const table of ['user_blocks', 'user_mutes', 'conversation_members'])
    await app.owner.query(`delete from public.${table}`)
  await app.owner.query(`update public.user_profiles set may_write = 'everyone'`)
})
afterAll(() => app.stop())

const messages = ({ client }: Person) => client.from('direct_messages')
const change = (person: Person, other: Person, values: { unread?: number; state?: string }) =>
  person.client
    .from('conversation_members')
    .update(values)
    .eq('conversation_id', conversationOf(person, other))
    .select('state, unread')
const mayWrite = (person: Person, may_write: string) =>
  person.client.from('user_profiles').update({ may_write }).eq('id', person.id).throwOnError()
const block = ({ client }: Person, { id }: Person) =>
  client.from('user_blocks').insert({ blocked_id: id }).throwOnError()

/** The refusal that a sender gets who may not write to a person. */
const refused = {
  status: 403,
  error: { code: 'PT403', message: 'This person takes no messages from you now', details: null, hint: null },
}

describe('a request', () => {
  it('takes three messages of a stranger, and any number after the answer', async () => {
    await write(ben, mina, 'hi').throwOnError()
    expect(await listed(mina, ben)).toMatchObject({ state: 'request', unread: 1, last_text: 'hi' })
    expect(await listed(ben, mina)).toMatchObject({ state: 'open', is_pending: true, unread: 0 })
    await write(ben, mina).throwOnError()
    await write(ben, mina).throwOnError()
    expect(await write(ben, mina)).toMatchObject(refused)
    // A deletion does not allow another message.
    await messages(ben).delete().eq('sender_id', ben.id).throwOnError()
    expect(await write(ben, mina)).toMatchObject(refused)
    expect(await listed(mina, ben)).toBeNull()
    await write(mina, ben, 'sino ito').throwOnError()
    expect(await listed(mina, ben)).toMatchObject({ state: 'open' })
    expect(await listed(ben, mina)).toMatchObject({ is_pending: false, unread: 1 })
    expect(await write(ben, mina)).toMatchObject({ status: 201 })
  })

  it('can be accepted, and the sender does not see it before an answer', async () => {
    for (const text of ['isa', 'dalawa', 'tatlo'])
      // oxlint-disable-next-line no-await-in-loop -- in order
      await write(ben, mina, text).throwOnError()
    const before = await listed(ben, mina)
    expect((await change(mina, ben, { state: 'open' })).data).toEqual([{ state: 'open', unread: 3 }])
    expect(await listed(ben, mina)).toEqual(before)
    expect(await write(ben, mina)).toMatchObject({ status: 201 })
  })

  it('can be declined with the refusal that the sender gets for any reason, and accepted later', async () => {
    await write(ben, mina).throwOnError()
    const before = await listed(ben, mina)
    expect((await change(mina, ben, { state: 'declined' })).data).toEqual([{ state: 'declined', unread: 0 }])
    expect(await listed(ben, mina)).toEqual(before)
    expect(await write(ben, mina)).toMatchObject(refused)
    expect(await messages(ben).update({ text: 'basahin mo' }).eq('sender_id', ben.id)).toMatchObject(refused)
    expect((await change(mina, ben, { state: 'open' })).data).toEqual([{ state: 'open', unread: 0 }])
    expect(await write(ben, mina)).toMatchObject({ status: 201 })
  })

  it('gets the same refusal for a block, for the setting, and after it was declined', async () => {
    const answers = []
    await mayWrite(mina, 'nobody')
    answers.push(await write(ben, mina))
    await mayWrite(mina, 'known')
    answers.push(await write(ben, mina))
    await mayWrite(mina, 'everyone')
    await block(mina, ben)
    answers.push(await write(ben, mina), await write(mina, ben))
    await app.owner.query('delete from public.user_blocks')
    await write(ben, mina).throwOnError()
    await change(mina, ben, { state: 'declined' })
    answers.push(await write(ben, mina))
    for (const answer of answers) expect(answer).toMatchObject(refused)
  })

  it('is for strangers: with “known” only people one has written to may write, with “nobody” nobody may', async () => {
    await write(mina, ben).throwOnError()
    await mayWrite(mina, 'known')
    expect(await write(ben, mina)).toMatchObject({ status: 201 })
    expect(await write(carlo, mina)).toMatchObject(refused)
    await mayWrite(mina, 'nobody')
    expect(await write(ben, mina)).toMatchObject(refused)
    const wrong = await mina.client.from('user_profiles').update({ may_write: 'lahat' }).eq('id', mina.id)
    expect(wrong).toMatchObject({ status: 400, error: { code: '23514' } })
  })

  it('refuses every state that its receiver may not set', async () => {
    await meet(mina, ben)
    await write(carlo, mina).throwOnError()
    const states: [Person, Person, object][] = [
      [mina, ben, { state: 'request' }],
      [mina, ben, { state: 'declined' }],
      [mina, carlo, { state: 'iba' }],
      [mina, carlo, { unread: 7 }],
      [mina, carlo, { unread: -1 }],
    ]
    for (const [person, other, values] of states)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await change(person, other, values)).toMatchObject({ status: 400, error: { code: '23514' } })
    const foreign = await ben.client
      .from('conversation_members')
      .update({ unread: 0 })
      .eq('user_id', mina.id)
      .select()
    expect(foreign.data).toEqual([])
  })
})

it('an account begins five conversations on its first day and twenty an hour later, and a refusal tells the seconds to wait', async () => {
  await app.owner.query(
    `insert into auth.users (id, email) select gen_random_uuid(), 'many-' || n || '@example.test' from generate_series(1, 21) as n`,
  )
  const { rows } = await app.owner.query<{ id: string }>(
    `select id from auth.users where email like 'many-%'`,
  )
  const begin = async (times: number) => {
    const answers = []
    for (const { id } of rows.slice(0, times))
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      answers.push(await write(carlo, { id }))
    return answers
  }
  const young = await begin(6)
  expect(young.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429])
  const again = await app.fetch('/rest/v1/direct_messages', {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${carlo.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(directRow(carlo, { id: rows[5]?.id ?? '' })),
  })
  const wait = again.headers.get('retry-after')
  expect([again.status, await again.json()]).toMatchObject([
    429,
    { code: 'PT429', message: `Too many messages: try again in ${wait} seconds` },
  ])
  expect(Number(wait)).toBeGreaterThan(86_000)
  await app.owner.query(`update auth.users set created_at = now() - interval '2 days' where id = $1`, [
    carlo.id,
  ])
  await app.owner.query(`delete from public.conversation_members`)
  expect((await begin(21)).map(({ status }) => status)).toEqual([...Array(20).fill(201), 429])
  // A conversation that exists is not new.
  expect(await write(carlo, { id: rows[0]?.id ?? '' })).toMatchObject({ status: 201 })
})

it('Emi needs no request, and her answers come in whatever the setting', async () => {
  await mayWrite(mina, 'nobody')
  for (let n = 0; n < 4; n++)
    // oxlint-disable-next-line no-await-in-loop -- in order
    expect(await write(mina, emi)).toMatchObject({ status: 201 })
  expect(await listed(mina, emi)).toMatchObject({ state: 'open', is_pending: false })
  // The server writes her answers.
  const { id, conversation_id, sender_id, receiver_id, text } = directRow(emi, mina, 'andito ako')
  await app.db.asService((tx) =>
    tx.last({
      text: 'insert into public.direct_messages (id, conversation_id, sender_id, receiver_id, text) values ($1, $2, $3, $4, $5)',
      values: [id, conversation_id, sender_id, receiver_id, text],
    }),
  )
  expect(await listed(mina, emi)).toMatchObject({ unread: 1, last_text: 'andito ako' })
})

describe('unread messages', () => {
  it('are counted for the receiver, marked read, and leave the count when they are deleted', async () => {
    await meet(mina, ben)
    await change(ben, mina, { unread: 0 })
    const [first, second] = [randomUUID(), randomUUID()]
    await write(mina, ben, 'isa', first).throwOnError()
    await write(mina, ben, 'dalawa', second).throwOnError()
    expect(await listed(ben, mina)).toMatchObject({ unread: 2, last_text: 'dalawa' })
    await messages(mina).delete().eq('id', second).throwOnError()
    expect(await listed(ben, mina)).toMatchObject({ unread: 1, last_text: 'isa', last_sender_id: mina.id })
    await change(ben, mina, { unread: 0 })
    await messages(mina).delete().eq('id', first).throwOnError()
    expect(await listed(ben, mina)).toMatchObject({ unread: 0, last_text: 'hello' })
    // The screen ends with the message before the deleted one.
    await write(mina, ben, 'tatlo').throwOnError()
    await write(mina, ben, 'apat').throwOnError()
    await messages(mina).delete().eq('text', 'apat').throwOnError()
    const { data: marked } = await change(ben, mina, { unread: 0 }).lte('last_seq', 5)
    expect(marked).toEqual([{ state: 'open', unread: 0 }])
    // No number is given twice.
    await write(mina, ben, 'lima').throwOnError()
    expect(await listed(ben, mina)).toMatchObject({ unread: 1, last_seq: 7 })
    // The other person's row shows nothing of it.
    expect(await listed(mina, ben)).toMatchObject({ unread: 1, read_seq: 0 })
  })

  it('stay unread when they came after the messages on the screen', async () => {
    await meet(mina, ben)
    const seen = (await listed(mina, ben))?.['last_seq']
    await write(ben, mina, 'bago').throwOnError()
    const { data } = await change(mina, ben, { unread: 0 }).lte('last_seq', seen)
    expect(data).toEqual([])
    expect(await listed(mina, ben)).toMatchObject({ unread: 2 })
  })
})

describe('a block', () => {
  it('hides the conversation from both, and refuses words, reactions, edits and deletions', async () => {
    const row = directRow(ben, mina)
    await meet(mina, ben)
    await messages(ben).insert(row).throwOnError()
    for (const [one, other] of [
      [mina, ben],
      [ben, mina],
    ] as const) {
      await block(one, other)
      for (const person of [mina, ben]) {
        expect(await textsOf(person, mina, ben)).toEqual([])
        expect(await listed(person, person === mina ? ben : mina)).toBeNull()
        const reactions = { [person.id]: ['👍'] }
        expect((await messages(person).update({ reactions }).eq('id', row.id).select()).data).toEqual([])
        expect((await change(person, person === mina ? ben : mina, { unread: 0 })).data).toEqual([])
      }
      expect(await write(mina, ben)).toMatchObject(refused)
      expect(await write(ben, mina)).toMatchObject(refused)
      await one.client.from('user_blocks').delete().eq('blocked_id', other.id).throwOnError()
    }
    expect(await textsOf(mina, mina, ben)).toEqual(['hi', 'hello', 'musta'])
  })

  it('is not a mute: the person who muted goes on reading', async () => {
    await meet(mina, ben)
    await mina.client.from('user_mutes').insert({ muted_id: ben.id }).throwOnError()
    await write(ben, mina, 'nandiyan ka pa?').throwOnError()
    expect(await textsOf(mina, mina, ben)).toEqual(['hi', 'hello', 'nandiyan ka pa?'])
  })
})
