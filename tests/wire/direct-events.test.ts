import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { conversationOf, directRow, meet, write } from '../support/direct.ts'
import { dial, type Wire } from '../support/live.ts'

let app: TestApp
let mina: Person
let ben: Person
let carlo: Person
let topic: string
const wires: Wire[] = []

beforeAll(async () => {
  app = await startApp()
  ;[mina, ben, carlo] = [await signUp(app, 'Mina'), await signUp(app, 'Ben'), await signUp(app, 'Carlo')]
  topic = `dm-${conversationOf(mina, ben)}`
})
beforeEach(async () => {
  for (const table of ['user_blocks', 'user_mutes', 'conversation_members'])
    await app.owner.query(`delete from public.${table}`)
})
afterEach(() => {
  for (const wire of wires.splice(0)) wire.ws.terminate()
})
afterAll(() => app.stop())

const bellOf = ({ id }: Person) => `user-notifications-${id}`
const messages = ({ client }: Person) => client.from('direct_messages')

async function listen({ token }: Person, ...topics: string[]): Promise<Wire> {
  const wire = await dial(app)
  wires.push(wire)
  for (const each of topics) expect((await wire.join(each, { private: true, token })).status).toBe('ok')
  return wire
}

const eventsOf = (wire: Wire) =>
  wire.frames
    .filter(({ event }) => event === 'broadcast')
    .map(({ payload: { event, payload } }) => ({ event, payload: payload as Record<string, unknown> }))

/** Resolves when all events of earlier writes have been sent. */
const settled = async () => heardUntilNow(await listen(mina, topic), topic)
const met = async () => {
  await meet(mina, ben)
  await settled()
}

/** Everything that the person heard until now. A last event of the server marks the end. */
async function heardUntilNow(wire: Wire, of: string) {
  const mark = randomUUID()
  await app.owner.query(`select realtime.send(jsonb_build_object('mark', $1::text), 'mark', $2)`, [mark, of])
  await wire.until(() => eventsOf(wire).some(({ payload }) => payload['mark'] === mark))
  return eventsOf(wire).filter(({ event }) => event !== 'mark')
}

it('the event of a message is stored as an id, and both people get the row as they read it', async () => {
  await met()
  const [one, other] = [await listen(mina, topic), await listen(ben, topic)]
  const { data: row } = await messages(mina)
    .insert(directRow(mina, ben, 'lihim'))
    .select()
    .single()
  for (const wire of [one, other])
    // oxlint-disable-next-line no-await-in-loop -- two of them
    expect(await heardUntilNow(wire, topic)).toEqual([{ event: 'new_message', payload: row }])
  const { rows } = await app.owner.query<{ words: string }>(
    'select payload::text as words from realtime.messages',
  )
  expect(rows.filter(({ words }) => /lihim|musta|hello/.test(words))).toEqual([])
})

it('both people get an edit, a reaction and a deletion, and a changed unread message changes the bell', async () => {
  await met()
  const row = directRow(mina, ben)
  await messages(mina).insert(row).throwOnError()
  await settled()
  const wire = await listen(ben, topic, bellOf(ben))
  await messages(mina).update({ text: 'binago' }).eq('id', row.id).throwOnError()
  await messages(ben)
    .update({ reactions: { [ben.id]: ['😢'] } })
    .eq('id', row.id)
    .throwOnError()
  const [edit, changed, reaction] = await heardUntilNow(wire, topic)
  const { data: now } = await messages(ben).select('seq, edited_at').eq('id', row.id).single()
  expect(edit).toEqual({
    event: 'message_update',
    payload: { type: 'edit', id: row.id, text: 'binago', mentioned: [], file: null, ...now },
  })
  const conversationId = row.conversation_id
  expect(changed).toEqual({ event: 'dm_changed', payload: { conversationId } })
  expect(reaction).toEqual({
    event: 'message_update',
    payload: { type: 'reaction', id: row.id, reactions: { [ben.id]: ['😢'] } },
  })
  await messages(mina).delete().eq('id', row.id).throwOnError()
  expect((await heardUntilNow(wire, topic)).slice(3)).toEqual([
    { event: 'message_update', payload: { type: 'delete', id: row.id } },
    { event: 'dm_changed', payload: { conversationId } },
  ])
})

describe('the bell', () => {
  it('of the receiver shows the sender and a preview, and no words of a request', async () => {
    const bell = await listen(mina, bellOf(mina))
    const notice = {
      conversationId: conversationOf(mina, ben),
      senderId: ben.id,
      senderCodename: 'Tahimik Ben',
      senderAvatarUrl: null,
      senderIsPremium: false,
    }
    const { data: first } = await messages(ben)
      .insert(directRow(ben, mina, 'hi'))
      .select()
      .single()
    // A notice shows the request as it is when it is sent.
    await heardUntilNow(bell, bellOf(mina))
    await write(mina, ben, 'hello').throwOnError()
    const { data: second } = await messages(ben)
      .insert(directRow(ben, mina, 'ay salamat '.repeat(20)))
      .select()
      .single()
    const rung = (await heardUntilNow(bell, bellOf(mina))).filter(({ event }) => event === 'dm_notification')
    expect(rung.map(({ payload }) => payload)).toEqual([
      { ...notice, messagePreview: '', timestamp: first?.created_at, isRequest: true },
      {
        ...notice,
        messagePreview: expect.stringMatching(/^ay salamat .{80,88}…$/),
        timestamp: second?.created_at,
        isRequest: false,
      },
    ])
  })

  it('stays silent for muted people, and for a kind that is off', async () => {
    await met()
    const bell = await listen(mina, bellOf(mina))
    await mina.client.from('user_mutes').insert({ muted_id: ben.id }).throwOnError()
    await write(ben, mina).throwOnError()
    await mina.client.from('user_mutes').delete().eq('muted_id', ben.id).throwOnError()
    await mina.client.from('notification_settings').insert({ dms: false }).throwOnError()
    await write(ben, mina).throwOnError()
    await mina.client.from('notification_settings').delete().eq('user_id', mina.id)
    await app.owner.query('delete from public.notification_settings')
    const events = await heardUntilNow(bell, bellOf(mina))
    expect(events.filter(({ event }) => event === 'dm_notification')).toEqual([])
  })
})

describe('a third person', () => {
  it('cannot join the conversation under any spelling, and a member joins under the one spelling only', async () => {
    await met()
    const wire = await dial(app)
    wires.push(wire)
    const join = async ({ token }: Person, name: string) =>
      (await wire.join(name, { private: true, token })).response.reason ?? 'joined'
    const reasons = await Promise.all(
      [topic, topic.toUpperCase(), ` ${topic}`, `${topic} `, `${topic}-${carlo.id}`].map((name) =>
        join(carlo, name),
      ),
    )
    expect(reasons.filter((reason) => !reason.startsWith('Unauthorized'))).toEqual([])
    expect(await join(mina, topic)).toBe('joined')
  })

  it('hears nothing of what two others write', async () => {
    await met()
    const wire = await listen(carlo, bellOf(carlo), `dm-${conversationOf(carlo, mina)}`, 'tambayan-general')
    await write(mina, ben).throwOnError()
    await write(ben, mina).throwOnError()
    expect(await heardUntilNow(wire, bellOf(carlo))).toEqual([])
  })
})

it('an erased account leaves the other person’s list and bell at once', async () => {
  const leaving = await signUp(app, 'Lito')
  await meet(mina, leaving)
  const bell = await listen(mina, bellOf(mina))
  await heardUntilNow(bell, bellOf(mina))
  bell.frames.splice(0)
  await app.owner.query('delete from auth.users where id = $1', [leaving.id])
  expect(await heardUntilNow(bell, bellOf(mina))).toContainEqual({
    event: 'dm_changed',
    payload: { conversationId: conversationOf(mina, leaving) },
  })
})

it('a block closes the conversation on both sides, and what was stored before it is not sent', async () => {
  await met()
  const [one, other] = [await listen(mina, topic), await listen(ben, topic)]
  await mina.client.from('user_blocks').insert({ blocked_id: ben.id }).throwOnError()
  for (const wire of [one, other])
    // oxlint-disable-next-line no-await-in-loop -- two of them
    await wire.until(({ event, topic: name }) => event === 'phx_close' && name === `realtime:${topic}`)
  const { rows } = await app.owner.query<{ id: string }>('select id from public.direct_messages limit 1')
  const stored = { row: rows[0]?.id }
  const sent = await app.owner.query('select (app.outgoing($1, $2, $3)).payload', [
    'new_message',
    topic,
    stored,
  ])
  expect(sent.rows).toEqual([{ payload: null }])
})
