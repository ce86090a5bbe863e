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

it('has a row for every table, view and column of the exposed schema', async () => {
  const columns = await list(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  const reviewed = Object.entries(matrix).flatMap(([table, { columns: rows }]) =>
    Object.keys(rows).map((column) => `${table}.${column}`),
  )
  expect(columns.toSorted()).toEqual(reviewed.toSorted())
})

it('grants each column right that the matrix names, and no other', async () => {
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

it('forces row-level security on every table of every schema of ours', async () => {
  const open = await list(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and not (relrowsecurity and relforcerowsecurity)
     and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'realtime'::regnamespace, 'storage'::regnamespace)`,
  )
  expect(open).toEqual([])
})

it('lets clients truncate, reference or trigger nothing', async () => {
  const loose = await list(
    `select concat(role, ' ', verb, ' ', c.relname) as name from pg_class c, unnest(array['anon', 'authenticated']) role,
       unnest(array['truncate', 'references', 'trigger']) verb
     where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'realtime'::regnamespace, 'storage'::regnamespace) and c.relkind in ('r', 'v')
       and has_table_privilege(role, c.oid, verb)`,
  )
  expect(loose).toEqual([])
})

it('lets clients execute only the functions that tell them who they are, and what policies and gateways ask', async () => {
  const executable = await list(
    `select distinct p.oid::regprocedure::text as name from pg_proc p, unnest(array['anon', 'authenticated']) role
     where p.pronamespace in ('public'::regnamespace, 'auth'::regnamespace, 'app'::regnamespace, 'realtime'::regnamespace, 'storage'::regnamespace)
       and has_function_privilege(role, p.oid, 'execute')`,
  )
  expect(executable.toSorted()).toEqual([
    'app.is_kept_from(uuid)',
    'app.may_hear(text,text)',
    'app.out_of_sight()',
    'app.reserve_refinement(integer,integer)',
    'app.submit_report(text,uuid,text,text)',
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

it('keeps the search path of every definer function fixed, and definer views with the reader that owns nothing', async () => {
  const loose = await list(
    `select oid::regprocedure::text as name from pg_proc where prosecdef and pronamespace in
       ('public'::regnamespace, 'auth'::regnamespace, 'app'::regnamespace, 'realtime'::regnamespace, 'storage'::regnamespace)
       and not exists (select from unnest(proconfig) setting where setting like 'search_path=%')`,
  )
  const views = await list(
    `select relname as name from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
       and relowner <> 'public_reader'::regrole`,
  )
  const strong = await list(
    `select rolname as name from pg_roles where rolname = 'public_reader' and (rolbypassrls or rolsuper)`,
  )
  expect([loose, views, strong]).toEqual([[], [], []])
})
