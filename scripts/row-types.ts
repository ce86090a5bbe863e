import type { Client } from 'pg'

type Column = { table: string; column: string; type: string; base: string; nullable: boolean }

const scalars: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  timestamptz: 'string',
  bool: 'boolean',
  int4: 'number',
  int8: 'number',
  jsonb: 'Record<string, number>',
  date: 'string',
  _text: 'string[]',
}
// A view's columns carry no NOT NULL: these may really be null.
const nullableInViews = [
  'codename',
  'avatar_url',
  'premium_until',
  'user_id',
  'template_url',
  'my_reaction',
  'content_warning',
]
/** Where a name or a person is always there. */
const neverNull = [
  'wall_posts.codename',
  'wall_search.codename',
  'unanswered_posts.codename',
  'wall_comments.codename',
  'wall_comments.user_id',
]

/** TypeScript for the readable columns of schema public, as the data API sends them (timestamps as ISO texts). */
export async function describeRows(client: Client): Promise<string> {
  const { rows } = await client.query<Column>(
    `select c.relname as table, a.attname as column, t.typname as type, coalesce(b.typname, t.typname) as base,
       case when c.relkind = 'v' then a.attname = any ($1) and not c.relname || '.' || a.attname = any ($2)
         else not a.attnotnull end as nullable
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = t.typbasetype
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
       and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
     order by c.relname, a.attnum`,
    [nullableInViews, neverNull],
  )
  const tables = Map.groupBy(rows, (row) => row.table)
  const types = [...tables].map(([table, columns]) => {
    const fields = columns.map(
      (column) => `  ${column.column}: ${typeOf(column)}${column.nullable ? ' | null' : ''}`,
    )
    return `export type ${pascal(table)} = {\n${fields.join('\n')}\n}\n`
  })
  const header = `// Made by \`npm run rows\` from the migrations; a test keeps it true. Rows keep the database's spelling up to the screen.\n`
  return `${header}import type { MoodValue } from './moods.ts'\n\n${types.join('\n')}`
}

function typeOf({ type, base, column }: Column): string {
  if (type === 'mood') return 'MoodValue'
  const scalar = scalars[base]
  if (!scalar) throw new Error(`No TypeScript type for ${base} (column ${column})`)
  return scalar
}

/** post_comments → PostComment: a type names one row. */
function pascal(table: string): string {
  const name = table.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
  return name.endsWith('View') ? name : name.replace(/s$/, '')
}
