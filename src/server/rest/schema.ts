import type { Claims, Db } from '../db/door.ts'

export type Role = Claims['role']
export type Column = {
  name: string
  /** Schema-qualified and quoted, for use behind `::`. */
  type: string
  /** The SQL of the column's default, for `Prefer: missing=default`. */
  fallback: string | null
}
export type Relation = {
  name: string
  columns: ReadonlyMap<string, Column>
  primaryKey: Column[]
  /** The readable columns of each role: its `*`. */
  readable: Record<Role, Column[]>
  /** The column that a read must name with eq or in: the relation's comment `read by: …`. */
  readBy: string | null
  insertable: boolean
  updatable: boolean
  deletable: boolean
}
export type Schema = ReadonlyMap<string, Relation>

const roles: Role[] = ['anon', 'authenticated', 'service_role']

type ColumnRow = Column & { readers: Role[] }
type RelationRow = Pick<Relation, 'name' | 'readBy' | 'insertable' | 'updatable' | 'deletable'> & {
  primary_key: string[]
  columns: ColumnRow[] | null
}

// pg_relation_is_updatable returns bits: 4 update, 8 insert, 16 delete. `true` includes INSTEAD OF triggers.
const readCatalog = `
select c.relname as name,
  substring(obj_description(c.oid, 'pg_class') from '^read by: (\\w+)$') as "readBy",
  (pg_relation_is_updatable(c.oid, true) & 8) > 0 as insertable,
  (pg_relation_is_updatable(c.oid, true) & 4) > 0 as updatable,
  (pg_relation_is_updatable(c.oid, true) & 16) > 0 as deletable,
  array(
    select a.attname::text from pg_index i
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where i.indrelid = c.oid and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)
  ) as primary_key,
  (
    select json_agg(json_build_object(
      'name', a.attname,
      'type', quote_ident(n.nspname) || '.' || quote_ident(t.typname),
      'fallback', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
      'readers', array(select r from unnest($1::text[]) r where has_column_privilege(r, c.oid, a.attnum, 'select'))
    ) order by a.attnum)
    from pg_attribute a
    join pg_type declared on declared.oid = a.atttypid
    -- A domain stands for its base type: a filter by a value outside the domain finds nothing, as in the reference.
    join pg_type t on t.oid = case declared.typtype when 'd' then declared.typbasetype else declared.oid end
    join pg_namespace n on n.oid = t.typnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ) as columns
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`

/** Tables and views of schema public, read once at start. A migration needs a restart. */
export async function loadSchema(db: Db): Promise<Schema> {
  const { rows } = await db.asService((tx) => tx.last<RelationRow>({ text: readCatalog, values: [roles] }), {
    readOnly: true,
  })
  return new Map(rows.map((row) => [row.name, toRelation(row)]))
}

function toRelation({ primary_key: keys, columns: listed, ...row }: RelationRow): Relation {
  const all = listed ?? []
  const columns = new Map(all.map(({ name, type, fallback }) => [name, { name, type, fallback }]))
  const present = (names: string[]) => names.flatMap((name) => columns.get(name) ?? [])
  const readableBy = (role: Role) =>
    present(all.filter((column) => column.readers.includes(role)).map((column) => column.name))
  return {
    ...row,
    columns,
    primaryKey: present(keys),
    readable: {
      anon: readableBy('anon'),
      authenticated: readableBy('authenticated'),
      service_role: readableBy('service_role'),
    },
  }
}
