import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Claims } from '../../src/server/db/door.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let test: TestDatabase
const people = { ada: randomUUID(), ben: randomUUID(), carlo: randomUUID() }
type Name = keyof typeof people
const sessions = Object.fromEntries(Object.keys(people).map((name) => [name, randomUUID()])) as Record<
  Name,
  string
>

beforeAll(async () => {
  test = await createDatabase(2)
  for (const [name, id] of Object.entries(people) as [Name, string][]) {
    await test.owner.query(`insert into auth.users (id, email) values ($1, $2)`, [id, `${name}@example.test`])
    await test.owner.query(
      `insert into auth.sessions (id, user_id, amr, expires_at) values ($1, $2, '[]', now() + interval '1 hour')`,
      [sessions[name], id],
    )
  }
})
afterAll(() => test.drop())

const claimsOf = (who: Name | 'visitor'): Claims =>
  who === 'visitor'
    ? { role: 'anon' }
    : { role: 'authenticated', sub: people[who], session_id: sessions[who] }

/** Asks like the realtime gateway: which of the two rows does the person see for this topic? */
async function hears(who: Name | 'visitor', topic: string): Promise<string> {
  try {
    return await test.db.as(claimsOf(who), async (tx) => {
      await tx.query({ text: `select set_config('realtime.topic', $1, true)`, values: [topic] })
      const { rows } = await tx.query<{ extension: string }>({
        text: `select extension from realtime.messages where topic = '-' order by extension`,
      })
      return rows.map(({ extension }) => extension).join('+') || 'nothing'
    })
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

async function may(
  who: Name | 'visitor',
  topic: string,
  extension: string,
  isPrivate: boolean,
): Promise<string> {
  try {
    await test.db.as(claimsOf(who), async (tx) => {
      await tx.query({ text: `select set_config('realtime.topic', $1, true)`, values: [topic] })
      await tx.query({
        text: `insert into realtime.messages (topic, extension, event, private) values ($1, $2, 'x', $3)`,
        values: [topic, extension, isPrivate],
      })
      throw new Error('allowed')
    })
    return 'unreachable'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : (error as Error).message
  }
}

const dm = (one: string, other: string) => `dm-${[one, other].toSorted().join('-')}`
const both = 'broadcast+presence'

/** Topic, person, and what the person may hear. */
const table: [topic: string, who: Name | 'visitor', hears: string][] = [
  ['global-online-users', 'ada', both],
  ['global-online-users', 'visitor', '42501'],
  ['tambayan-general', 'ada', 'broadcast'],
  ['tambayan-games', 'ben', 'broadcast'],
  ['tambayan-polls', 'ben', 'broadcast'],
  ['tambayan-general', 'visitor', '42501'],
  ['tambayan-lihim', 'ada', 'nothing'],
  [`user-notifications-${people.ada}`, 'ada', 'broadcast'],
  [`user-notifications-${people.ada}`, 'ben', 'nothing'],
  [`mention-notifications-${people.ada}`, 'ada', 'broadcast'],
  [`mention-notifications-${people.ada}`, 'ben', 'nothing'],
  [`user:${people.ada}:mentions`, 'ada', 'broadcast'],
  [`user:${people.ada}:mentions`, 'ben', 'nothing'],
  [dm(people.ada, people.ben), 'ada', 'broadcast'],
  [dm(people.ada, people.ben), 'ben', 'broadcast'],
  [dm(people.ada, people.ben), 'carlo', 'nothing'],
  // A topic has one spelling.
  [`dm-${[people.ada, people.ben].toSorted().toReversed().join('-')}`, 'ada', 'nothing'],
  [`dm-${people.ada}-${people.ada}`, 'ada', 'nothing'],
  [dm(people.ada, people.ben).toUpperCase(), 'ada', 'nothing'],
  [`${dm(people.ada, people.ben)}\n`, 'ada', 'nothing'],
  [`${dm(people.ada, people.ben)}-${people.carlo}`, 'carlo', 'nothing'],
  [` user-notifications-${people.ada}`, 'ada', 'nothing'],
  [`user-notifications-${people.ada} `, 'ada', 'nothing'],
  [`USER-NOTIFICATIONS-${people.ada}`, 'ada', 'nothing'],
  [`user-notifications-${people.ada}-${people.ben}`, 'ben', 'nothing'],
  [`user-notifications-%`, 'ada', 'nothing'],
  [`post-reactions-${people.ada}`, 'ada', 'nothing'],
  ['polls:global', 'ada', 'nothing'],
  ['-', 'ada', 'nothing'],
  ['', 'ada', 'nothing'],
]

describe('a private topic', () => {
  it.each(table)('named %j lets %s hear: %s', async (topic, who, expected) => {
    expect(await hears(who, topic)).toBe(expected)
  })

  it('of two people closes when either blocks the other, and opens again afterwards', async () => {
    const topic = dm(people.ada, people.ben)
    const heard = [await hears('ada', topic), await hears('ben', topic)]
    await test.db.as(claimsOf('ben'), (tx) =>
      tx.last({ text: 'insert into public.user_blocks (blocked_id) values ($1)', values: [people.ada] }),
    )
    heard.push(await hears('ada', topic), await hears('ben', topic))
    await test.db.as(claimsOf('ben'), (tx) => tx.last({ text: 'delete from public.user_blocks' }))
    heard.push(await hears('ada', topic))
    expect(heard).toEqual(['broadcast', 'broadcast', 'nothing', 'nothing', 'broadcast'])
  })

  it('shows no stored event of another topic', async () => {
    await test.owner.query(`select realtime.send('{}', 'x', $1)`, [`user-notifications-${people.ben}`])
    const seen = await test.db.as(claimsOf('ada'), async (tx) => {
      await tx.query({ text: `select set_config('realtime.topic', 'tambayan-general', true)` })
      return tx.query({ text: `select from realtime.messages where topic <> '-'` })
    })
    expect(seen.rowCount).toBe(0)
  })
})

describe('a client', () => {
  const topics = [
    'tambayan-general',
    'polls:global',
    'wall-kalma',
    dm(people.ada, people.ben),
    `user-notifications-${people.ada}`,
    `user:${people.ada}:mentions`,
    `post-reactions-${people.ada}`,
  ]
  it.each(topics)('sends nothing to %s', async (topic) => {
    const said = ['broadcast', 'presence'].flatMap((extension) =>
      [true, false].map((isPrivate) => may('ada', topic, extension, isPrivate)),
    )
    expect(new Set(await Promise.all(said))).toEqual(new Set(['42501']))
  })
  it('sends to global-online-users only that the person is online', async () => {
    const topic = 'global-online-users'
    expect([
      await may('ada', topic, 'presence', true),
      await may('ada', topic, 'presence', false),
      await may('ada', topic, 'broadcast', true),
      await may('visitor', topic, 'presence', true),
    ]).toEqual(['allowed', '42501', '42501', '42501'])
  })
})

it('a visitor hears only the topics whose content the walls show', async () => {
  const topics = [
    'polls:global',
    'wall-galit',
    `post-reactions-${people.ada}`,
    'wall-iba',
    'wall-galit\n',
    `post-reactions-${people.ada.toUpperCase()}x`,
    `post-reactions-${people.ada}x`,
    'tambayan-general',
    'global-online-users',
    dm(people.ada, people.ben),
  ]
  const { rows } = await test.db.as({ role: 'anon' }, (tx) =>
    tx.query<{ open: boolean }>({
      text: 'select realtime.is_public(topic) as open from unnest($1::text[]) as topic',
      values: [topics],
    }),
  )
  expect(rows.map(({ open }) => open)).toEqual(topics.map((_, at) => at < 3))
})

it('only the service may call realtime.send', async () => {
  const { rows } = await test.owner.query<{ role: string }>(
    `select role from unnest(array['anon', 'authenticated', 'service_role']) role
     where has_function_privilege(role, 'realtime.send(jsonb,text,text,boolean)', 'execute')`,
  )
  expect(rows.map(({ role }) => role)).toEqual(['service_role'])
})
