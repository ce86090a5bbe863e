import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Claims, Db } from '../../src/server/db/door.ts'
import { restGateway } from '../../src/server/rest/index.ts'
import { loadSchema } from '../../src/server/rest/schema.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { collect, hangUp, liveClient, subscribe } from '../support/live.ts'
import { waitingForLocks } from '../support/database.ts'

let app: TestApp
let mina: Person
let karlo: Person
beforeAll(async () => {
  app = await startApp({ patient: true })
  mina = await signUp(app, 'Mina')
  karlo = await signUp(app, 'Karlo')
})
afterAll(() => app.stop())

const sixteen = Array.from({ length: 16 }, (_, n) => n)

describe('at the same moment', () => {
  it('sixteen tabs make one profile', async () => {
    await app.owner.query('delete from public.user_profiles where id = $1', [mina.id])
    const answers = await Promise.all(
      sixteen.map((n) =>
        mina.client
          .from('user_profiles')
          .upsert({ id: mina.id, email: mina.email, codename: `Kalma ${n}` }, { onConflict: 'id' })
          .select(),
      ),
    )
    expect(answers.map(({ error }) => error)).toEqual(sixteen.map(() => null))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const { rows } = await app.owner.query(
      'select count(*)::int as n from public.user_profiles where id = $1',
      [mina.id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('sixty taps make one reaction, counted once', async () => {
    const { data } = await mina.client
      .from('public_posts')
      .insert({ mood: 'Joy', content: 'sabay' })
      .select('id')
      .single()
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        karlo.client.from('post_reactions').insert({ post_id: data?.id, user_id: karlo.id, emoji: '❤️' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(59)
    const post = await app.client().from('public_posts').select('reaction_counts').eq('id', data?.id).single()
    expect(post.data).toEqual({ reaction_counts: { '❤️': 1 } })
  })

  it('five hundred people react, and the post and the last event have the right counts', async () => {
    const post = randomUUID()
    await mina.client.from('public_posts').insert({ id: post, mood: 'Joy', content: 'sabay-sabay' })
    const { rows: crowd } = await app.owner.query<{ sub: string; session_id: string }>(
      `with people as (insert into auth.users (id, email)
         select gen_random_uuid(), 'crowd-' || i || '@example.test' from generate_series(1, 500) as i returning id)
       insert into auth.sessions (id, user_id, amr, expires_at)
         select gen_random_uuid(), id, '[]', now() + interval '1 hour' from people
       returning user_id as sub, id as session_id`,
    )
    const reader = await liveClient(app)
    const channel = reader.channel(`post-reactions-${post}`)
    const heard = collect(channel, 'reaction_update')
    await subscribe(channel)
    const emojis = ['❤️', '😢', '👍', '😮', '😂']
    await Promise.all(
      crowd.map((person, n) =>
        app.db.as({ role: 'authenticated', ...person }, (tx) =>
          tx.last({
            text: 'insert into public.post_reactions (post_id, emoji) values ($1, $2)',
            values: [post, emojis[n % 5]],
          }),
        ),
      ),
    )
    const counts = Object.fromEntries(emojis.map((emoji) => [emoji, 100]))
    const { data } = await app.client().from('wall_posts').select('reaction_counts').eq('id', post).single()
    expect(data).toEqual({ reaction_counts: counts })
    await expect.poll(() => heard).toHaveLength(500)
    expect(heard.at(-1)?.payload).toMatchObject({ post_id: post, reaction_counts: counts })
    await hangUp(reader)
  })

  it('sixteen deletions of one comment count it once', async () => {
    const { data: post } = await mina.client
      .from('public_posts')
      .insert({ mood: 'Joy', content: 'x' })
      .select('id')
      .single()
    const { data } = await karlo.client
      .from('post_comments')
      .insert({ post_id: post?.id, user_id: karlo.id, content: 'x' })
      .select('id')
      .single()
    const answers = await Promise.all(
      sixteen.map(() => karlo.client.from('post_comments').delete({ count: 'exact' }).eq('id', data?.id)),
    )
    expect(answers.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(1)
    const left = await app.client().from('public_posts').select('comment_count').eq('id', post?.id).single()
    expect(left.data).toEqual({ comment_count: 0 })
  })
})

it('a comment and a reaction rewrite no index of their post', async () => {
  const { data } = await mina.client
    .from('public_posts')
    .insert({ mood: 'Joy', content: 'x' })
    .select('id')
    .single()
  await app.owner.query('begin')
  await app.owner.query(`insert into public.post_comments (post_id, user_id, content) values ($1, $2, 'x')`, [
    data?.id,
    karlo.id,
  ])
  await app.owner.query(`insert into public.post_reactions (post_id, user_id, emoji) values ($1, $2, '❤️')`, [
    data?.id,
    karlo.id,
  ])
  const { rows } = await app.owner.query(
    `select pg_stat_get_xact_tuples_updated(id)::int as updated, pg_stat_get_xact_tuples_hot_updated(id)::int as hot
     from (select 'public.public_posts'::regclass::oid as id) as posts`,
  )
  await app.owner.query('rollback')
  expect(rows).toEqual([{ updated: 2, hot: 2 }])
})

describe('a post and the deletion of its account at the same moment', () => {
  it('do not deadlock', async () => {
    const lock = (table: string) =>
      app.owner.query(`select from ${table} where id = $1 for update`, [karlo.id])
    await app.owner.query('begin')
    await lock('auth.users')
    const posting = karlo.client
      .from('public_posts')
      .insert({ mood: 'Calm', content: 'huling sulat' })
      .then(({ status }) => status)
    await waitingForLocks(app)
    await expect(lock('public.user_profiles')).resolves.toMatchObject({ rowCount: 1 })
    await app.owner.query('commit')
    expect(await posting).toBe(201)
  })
})

async function countTransactions(claims: Claims, paths: string[]): Promise<number> {
  let transactions = 0
  const db: Db = {
    ...app.db,
    as: (asking, work, options) => {
      transactions += 1
      return app.db.as(asking, work, options)
    },
  }
  const gateway = restGateway({ db, schema: await loadSchema(app.db), keys: app.keys, limits: 'relaxed' })
  const answers = await Promise.all(
    paths.map((path) => gateway(new Request(`http://emote.test/rest/v1/${path}`), claims)),
  )
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  const before = transactions
  await gateway(new Request(`http://emote.test/rest/v1/${paths[0]}`), claims)
  // The answer is not cached: the next read queries again.
  expect(transactions).toBe(before + 1)
  return before
}

describe('the same read at the same moment', () => {
  const feed = 'public_posts?mood=eq.Joy&order=seq.desc&limit=20'

  it('runs once for all visitors, and separately when its query differs', async () => {
    expect(await countTransactions({ role: 'anon' }, [feed, feed, feed])).toBe(1)
    expect(await countTransactions({ role: 'anon' }, [feed, feed.replace('Joy', 'Calm')])).toBe(2)
  })

  it('is never shared between people', async () => {
    const payload: unknown = JSON.parse(Buffer.from(mina.token.split('.')[1] ?? '', 'base64url').toString())
    const claims: Claims = { ...Object(payload), role: 'authenticated' }
    expect(await countTransactions(claims, [feed, feed, feed])).toBe(3)
  })
})
