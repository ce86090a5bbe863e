import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { waitingForLocks } from '../support/database.ts'
import { collect, hangUp, liveClient, subscribe } from '../support/live.ts'

let app: TestApp
let mina: Person
let ben: Person
let named = 0
beforeAll(async () => {
  app = await startApp({ patient: true })
})
beforeEach(async () => {
  ;[mina, ben] = await Promise.all([signUp(app, `Mina${++named}`), signUp(app, `Ben${named}`)])
})
afterAll(() => app.stop())

const post = async (anonymous = false): Promise<string> => {
  const id = randomUUID()
  await mina.client
    .from('public_posts')
    .insert({ id, mood: 'Calm', content: 'payapa', anonymous })
    .throwOnError()
  return id
}
// Sends at once: the client's own promise waits until it is awaited.
const react = async (id: string, { client }: Person = ben): Promise<void> => {
  await client.from('post_reactions').insert({ post_id: id, emoji: '👍' }).throwOnError()
}
const comment = (id: string, { client }: Person = ben) =>
  client.from('post_comments').insert({ post_id: id, content: 'yakap' }).throwOnError()
const write = ({ client, id }: Person, to: Person, text = 'musta') =>
  client
    .from('direct_messages')
    .insert({ conversation_id: [id, to.id].toSorted().join('-'), sender_id: id, receiver_id: to.id, text })
    .throwOnError()
const say = ({ client, id, codename }: Person, text: string) =>
  client
    .from('live_chat_messages')
    .insert({ wall_id: 'general', sender_id: id, codename, message_text: text })
    .throwOnError()
const bell = async ({ client }: Person = mina) =>
  (
    await client
      .from('notices')
      .select('kind, id, person_id, codename, preview, count, target_url')
      .order('created_at')
      .throwOnError()
  ).data
const marked = (id: string, kind = 'reaction') =>
  mina.client.from('post_notices').update({ is_unread: false }).match({ post_id: id, kind }).throwOnError()

/** Events on the person's own topic from now on. Earlier ones, which a busy server sends late, are dropped. */
async function hear(person: Person) {
  const client = await liveClient(app, { token: person.token })
  const topic = `user-notifications-${person.id}`
  const channel = client.channel(topic, { config: { private: true } })
  const heard = collect(channel)
  expect(await subscribe(channel)).toMatchObject({ status: 'SUBSCRIBED' })
  await app.owner.query(`select realtime.send('{}', 'subscribed', $1, true)`, [topic])
  await expect.poll(() => heard.at(-1)?.event).toBe('subscribed')
  heard.length = 0
  return { heard, client }
}

it("a flood of reactions costs a post's author one row and one event, and the bell counts a hundred people", async () => {
  const id = await post()
  const { heard, client } = await hear(mina)
  await app.owner.query(
    `with people as (insert into auth.users (id, email)
       select gen_random_uuid(), 'flood-' || i || '-${id}@example.test' from generate_series(1, 120) as i returning id)
     select count(*) from people`,
  )
  const { rows } = await app.owner.query<{ id: string }>(
    `select id from auth.users where email like 'flood-%${id}%'`,
  )
  for (const person of rows)
    await app.owner.query(
      `insert into public.post_reactions (post_id, user_id, emoji) values ($1, $2, '❤️')`,
      [id, person.id],
    )
  await react(id, mina)
  expect(await bell()).toEqual([
    {
      kind: 'reaction',
      id,
      person_id: null,
      codename: null,
      preview: 'payapa',
      count: 100,
      target_url: `/wall/kalma?post=${id}`,
    },
  ])
  await marked(id)
  await expect.poll(() => heard.at(-1)).toEqual({ event: 'notices_read', payload: { kind: 'reaction', id } })
  expect(heard).toEqual([
    { event: 'post_notice', payload: { kind: 'reaction', postId: id } },
    { event: 'notices_read', payload: { kind: 'reaction', id } },
  ])
  expect(await bell()).toEqual([])
  await hangUp(client)
})

it('the author of a nameless post is told too; an undone reaction is not counted; comments count people', async () => {
  const id = await post(true)
  const cora = await signUp(app, `Cora${named}`)
  await react(id)
  await react(id, cora)
  await comment(id)
  await comment(id)
  await comment(id, mina)
  await cora.client.from('post_reactions').delete().eq('post_id', id).throwOnError()
  expect(await bell()).toMatchObject([
    { kind: 'reaction', count: 1 },
    { kind: 'comment', count: 1 },
  ])
  await ben.client.from('post_reactions').delete().eq('post_id', id).throwOnError()
  expect(await bell()).toMatchObject([{ kind: 'comment' }])
  await mina.client.from('public_posts').delete().eq('id', id).throwOnError()
  expect(await bell()).toEqual([])
})

it('a reaction while the author marks the notice as read rings again, and people are counted from there', async () => {
  const id = await post()
  await react(id)
  await app.owner.query('begin')
  await app.owner.query('update public.post_notices set is_unread = false where post_id = $1', [id])
  const cora = await signUp(app, `Cora${named}`)
  const reacting = react(id, cora)
  await waitingForLocks(app)
  await app.owner.query('commit')
  await reacting
  expect(await bell()).toMatchObject([{ kind: 'reaction', count: 1 }])
})

it('blocked and muted people ring no bell, and a kind that is off rings none', async () => {
  const id = await post(true)
  const [cora, dan, eli] = await Promise.all(
    ['Cora', 'Dan', 'Eli'].map((name) => signUp(app, `${name}${named}`)),
  )
  if (!cora || !dan || !eli) throw new Error('Somebody is missing')
  await mina.client.from('user_blocks').insert({ blocked_id: ben.id }).throwOnError()
  await mina.client.from('user_mutes').insert({ muted_id: cora.id }).throwOnError()
  await dan.client.from('user_blocks').insert({ blocked_id: mina.id }).throwOnError()
  for (const person of [ben, cora, dan]) await react(id, person)
  await comment(id, cora)
  await write(cora, mina)
  await say(cora, `oy @{${mina.id}}`)
  await mina.client
    .from('notification_settings')
    .upsert({ user_id: mina.id, dms: false, mentions: false, reactions: false, comments: false })
    .throwOnError()
  await react(id, eli)
  await comment(id, eli)
  await write(eli, mina)
  await say(eli, `oy @{${mina.id}}`)
  expect(await bell()).toEqual([])
  // The list of conversations goes on counting, so the bell shows the messages when the kind is on again.
  await mina.client.from('notification_settings').update({ dms: true, mentions: true }).eq('user_id', mina.id)
  expect(await bell()).toMatchObject([
    { kind: 'request', person_id: eli.id, codename: eli.codename, preview: '' },
  ])
})

it('the bell is the same on a second device, and what is read there is read on the first one', async () => {
  const id = await post()
  await write(ben, mina, 'sikreto')
  await say(ben, `@{${mina.id}} musta`)
  await comment(id)
  const request = { kind: 'request', preview: '', count: 1, target_url: `/tambayan?dmUser=${ben.id}` }
  expect(await bell()).toMatchObject([request, { kind: 'mention' }, { kind: 'comment', id }])
  await write(mina, ben, 'ayos lang')
  await write(ben, mina, `ikaw, @{${ben.id}}?`)
  const second = await app.client().auth.signInWithPassword(mina)
  const other = { ...mina, token: second.data.session?.access_token ?? '' }
  const { heard, client } = await hear(other)
  const [mention, entry, dm] = await bell()
  expect([mention, entry, dm]).toMatchObject([
    { kind: 'mention', preview: `@${mina.codename} musta` },
    { kind: 'comment' },
    { kind: 'dm', preview: `ikaw, @${ben.codename}?`, count: 2 },
  ])
  await mina.client
    .from('conversation_members')
    .update({ unread: 0 })
    .eq('conversation_id', dm?.id)
    .throwOnError()
  await mina.client
    .from('mentions')
    .update({ read_at: new Date().toISOString() })
    .eq('id', mention?.id)
    .throwOnError()
  await marked(id, 'comment')
  await expect
    .poll(() => heard)
    .toEqual([
      { event: 'notices_read', payload: { kind: 'dm', id: dm?.id } },
      { event: 'notices_read', payload: { kind: 'mention', id: mention?.id } },
      { event: 'notices_read', payload: { kind: 'comment', id } },
    ])
  expect(await bell()).toEqual([])
  await hangUp(client)
})

it('"mark all read" empties the bell with one event, and changes nothing of other people', async () => {
  const id = await post()
  await write(ben, mina)
  await say(ben, `@{${mina.id}} musta`)
  await react(id)
  await write(mina, ben)
  const { heard, client } = await hear(mina)
  const { error, data } = await mina.client.functions.invoke('mark-all-read', { body: {} })
  expect([error, data]).toEqual([null, { success: true }])
  expect([await bell(), await bell(ben)]).toMatchObject([[], [{ kind: 'dm' }]])
  await expect.poll(() => heard).toEqual([{ event: 'notices_read', payload: { kind: 'all' } }])
  const wrong = await mina.client.functions.invoke('mark-all-read', { body: { user_id: ben.id } })
  expect(wrong.error?.context).toMatchObject({ status: 400 })
  const signedOut = await app.client().functions.invoke('mark-all-read', { body: {} })
  expect(signedOut.error?.context).toMatchObject({ status: 401 })
  await hangUp(client)
})

it('nobody makes a notice unread again, or reads and changes another person’s', async () => {
  const id = await post()
  await react(id)
  const foreign = await ben.client
    .from('post_notices')
    .update({ is_unread: false })
    .eq('post_id', id)
    .select()
  expect(foreign.data).toEqual([])
  await marked(id)
  const again = await mina.client.from('post_notices').update({ is_unread: true }).eq('post_id', id)
  expect(again).toMatchObject({ status: 403, error: { code: '42501' } })
  const wrong = await mina.client.from('notification_settings').insert({ quiet_from: 60 })
  expect(wrong).toMatchObject({ status: 400, error: { code: '23514' } })
})
