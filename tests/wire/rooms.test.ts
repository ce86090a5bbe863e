import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'

let app: TestApp
let mina: Person
let ben: Person
let carlo: Person

beforeAll(async () => {
  app = await startApp()
  ;[mina, ben, carlo] = [await signUp(app, 'Mina'), await signUp(app, 'Ben'), await signUp(app, 'Carlo')]
  await app.owner.query(`update auth.users set created_at = now() - interval '2 days'`)
})
beforeEach(async () => {
  for (const table of ['app.room_messages', 'public.user_blocks', 'public.user_mutes', 'public.reports'])
    await app.owner.query(`delete from ${table}`)
})
afterAll(() => app.stop())

const chat = ({ client }: Person) => client.from('live_chat_messages')
const write = (person: Person, message_text: string, more: object = {}) =>
  chat(person)
    .insert({ wall_id: 'general', message_text, ...more })
    .select()
    .single()
const said = async (person: Person, message_text: string, more: object = {}) =>
  (await write(person, message_text, more).throwOnError()).data
const read = async (person: Person) =>
  (await chat(person).select().eq('wall_id', 'general').order('seq').throwOnError()).data ?? []
const react = ({ client }: Person, message_id: string, emoji = '👍') =>
  client.from('live_chat_reactions').insert({ message_id, emoji })
const rung = async ({ client }: Person) =>
  (await client.from('mentions').select('message_id, sender_id').throwOnError()).data
const block = ({ client }: Person, { id }: Person) =>
  client.from('user_blocks').insert({ blocked_id: id }).throwOnError()

describe('a message of a room', () => {
  it('comes back complete, with the quote from the database and not from the client', async () => {
    const first = await said(mina, 'may gising pa ba?')
    const id = randomUUID()
    const answer = await said(ben, 'ako', {
      id,
      sender_id: ben.id,
      codename: ben.codename,
      reply_to: first.id,
      reply_to_message: 'hindi ito ang sinabi',
      reply_to_codename: 'Iba',
    })
    expect(answer).toEqual({
      id,
      seq: first.seq + 1,
      wall_id: 'general',
      sender_id: ben.id,
      codename: ben.codename,
      avatar_url: null,
      is_premium: false,
      message_text: 'ako',
      mentioned: [],
      reply_to: first.id,
      reply_to_sender: mina.id,
      reply_to_message: 'may gising pa ba?',
      reply_to_codename: mina.codename,
      reaction_counts: {},
      my_reaction: null,
      created_at: expect.any(String),
      edited_at: null,
      file: null,
    })
    expect(await read(mina)).toEqual([first, answer])
  })

  it('is edited and deleted by its sender only, and leaves the quotes at once', async () => {
    const first = await said(mina, 'unang sabi')
    await said(ben, 'sagot', { reply_to: first.id })
    const edited = await chat(mina).update({ message_text: 'binago' }).eq('id', first.id).select().single()
    expect(edited.data).toMatchObject({
      message_text: 'binago',
      edited_at: expect.any(String),
      seq: first.seq,
    })
    expect((await chat(ben).update({ message_text: 'hindi akin' }).eq('id', first.id).select()).data).toEqual(
      [],
    )
    expect((await chat(ben).delete().eq('id', first.id).select()).data).toEqual([])
    expect((await read(ben))[1]).toMatchObject({ reply_to_message: 'binago' })
    expect((await chat(mina).delete().eq('id', first.id).select('id')).data).toEqual([{ id: first.id }])
    expect(await read(ben)).toMatchObject([
      { reply_to: first.id, reply_to_message: null, reply_to_codename: null, reply_to_sender: null },
    ])
    expect((await write(mina, 'ulit', { id: first.id })).error?.code).toBe('PT410')
  })
})

describe('a mention', () => {
  it('shows the codename of now, rings the person, and follows the message', async () => {
    const text = `@{${ben.id}} kumusta ka @{${ben.id}}, at @{${mina.id}}`
    const message = await said(mina, text)
    expect(message.mentioned).toEqual([
      { id: ben.id, codename: ben.codename },
      { id: mina.id, codename: mina.codename },
    ])
    expect((await said(carlo, 'oo nga', { reply_to: message.id })).reply_to_message).toBe(
      `@${ben.codename} kumusta ka @${ben.codename}, at @${mina.codename}`,
    )
    expect([await rung(ben), await rung(mina)]).toEqual([
      [{ message_id: message.id, sender_id: mina.id }],
      [],
    ])
    await chat(mina)
      .update({ message_text: `@{${carlo.id}} ikaw na` })
      .eq('id', message.id)
      .throwOnError()
    expect([await rung(ben), await rung(carlo)]).toEqual([
      [],
      [{ message_id: message.id, sender_id: mina.id }],
    ])
    await chat(mina).delete().eq('id', message.id).throwOnError()
    expect(await rung(carlo)).toEqual([])
  })
})

describe('reactions', () => {
  it('are one for each person, counted on the message, and not taken across a block', async () => {
    const { id } = await said(mina, 'hello')
    await Promise.all([react(ben, id), react(carlo, id), react(mina, id, '😂')])
    expect((await react(carlo, id, '❤️')).error?.code).toBe('23505')
    await carlo.client.from('live_chat_reactions').update({ emoji: '❤️' }).eq('message_id', id).throwOnError()
    expect(await read(carlo)).toMatchObject([
      { reaction_counts: { '👍': 1, '❤️': 1, '😂': 1 }, my_reaction: '❤️' },
    ])
    await ben.client.from('live_chat_reactions').delete().eq('message_id', id).throwOnError()
    expect(await read(mina)).toMatchObject([{ reaction_counts: { '❤️': 1, '😂': 1 }, my_reaction: '😂' }])
    await block(mina, ben)
    expect((await react(ben, id)).error?.code).toBe('42501')
  })
})

it('a block takes messages and quotes out of sight, in both directions', async () => {
  const hers = await said(mina, 'sa akin ito')
  await said(carlo, 'sagot kay Mina', { reply_to: hers.id })
  await said(ben, 'sa akin naman')
  await block(mina, ben)
  expect((await read(ben)).map((row) => [row.message_text, row.reply_to_message])).toEqual([
    ['sagot kay Mina', null],
    ['sa akin naman', null],
  ])
  expect((await read(mina)).map((row) => row.message_text)).toEqual(['sa akin ito', 'sagot kay Mina'])
  expect((await write(ben, 'sagot', { reply_to: hers.id })).error?.code).toBe('PT404')
})
