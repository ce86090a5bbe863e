import type { Client } from 'pg'
import { bySchema, grants, plain, rightsIn, rowsOf, schemas, wrap, type Right } from './sql.ts'

/** All that belongs to a table or view, as lines in firing or alphabetical order. */
type Parts = Map<string, string[]>
type Line = { table: string; line: string }
type Table = {
  table: string
  unlogged: boolean
  options: string | null
  forced: boolean
  owner: string | null
  query: string | null
}

export async function describeTables(client: Client): Promise<string> {
  const tables = await readTables(client, 'r')
  const [columns, constraints, indexes, policies, rights, triggers, references] = await readParts(client)
  const texts = tables.map(({ table, unlogged, options, forced }) => {
    const body = [...(columns.get(table) ?? []), ...(constraints.get(table) ?? [])].map((line) => `  ${line}`)
    const level = forced
      ? `alter table ${table} enable row level security, force row level security;`
      : '-- No row-level security.'
    return [
      `-- Table ${table}`,
      `create ${unlogged ? 'unlogged ' : ''}table ${table} (\n${body.join(',\n')}\n)${options ? ` with (${options})` : ''};`,
      ...(indexes.get(table) ?? []),
      ...(references.get(table) ?? []),
      level,
      ...(policies.get(table) ?? []),
      ...(rights.get(table) ?? []),
      ...(triggers.get(table) ?? []),
    ].join('\n')
  })
  return texts.join('\n\n')
}

export async function describeViews(client: Client): Promise<string> {
  const views = await readTables(client, 'v')
  const rights = await readRights(client)
  const defaults = await readLines(client, viewDefaults)
  const fired = await readLines(client, triggers)
  const texts = views.map(({ table, options, owner, query }) =>
    [
      `-- View ${table}`,
      `create view ${table}${options ? ` with (${options})` : ''} as\n${plain(query ?? '')}`,
      ...(owner ? [`alter view ${table} owner to ${owner};`] : []),
      ...(defaults.get(table) ?? []),
      ...(rights.get(table) ?? []),
      ...(fired.get(table) ?? []),
    ].join('\n'),
  )
  return texts.join('\n\n')
}

/** Filters the tables of our schemas by name; `c` is pg_class. */
const ours = `c.relnamespace::regnamespace::text in ${schemas}`

function readTables(client: Client, kind: 'r' | 'v'): Promise<Table[]> {
  return rowsOf<Table>(
    client,
    `select c.oid::regclass::text as table, relpersistence = 'u' as unlogged, array_to_string(reloptions, ', ') as options,
       relrowsecurity and relforcerowsecurity as forced,
       case when relowner <> current_user::regrole then relowner::regrole::text end as owner,
       case relkind when 'v' then pg_get_viewdef(c.oid, true) end as query
     from pg_class c where relkind = '${kind}' and ${ours} order by ${bySchema('relnamespace::regnamespace')}, relname`,
  )
}

async function readParts(client: Client): Promise<[Parts, Parts, Parts, Parts, Parts, Parts, Parts]> {
  return [
    await readLines(client, columns),
    await readLines(client, constraints),
    await readLines(client, indexes),
    await readLines(client, policies),
    await readRights(client),
    await readLines(client, triggers),
    await readLines(client, references),
  ]
}

async function readLines(client: Client, query: string): Promise<Parts> {
  const lines = Map.groupBy(await rowsOf<Line>(client, query), ({ table }) => table)
  return new Map(
    [...lines].map(([table, group]) => [
      table,
      group.map(({ line }) => wrap(plain(line), / (?=(for each|and) )/g)),
    ]),
  )
}

async function readRights(client: Client): Promise<Parts> {
  const rights = await rowsOf<Right & { table: string }>(
    client,
    `select c.oid::regclass::text as table, r.*, null as column from pg_class c, lateral (${rightsIn('relacl', 'relowner')}) r
     where ${ours}
     union all
     select * from (select c.oid::regclass::text, r.grantee, r.privilege, attname from pg_class c
       join pg_attribute a on a.attrelid = c.oid, lateral (${rightsIn('attacl', 'relowner')}) r where ${ours} order by attnum) as a`,
  )
  const sorted = rights.toSorted((a, b) => (a.grantee < b.grantee ? -1 : Number(a.grantee > b.grantee)))
  const groups = Map.groupBy(sorted, ({ table }) => table)
  return new Map([...groups].map(([table, group]) => [table, grants(table, group)]))
}

const columns = `
  select c.oid::regclass::text as table, concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, case when attidentity <> '' then 'generated always as identity' end,
    'default ' || pg_get_expr(adbin, adrelid, true)) as line
  from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where ${ours} and relkind = 'r' and attnum > 0 and not attisdropped order by attnum`

const viewDefaults = `
  select c.oid::regclass::text as table, format('alter view %s alter column %I set default %s;', c.oid::regclass, attname,
    pg_get_expr(adbin, adrelid, true)) as line
  from pg_attrdef join pg_class c on c.oid = adrelid join pg_attribute a on attrelid = adrelid and attnum = adnum
  where ${ours} and relkind = 'v' order by attnum`

const constraints = `
  select c.oid::regclass::text as table, format('constraint %I %s', conname, pg_get_constraintdef(k.oid, true)) as line
  from pg_constraint k join pg_class c on c.oid = conrelid
  where ${ours} and contype <> 'n' order by position(contype in 'pufc'), conname`

/** Leaves out indexes that a constraint made. */
const indexes = `
  select c.oid::regclass::text as table, pg_get_indexdef(indexrelid, 0, true) || ';' as line
  from pg_index join pg_class c on c.oid = indrelid
  where ${ours} and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
  order by indexrelid::regclass::text`

const policies = `
  select c.oid::regclass::text as table, concat(
    format('create policy %I on %s for ', polname, c.oid::regclass),
    case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    ' to ', (select string_agg(role::regrole::text, ', ' order by role::regrole::text) from unnest(polroles) role),
    E'\\n  using (' || pg_get_expr(polqual, polrelid, true) || ')',
    E'\\n  with check (' || pg_get_expr(polwithcheck, polrelid, true) || ')', ';') as line
  from pg_policy join pg_class c on c.oid = polrelid where ${ours} order by position(polcmd::text in 'rawd*'), polname`

/** In firing order: before the statement, before and after each row, after the statement, then by name. */
const triggers = `
  select c.oid::regclass::text as table, pg_get_triggerdef(t.oid, true) || ';' as line
  from pg_trigger t join pg_class c on c.oid = tgrelid where ${ours} and not tgisinternal
  order by position((tgtype::integer & 3)::text in '2310'), tgname`

const references = `
  select confrelid::regclass::text as table, format('-- Referenced by %s: %s', conrelid::regclass,
    regexp_replace(pg_get_constraintdef(oid, true), ' REFERENCES [^(]+', ' to ')) as line
  from pg_constraint where contype = 'f' order by conrelid::regclass::text, conname`
