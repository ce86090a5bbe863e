import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { waitingForLocks } from '../support/database.ts'

// The head of a diary: its change number and its number of entries, after any mix of writes and devices.
let app: TestApp
let mina: Person
let ben: Person
let named = 0
beforeAll(async () => {
  app = await startApp({ patient: true })
})
beforeEach(async () => {
  mina = await signUp(app, `Mina${++named}`)
  ben = await signUp(app, `Ben${named}`)
})
afterAll(() => app.stop())

const entries = (of: Person) => of.client.from('diary_posts')
const entry = (id: string = randomUUID()) => ({ id, mood: 'Calm', content: 'payapa' })
/** Restored from a copy: another device may have deleted it. */
const brought = (id?: string) => ({ ...entry(id), brought: true })
const key = 'k'.repeat(80)
const lock = () => ({ id: randomUUID(), public_key: key, by_passphrase: key, by_recovery: key })

async function heads(...people: Person[]) {
  const { rows } = await app.owner.query<Record<string, number>>(
    `select h.rev::int, h.entries, count(d)::int as count, count(distinct d.rev)::int as distinct, max(d.rev)::int as last
     from public.diary_heads h left join public.diary_posts d on d.user_id = h.id
     where h.id = any($1) group by h.id order by array_position($1, h.id)`,
    [people.map(({ id }) => id)],
  )
  return rows
}
const head = (rev: number, count: number, last: number | null = rev) => ({
  rev,
  entries: count,
  count,
  distinct: count,
  last,
})

it('a diary head is right after thousands of entries, a thousand a request: inserts, updates and deletes', async () => {
  const rows = Array.from({ length: 2_000 }, () => entry())
  for (const part of [rows.slice(0, 1_000), rows.slice(1_000)])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await entries(mina).insert(part).throwOnError()
  expect(await heads(mina)).toEqual([head(2_000, 2_000)])
  await entries(mina).update({ mood: 'Joy' }).eq('mood', 'Calm').throwOnError()
  expect(await heads(mina)).toEqual([head(4_000, 2_000)])
  // People insert or update. Only the server does both in one statement, and then a conflict spends one number too many.
  const mixed = [...rows.slice(0, 500), ...Array.from({ length: 500 }, () => entry())]
  await app
    .client(app.keys.serviceKey)
    .from('diary_posts')
    .upsert(mixed.map((row) => ({ ...row, user_id: mina.id })))
    .throwOnError()
  expect(await heads(mina)).toMatchObject([{ entries: 2_500, count: 2_500, distinct: 2_500 }])
  const [{ rev = 0 } = {}] = await heads(mina)
  await entries(mina)
    .delete()
    .in(
      'id',
      rows.slice(0, 100).map(({ id }) => id),
    )
    .throwOnError()
  expect(await heads(mina)).toMatchObject([{ rev: rev + 1, entries: 2_400, count: 2_400 }])
  await entries(mina).delete().eq('user_id', mina.id).throwOnError()
  expect(await heads(mina)).toEqual([head(rev + 2, 0, null)])
})

it('a diary head is right after fifty simultaneous requests of two devices', async () => {
  const ids = Array.from({ length: 12 }, () => randomUUID())
  await entries(mina)
    .insert(ids.map((id) => entry(id)))
    .throwOnError()
  const some = (n: number) => [ids[n % 12], ids[(n * 5 + 1) % 12]].map(brought)
  const works = [
    () => entries(mina).insert([entry(), entry()]),
    (n: number) =>
      entries(mina)
        .delete()
        .eq('id', ids[n % 12]),
    (n: number) =>
      entries(mina)
        .update({ mood: 'Joy' })
        .in(
          'id',
          some(n).map(({ id }) => id),
        ),
    (n: number) => entries(mina).upsert(some(n), { ignoreDuplicates: true }),
    (n: number) => entries(mina).upsert([brought(), ...some(n).slice(1)], { ignoreDuplicates: true }),
  ]
  const answers = await Promise.all(Array.from({ length: 50 }, async (_, n) => works[n % 5]?.(n)))
  expect(answers.map((answer) => answer?.error ?? null)).toEqual(answers.map(() => null))
  const [now] = await heads(mina)
  expect(now).toMatchObject({ entries: now?.['count'], distinct: now?.['count'] })
  expect(now?.['rev']).toBeGreaterThanOrEqual(now?.['last'] ?? NaN)
})

it('diary heads are right for several people in one statement, and for several statements in one transaction', async () => {
  await app.owner.query('begin')
  await app.owner.query(
    `insert into public.diary_posts (user_id, mood, content)
     select (array[$1, $2]::uuid[])[1 + n % 2], 'Calm', 'payapa' from generate_series(1, 10) n`,
    [mina.id, ben.id],
  )
  await app.owner.query(`delete from public.diary_posts where user_id = $1 and rev = 5`, [mina.id])
  await app.owner.query(
    `with a as (insert into public.diary_posts (user_id, mood, content) values ($1, 'Calm', 'a') returning rev),
       b as (insert into public.diary_posts (user_id, mood, content) values ($1, 'Calm', 'b') returning rev)
     select from a, b`,
    [mina.id],
  )
  await app.owner.query('commit')
  expect(await heads(mina, ben)).toEqual([head(8, 6), head(5, 5)])
})

it("a row that another person sends in an owner's name neither changes nor reveals the owner's head", async () => {
  await entries(mina).insert(entry()).throwOnError()
  const ana = await signUp(app, `Ana${named}`)
  await ana.client.from('diary_locks').insert(lock()).throwOnError()
  const before = await heads(mina, ana)
  await app.owner.query('begin')
  await app.owner.query('select from public.diary_heads where id in ($1, $2) for update', [mina.id, ana.id])
  for (const user_id of [mina.id, ana.id, randomUUID()]) {
    const { error, status } = await entries(ben).insert({ ...entry(), user_id })
    expect([status, error?.code, error?.message]).toEqual([
      403,
      '42501',
      'new row violates row-level security policy for table "diary_posts"',
    ])
  }
  await app.owner.query('rollback')
  expect(await heads(mina, ana)).toEqual(before)
})

it('an open entry is stored before a simultaneous lock, or refused', async () => {
  await app.owner.query('begin')
  await app.owner.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ sub: mina.id }),
  ])
  await app.owner.query(
    'insert into public.diary_locks (user_id, public_key, by_passphrase, by_recovery) values ($1, $2, $2, $2)',
    [mina.id, key],
  )
  const writing = entries(mina)
    .insert(entry())
    .then((answer) => answer)
  await waitingForLocks(app)
  await app.owner.query('commit')
  const { error, status } = await writing
  expect([status, error?.code]).toEqual([423, 'PT423'])
  expect(await heads(mina)).toEqual([head(0, 0, null)])
})

it('an account can be deleted while its lock is being removed', async () => {
  const own = lock()
  await mina.client.from('diary_locks').insert(own).throwOnError()
  await app.owner.query('begin')
  await app.owner.query('select from auth.users where id = $1 for update', [mina.id])
  const taking = mina.client
    .from('diary_locks')
    .delete()
    .eq('id', own.id)
    .then((answer) => answer)
  await waitingForLocks(app)
  await app.owner.query('delete from auth.users where id = $1', [mina.id])
  await app.owner.query('commit')
  expect((await taking).status).toBeLessThan(500)
  expect(await heads(mina)).toEqual([])
})
