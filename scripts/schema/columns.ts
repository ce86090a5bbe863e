import type { Client } from 'pg'
import { neverNullColumns } from './nullability.ts'

export type Column = {
  table: string
  view: boolean
  column: string
  /** The domain or type, and the type below the domain. */
  type: string
  base: string
  nullable: boolean
  /** A signed-in person may name the column in an insert, an update. */
  insertable: boolean
  updatable: boolean
  /** PostgreSQL fills the column when an insert leaves it out. */
  filled: boolean
}

/** The columns of schema public that a signed-in person may read, table by table. */
export async function readColumns(client: Client): Promise<Column[]> {
  const neverNull = await neverNullColumns(client)
  const { rows } = await client.query<Column & { key: string }>(
    `select c.oid || '.' || a.attnum as key, c.relname as table, c.relkind = 'v' as view, a.attname as column,
       t.typname as type, coalesce(b.typname, t.typname) as base,
       not a.attnotnull or a.atthasdef or a.attidentity <> '' as filled,
       has_column_privilege('authenticated', c.oid, a.attnum, 'insert') as insertable,
       has_column_privilege('authenticated', c.oid, a.attnum, 'update') as updatable
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = t.typbasetype
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
       and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
     order by c.relname, a.attnum`,
  )
  return rows.map(({ key, ...column }) => ({ ...column, nullable: !neverNull.has(key) }))
}
