import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { matrix } from './matrix.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createDatabase(2)
})
afterAll(() => test.drop())

const list = async (text: string) =>
  (await test.owner.query<{ name: string }>(text)).rows.map(({ name }) => name)

it('the matrix has a row for every table, view and column of the exposed schema', async () => {
  const columns = await list(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  const reviewed = Object.entries(matrix).flatMap(([table, { columns: rows }]) =>
    Object.keys(rows).map((column) => `${table}.${column}`),
  )
  expect(columns.toSorted()).toEqual(reviewed.toSorted())
})

it('clients have each column right that the matrix names, and no other', async () => {
  const { rows } = await test.owner.query<{ name: string; visitor: string; people: string }>(
    `select c.relname || '.' || a.attname as name,
       concat(${rights('anon')}) as visitor, concat(${rights('authenticated')}) as people
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')`,
  )
  const granted = Object.fromEntries(rows.map(({ name, visitor, people }) => [name, { visitor, people }]))
  const wanted = Object.fromEntries(
    Object.entries(matrix).flatMap(([table, { columns }]) =>
      Object.entries(columns).map(([column, cell]) => [`${table}.${column}`, cell]),
    ),
  )
  expect(granted).toEqual(wanted)
})

const rights = (role: string) =>
  (['select', 'insert', 'update'] as const)
    .map(
      (verb) =>
        `case when has_column_privilege('${role}', c.oid, a.attnum, '${verb}') then '${verb[0]}' else '' end`,
    )
    .join(', ')

it('every table of the schemas that gateways serve has forced row-level security', async () => {
  const open = await list(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and not (relrowsecurity and relforcerowsecurity)
     and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'realtime'::regnamespace, 'storage'::regnamespace)`,
  )
  expect(open).toEqual([])
})

it('clients cannot truncate, reference or add triggers to any table', async () => {
  const loose = await list(
    `select concat(role, ' ', verb, ' ', c.relname) as name from pg_class c, unnest(array['anon', 'authenticated']) role,
       unnest(array['truncate', 'references', 'trigger']) verb
     where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'realtime'::regnamespace, 'storage'::regnamespace) and c.relkind in ('r', 'v')
       and has_table_privilege(role, c.oid, verb)`,
  )
  expect(loose).toEqual([])
})

it('clients may execute the identity functions and those that policies and gateways call, and no other', async () => {
  const executable = await list(
    `select distinct p.oid::regprocedure::text as name from pg_proc p, unnest(array['anon', 'authenticated']) role
     where p.pronamespace in ('public'::regnamespace, 'auth'::regnamespace, 'app'::regnamespace, 'realtime'::regnamespace, 'storage'::regnamespace)
       and has_function_privilege(role, p.oid, 'execute')`,
  )
  expect(executable.toSorted()).toEqual([
    'app.across_blocks()',
    'app.ask_emi(text,integer,integer,boolean)',
    'app.create_poll(uuid,text,text[],timestamp with time zone)',
    'app.delete_poll(uuid)',
    'app.excerpt(text,integer)',
    'app.forget_emi()',
    'app.has_talked(uuid)',
    'app.is_blank(text)',
    'app.is_kept_from(uuid)',
    'app.is_premium(boolean,timestamp with time zone)',
    'app.last_message(text)',
    'app.mark_all_read()',
    'app.marked_address(text)',
    'app.marked_object(text)',
    'app.may_hear(text,text)',
    'app.mentioned(text)',
    'app.mentions_in(text)',
    'app.my_limits(integer,integer,integer,integer)',
    'app.notice_people(uuid,text)',
    'app.openable_upload(text)',
    'app.out_of_sight()',
    'app.own_conversations()',
    'app.plain_text(text)',
    'app.reserve_checkout(text,text)',
    'app.reserve_upload(integer,bigint,bigint)',
    'app.reserve_use(text,integer,integer)',
    'app.slug_of(app.mood)',
    'app.sticker_or_gif(text)',
    'app.submit_report(text,uuid,text,text)',
    'app.taken_contact(integer,timestamp with time zone,uuid)',
    'app.taken_files()',
    'app.taken_messages(integer,text,bigint)',
    'app.taken_posts(integer,bigint)',
    'app.unanswered_words(text)',
    'app.vote(uuid,integer)',
    'app.voter_id(bytea,uuid)',
    'app.withdraw(uuid)',
    'auth.email()',
    'auth.jwt()',
    'auth.role()',
    'auth.uid()',
    'realtime.is_public(text)',
    'realtime.topic()',
    'storage.extension(text)',
    'storage.filename(text)',
    'storage.foldername(text)',
  ])
})

/** Every function that runs with its owner's rights, whatever its schema; PostgreSQL's own aside. */
const definers = `pg_proc where prosecdef and pronamespace not in
  ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`

it('every security definer function belongs to function_owner and has a fixed search path', async () => {
  const all = await list(`select oid::regprocedure::text as name from ${definers}`)
  const loose = await list(
    `select oid::regprocedure::text as name from ${definers} and (proowner <> 'function_owner'::regrole
       or not exists (select from unnest(proconfig) setting where setting like 'search_path=%'))`,
  )
  expect(all.length).toBeGreaterThan(30)
  expect(loose).toEqual([])
})

it('only app.is_premium compares the end of Premium with the clock', async () => {
  const others = await list(
    `select name from (
       select viewname as name, definition from pg_views where schemaname in ('public', 'app')
       union all select proname, coalesce(prosrc, '') || coalesce(pg_get_function_sqlbody(oid), '') from pg_proc
         where pronamespace in ('public'::regnamespace, 'app'::regnamespace)) as code (name, definition)
     where definition ~ 'premium_until[)]?[[:space:]]*[<>]|[<>]=?[[:space:]]*[(]?([a-z]+[.])?premium_until'`,
  )
  expect(others).toEqual([])
})

it('a view that works with its owner’s rights belongs to public_reader', async () => {
  const others = await list(
    `select relname as name from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
       and relowner <> 'public_reader'::regrole and 'security_invoker=true' <> all (coalesce(reloptions, '{}'))`,
  )
  expect(others).toEqual([])
})

it('the owners of functions and views are no superusers, cannot log in, and nobody can become them', async () => {
  const { rows } = await test.owner.query(
    `select rolname as name, rolsuper or rolcanlogin or rolcreaterole or rolcreatedb or rolreplication as strong,
       rolbypassrls as passes, exists (select from pg_auth_members where roleid = oid or member = oid) as shared,
       exists (select from pg_class where relowner = oid and relkind <> 'v') as owns
     from pg_roles where rolname in ('function_owner', 'public_reader') order by rolname`,
  )
  expect(rows).toEqual([
    { name: 'function_owner', strong: false, passes: true, shared: false, owns: false },
    { name: 'public_reader', strong: false, passes: false, shared: false, owns: false },
  ])
})

it('function_owner creates nothing, and of an account it reads the id, the address, the age, the ban, whether it is anonymous and whether it has a second step', async () => {
  const schemas = await list(
    `select nspname as name from pg_namespace where has_schema_privilege('function_owner', oid, 'create')`,
  )
  const read = await list(
    `select attrelid::regclass || '.' || attname as name from pg_attribute
     where attrelid in (select oid from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r')
       and attnum > 0 and has_column_privilege('function_owner', attrelid, attnum, 'select') order by 1`,
  )
  expect(schemas).toEqual([])
  expect(read).toEqual([
    'auth.rate_limits.full_at',
    'auth.rate_limits.key',
    'auth.sessions.aal',
    'auth.sessions.expires_at',
    'auth.sessions.id',
    'auth.sessions.user_id',
    'auth.users.banned_until',
    'auth.users.created_at',
    'auth.users.email',
    'auth.users.has_second_step',
    'auth.users.id',
    'auth.users.is_anonymous',
  ])
})

it("a trigger's name states its kind and its place, and sorts after those of foreign keys", async () => {
  const { rows } = await test.owner.query<{ table: string; names: string[]; kinds: string[] }>(
    `select tgrelid::regclass::text as table, array_agg(tgname::text order by kind, tgname) as names,
       array_agg(case when tgtype & 64 > 0 then 'instead' when kind < 2 then 'before' else 'after' end order by kind, tgname) as kinds
     from (select *, case tgtype::integer & 3 when 2 then 0 when 3 then 1 when 1 then 2 else 3 end as kind
       from pg_trigger where not tgisinternal) as t group by tgrelid`,
  )
  expect(rows.length).toBeGreaterThan(10)
  for (const { table, names, kinds } of rows) {
    const places = names.map((name) => Number(/^(?:before|after|instead)_(\d\d)_[a-z_]+$/.exec(name)?.[1]))
    expect({ table, places }).toEqual({ table, places: [...new Set(places)].toSorted((a, b) => a - b) })
    expect({ table, kinds: names.map((name) => name.split('_')[0]) }).toEqual({ table, kinds })
  }
  const early = await list(
    `select user_made.tgname as name from pg_trigger user_made join pg_trigger of_key using (tgrelid)
     where not user_made.tgisinternal and of_key.tgisinternal and user_made.tgtype::integer & 3 = 1
       and user_made.tgname < of_key.tgname`,
  )
  expect(early).toEqual([])
})
