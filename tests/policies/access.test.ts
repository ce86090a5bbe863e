import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { matrix, type Access } from './matrix.ts'
import { ownPlantings } from './plantings.ts'
import { samples } from './samples.ts'

let app: TestApp
let mina: Person
let ben: Person
let carlo: Person
/** Dina has conversations with Mina and with Ben. */
let dina: Person
/** Ids of Mina's rows, by table. */
const rows: Record<string, string> = {}

beforeAll(async () => {
  app = await startApp()
  mina = await signUp(app, 'Mina')
  ben = await signUp(app, 'Ben')
  carlo = await signUp(app, 'Carlo')
  dina = await signUp(app, 'Dina')
  // Accounts of a day have no slow mode in rooms.
  await app.owner.query(`update auth.users set created_at = now() - interval '2 days'`)
  for (const table of Object.keys(matrix)) rows[table] = randomUUID()
  for (const table of ['user_profiles', 'public_user_profiles', 'public_user_profiles_view', 'diary_heads'])
    rows[table] = mina.id
  for (const [table, { key }] of Object.entries(matrix)) if (key === 'user_id') rows[table] = mina.id
  rows['wall_posts'] = rows['public_posts'] ?? ''
  rows['wall_search'] = rows['public_posts'] ?? ''
  rows['wall_comments'] = rows['post_comments'] ?? ''
  rows['hotlines'] = 'ncmh'
  rows['post_notices'] = rows['public_posts'] ?? ''
  rows['notification_settings'] = mina.id
  rows['notices'] = conversationOf(mina, dina)
  rows['poll_votes'] = rows['polls'] ?? ''
})

/** The statements that create Mina's rows, each with its values. */
function plantings(): [text: string, ...values: unknown[]][] {
  const { public_posts: post, post_comments: comment, post_reactions: reaction, diary_posts: entry } = rows
  const { user_blocks: block, user_mutes: mute, reports: report, unanswered_posts: unanswered } = rows
  const { diary_locks: lock, usage_ai_refinements: use, usage_emi_messages: talked } = rows
  const { chat_uploads: upload } = rows
  return [
    [
      `insert into public.public_posts (id, author_id, mood, content) values ($1, $2, 'Calm', 'payapa')`,
      post,
      mina.id,
    ],
    [
      `insert into public.post_comments (id, post_id, user_id, content) values ($1, $2, $3, 'hinga')`,
      comment,
      post,
      mina.id,
    ],
    [
      `insert into public.post_reactions (id, post_id, user_id, emoji) values ($1, $2, $3, '👍')`,
      reaction,
      post,
      mina.id,
    ],
    [
      `insert into public.diary_posts (id, user_id, mood, content) values ($1, $2, 'Sadness', 'akin lang')`,
      entry,
      mina.id,
    ],
    [
      `insert into public.diary_locks (id, user_id, public_key, by_passphrase, by_recovery) values ($1, $2, $3, $3, $3)`,
      lock,
      mina.id,
      'k'.repeat(80),
    ],
    [`insert into public.usage_ai_refinements (id, user_id) values ($1, $2)`, use, mina.id],
    [`insert into public.usage_emi_messages (id, user_id) values ($1, $2)`, talked, mina.id],
    [`insert into public.emi_care (user_id) values ($1)`, mina.id],
    [`insert into public.chat_uploads (id, user_id) values ($1, $2)`, upload, mina.id],
    [
      `insert into public.user_blocks (id, blocker_id, blocked_id) values ($1, $2, $3)`,
      block,
      mina.id,
      carlo.id,
    ],
    [`insert into public.user_mutes (id, muter_id, muted_id) values ($1, $2, $3)`, mute, mina.id, carlo.id],
    [
      `insert into public.reports (id, reporter_id, reported_item_type, reported_item_id, reason)
       values ($1, $2, 'public_post', $3, 'spam')`,
      report,
      mina.id,
      post,
    ],
    [
      `insert into public.public_posts (id, author_id, mood, content, created_at)
       values ($1, $2, 'Calm', 'may sasagot ba', now() - interval '5 hours')`,
      unanswered,
      mina.id,
    ],
  ]
}

const conversationOf = (one: Person, other: Person) => [one.id, other.id].toSorted().join('-')

/** Messages of Mina and Ben with Dina, who answered both. */
const writtenToDina = (): [id: string, from: Person, to: Person][] => [
  [rows['direct_messages'] ?? '', mina, dina],
  [randomUUID(), dina, mina],
  [randomUUID(), ben, dina],
  [randomUUID(), dina, ben],
]
/** As `plantings`, for the bell. Its post is planted before. */
function bellPlantings(): ReturnType<typeof plantings> {
  const { public_posts: post, push_subscriptions: browser, manual_payments: payment } = rows
  return [
    [
      `insert into public.post_notices (user_id, post_id, kind, since) values ($1, $2, 'reaction', now())`,
      mina.id,
      post,
    ],
    [`insert into public.notification_settings (user_id) values ($1)`, mina.id],
    [
      `insert into public.manual_payments (id, user_id, plan, status, decided_at) values ($1, $2, 'premium_monthly', 'verified', now())`,
      payment,
      mina.id,
    ],
    [
      `insert into public.push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth)
       select $1, $2, s.id, 'https://fcm.googleapis.com/fcm/send/mina', 'B' || repeat('k', 86), repeat('a', 22)
       from auth.sessions as s where s.user_id = $2 limit 1`,
      browser,
      mina.id,
    ],
    // Only Mina has an unread message of the conversation.
    [`update public.conversation_members set unread = 0 where user_id = $1`, dina.id],
  ]
}

/** As `plantings`, for rooms. */
function roomPlantings(): ReturnType<typeof plantings> {
  const { live_chat_messages: message, live_chat_reactions: reaction, mentions: mention } = rows
  return [
    [
      `insert into app.room_messages (id, wall_id, sender_id, message_text) values ($1, 'general', $2, 'kumusta')`,
      message,
      mina.id,
    ],
    [
      `insert into public.live_chat_reactions (id, message_id, user_id, emoji) values ($1, $2, $3, '👍')`,
      reaction,
      message,
      mina.id,
    ],
    [
      `insert into public.mentions (id, message_id, user_id, sender_id) values ($1, $2, $3, $4)`,
      mention,
      message,
      mina.id,
      ben.id,
    ],
  ]
}

/** Creates Mina's rows again before each table's tests. */
async function plant(): Promise<void> {
  await app.owner.query(`delete from public.public_posts where author_id in ($1, $2)`, [mina.id, ben.id])
  await app.owner.query(`delete from app.room_messages`)
  await app.owner.query(`delete from public.user_blocks`)
  await app.owner.query(`delete from public.user_mutes`)
  await app.owner.query(`delete from public.reports`)
  await app.owner.query(`delete from public.diary_posts where user_id in ($1, $2)`, [mina.id, ben.id])
  // The rows get the same ids again.
  await app.owner.query(`delete from app.spent_ids`)
  await app.owner.query(`delete from public.diary_locks`)
  for (const table of [
    'usage_ai_refinements',
    'usage_emi_messages',
    'emi_care',
    'chat_uploads',
    'polls',
    'poll_votes',
    'payments',
    'manual_payments',
  ])
    await app.owner.query(`delete from public.${table}`)
  await app.owner.query(`delete from public.conversation_members`)
  for (const [id, from, to] of writtenToDina())
    await app.owner.query(
      `insert into public.direct_messages (id, conversation_id, sender_id, receiver_id, text) values ($1, $2, $3, $4, 'musta')`,
      [id, conversationOf(from, to), from.id, to.id],
    )
  await app.owner.query(`delete from public.notification_settings`)
  await app.owner.query(`delete from public.push_subscriptions`)
  await app.owner.query(`delete from public.contact_messages`)
  for (const [text, ...values] of [
    ...plantings(),
    ...ownPlantings(rows, mina.id),
    ...roomPlantings(),
    ...bellPlantings(),
  ])
    await app.owner.query(text, values)
}
afterAll(() => app.stop())

type Actor = 'visitor' | 'owner' | 'stranger'
const actors: Actor[] = ['visitor', 'owner', 'stranger']
const tokenOf = (actor: Actor) =>
  ({ visitor: app.keys.anonKey, owner: mina.token, stranger: ben.token })[actor]

function call(actor: Actor, method: string, path: string, body?: object): Promise<Response> {
  const headers = {
    apikey: app.keys.anonKey,
    authorization: `Bearer ${tokenOf(actor)}`,
    'content-type': 'application/json',
  }
  return app.fetch(`/rest/v1/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
}

const reaches = (actor: Actor, whose: Access['rows']) =>
  actor === 'owner' ? whose !== 'others' && whose !== 'none' : whose === 'everyone' || whose === 'others'

const isRefused = (actor: Actor, status: number) => status === (actor === 'visitor' ? 401 : 403)

function sample(table: string, column: string, actor: Actor): unknown {
  const self = actor === 'stranger' ? ben : mina
  const own: Record<string, unknown> = {
    id: table === 'user_profiles' ? self.id : randomUUID(),
    user_id: self.id,
    author_id: self.id,
    email: self.email,
    codename: self.codename,
    // A person cannot mute their own post.
    post_id: table === 'user_mutes' ? randomUUID() : rows['public_posts'],
    avatar_url: `/storage/v1/object/public/avatars/${self.id}/a.webp`,
    blocker_id: self.id,
    blocked_id: self === mina ? ben.id : mina.id,
    muter_id: self.id,
    muted_id: self === mina ? ben.id : mina.id,
    reporter_id: self.id,
    reported_item_id: rows['public_posts'],
    reported_user_id: self.id,
    poll_id: rows['polls'],
    lock_id: rows['diary_locks'],
    conversation_id: conversationOf(self, dina),
    sender_id: self.id,
    receiver_id: dina.id,
    other_id: dina.id,
    last_sender_id: self.id,
    session_id: randomUUID(),
    person_id: dina.id,
    reactions: table === 'direct_messages' ? {} : false,
    message_id: rows['live_chat_messages'],
    reply_to: rows['live_chat_messages'],
    reply_to_sender: self.id,
    reply_to_codename: self.codename,
  }
  return column in own ? own[column] : samples[column]
}

/** The columns that the actor must name to insert a row of their own. */
function base(table: string, actor: Actor): Record<string, unknown> {
  const needed: Record<string, string[]> = {
    user_profiles: ['email'],
    public_posts: ['mood', 'content'],
    post_comments: ['post_id', 'content'],
    post_reactions: ['post_id', 'emoji'],
    live_chat_messages: ['wall_id', 'message_text'],
    live_chat_reactions: ['message_id', 'emoji'],
    diary_posts: ['mood', 'content'],
    user_blocks: ['blocked_id'],
    user_mutes: ['muted_id'],
    diary_locks: ['public_key', 'by_passphrase', 'by_recovery'],
    direct_messages: ['conversation_id', 'receiver_id', 'text'],
    push_subscriptions: ['endpoint', 'p256dh', 'auth'],
    manual_payments: ['plan', 'proof_url'],
  }
  const row = Object.fromEntries(
    (needed[table] ?? []).map((column) => [column, sample(table, column, actor)]),
  )
  return table === 'user_profiles' ? { ...row, id: actor === 'stranger' ? ben.id : mina.id } : row
}

const keyOf = (table: string) => matrix[table]?.key ?? 'id'

const snapshot = async (table: string) =>
  (await app.owner.query(`select * from public.${table} where ${keyOf(table)} = $1`, [rows[table]])).rows

describe.each(Object.keys(matrix))('table %s', (table) => {
  const access = matrix[table]
  if (!access) throw new Error(`${table} has no row`)
  beforeAll(plant)
  const columns = Object.entries(access.columns)
  const key = keyOf(table)
  const may = (actor: Actor, column: string, verb: string) =>
    (access.columns[column]?.[actor === 'visitor' ? 'visitor' : 'people'] ?? '').includes(verb)

  it.each(actors)('the %s reads, filters by and orders by the granted columns only', async (actor) => {
    const wrong: string[] = []
    // Profiles are read by id only.
    const named = table.startsWith('public_user_profiles') ? `&id=eq.${mina.id}` : ''
    for (const [column] of columns) {
      for (const query of [
        `select=${column}`,
        `select=${key}&${column}=not.is.null`,
        `select=${key}&order=${column}`,
      ]) {
        const { status } = await call(actor, 'GET', `${table}?${query}${named}&limit=1`)
        const right = may(actor, column, 's') ? status === 200 : isRefused(actor, status)
        if (!right) wrong.push(`${query}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it.each(actors)('the %s sees the rows that the matrix names', async (actor) => {
    const response = await call(actor, 'GET', `${table}?select=${key}&${key}=eq.${rows[table]}`)
    const seen = response.status === 200 ? ((await response.json()) as unknown[]).length : 0
    const visible = reaches(actor, access.rows)
    expect(seen).toBe(visible && (actor !== 'visitor' || may(actor, key, 's')) ? 1 : 0)
  })

  it.each(actors)('the count that the %s gets covers only the rows they see', async (actor) => {
    const headers = {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${tokenOf(actor)}`,
      prefer: 'count=exact',
    }
    const response = await app.fetch(`/rest/v1/${table}?select=${key}&${key}=eq.${rows[table]}`, {
      method: 'HEAD',
      headers,
    })
    const visible = reaches(actor, access.rows)
    if (may(actor, key, 's')) expect(response.headers.get('content-range')).toMatch(visible ? /\/1$/ : /\/0$/)
    else expect(isRefused(actor, response.status)).toBe(true)
  })

  it.each(actors)('the %s inserts the granted columns only', async (actor) => {
    const wrong: string[] = []
    for (const [column] of columns) {
      const { status } = await call(actor, 'POST', table, {
        ...base(table, actor),
        [column]: sample(table, column, actor),
      })
      if (access.view) {
        if (status < 400 || status >= 500) wrong.push(`${column}: ${status}`)
      } else if (may(actor, column, 'i') ? [401, 403, 500].includes(status) : status < 400 || status >= 500) {
        wrong.push(`${column}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it.each(actors)('the %s changes only the granted columns of own rows', async (actor) => {
    const wrong: string[] = []
    for (const [column] of columns) {
      const before = await snapshot(table)
      const { status } = await call(actor, 'PATCH', `${table}?${key}=eq.${rows[table]}`, {
        [column]: sample(table, column, actor),
      })
      const granted = !access.view && may(actor, column, 'u')
      if (
        granted
          ? status >= 500 || (isRefused(actor, status) && actor === 'owner' && column !== key)
          : status < 400 || status >= 500
      ) {
        wrong.push(`${column}: ${status}`)
      }
      if (actor !== 'owner' || !granted) expect(await snapshot(table)).toEqual(before)
    }
    expect(wrong).toEqual([])
  })

  it('only the owner deletes a row, and only where the matrix says so', async () => {
    for (const actor of ['visitor', 'stranger', 'owner'] as const) {
      const { status } = await call(actor, 'DELETE', `${table}?${key}=eq.${rows[table]}`)
      expect(status).toBeLessThan(500)
      const gone = actor === 'owner' && access.remove === 'own'
      expect({ actor, left: (await snapshot(table)).length }).toEqual({ actor, left: gone ? 0 : 1 })
    }
  })
})
