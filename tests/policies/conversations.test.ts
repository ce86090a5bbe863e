import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Claims } from '../../src/server/db/door.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let test: TestDatabase
const people = { ada: randomUUID(), ben: randomUUID(), carlo: randomUUID(), dan: randomUUID() }
type Name = keyof typeof people
const sessions = { ada: randomUUID(), ben: randomUUID(), carlo: randomUUID(), dan: randomUUID() }
const of = (one: Name, other: Name) => [people[one], people[other]].toSorted().join('-')
/** Three thousand messages of Ada and Ben, and sixty of Ben and Dan. */
const conversation = of('ada', 'ben')
const shortOne = of('ben', 'dan')

beforeAll(async () => {
  test = await createDatabase(2)
  await test.owner.query(
    `insert into auth.users (id, email) select id, id || '@example.test' from unnest($1::uuid[]) as id`,
    [Object.values(people)],
  )
  await test.owner.query(
    `insert into auth.sessions (id, user_id, amr, expires_at)
     select id, person, '[]', now() + interval '1 hour' from unnest($1::uuid[], $2::uuid[]) as s (id, person)`,
    [Object.values(sessions), Object.values(people)],
  )
  for (const [one, other, messages] of [
    ['ada', 'ben', 3_000],
    ['ben', 'dan', 60],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await test.owner.query(
      `insert into public.direct_messages (conversation_id, sender_id, receiver_id, text)
       select $1, $2, $3, 'salita ' || n from generate_series(1, $4) as n`,
      [of(one, other), people[one], people[other], messages],
    )
  await test.owner.query('analyze public.direct_messages')
})
afterAll(() => test.drop())

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number; 'Actual Rows': number }

/** Rows and blocks of the second run of a query: the first one warms the caches. */
async function costOf(who: Name, query: string, asked: string) {
  const claims: Claims = { role: 'authenticated', sub: people[who], session_id: sessions[who] }
  return test.db.as(claims, async (tx) => {
    const text = `explain (analyze, buffers, timing off, format json) ${query}`
    await tx.query({ text, values: [asked] })
    const { rows } = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ text, values: [asked] })
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (!plan) throw new Error('PostgreSQL explained nothing')
    return { rows: plan['Actual Rows'], blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
  })
}

describe.each([
  [
    'its newest messages',
    'select * from public.direct_messages where conversation_id = $1 order by seq desc limit 50',
  ],
  [
    'its first messages',
    'select * from public.direct_messages where conversation_id = $1 order by created_at limit 50',
  ],
  ['its number', 'select id from public.direct_messages where conversation_id = $1'],
  ['its members', 'select user_id from public.conversation_members where conversation_id = $1'],
  ['its preview', 'select last_text from public.conversations where conversation_id = $1'],
])('a query of a stranger for %s', (_, query) => {
  it('costs as much in a conversation that exists as in one that does not', async () => {
    const existing = await costOf('carlo', query, conversation)
    expect(existing).toEqual(await costOf('carlo', query, [people.ada, randomUUID()].toSorted().join('-')))
    expect(existing.rows).toBe(0)
    expect((await costOf('ada', query, conversation)).rows).toBeGreaterThan(0)
  })
})

it.each([
  ['changes', `update public.direct_messages set text = 'akin na' where conversation_id = $1`],
  ['deletes', 'delete from public.direct_messages where conversation_id = $1'],
  ['marks', 'update public.conversation_members set unread = 0 where conversation_id = $1'],
])('a stranger who %s messages of others reads as many blocks as where there are none', async (_, query) => {
  const none = [people.ada, randomUUID()].toSorted().join('-')
  expect(await costOf('carlo', query, conversation)).toEqual(await costOf('carlo', query, none))
})

it('a long conversation opens with as many blocks as a short one', async () => {
  const newest = 'select * from public.direct_messages where conversation_id = $1 order by seq desc limit 50'
  const [long, short] = [await costOf('ben', newest, conversation), await costOf('ben', newest, shortOne)]
  expect([long.rows, short.rows]).toEqual([50, 50])
  expect(long.blocks).toBeLessThanOrEqual(short.blocks * 1.3)
})

it('a person with a thousand conversations reads one of them with a few more blocks', async () => {
  const newest = 'select * from public.direct_messages where conversation_id = $1 order by seq desc limit 50'
  const before = await costOf('dan', newest, shortOne)
  await test.owner.query(
    `with others as (insert into auth.users (id, email) select gen_random_uuid(), 'iba-' || n from generate_series(1, 1000) as n returning id)
     insert into public.conversation_members (user_id, conversation_id, other_id) select $1, app.conversation_of($1, id), id from others`,
    [people.dan],
  )
  await test.owner.query('vacuum analyze public.conversation_members')
  const after = await costOf('dan', newest, shortOne)
  expect(after.rows).toBe(before.rows)
  expect(after.blocks - before.blocks).toBeLessThan(40)
})
