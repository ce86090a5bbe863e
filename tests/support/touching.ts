import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { insertMail } from '../../src/server/mail/queued-mail.ts'
import { emi } from '../../src/shared/emi.ts'
import { operator, type TestApp } from './app.ts'
import type { Person } from './cast.ts'
import { write } from './direct.ts'
import { callAs, plantPoll } from './polls.ts'
import { carrying, uploader } from './uploads.ts'
import { picture } from './storage.ts'

/** Words that stand nowhere else. */
export const canary = (of: string) => `kanaryo-${of}`

type Meeting = { app: TestApp; mina: Person; ben: Person }

/** Mina writes, reacts, blocks and uploads everywhere, and Ben answers her. */
export async function touchEverything(meeting: Meeting): Promise<void> {
  const { mina } = meeting
  await write(mina, meeting.ben, canary('dm')).throwOnError()
  await write(meeting.ben, mina, `para kay @{${mina.id}}`).throwOnError()
  await touchWalls(meeting)
  await touchRooms(meeting)
  await touchFiles(meeting)
  await touchPolls(meeting)
  await touchContact(meeting)
  await mina.client
    .from('diary_posts')
    .insert({ mood: 'Calm', content: canary('diary') })
    .throwOnError()
  await mina.client.from('notification_settings').upsert({ user_id: mina.id, dms: true }).throwOnError()
  await mina.client.auth.resetPasswordForEmail(mina.email)
  await queueMail(meeting)
  await insertRest(meeting)
  await addBrowser(meeting)
}

async function post(person: Person, content: string, anonymous = false): Promise<string> {
  const row = { id: randomUUID(), mood: 'Calm', content, anonymous }
  await person.client.from('public_posts').insert(row).throwOnError()
  return row.id
}

async function touchWalls({ mina, ben }: Meeting): Promise<void> {
  const [named, nameless, bens] = [
    await post(mina, canary('post')),
    await post(mina, canary('nameless'), true),
    await post(ben, 'ulan'),
  ]
  const reported = { reported_item_type: 'public_post', reason: 'spam', details: canary('report') }
  for (const [person, id] of [
    [mina, bens],
    [ben, named],
    [ben, nameless],
  ] as const) {
    const comment = {
      post_id: id,
      user_id: person.id,
      content: person === mina ? canary('comment') : 'yakap',
    }
    await person.client.from('post_comments').insert(comment).throwOnError()
    await person.client
      .from('post_reactions')
      .insert({ post_id: id, user_id: person.id, emoji: '❤️' })
      .throwOnError()
  }
  await mina.client.functions.invoke('submit-report', { body: { ...reported, reported_item_id: bens } })
  await ben.client.functions.invoke('submit-report', {
    body: { ...reported, details: '', reported_item_id: named },
  })
}

async function say(person: Person, text: string): Promise<string> {
  const row = { id: randomUUID(), wall_id: 'general', sender_id: person.id, message_text: text }
  await person.client
    .from('live_chat_messages')
    .insert({ ...row, codename: 'Anonymous' })
    .throwOnError()
  return row.id
}

async function touchRooms({ mina, ben }: Meeting): Promise<void> {
  const [own, others] = [
    await say(mina, `${canary('room')} @{${ben.id}}`),
    await say(ben, `tara @{${mina.id}}`),
  ]
  for (const [person, message_id] of [
    [mina, others],
    [ben, own],
  ] as const)
    await person.client.from('live_chat_reactions').insert({ message_id, user_id: person.id, emoji: '👍' })
}

async function touchFiles({ app, mina, ben }: Meeting): Promise<void> {
  const { upload } = uploader(app)
  const carried = carrying(await upload(mina), canary('caption'))
  await write(mina, ben, carried).throwOnError()
  await write(ben, mina, carrying(await upload(ben))).throwOnError()
  const avatar = `${mina.id}/${randomUUID()}.png`
  await mina.client.storage.from('avatars').upload(avatar, await picture('png', { shade: 7 }))
  const { publicUrl } = mina.client.storage.from('avatars').getPublicUrl(avatar).data
  await mina.client.from('user_profiles').update({ avatar_url: publicUrl }).eq('id', mina.id).throwOnError()
}

/** Each asks, and both vote on both polls. */
async function touchPolls({ app, mina, ben }: Meeting): Promise<void> {
  const polls = [await plantPoll(app, mina, [canary('option'), 'iba']), await plantPoll(app, ben)]
  for (const poll_id of polls)
    await Promise.all(
      [mina, ben].map((person) => callAs(app, person, 'vote-on-poll', { poll_id, option_index: 0 })),
    )
}

/** Messages to the operator: with the session, of a visitor who names the same address, and with the session and another address. */
async function touchContact({ app, mina }: Meeting): Promise<void> {
  const message = `${canary('contact')} ${'💜'.repeat(50)}`
  const body = { name: mina.codename, email: mina.email, subject: 'Other', message }
  const sent = [
    [mina.client, body],
    [app.client(), body],
    [mina.client, { ...body, email: 'iba@other.test', message: `${message} ulit` }],
  ] as const
  for (const [client, each] of sent)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await client.functions.invoke('send-contact-email', { body: each })).error).toBeNull()
  await app.mails.idle()
}

/** A payment by QR in each state. */
function proofsOf({ id }: Person): [table: string, row: object][] {
  const proof_url = `/${id}/${canary('proof')}.png`
  const decided = { plan: 'premium_yearly', decided_at: '2026-01-01' }
  return [
    { plan: 'premium_monthly' },
    { ...decided, status: 'rejected', reason: canary('reason') },
    { ...decided, status: 'verified' },
  ].map((row) => ['public.manual_payments', { user_id: id, proof_url, ...row }])
}

function sessionOf(token: string): unknown {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return typeof claims === 'object' && claims && 'session_id' in claims ? claims.session_id : undefined
}

/** Rows that only time or another service would bring. */
function waysInOf({ id, token }: Person): [table: string, row: object][] {
  const soon = { user_id: id, expires_at: '2099-01-01' }
  return [
    [
      'auth.flow_states',
      {
        ...soon,
        code_hash: randomBytes(32),
        code_challenge: randomBytes(32).toString('base64url'),
        method: 'otp',
      },
    ],
    [
      'auth.passkeys',
      {
        user_id: id,
        user_handle: randomBytes(32),
        credential_id: randomBytes(16),
        public_key: randomBytes(64),
        counter: 0,
        backed_up: false,
      },
    ],
    ['auth.webauthn_challenges', { ...soon, kind: 'registration' }],
    [
      'auth.provider_flows',
      {
        ...soon,
        state_hash: randomBytes(32),
        browser_hash: randomBytes(32),
        provider: 'google',
        redirect_to: 'http://emote.test/auth/callback',
        session_id: sessionOf(token),
      },
    ],
  ]
}

async function insertRest({ app, mina }: Meeting): Promise<void> {
  const rows: [table: string, row: object][] = [
    ['public.usage_ai_refinements', { user_id: mina.id }],
    ['public.usage_emi_messages', { user_id: mina.id }],
    ['public.emi_care', { user_id: mina.id }],
    ['app.emi_talks', { topic: `dm-${[mina.id, emi.id].toSorted().join('-')}` }],
    ['app.emi_turns', { message_id: randomUUID(), topic: 'tambayan-general', asker: mina.id, seq: 1 }],
    ['public.user_mutes', { muter_id: mina.id, muted_id: emi.id }],
    ['public.user_mutes', { muter_id: emi.id, muted_id: mina.id }],
    ['public.user_blocks', { blocker_id: mina.id, blocked_id: emi.id }],
    ['public.user_blocks', { blocker_id: emi.id, blocked_id: mina.id }],
    [
      'public.diary_locks',
      {
        user_id: mina.id,
        public_key: 'k'.repeat(40),
        by_passphrase: 'p'.repeat(40),
        by_recovery: 'r'.repeat(40),
      },
    ],
    ['app.renames', { id: mina.id }],
    ['auth.mfa_factors', { user_id: mina.id, factor_type: 'phone', phone: '639170000001' }],
    ['auth.recovery_codes', { user_id: mina.id, hash: `\\x${'ab'.repeat(32)}` }],
    [
      'public.payments',
      { user_id: mina.id, plan: 'premium_monthly', amount: 12_900, provider: 'test', status: 'paid' },
    ],
    ...proofsOf(mina),
    ...waysInOf(mina),
    ['app.premium_terms', { user_id: mina.id, source: 'gift', source_id: randomUUID(), months: 1 }],
    ['app.push_services', { origin: 'https://push.example.test' }],
    [
      'auth.mails',
      {
        key: randomBytes(16),
        id: randomUUID(),
        kind: 'recovery',
        user_id: mina.id,
        sealed: randomBytes(40),
        due_at: '2099-01-01',
        expires_at: '2099-01-02',
      },
    ],
  ]
  for (const [table, row] of rows) {
    const columns = Object.keys(row)
    await app.owner.query(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) on conflict do nothing`,
      Object.values(row),
    )
  }
}

/** Mails that wait and name no account: one to the address, one about a visitor's message, and one that is sent to a new address. */
async function queueMail({ app, mina }: Meeting): Promise<void> {
  const asked = { type: 'signup', to: { email: mina.email }, redirectTo: '' } as const
  const { rows } = await app.owner.query<{ id: string }>(
    'select id from public.contact_messages where user_id is null and email = $1',
    [mina.email],
  )
  const letter = { to: operator, replyTo: mina.email, subject: 'Other', text: canary('contact') }
  for (const mail of [
    { kind: 'asked', content: { asked } } as const,
    { kind: 'contact', about: rows[0]?.id ?? '', content: { letter } } as const,
  ]) {
    const { text, values } = insertMail(app.keys.secret, mail, new Date('2099-01-01'))
    // oxlint-disable-next-line no-await-in-loop -- two rows
    await app.owner.query(text, [...(values ?? [])])
  }
  const next = `${canary('bago')}@example.test`
  await app.owner.query('update auth.users set new_email = $2 where id = $1', [mina.id, next])
  await writeFile(join(app.outbox, `${mina.id.slice(0, 8)}.eml`), `To: ${next}\n`)
}

async function addBrowser({ mina }: Meeting): Promise<void> {
  const keys = { p256dh: `B${'p'.repeat(86)}`, auth: 'a'.repeat(22) }
  const endpoint = `https://push.example.test/${mina.id}`
  await mina.client
    .from('push_subscriptions')
    .insert({ endpoint, ...keys })
    .throwOnError()
}

/** The columns that name an account and hold no row of this person. */
export async function untouched({ owner }: Pick<TestApp, 'owner'>, person: Person): Promise<string[]> {
  const { rows } = await owner.query<{ relation: string; column_name: string }>(
    'select relation, column_name from app.columns_of_people()',
  )
  const found: string[] = []
  for (const { relation, column_name: column } of rows) {
    const { rowCount } = await owner.query(`select from ${relation} where ${column} = $1 limit 1`, [
      person.id,
    ])
    if (rowCount === 0) found.push(`${relation}.${column}`)
  }
  return found
}

/** Rows whose foreign key names no row. */
export async function orphans({ owner }: Pick<TestApp, 'owner'>): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; text: string }>(
    `select c.conname as name, format('select from %s as c where (%s) is not null and not exists (select from %s as p where (%s) = (%s)) limit 1',
       c.conrelid::regclass, own.columns, c.confrelid::regclass, own.columns, others.columns) as text
     from pg_constraint as c
       cross join lateral (select string_agg('c.' || quote_ident(a.attname), ', ' order by k.at) as columns
         from unnest(c.conkey) with ordinality as k (n, at) join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = k.n) as own
       cross join lateral (select string_agg('p.' || quote_ident(a.attname), ', ' order by k.at) as columns
         from unnest(c.confkey) with ordinality as k (n, at) join pg_attribute as a on a.attrelid = c.confrelid and a.attnum = k.n) as others
     where c.contype = 'f'`,
  )
  const found: string[] = []
  for (const { name, text } of rows) if ((await owner.query(text)).rowCount) found.push(name)
  return found
}
