import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { dial, type Wire } from '../support/live.ts'

let app: TestApp
let mina: Person
let ben: Person
let carlo: Person
let dina: Person
const wires: Wire[] = []

beforeAll(async () => {
  app = await startApp()
  ;[mina, ben] = [await signUp(app, 'Mina'), await signUp(app, 'Ben')]
  ;[carlo, dina] = [await signUp(app, 'Carlo'), await signUp(app, 'Dina')]
  await app.owner.query(`update auth.users set created_at = now() - interval '2 days'`)
})
beforeEach(async () => {
  for (const table of ['app.room_messages', 'public.user_blocks', 'public.user_mutes'])
    await app.owner.query(`delete from ${table}`)
  await app.owner.query(`delete from realtime.messages where topic <> '-'`)
})
afterEach(() => {
  for (const wire of wires.splice(0)) wire.ws.terminate()
})
afterAll(() => app.stop())

const general = 'tambayan-general'
async function listen({ token }: Person, ...topics: string[]): Promise<Wire> {
  const wire = await dial(app)
  wires.push(wire)
  for (const topic of topics) expect((await wire.join(topic, { private: true, token })).status).toBe('ok')
  return wire
}
/** The events that a person heard, up to the first one with this id. */
async function heard(wire: Wire, until: string): Promise<{ event: unknown; payload: object }[]> {
  const events = () =>
    wire.frames
      .filter(({ event }) => event === 'broadcast')
      .map(({ payload: { event, payload } }) => ({ event, payload: payload as { id: string } }))
  await wire.until(() => events().some(({ payload }) => payload.id === until))
  return events()
}
const chat = ({ client }: Person) => client.from('live_chat_messages')
const said = async (person: Person, message_text: string, more: object = {}) =>
  (
    await chat(person)
      .insert({ wall_id: 'general', message_text, ...more })
      .select()
      .single()
      .throwOnError()
  ).data

it('the event of a message is stored as an id, and reaches the room with the row of that moment', async () => {
  const [one, other] = [await listen(mina, general), await listen(ben, general)]
  const first = await said(mina, `@{${ben.id}} may gising pa?`)
  const { my_reaction: _, ...row } = await said(ben, 'ako', { reply_to: first.id })
  expect((await heard(one, row.id))[1]).toEqual({ event: 'new_message', payload: row })
  expect(await heard(other, row.id)).toHaveLength(2)
  const { rows } = await app.owner.query<{ payload: object }>(
    'select payload from realtime.messages where topic = $1 order by seq',
    [general],
  )
  expect(rows.map(({ payload }) => payload)).toEqual([{ row: first.id }, { row: row.id }])
})

it('an edit, a reaction and a deletion reach the room', async () => {
  const wire = await listen(carlo, general)
  const { id, seq } = await said(mina, 'unang sabi')
  const edited = await chat(mina).update({ message_text: 'binago' }).eq('id', id).select().single()
  await ben.client.from('live_chat_reactions').insert({ message_id: id, emoji: '😢' }).throwOnError()
  // Each event shows the row as it is when it is sent.
  await wire.until(({ payload }) => (payload['payload'] as { type?: string })?.type === 'reaction')
  await chat(mina).delete().eq('id', id).throwOnError()
  const last = await said(mina, 'huli')
  expect((await heard(wire, last.id)).slice(1, 4)).toEqual([
    {
      event: 'message_update',
      payload: {
        type: 'edit',
        id,
        seq,
        message_text: 'binago',
        mentioned: [],
        file: null,
        edited_at: edited.data?.edited_at,
      },
    },
    { event: 'message_update', payload: { type: 'reaction', id, reaction_counts: { '😢': 1 } } },
    { event: 'message_update', payload: { type: 'delete', id } },
  ])
})

it('an event whose message is gone is skipped', async () => {
  const wire = await listen(carlo, general)
  await app.owner.query(`begin`)
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into app.room_messages (wall_id, sender_id, message_text) values ('general', $1, 'sandali') returning id`,
    [mina.id],
  )
  await app.owner.query(`delete from app.room_messages`)
  await app.owner.query(`commit`)
  expect(await heard(wire, rows[0]?.id ?? '')).toEqual([
    { event: 'message_update', payload: { type: 'delete', id: rows[0]?.id } },
  ])
})

it('an event of the service whose `row` is no id passes unchanged', async () => {
  const wire = await listen(carlo, general)
  const payload = { id: 'a', row: 'hindi id' }
  await app.owner.query(`select realtime.send($1, 'new_message', $2, true)`, [payload, general])
  expect(await heard(wire, 'a')).toEqual([{ event: 'new_message', payload }])
})

it('people across a block, and people who muted the sender, get neither messages nor quotes', async () => {
  await mina.client.from('user_blocks').insert({ blocked_id: ben.id }).throwOnError()
  await carlo.client.from('user_mutes').insert({ muted_id: mina.id }).throwOnError()
  const ears = [await listen(mina, general), await listen(ben, general)]
  ears.push(await listen(carlo, general), await listen(dina, general))
  const hers = await said(mina, 'kay Mina ito')
  const his = await said(ben, 'kay Ben naman')
  const quote = await said(dina, 'narinig kita', { reply_to: hers.id })
  const all = await Promise.all(ears.map((wire) => heard(wire, quote.id)))
  const names = all.map((events) =>
    events.map(({ payload }) => ('message_text' in payload ? payload.message_text : '')),
  )
  expect(names).toEqual([
    ['kay Mina ito', 'narinig kita'],
    ['kay Ben naman', 'narinig kita'],
    ['kay Ben naman', 'narinig kita'],
    ['kay Mina ito', 'kay Ben naman', 'narinig kita'],
  ])
  const quotes = all.map((events) => events.at(-1)?.payload)
  const whole = { reply_to: hers.id, reply_to_message: 'kay Mina ito', reply_to_sender: mina.id }
  const bare = { reply_to: hers.id, reply_to_message: null, reply_to_sender: null, reply_to_codename: null }
  expect(quotes).toMatchObject([whole, bare, bare, whole])
  expect(his.reply_to).toBeNull()
})

it('a mention rings on both topics of the person, is stored without words, and can be removed', async () => {
  const topics = [`mention-notifications-${ben.id}`, `user:${ben.id}:mentions`]
  const wire = await listen(ben, ...topics)
  const message = await said(mina, `@{${ben.id}}   kumusta?`)
  const { data: mention } = await ben.client.from('mentions').select('id, created_at').single().throwOnError()
  const id = mention?.id as string
  await wire.until(() => wire.frames.filter(({ event }) => event === 'broadcast').length === 2)
  expect(await heard(wire, id)).toEqual(
    topics.map(() => ({
      event: 'mention_notification',
      payload: {
        id,
        mentionedBy: mina.id,
        mentionedByCodename: mina.codename,
        mentionedByAvatarUrl: null,
        mentionedByIsPremium: false,
        contentPreview: `@${ben.codename} kumusta?`,
        timestamp: mention?.created_at,
        targetUrl: `/tambayan?message=${message.id}`,
      },
    })),
  )
  await chat(mina).delete().eq('id', message.id).throwOnError()
  const removed = await wire.until(({ payload }) => payload['event'] === 'mention_removed')
  expect(removed.payload['payload']).toEqual({ id })
  const { rows } = await app.owner.query(`select from realtime.messages where payload::text like '%kumusta%'`)
  expect(rows).toEqual([])
})
