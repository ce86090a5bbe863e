import type { Client } from 'pg'
import { bySchema, grants, plain, rightsIn, rowsOf, schemas, type Right } from './sql.ts'

export async function describeRoles(client: Client): Promise<string> {
  const roles = await rowsOf<{ role: string; words: string; becomes: string }>(
    client,
    `select rolname as role, concat_ws(' ', case when rolcanlogin then 'login' else 'nologin' end,
       case when rolinherit then 'inherit' else 'noinherit' end, case when rolbypassrls then 'bypassrls' end,
       case when rolsuper then 'superuser' end) as words,
       (select string_agg(roleid::regrole::text, ', ' order by roleid::regrole::text)
        from pg_auth_members where member = r.oid) as becomes
     from pg_roles r where rolname !~ '^pg_' and rolname <> current_user order by rolname`,
  )
  const rights = await rowsOf<Right & { schema: string }>(
    client,
    `select nspname as schema, r.*, null as column from pg_namespace, lateral (${rightsIn('nspacl', 'nspowner')}) r
     where nspname in ${schemas} order by ${bySchema('nspname')}, grantee`,
  )
  return [
    '-- Roles and schemas',
    ...roles.map(({ role, words }) => `create role ${role} ${words};`),
    ...roles.filter(({ becomes }) => becomes).map(({ role, becomes }) => `grant ${becomes} to ${role};`),
    ...[...Map.groupBy(rights, ({ schema }) => schema)].flatMap(([schema, own]) =>
      grants(`schema ${schema}`, own),
    ),
  ].join('\n')
}

export async function describeTypes(client: Client): Promise<string> {
  const domains = await rowsOf<{ name: string; base: string; checks: string }>(
    client,
    `select oid::regtype::text as name, format_type(typbasetype, typtypmod) as base,
       (select string_agg(pg_get_constraintdef(k.oid, true), ' ' order by conname) from pg_constraint k where contypid = t.oid) as checks
     from pg_type t where typtype = 'd' and typnamespace::regnamespace::text in ${schemas}
     order by ${bySchema('typnamespace::regnamespace')}, typname`,
  )
  return [
    '-- Domains',
    ...domains.map(({ name, base, checks }) => plain(`create domain ${name} as ${base} ${checks};`)),
  ].join('\n')
}
