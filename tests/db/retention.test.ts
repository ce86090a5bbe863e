import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeExpired } from '../../src/server/jobs/retention.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp } from '../support/cast.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

it('the retention job removes expired sessions and limits, and leaves the others', async () => {
  const mina = await signUp(app, 'Mina')
  const ben = await signUp(app, 'Ben')
  await app.owner.query(
    `update auth.sessions set expires_at = now() - interval '1 minute' where user_id = $1`,
    [mina.id],
  )
  await removeExpired(app.db)
  const { rows } = await app.owner.query<{ user_id: string }>('select user_id from auth.sessions')
  expect(rows).toEqual([{ user_id: ben.id }])
  await removeExpired(app.db, new Date(Date.now() + 86_400_000))
  expect((await app.owner.query('select from auth.rate_limits')).rowCount).toBe(0)
})

/** A row of each table of accounts whose rows end. `$1`: when it ends. */
const ending: Record<string, string> = {
  flow_states: `(user_id, code_hash, code_challenge, method, expires_at) select id, sha256($1::timestamptz::text::bytea), repeat('c', 43), 'otp', $1 from me`,
  mfa_challenges: `(factor_id, session_id, expires_at) select f.id, s.id, $1 from auth.mfa_factors f join auth.sessions s using (user_id)`,
  one_time_tokens: `(kind, user_id, email, link_hash, code_expires_at, expires_at)
    select case when $1 < now() then 'recovery' else 'magiclink' end, id, email, sha256($1::timestamptz::text::bytea), $1, $1 from me`,
  provider_flows: `(state_hash, browser_hash, provider, redirect_to, expires_at) values (sha256($1::timestamptz::text::bytea), sha256(''), 'google', '', $1)`,
  saml_requests: `(id, request_id, sso_provider_id, redirect_to, code_challenge, by_cookie, expires_at)
    select gen_random_uuid(), repeat('r', 20), id, '', repeat('c', 43), false, $1 from auth.sso_providers`,
  sessions: `(user_id, amr, expires_at) select id, '[]', $1 from me`,
  spent_assertions: `(key, expires_at) values (sha256($1::timestamptz::text::bytea), $1)`,
  used_challenges: `(hash, expires_at) values (sha256($1::timestamptz::text::bytea), $1)`,
  webauthn_challenges: `(kind, expires_at) values ('authentication', $1)`,
}

it('the retention job removes what has ended from every table of accounts', async () => {
  const { id } = await signUp(app, 'Ella')
  await app.owner.query(`insert into auth.sso_providers (entity_id, metadata_xml) values ('school', '')`)
  await app.owner.query(
    `insert into auth.mfa_factors (user_id, factor_type, secret) values ('${id}', 'totp', '')`,
  )
  const { rows } = await app.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'auth' and column_name = 'expires_at' and table_name <> 'mails' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(ending))
  const end = { past: new Date(Date.now() - 7_200_000), future: new Date(Date.now() + 3_600_000) }
  for (const [table, row] of Object.entries(ending))
    for (const at of [end.past, end.future])
      await app.owner.query(
        `with me as (select id, email from auth.users where id = '${id}') insert into auth.${table} ${row}`,
        [at],
      )
  await removeExpired(app.db)
  for (const table of Object.keys(ending)) {
    const kept = await app.owner.query<{ past: string; future: string }>(
      `select count(*) filter (where expires_at = $1) as past, count(*) filter (where expires_at = $2) as future from auth.${table}`,
      [end.past, end.future],
    )
    expect([table, ...Object.values(kept.rows[0] ?? {})]).toEqual([table, '0', '1'])
  }
  // A set-up that nobody finished stays for a day.
  const setUps = async () => (await app.owner.query('select from auth.mfa_factors')).rowCount
  expect(await setUps()).toBe(1)
  await removeExpired(app.db, new Date(Date.now() + 90_000_000))
  expect(await setUps()).toBe(0)
})

it('the retention job removes events that no node fetches any more, and keeps the two rows for the policies', async () => {
  await app.owner.query(
    `insert into realtime.messages (topic, event, inserted_at)
     values ('news', 'old', now() - interval '61 minutes'), ('news', 'young', now() - interval '59 minutes')`,
  )
  await removeExpired(app.db)
  const { rows } = await app.owner.query<{ event: string }>(
    'select event from realtime.messages order by seq',
  )
  expect(rows.map(({ event }) => event)).toEqual(['-', '-', 'young'])
})

it('the retention job removes uses of AI Refine that no longer count, and those that a dead server left', async () => {
  const { id } = await signUp(app, 'Carla')
  const left = async () => {
    const { rows } = await app.owner.query<{ days: number }>(
      `select extract(day from now() - created_at)::int as days from public.usage_ai_refinements order by 1`,
    )
    return rows.map(({ days }) => days)
  }
  await app.owner.query(
    `insert into public.usage_ai_refinements (user_id, created_at, settled_at)
     select $1, now() - make_interval(days => days, mins => 2), case when settled then now() end
     from (values (0, true), (0, false), (1, false), (29, true), (30, true), (400, true)) as use (days, settled)`,
    [id],
  )
  await removeExpired(app.db)
  expect(await left()).toEqual([0, 0, 29, 30, 400])
  await removeExpired(app.db, new Date(), { quotaDays: 30 })
  expect(await left()).toEqual([0, 0, 29])
})

it('the retention job removes ids that were spent more than ninety days ago, however many', async () => {
  await app.owner.query(
    `insert into app.spent_ids (id, spent_on)
     select gen_random_uuid(), current_date - days from (values (0), (89), (90), (91), (400)) as spent (days)
     union all select gen_random_uuid(), current_date - 500 from generate_series(1, 10000)`,
  )
  const left = async () => {
    const { rows } = await app.owner.query<{ days: number }>(
      'select current_date - spent_on as days from app.spent_ids order by 1',
    )
    return rows.map(({ days }) => days)
  }
  await removeExpired(app.db)
  expect(await left()).toEqual([0, 89, 90])
})

it('several nodes share the clean-up', async () => {
  await app.owner.query(
    `insert into realtime.messages (topic, event, inserted_at)
     select 'news', 'old', now() - interval '2 hours' from generate_series(1, 5000)`,
  )
  const logged: string[] = []
  const log = (line: string) => void logged.push(line)
  await Promise.all([1, 2, 3, 4].map(() => removeExpired(app.db, new Date(), { log })))
  expect(logged).toEqual([])
  expect((await app.owner.query(`select from realtime.messages where event = 'old'`)).rowCount).toBe(0)
})

it('the retention job goes on in other tables while a row or a table is locked, and names what it left', async () => {
  const { id } = await signUp(app, 'Dan')
  await app.owner.query(
    `update auth.sessions set expires_at = now() - interval '1 minute' where user_id = $1`,
    [id],
  )
  await app.owner.query(
    `insert into app.spent_ids (id, spent_on) select gen_random_uuid(), current_date - 500`,
  )
  const logged: string[] = []
  await app.owner.query('begin; lock table realtime.messages')
  await removeExpired(app.db, new Date(), { log: (line) => void logged.push(line) })
  await app.owner.query('rollback')
  const left = await app.owner.query(
    `select from auth.sessions where user_id = $1 union all select from app.spent_ids where spent_on < current_date - 90`,
    [id],
  )
  expect([left.rowCount, logged.length]).toEqual([0, 1])
  expect(logged[0]).toContain('The clean-up of events failed')
})

it('the retention job folds what was counted on past days, and leaves today as it is', async () => {
  await app.owner.query(
    `insert into app.analytics_events (day, name, mood, template)
     select current_date - days, 'post_create', mood, template
     from (values (0, 'Joy', null), (1, 'Joy', null), (1, 'Joy', null), (1, 'Joy', 'masaya-2'), (1, 'Calm', null), (9, 'Joy', null))
       as counted (days, mood, template), generate_series(1, 400)`,
  )
  await removeExpired(app.db)
  // A transaction that began before midnight comes late.
  await app.owner.query(
    `insert into app.analytics_events (day, name, mood) values (current_date - 1, 'post_create', 'Joy')`,
  )
  await removeExpired(app.db)
  const { rows } = await app.owner.query(
    `select current_date - day as days, mood, template, n::int from app.analytics_days order by 1, 2, 3 nulls first`,
  )
  expect(rows).toEqual([
    { days: 1, mood: 'Calm', template: null, n: 400 },
    { days: 1, mood: 'Joy', template: null, n: 801 },
    { days: 1, mood: 'Joy', template: 'masaya-2', n: 400 },
    { days: 9, mood: 'Joy', template: null, n: 400 },
  ])
  expect(
    (await app.owner.query('select distinct day = current_date as today from app.analytics_events')).rows,
  ).toEqual([{ today: true }])
})

it('the retention job forgets events of payments, unpaid checkouts, and payments of deleted accounts after ten years', async () => {
  const { id } = await signUp(app, 'Pia')
  await app.owner.query(
    `insert into public.payments (user_id, plan, amount, provider, status, created_at, paid_at)
     select case when own then $1::uuid end, 'premium_monthly', 12900, 'test', status, now() - age, case when status = 'paid' then now() - age end
     from (values (true, 'open', interval '89 days'), (true, 'expired', '91 days'), (false, 'failed', '91 days'), (true, 'paid', '11 years'),
       (false, 'paid', '9 years'), (false, 'paid', '11 years')) as checkout (own, status, age)`,
    [id],
  )
  await app.owner.query(
    `insert into app.payment_events (event_id, type, received_at)
     values ('evt_old', 'payment.paid', now() - interval '31 days'), ('evt_young', 'payment.paid', now() - interval '29 days')`,
  )
  await removeExpired(app.db)
  const { rows } = await app.owner.query(
    'select user_id is not null as own, status, extract(year from age(now(), created_at))::int as years from public.payments order by created_at',
  )
  expect(rows).toEqual([
    { own: true, status: 'paid', years: 11 },
    { own: false, status: 'paid', years: 9 },
    { own: true, status: 'open', years: 0 },
  ])
  expect((await app.owner.query('select event_id from app.payment_events')).rows).toEqual([
    { event_id: 'evt_young' },
  ])
})
