import type { Client } from 'pg'

/** Our schemas, as a list for SQL. */
export const schemas = `('public', 'app', 'auth', 'realtime', 'storage')`
/** Orders names by schema: the exposed one first. */
export const bySchema = (namespace: string) => `${namespace}::text <> 'public', ${namespace}::text`

export async function rowsOf<Row extends object>(client: Client, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows
}

/** Turns PostgreSQL's spelling into ours: lower-case keywords, short type names, no cast after a text constant. */
export function plain(sql: string): string {
  // Every second part is a quoted name or constant.
  const parts = sql.split(/('(?:[^']|'')*'|"[^"]*")/)
  return parts.map((part, index) => (index % 2 === 1 ? part : spellPart(part))).join('')
}

function spellPart(part: string): string {
  return part
    .replace(/\b[A-Z][A-Z_]+\b/g, (word) => word.toLowerCase())
    .replace(/timestamp with time zone/g, 'timestamptz')
    .replace(/^::(text|jsonb|interval|timestamptz|date)\b(?!\[)/, '')
    .replace(
      /\(\( select ([\w.]+\(\)) as \w+\)\)|\( ?select ([\w.]+\(\)) as \w+\)/g,
      (_, two: string | undefined, one: string) => `(select ${two ?? one})`,
    )
    .replace(/ using btree/g, '')
}

/** Breaks a line that is longer than 140 letters before each of the words. */
export function wrap(line: string, words: RegExp): string {
  return line.length > 140 ? line.replace(words, '\n  ') : line
}

export type Right = {
  grantee: string
  privilege: string
  /** Null: the whole object. */ column: string | null
}

const tableRights = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain']

/** `grant` statements, one for each set of rights; roles with the same rights share one. */
export function grants(object: string, rights: Right[]): string[] {
  const lists = [...Map.groupBy(rights, ({ grantee }) => grantee)].map(([grantee, own]) => ({
    grantee,
    list: rightsOf(own),
  }))
  return [...Map.groupBy(lists, ({ list }) => list)].map(([list, group]) =>
    wrap(
      `grant ${list} on ${object} to ${group.map(({ grantee }) => grantee).join(', ')};`,
      / (?=(insert|update|on) )/g,
    ),
  )
}

function rightsOf(rights: Right[]): string {
  const whole = new Set(rights.filter(({ column }) => column === null).map(({ privilege }) => privilege))
  if (tableRights.every((name) => whole.has(name))) return 'all'
  const others = [...whole].filter((name) => !tableRights.includes(name))
  return [...tableRights, ...others]
    .flatMap((name) => {
      if (whole.has(name)) return [name]
      const columns = rights.filter(({ privilege, column }) => privilege === name && column !== null)
      return columns.length > 0 ? [`${name} (${columns.map(({ column }) => column).join(', ')})`] : []
    })
    .join(', ')
}

/** The rights in an access list, without the owner's own. */
export const rightsIn = (acl: string, owner: string) =>
  `select case grantee when 0 then 'public' else grantee::regrole::text end as grantee, lower(privilege_type) as privilege
   from aclexplode(${acl}) where grantee <> ${owner}`
