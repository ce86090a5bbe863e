import type { Column } from './columns.ts'

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

/** The types of jsonb columns that are not maps of counts. */
const shapes: Record<string, string> = {
  reactions: 'Record<string, string[]>',
  mentioned: '{ id: string; codename: string }[]',
  file: 'MessageFile',
}

const header = `// Made by \`npm run schema\` from the migrations; a test keeps it true.`

/** One type a table or view: the row as the data API sends it to a signed-in person (timestamps as ISO texts). */
export function describeRows(columns: Column[]): string {
  const types = [...byTable(columns)].map(([table, fields]) => {
    const lines = fields.map(
      (field) => `  ${field.column}: ${typeOf(field)}${field.nullable ? ' | null' : ''}`,
    )
    return `export type ${rowName(table)} = {\n${lines.join('\n')}\n}\n`
  })
  return `${header} Rows keep the database's column names.\nimport type { MessageFile } from './marker.ts'\nimport type { MoodValue } from './moods.ts'\n\n${types.join('\n')}`
}

const isWritable = (fields: Column[]) => fields.some((field) => field.insertable || field.updatable)

/** The type that the official client reads. A table that people only read is listed as a view, so that a write does not compile. */
export function describeDatabase(columns: Column[]): string {
  const tables = [...byTable(columns)]
  const imports = tables.map(([table]) => `  ${rowName(table)},`)
  const written = tables
    .filter(([, fields]) => isWritable(fields))
    .map(([table, fields]) => tableOf(table, fields))
  const read = tables
    .filter(([, fields]) => !isWritable(fields))
    .map(([table]) => `      ${table}: View<${rowName(table)}>`)
  return `${header}
import type {
${imports.join('\n')}
} from './rows.ts'

/** An insert names the \`Needed\` columns, and may name the \`Optional\` ones. An update names some of the \`Changeable\` ones. */
type Table<Row, Needed extends keyof Row, Optional extends keyof Row, Changeable extends keyof Row> = {
  Row: Row
  Insert: Pick<Row, Needed> & Partial<Pick<Row, Optional>>
  Update: Partial<Pick<Row, Changeable>>
  Relationships: []
}
type View<Row> = { Row: Row; Relationships: [] }

/** Tables and views as a signed-in person may use them: rights from the grants, nullability and defaults from the columns. */
export type Database = {
  public: {
    Tables: {
${written.join('\n')}
    }
    Views: {
${read.join('\n')}
    }
    Functions: Record<string, never>
  }
}
`
}

function tableOf(table: string, fields: Column[]): string {
  const inserted = fields.filter((field) => field.insertable)
  const lists = [
    inserted.filter((field) => !field.filled),
    inserted.filter((field) => field.filled),
    fields.filter((field) => field.updatable),
  ].map((list) => list.map((field) => `'${field.column}'`).join(' | ') || 'never')
  return `      ${table}: Table<\n        ${[rowName(table), ...lists].join(',\n        ')}\n      >`
}

const byTable = (columns: Column[]) => Map.groupBy(columns, ({ table }) => table)

function typeOf({ type, base, column }: Column): string {
  if (type === 'mood') return 'MoodValue'
  const scalar = (base === 'jsonb' && shapes[column]) || scalars[base]
  if (!scalar)
    throw new Error(`scripts/schema/types.ts has no TypeScript type for ${base} (column ${column})`)
  return scalar
}

/** post_comments → PostComment: a type names one row. */
function rowName(table: string): string {
  const name = table.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
  return name.endsWith('View') ? name : name.replace(/s$/, '')
}
