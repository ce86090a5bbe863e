import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { insertEach, signUp, type Person } from '../support/cast.ts'
import { collect, hangUp, liveClient, subscribe } from '../support/live.ts'

let app: TestApp
let mina: Person
let ben: Person
/** A post of Mina's. */
let post: string

beforeAll(async () => {
  app = await startApp()
  ;[mina, ben] = [await signUp(app, 'Mina'), await signUp(app, 'Ben')]
})
beforeEach(async () => {
  post = randomUUID()
  const { error } = await mina.client.from('public_posts').insert({ id: post, mood: 'Calm', content: 'gabi' })
  if (error) throw new Error(error.message)
})
afterAll(() => app.stop())

const commentsOf = ({ client }: Person) => client.from('post_comments')

async function comment(person: Person, content = 'kaya mo yan', id: string = randomUUID()): Promise<string> {
  const { error } = await commentsOf(person).insert({ id, post_id: post, user_id: person.id, content })
  if (error) throw new Error(error.message)
  return id
}

async function countOf(id: string): Promise<number> {
  const { data } = await app.client().from('public_posts').select('comment_count').eq('id', id).single()
  return Number(data?.comment_count)
}

async function readWithAuthors(client: SupabaseClient, id: string) {
  const columns = 'codename, is_premium, is_mine, is_author'
  return (await client.from('wall_comments').select(columns).eq('post_id', id).order('created_at')).data
}

describe('the calls of the specification', () => {
  it('add, read, change and delete a comment', async () => {
    const added = await commentsOf(ben)
      .insert({ post_id: post, user_id: ben.id, content: 'nandito lang ako' })
      .select()
      .single()
    expect(added.data).toMatchObject({ post_id: post, user_id: ben.id, content: 'nandito lang ako' })
    expect(added.data?.updated_at).toBe(added.data?.created_at)
    await comment(mina, 'salamat')

    const read = () =>
      commentsOf(ben).select('*').eq('post_id', post).order('created_at', { ascending: true })
    expect((await read()).data).toMatchObject([{ content: 'nandito lang ako' }, { content: 'salamat' }])

    const changed = await commentsOf(ben)
      .update({ content: 'nandito lang kami', updated_at: '2001-01-01T00:00:00Z' })
      .eq('id', added.data?.id)
      .select()
      .single()
    expect(changed.data).toMatchObject({ content: 'nandito lang kami', created_at: added.data?.created_at })
    // The server sets the time of an edit.
    expect(Date.parse(changed.data?.updated_at)).toBeGreaterThan(Date.parse(added.data?.created_at))

    expect(await commentsOf(ben).delete().eq('id', added.data?.id)).toMatchObject({ status: 204 })
    expect((await read()).data).toMatchObject([{ content: 'salamat' }])
    expect(await countOf(post)).toBe(1)
  })

  it('date comments to the second, in the order they came, also those of one second', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const id of ids) await comment(ben, 'sunod', id)
    await commentsOf(ben).update({ content: 'iba na' }).eq('id', ids[0]).throwOnError()
    const { data } = await commentsOf(mina).select('*').eq('post_id', post).order('created_at').throwOnError()
    expect(data.map(({ id }) => id)).toEqual(ids)
    const times = new Set(data.map(({ created_at }) => created_at))
    expect(times.size).toBe(ids.length)
    for (const { created_at, updated_at } of data) {
      // Only the place among the comments of one second, and an edit in it, follow the second.
      expect(created_at).toMatch(/:\d\d(\.00\d+)?\+00:00$/)
      expect(updated_at).toMatch(/:\d\d(\.00\d+)?\+00:00$/)
    }
    expect(Date.parse(data[0]?.updated_at)).toBeGreaterThan(Date.parse(data[0]?.created_at))
  })

  it('find the authors of comments by their ids', async () => {
    await comment(ben)
    const { data } = await mina.client
      .from('public_user_profiles')
      .select('id, codename, avatar_url, is_premium')
      .in('id', [mina.id, ben.id])
    expect(data?.map(({ codename }) => String(codename)).toSorted()).toEqual(['Tahimik Ben', 'Tahimik Mina'])
  })
})

it('a comment comes with its author and with is_mine', async () => {
  const lito = await signUp(app, `Lito${post.slice(0, 8)}`)
  await app.owner.query('update public.user_profiles set codename = null where id = $1', [lito.id])
  await comment(lito)
  await comment(mina)
  const byLito = { codename: 'Anonymous', is_premium: false, is_author: false }
  const byMina = { codename: 'Tahimik Mina', is_premium: false, is_author: true }
  expect(await readWithAuthors(mina.client, post)).toEqual([
    { ...byLito, is_mine: false },
    { ...byMina, is_mine: true },
  ])
  expect(await readWithAuthors(app.client(), post)).toEqual([
    { ...byLito, is_mine: false },
    { ...byMina, is_mine: false },
  ])
  // Under her own nameless post she is an ordinary reader.
  const nameless = randomUUID()
  await mina.client.from('public_posts').insert({ id: nameless, mood: 'Calm', content: 'x', anonymous: true })
  await commentsOf(mina).insert({ post_id: nameless, content: 'ako rin' })
  expect(await readWithAuthors(ben.client, nameless)).toEqual([
    { ...byMina, is_mine: false, is_author: false },
  ])
})

describe('a comment is refused', () => {
  it("in another person's name, with times of its own, or from a visitor", async () => {
    const row = { post_id: post, content: 'x' }
    const denied = { status: 403, error: { code: '42501' } }
    expect(await commentsOf(ben).insert({ ...row, user_id: mina.id })).toMatchObject(denied)
    for (const column of ['created_at', 'updated_at'])
      expect(await commentsOf(ben).insert({ ...row, [column]: '2001-01-01T00:00:00Z' })).toMatchObject(denied)
    const visitor = app.client().from('post_comments')
    expect(await visitor.insert({ ...row, user_id: ben.id })).toMatchObject({ status: 401 })
    expect(await visitor.delete().eq('post_id', post)).toMatchObject({ status: 401 })
    expect(await countOf(post)).toBe(0)
  })

  it('without words, with more than a thousand letters, or under a deleted post', async () => {
    for (const content of ['', '   ', '\n\t', 'a'.repeat(1_001), '🌧'.repeat(1_001)])
      expect(await commentsOf(ben).insert({ post_id: post, content })).toMatchObject({
        status: 400,
        error: { code: '23514' },
      })
    for (const content of ['a\u0000b', 'a\ud800b', null])
      expect(await commentsOf(ben).insert({ post_id: post, content })).toMatchObject({ status: 400 })
    expect(await commentsOf(ben).insert({ post_id: randomUUID(), content: 'x' })).toMatchObject({
      status: 409,
      error: { code: '23503' },
    })
    expect(await commentsOf(ben).insert({ post_id: post, content: '🌧'.repeat(1_000) })).toMatchObject({
      status: 201,
    })
    expect(await countOf(post)).toBe(1)
  })

  it('when it is sent again, and is stored once', async () => {
    const id = await comment(ben)
    await expect(comment(ben, 'kaya mo yan', id)).rejects.toThrow('duplicate key')
    expect(await countOf(post)).toBe(1)
  })
})

it("nobody changes or deletes another person's comment, or moves a comment to another post or person", async () => {
  const id = await comment(ben)
  expect((await commentsOf(mina).update({ content: 'iba' }).eq('id', id).select()).data).toEqual([])
  expect((await commentsOf(mina).delete().eq('id', id).select()).data).toEqual([])
  for (const change of [{ post_id: randomUUID() }, { user_id: mina.id }, { created_at: '2001-01-01' }])
    expect(await commentsOf(ben).update(change).eq('id', id)).toMatchObject({ status: 403 })
  const { data } = await commentsOf(mina).select('post_id, user_id, content').eq('id', id).single()
  expect(data).toEqual({ post_id: post, user_id: ben.id, content: 'kaya mo yan' })
})

/** Events without the protocol's fields. */
const updates = (heard: { payload: unknown }[]) =>
  heard.map(({ payload }) => ({ ...Object(payload), meta: undefined }))

/** Events to readers, without those of the authors' bells. */
async function countEvents(): Promise<number> {
  const { rows } = await app.owner.query<{ n: number }>(
    `select count(*)::int as n from realtime.messages where topic not like 'user-notifications-%'`,
  )
  return rows[0]?.n ?? 0
}

describe('live events', () => {
  let reader: SupabaseClient
  beforeEach(async () => {
    reader = await liveClient(app)
  })
  afterEach(() => hangUp(reader))

  async function follow(id = post) {
    const channel = reader.channel(`post-reactions-${id}`)
    const heard = collect(channel)
    expect(await subscribe(channel)).toMatchObject({ status: 'SUBSCRIBED' })
    return heard
  }

  it('tell readers that a comment came, changed and went: ids and counts, after the commit, without words', async () => {
    const heard = await follow()
    const id = await comment(ben, 'lihim na salita')
    await expect.poll(() => heard).toHaveLength(1)
    await commentsOf(ben).update({ content: 'lihim na iba' }).eq('id', id)
    // An unchanged comment sends no event.
    await commentsOf(ben).update({ content: 'lihim na iba' }).eq('id', id)
    await commentsOf(ben).delete().eq('id', id)
    await expect.poll(() => heard.length).toBeGreaterThan(2)
    expect(updates(heard)).toEqual([
      { type: 'comment_added', post_id: post, id, comment_count: 1 },
      { type: 'comment_edited', post_id: post, id },
      { type: 'comment_removed', post_id: post, id, comment_count: 0 },
    ])
    expect(JSON.stringify(heard)).not.toContain('lihim')
  })

  it('tell readers of many changes in one event a post, for fifty posts at most', async () => {
    const others = Array.from({ length: 60 }, () => ({ id: randomUUID(), mood: 'Calm', content: 'gabi' }))
    await insertEach(mina, 'public_posts', others)
    // Only the service may write so many rows in one statement.
    const service = app.client(app.keys.serviceKey)
    const byBen = (rows: object[]) => rows.map((row) => ({ ...row, user_id: ben.id }))
    const heard = await follow()
    let before = await countEvents()
    /** Number of events since the last call. */
    const told = async () => {
      const last = before
      before = await countEvents()
      return before - last
    }
    const rows = Array.from({ length: 300 }, (_, n) => ({ post_id: post, content: `ika-${n}` }))
    expect(await service.from('post_comments').insert(byBen(rows))).toMatchObject({ status: 201 })
    expect(await told()).toBe(1)
    await service.from('post_comments').update({ content: 'iba' }).eq('post_id', post).throwOnError()
    await service.from('post_comments').delete().eq('post_id', post).throwOnError()
    expect(await told()).toBe(2)
    await expect.poll(() => heard).toHaveLength(3)
    expect(updates(heard)).toEqual([
      { type: 'comments_changed', post_id: post, comment_count: 300 },
      { type: 'comments_changed', post_id: post },
      { type: 'comments_changed', post_id: post, comment_count: 0 },
    ])
    const ids = others.map(({ id }) => id)
    await service
      .from('post_comments')
      .insert(byBen(ids.map((post_id) => ({ post_id, content: 'sa lahat' }))))
    expect(await told()).toBe(50)
    const reactions = ben.client.from('post_reactions')
    await service.from('post_reactions').insert(byBen(ids.map((post_id) => ({ post_id, emoji: '👍' }))))
    expect(await told()).toBe(50)
    await reactions.update({ emoji: '❤️' }).in('post_id', ids.slice(0, 20))
    expect(await told()).toBe(20)
    await reactions.update({ emoji: '❤️' }).in('post_id', ids.slice(0, 20))
    expect(await told()).toBe(0)
    await service.from('public_posts').update({ content: 'bago' }).in('id', ids).throwOnError()
    expect(await told()).toBe(50)
    await service.from('public_posts').delete().in('id', ids).throwOnError()
    expect(await told()).toBe(50)
  })

  it('an edit waits for no counting transaction, and sends no older count', async () => {
    const heard = await follow()
    const id = await comment(ben)
    // Waits for the earlier events first.
    await expect.poll(() => heard.splice(0)).toHaveLength(1)
    await app.owner.query('begin')
    await app.owner.query(
      `insert into public.post_comments (post_id, user_id, content) values ($1, $2, 'kasabay')`,
      [post, mina.id],
    )
    await commentsOf(ben).update({ content: 'iba' }).eq('id', id)
    await app.owner.query('commit')
    await expect.poll(() => heard).toHaveLength(2)
    expect(updates(heard)).toMatchObject([{ type: 'comment_edited' }, { comment_count: 2 }])
    expect(heard.filter(({ payload }) => 'comment_count' in Object(payload))).toHaveLength(1)
  })

  it('the row of an event can be read when the event arrives', async () => {
    const channel = reader.channel(`post-reactions-${post}`)
    const read = new Promise((resolve) =>
      channel.on('broadcast', { event: 'comment_update' }, ({ payload }) =>
        resolve(app.client().from('wall_comments').select('content').eq('id', payload.id).single()),
      ),
    )
    await subscribe(channel)
    await comment(ben, 'agad')
    expect(await read).toMatchObject({ data: { content: 'agad' } })
  })

  it('tell readers that a post changed or went, and not that its counts changed', async () => {
    const heard = await follow()
    const posts = mina.client.from('public_posts')
    await posts.update({ content: 'lihim na bago' }).eq('id', post)
    await posts.update({ mood: 'Joy' }).eq('id', post)
    await posts.update({ content_warning: 'loss' }).eq('id', post)
    await posts.update({ content: 'lihim na bago', mood: 'Joy' }).eq('id', post)
    await comment(ben)
    await ben.client.from('post_reactions').insert({ post_id: post, emoji: '❤️' })
    await posts.delete().eq('id', post)
    const edited = { event: 'post_update', payload: { type: 'post_edited', post_id: post } }
    const removed = { event: 'post_update', payload: { type: 'post_removed', post_id: post } }
    const told = () => heard.filter(({ event }) => event === 'post_update')
    await expect.poll(() => told()).toMatchObject([edited, edited, edited, removed])
    // Its comments and reactions were deleted with it, without events.
    expect(heard.map(({ event }) => event).filter((event) => event !== 'post_update')).toEqual([
      'comment_update',
      'reaction_update',
    ])
    expect(JSON.stringify(heard)).not.toContain('lihim')
  })

  it('count a hundred simultaneous comments, and the last event has the total', async () => {
    const heard = await follow()
    await Promise.all(Array.from({ length: 100 }, (_, n) => comment(n % 2 === 0 ? mina : ben, `ika-${n}`)))
    await expect.poll(() => heard).toHaveLength(100)
    expect(heard.map(({ payload }) => Number(Object(payload).comment_count))).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 1),
    )
    expect(await countOf(post)).toBe(100)
  })
})
