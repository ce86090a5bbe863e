import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'

// The promise: the server counts that a post existed, and nothing that leads to a person.
let app: TestApp
let ana: Person
let lastLook: string
const today = async () =>
  (await app.owner.query<{ day: string }>('select current_date::text as day')).rows[0]!.day
beforeAll(async () => {
  app = await startApp()
  ana = await signUp(app, 'Ana')
  lastLook = await today()
})
afterAll(() => app.stop())

/** Counts since the last look, under one or both days when midnight passed between. */
async function counted(): Promise<unknown[]> {
  const { rows } = await app.owner.query<{ day: Date }>(
    'delete from app.analytics_events returning *, day between $1 and current_date as "isToday"',
    [lastLook],
  )
  lastLook = await today()
  return rows.map(({ day, ...rest }) => (day ? rest : undefined))
}
const event = { name: 'post_create', has_media: false, template: null, isToday: true }
const words = 'Kanaryo sa bilangan'

it('a post and an open entry store one row each: mood and template, no words, no person, no time of day', async () => {
  const post = {
    id: crypto.randomUUID(),
    mood: 'Joy',
    content: words,
    template_url: '/storage/v1/object/public/card-templates/masaya-2.svg',
  }
  await ana.client.from('public_posts').insert(post).throwOnError()
  expect(await counted()).toEqual([{ ...event, mood: 'Joy', template: 'masaya-2' }])
  const entry = { id: crypto.randomUUID(), mood: 'Sadness', content: words }
  await ana.client.from('diary_posts').insert(entry).throwOnError()
  expect(await counted()).toEqual([{ ...event, mood: 'Sadness' }])

  // A repeated, edited or deleted post is not counted again. An old imported entry is not counted.
  await ana.client.from('public_posts').insert(post)
  await ana.client.from('diary_posts').insert(entry)
  await ana.client.from('diary_posts').update({ mood: 'Calm' }).eq('id', entry.id).throwOnError()
  await ana.client.from('diary_posts').delete().eq('id', entry.id).throwOnError()
  await ana.client
    .from('diary_posts')
    .insert({ mood: 'Calm', content: words, created_at: '2020-02-02T02:02:02Z' })
    .throwOnError()
  expect(await counted()).toEqual([])
})

it('a foreign template address is stored as unknown', async () => {
  for (const template_url of [
    `https://evil.test/${words}.svg`,
    `/${words}/kalma-1.svg?u=${ana.id}`,
    '/storage/v1/object/public/card-templates/kanaryo-1.svg',
  ])
    await ana.client.from('public_posts').insert({ mood: 'Calm', content: words, template_url })
  expect(JSON.stringify(await counted())).not.toMatch(new RegExp(`kanaryo|evil|${ana.id}`, 'i'))
})

it('a sealed entry stores nothing, not even its mood', async () => {
  const lock = { id: crypto.randomUUID(), user_id: ana.id }
  const text = 'A'.repeat(40)
  await app.owner.query(
    `insert into public.diary_locks (id, user_id, public_key, by_passphrase, by_recovery) values ($1, $2, $3, $3, $3)`,
    [lock.id, lock.user_id, text],
  )
  await ana.client
    .from('diary_posts')
    .insert({ content: '', mood: null, sealed: '1.AAAA.AAAA.AAAA', lock_id: lock.id })
    .throwOnError()
  expect(await counted()).toEqual([])
})

it('no client can read or write analytics_events', async () => {
  for (const client of [app.client(), ana.client, app.client(app.keys.serviceKey)])
    for (const schema of ['public', 'app']) {
      const events = client.schema(schema).from('analytics_events')
      expect((await events.select()).error).toBeTruthy()
      expect((await events.insert({ name: 'post_create', mood: 'Joy' })).error).toBeTruthy()
    }
  for (const role of ['anon', 'authenticated', 'authenticator'])
    for (const right of ['select', 'insert', 'update', 'delete'])
      expect(
        (
          await app.owner.query('select has_table_privilege($1, $2, $3) as may', [
            role,
            'app.analytics_events',
            right,
          ])
        ).rows[0],
        `${role} ${right}`,
      ).toEqual({ may: false })
  expect(await counted()).toEqual([])
})

const report = (views: unknown, { token = app.keys.anonKey, ...headers }: Record<string, string> = {}) =>
  app.fetch('/functions/v1/page-views', {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ views }),
  })
const shown = async () =>
  (
    await app.owner.query<{ route: string; n: string }>(
      'select route, sum(n)::int as n from app.page_views group by route order by route',
    )
  ).rows

it('pages are counted by route, day and number; the table has no column for anything else', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => report({ '/wall/:mood': 2, '/diary': 1 }, { token: ana.token })),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await shown()).toEqual([
    { route: '/diary', n: 20 },
    { route: '/wall/:mood', n: 40 },
  ])
  const { fields } = await app.owner.query('select * from app.page_views limit 0')
  expect(fields.map(({ name }) => name)).toEqual(['day', 'route', 'shard', 'n'])
})

it('a browser that asks not to be tracked is not counted', async () => {
  const before = await shown()
  for (const wish of [{ dnt: '1' }, { 'sec-gpc': '1' }])
    expect((await report({ '/write': 1 }, wish)).status).toBe(200)
  expect(await shown()).toEqual(before)
})

it('an address, another route or a wrong number is refused', async () => {
  const before = await shown()
  for (const views of [
    { '/wall/kalma': 1 },
    { '/tambayan?dmUser=1': 1 },
    { [words]: 1 },
    { '/write': 0 },
    { '/write': 1.5 },
    { '/write': 1_001 },
    { '/write': '1' },
    ['/write'],
    null,
  ])
    expect({ views, status: (await report(views)).status }).toEqual({ views, status: 400 })
  expect(await shown()).toEqual(before)
})
