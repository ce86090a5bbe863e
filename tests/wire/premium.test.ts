import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freeLimits, premiumLimits } from '../../src/shared/plans.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { givePremium, signUp, type Person } from '../support/cast.ts'

let app: TestApp
let mina: Person
let ben: Person
let named = 0

beforeAll(async () => {
  app = await startApp()
  ben = await signUp(app, 'Ben')
})
// A new person for each test, because uses count for a month.
beforeEach(async () => {
  mina = await signUp(app, `Mina${++named}`)
})
afterAll(() => app.stop())

const ask = async ({ token }: Pick<Person, 'token'>, method = 'GET') => {
  const headers = { apikey: app.keys.anonKey, authorization: `Bearer ${token}` }
  const response = await app.fetch('/functions/v1/my-limits', { method, headers })
  return { status: response.status, body: (await response.json()) as { limits?: Record<string, unknown> } }
}
const limitsOf = async (person: Person) => (await ask(person)).body.limits

type Kind = 'usage_ai_refinements' | 'usage_emi_messages' | 'chat_uploads'
/** Uses of these ages, in minutes. */
const use = (table: Kind, ages: readonly number[], state = 'settled') =>
  app.owner.query(
    table === 'chat_uploads'
      ? `insert into public.chat_uploads (user_id, created_at, state)
         select $1, now() - make_interval(mins => age), case $3 when 'settled' then 'gone' else 'pending' end from unnest($2::int[]) age`
      : `insert into public.${table} (user_id, created_at, settled_at, is_free)
         select $1, now() - make_interval(mins => age), case when $3 <> 'lost' then now() end, $3 <> 'premium' from unnest($2::int[]) age`,
    [mina.id, ages, state],
  )
const day = 1_440
const minutesUntil = (moment: unknown) => Math.round((Date.parse(String(moment)) - Date.now()) / 60_000)

describe('a person’s limits', () => {
  it('are all unused at first, in one answer', async () => {
    expect(await ask(mina)).toEqual({
      status: 200,
      body: {
        success: true,
        limits: {
          is_premium: false,
          premium_until: null,
          days: 30,
          refinement: { used: 0, cap: freeLimits.refinements, next_at: null },
          emi: { used: 0, cap: freeLimits.emi, next_at: null },
          upload: { used: 0, cap: freeLimits.uploadsADay, next_at: null },
          upload_bytes: freeLimits.uploadBytes,
        },
      },
    })
  })

  it('count what a reservation counts: of oneself, in the window, not under Premium, and nothing that a stopped server left', async () => {
    await use('usage_ai_refinements', [1, 29 * day, 31 * day])
    await use('usage_ai_refinements', [5, 6], 'premium')
    await use('usage_ai_refinements', [4, 5], 'lost')
    await use('usage_emi_messages', [2, 3, 4])
    await use('chat_uploads', [2, 25 * 60])
    await use('chat_uploads', [40], 'lost')
    expect(await limitsOf(mina)).toMatchObject({
      refinement: { used: 2, next_at: null },
      emi: { used: 3, next_at: null },
      upload: { used: 1, next_at: null },
    })
    expect(await limitsOf(ben)).toMatchObject({
      refinement: { used: 0 },
      emi: { used: 0 },
      upload: { used: 0 },
    })
  })

  it('name the moment of the next use when all are used, also when more than all are', async () => {
    await use('usage_ai_refinements', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10 * day])
    await use('usage_emi_messages', [...Array.from({ length: 29 }, () => 5), 20 * day, 25 * day])
    await use('chat_uploads', [60, 120, 600])
    const { refinement, emi, upload } = (await limitsOf(mina)) as Record<
      string,
      { used: number; next_at: string }
    >
    expect([refinement?.used, emi?.used, upload?.used]).toEqual([10, 31, 3])
    expect(minutesUntil(refinement?.next_at)).toBe(20 * day)
    // Two must expire before one comes back.
    expect(minutesUntil(emi?.next_at)).toBe(10 * day)
    expect(minutesUntil(upload?.next_at)).toBe(22 * 60)
  })

  it('have no window and no next moment when uses count for ever', async () => {
    await use(
      'usage_ai_refinements',
      Array.from({ length: 10 }, () => 400 * day),
    )
    const claims = { role: 'authenticated', sub: mina.id, session_id: await sessionOf(mina) } as const
    const { rows } = await app.db.as(claims, (tx) =>
      tx.last<{ counted: unknown }>({ text: 'select app.my_limits(10, 30, 2, 0) as counted', values: [] }),
    )
    expect(rows[0]?.counted).toMatchObject({ days: 0, refinement: { used: 10, cap: 10, next_at: null } })
  })

  it('end with Premium and return at the moment it ends', async () => {
    await use(
      'usage_ai_refinements',
      Array.from({ length: 10 }, () => 60),
    )
    await givePremium(app, [mina.id])
    expect(await limitsOf(mina)).toMatchObject({
      is_premium: true,
      premium_until: expect.any(String),
      refinement: { used: 10, cap: null, next_at: null },
      emi: { cap: null },
      upload: { cap: null },
      upload_bytes: premiumLimits.uploadBytes,
    })
    await givePremium(app, [mina.id], '-1 second')
    expect(await limitsOf(mina)).toMatchObject({
      is_premium: false,
      refinement: { used: 10, cap: 10, next_at: expect.any(String) },
      upload_bytes: freeLimits.uploadBytes,
    })
  })

  it('are told to members only, by GET', async () => {
    expect(await ask({ token: app.keys.anonKey })).toEqual({
      status: 401,
      body: { success: false, error: 'Not authenticated' },
    })
    expect((await ask(mina, 'POST')).status).toBe(405)
  })
})

const sessionOf = async ({ id }: Person) =>
  (await app.owner.query<{ id: string }>('select id from auth.sessions where user_id = $1', [id])).rows[0]
    ?.id ?? ''

describe('Premium', () => {
  it.each([
    ['with the flag and a date ahead', true, '1 minute', true],
    ['not without the flag', false, '1 minute', false],
    ['not after its date', true, '-1 microsecond', false],
    ['not without a date', true, null, false],
  ])('shows its crown everywhere: %s', async (_, flag, lasts, crown) => {
    const [post, say] = [randomUUID(), `${mina.codename} dito`]
    await app.owner.query(`update auth.users set created_at = now() - interval '2 days' where id = $1`, [
      mina.id,
    ])
    const { client } = mina
    await client.from('public_posts').insert({ id: post, mood: 'Calm', content: 'payapa' }).throwOnError()
    await client.from('post_comments').insert({ post_id: post, content: 'hinga' }).throwOnError()
    await client.from('live_chat_messages').insert({ wall_id: 'general', message_text: say }).throwOnError()
    const conversation_id = [mina.id, ben.id].toSorted().join('-')
    await client
      .from('direct_messages')
      .insert({ conversation_id, receiver_id: ben.id, text: 'musta' })
      .throwOnError()
    await app.owner.query(
      'update public.user_profiles set is_premium = $2, premium_until = now() + $3::interval where id = $1',
      [mina.id, flag, lasts],
    )
    const crowns = async (relation: string, column: string, key: string, value: string) => {
      const { data } = await ben.client.from(relation).select(column).eq(key, value).throwOnError()
      return (data as unknown as Record<string, boolean>[]).map((row) => row[column])
    }
    const shown = await Promise.all([
      crowns('public_user_profiles', 'is_premium', 'id', mina.id),
      crowns('public_user_profiles_view', 'is_premium', 'id', mina.id),
      crowns('wall_posts', 'is_premium', 'id', post),
      crowns('wall_comments', 'is_premium', 'post_id', post),
      crowns('live_chat_messages', 'is_premium', 'sender_id', mina.id),
      crowns('conversations', 'other_is_premium', 'other_id', mina.id),
      crowns('notices', 'is_premium', 'person_id', mina.id),
      limitsOf(mina).then((limits) => [limits?.['is_premium']]),
    ])
    expect(shown).toEqual(Array.from({ length: 8 }, () => [crown]))
  })
})
