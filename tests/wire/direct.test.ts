import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
  for (const table of ['user_blocks', 'reports', 'conversation_members'])
    await app.owner.query(`delete from public.${table}`)
})
afterAll(() => app.stop())

const messages = ({ client }: Person) => client.from('direct_messages')
const block = ({ client }: Person, { id }: Person) =>
  client.from('user_blocks').insert({ blocked_id: id }).throwOnError()

describe('the calls of the specification', () => {
  it('write, read, change and delete a message', async () => {
    const first = directRow(mina, ben, 'kumusta ka')
    const sent = await messages(mina).insert(first).select().single()
    expect(sent.data).toMatchObject({ ...first, seq: 1, reactions: {}, edited_at: null })
    await write(ben, mina, 'ayos lang').throwOnError()
    expect(await textsOf(ben, mina, ben)).toEqual(['kumusta ka', 'ayos lang'])

    const changed = await messages(mina).update({ text: 'kumusta?' }).eq('id', first.id).select().single()
    expect(changed.data).toMatchObject({ text: 'kumusta?', seq: 1, edited_at: expect.any(String) })
    expect(await messages(mina).delete().eq('id', first.id)).toMatchObject({ status: 204 })
    expect(await textsOf(mina, mina, ben)).toEqual(['ayos lang'])
  })

  it('react with the whole map, of which the database takes only the caller’s own key', async () => {
    const { id, ...row } = directRow(mina, ben)
    await messages(mina)
      .insert({ id, ...row })
      .throwOnError()
    const react = async (person: Person, reactions: unknown) =>
      (
        await messages(person)
          .update({ reactions })
          .eq('id', id)
          .select('reactions, text, edited_at')
          .single()
      ).data
    expect(await react(ben, { [ben.id]: ['❤️'] })).toEqual({
      reactions: { [ben.id]: ['❤️'] },
      text: 'musta',
      edited_at: null,
    })
    // An old map without Ben's reaction, and with one that nobody chose.
    expect(await react(mina, { [mina.id]: ['😢'], [ben.id]: ['😡'], [carlo.id]: ['👍'] })).toMatchObject({
      reactions: { [ben.id]: ['❤️'], [mina.id]: ['😢'] },
    })
    expect(await react(ben, { [ben.id]: [] })).toMatchObject({ reactions: { [mina.id]: ['😢'] } })
    expect(await react(mina, {})).toMatchObject({ reactions: {} })
  })

  it('show both people in the list, with faces of now', async () => {
    await meet(mina, ben)
    expect(await listed(mina, ben)).toMatchObject({
      user_id: mina.id,
      other_id: ben.id,
      other_codename: 'Tahimik Ben',
      other_avatar_url: null,
      other_is_premium: false,
      state: 'open',
      is_pending: false,
      unread: 1,
      last_text: 'hello',
      last_sender_id: ben.id,
    })
    await ben.client.from('user_profiles').update({ codename: 'Maulan' }).eq('id', ben.id).throwOnError()
    expect(await listed(mina, ben)).toMatchObject({ other_codename: 'Maulan' })
    await ben.client.from('user_profiles').update({ codename: ben.codename }).eq('id', ben.id).throwOnError()
  })

  it('let the two find each other’s profile by its id', async () => {
    await write(mina, ben).throwOnError()
    const seenBy = async ({ client }: { client: Person['client'] }) =>
      (await client.from('public_user_profiles').select('codename').in('id', [mina.id, ben.id])).data?.length
    expect([await seenBy(mina), await seenBy(ben), await seenBy(carlo)]).toEqual([2, 2, 0])
    expect(await seenBy({ client: app.client() })).toBe(0)
  })

  it('page through the list and through a conversation by keyset', async () => {
    await meet(mina, carlo)
    await meet(mina, ben)
    const { data: newest } = await mina.client
      .from('conversations')
      .select('other_id, last_at')
      .order('last_at', { ascending: false })
      .limit(1)
      .single()
    const { data: next } = await mina.client
      .from('conversations')
      .select('other_id')
      .order('last_at', { ascending: false })
      .lt('last_at', newest?.last_at)
    expect([newest?.other_id, next]).toEqual([ben.id, [{ other_id: carlo.id }]])
    for (const text of ['isa', 'dalawa', 'tatlo'])
      // oxlint-disable-next-line no-await-in-loop -- in order
      await write(mina, ben, text).throwOnError()
    const earlier = await messages(ben)
      .select('seq, text')
      .eq('conversation_id', conversationOf(mina, ben))
      .lt('seq', 5)
      .order('seq', { ascending: false })
      .limit(2)
    expect(earlier.data).toEqual([
      { seq: 4, text: 'dalawa' },
      { seq: 3, text: 'isa' },
    ])
  })
})

const unsorted = () => [mina.id, ben.id].toSorted().toReversed().join('-')

describe('a message is refused', () => {
  const bad: [what: string, values: () => object, status: number, code: string][] = [
    ['in another name', () => ({ sender_id: carlo.id }), 403, '42501'],
    [
      'into the conversation of others',
      () => ({ conversation_id: conversationOf(ben, carlo) }),
      400,
      '23514',
    ],
    ['with doubled ids', () => ({ conversation_id: `${mina.id}-${mina.id}` }), 400, '23514'],
    ['with unsorted ids', () => ({ conversation_id: unsorted() }), 400, '23514'],
    ['in capitals', () => ({ conversation_id: conversationOf(mina, ben).toUpperCase() }), 400, '23514'],
    ['without a conversation', () => ({ conversation_id: null }), 400, '23514'],
    ['to oneself', () => directRow(mina, mina), 400, '23514'],
    ['to nobody', () => directRow(mina, { id: randomUUID() }), 404, 'PT404'],
    ['without a receiver', () => ({ receiver_id: null }), 400, '23514'],
    ['without words', () => ({ text: ' \u200b\n' }), 400, '23514'],
    ['without a text', () => ({ text: null }), 400, '23502'],
    ['with too many letters', () => ({ text: 'a'.repeat(2_001) }), 400, '23514'],
    ['with reactions', () => ({ reactions: { [ben.id]: ['👍'] } }), 403, '42501'],
    ['with a time', () => ({ created_at: '2001-01-01T00:00:00Z' }), 403, '42501'],
    ['with a number', () => ({ seq: 7 }), 403, '42501'],
  ]
  it.each(bad)('%s, and nothing is stored', async (_, values, status, code) => {
    const row: object = { ...directRow(mina, ben), ...values() }
    expect(await messages(mina).insert(row)).toMatchObject({ status, error: { code } })
    const { rowCount } = await app.owner.query('select from public.conversation_members')
    expect(rowCount).toBe(0)
  })

  it('with a broken reaction, or reactions that are no map', async () => {
    const row = directRow(mina, ben)
    await messages(mina).insert(row).throwOnError()
    const own = [['👍👍'], ['x'], '👍', ['👍', '😢'], { 0: '👍' }, 1, [['👍']]].map((of) => ({
      [ben.id]: of,
    }))
    for (const reactions of [...own, [], 'x', 5, ['👍']])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await messages(ben).update({ reactions }).eq('id', row.id)).toMatchObject({
        status: 400,
        error: { code: '23514' },
      })
    expect(await messages(ben).update({ reactions: null }).eq('id', row.id)).toMatchObject({ status: 400 })
  })

  it('when the receiver changes its words, or a third person changes or deletes it', async () => {
    const row = directRow(mina, ben)
    await messages(mina).insert(row).throwOnError()
    expect(await messages(ben).update({ text: 'iba' }).eq('id', row.id)).toMatchObject({
      status: 403,
      error: { code: '42501' },
    })
    await messages(ben).delete().eq('id', row.id).throwOnError()
    await messages(carlo).delete().eq('id', row.id).throwOnError()
    const reactions = { [carlo.id]: ['👍'] }
    expect((await messages(carlo).update({ text: 'iba', reactions }).eq('id', row.id).select()).data).toEqual(
      [],
    )
    expect((await messages(mina).select('text, reactions').eq('id', row.id)).data).toEqual([
      { text: 'musta', reactions: {} },
    ])
  })
})

const report = async (person: Person, id: string) => {
  const response = await app.fetch('/functions/v1/submit-report', {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      reported_item_type: 'direct_message',
      reported_item_id: id,
      reason: 'harassment',
    }),
  })
  return { status: response.status, body: await response.text() }
}
const copies = async () =>
  (
    await app.owner.query(
      'select reporter_id, reported_user_id, reported_content, status from public.reports',
    )
  ).rows

describe('a report', () => {
  it('is open to the two people of a message, also across a block; for a third person the message is missing', async () => {
    const row = directRow(ben, mina, 'masakit')
    await messages(ben).insert(row).throwOnError()
    const [foreign, missing] = [await report(carlo, row.id), await report(carlo, randomUUID())]
    expect(foreign).toEqual(missing)
    expect(foreign.status).toBe(404)
    await block(mina, ben)
    expect(await report(mina, row.id)).toMatchObject({ status: 200 })
    expect(await report(mina, row.id)).toMatchObject({ status: 409 })
    expect(await copies()).toEqual([
      { reporter_id: mina.id, reported_user_id: ben.id, reported_content: 'masakit', status: 'open' },
    ])
  })

  it('stops edits of the message, keeps its copy, and closes when the message is deleted', async () => {
    const row = directRow(ben, mina, 'masakit')
    await messages(ben).insert(row).throwOnError()
    expect(await report(mina, row.id)).toMatchObject({ status: 200 })
    expect(await messages(ben).update({ text: 'mabait' }).eq('id', row.id)).toMatchObject({
      status: 409,
      // It does not say why: only one person can have reported it.
      error: { code: 'PT409', message: 'Hindi muna mababago ang mensaheng ito.' },
    })
    const reactions = { [ben.id]: ['😢'] }
    expect(await messages(ben).update({ reactions }).eq('id', row.id)).toMatchObject({ error: null })
    await messages(ben).delete().eq('id', row.id).throwOnError()
    expect(await copies()).toMatchObject([{ reported_content: 'masakit', status: 'gone' }])
  })
})

it('a deleted or withdrawn message cannot return, and a repeated one is stored once', async () => {
  await meet(mina, ben)
  const [id, late, withdrawn] = [randomUUID(), randomUUID(), randomUUID()]
  await write(mina, ben, 'isa', id).throwOnError()
  expect(await write(mina, ben, 'isa', id)).toMatchObject({ status: 409, error: { code: '23505' } })
  const again = messages(mina).upsert(directRow(mina, ben, 'isa', id), { ignoreDuplicates: true })
  expect(await again).toMatchObject({ error: null })
  expect(await listed(ben, mina)).toMatchObject({ unread: 2, last_seq: 3 })
  await messages(mina).delete().eq('id', id).throwOnError()
  const spent = { status: 410, error: { code: 'PT410', message: 'This id is used up' } }
  expect(await write(mina, ben, 'isa', id)).toMatchObject(spent)
  await write(mina, ben, 'bawi', withdrawn).throwOnError()
  for (const each of [late, withdrawn]) {
    await mina.client.functions.invoke('withdraw', { body: { id: each } })
    expect(await write(mina, ben, 'huli', each)).toMatchObject(spent)
  }
  expect(await textsOf(ben, mina, ben)).toEqual(['hi', 'hello'])
})

it('the service writes many messages with times of its own, and the list follows', async () => {
  const key = app.client(app.keys.serviceKey)
  const rows = ['isa', 'dalawa', 'tatlo'].map((text, n) => ({
    ...directRow(n === 1 ? ben : mina, n === 1 ? mina : ben, text),
    created_at: `2026-01-0${n + 1}T00:00:00+00:00`,
  }))
  await key.from('direct_messages').insert(rows).throwOnError()
  expect(await listed(ben, mina)).toMatchObject({
    state: 'open',
    unread: 2,
    last_at: '2026-01-03T00:00:00+00:00',
    last_text: 'tatlo',
  })
  const { data } = await messages(mina).select('seq, text').order('seq')
  expect(data?.map(({ seq, text }) => `${seq} ${text}`)).toEqual(['1 isa', '2 dalawa', '3 tatlo'])
})
