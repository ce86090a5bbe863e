import type { Client } from 'pg'

/**
 * The columns that are never null, as `<oid of the table>.<number>`. PostgreSQL knows this of tables only. For a view it is derived from the
 * parsed query that PostgreSQL keeps: a column is never null when it is a plain column that is never null and that no outer join
 * makes null, or a COALESCE with a constant in it.
 */
export async function neverNullColumns(client: Client): Promise<Set<string>> {
  const tables = await client.query<{ key: string }>(
    `select attrelid || '.' || attnum as key from pg_attribute where attnotnull and attnum > 0`,
  )
  const views = await client.query<{ oid: string; query: string }>(
    `select ev_class::text as oid, ev_action::text as query from pg_rewrite join pg_class c on c.oid = ev_class
     where rulename = '_RETURN' and c.relnamespace = 'public'::regnamespace order by ev_class`,
  )
  const neverNull = new Set(tables.rows.map(({ key }) => key))
  // A view is younger than the views that it reads, so these come first.
  for (const { oid, query } of views.rows) {
    for (const entry of targetsOf(query)) {
      const origin = `${atom(entry, 'resorigtbl')}.${atom(entry, 'resorigcol')}`
      const [expression] = entry.fields.get('expr') ?? []
      if (isNode(expression) && isNeverNull(expression, neverNull.has(origin)))
        neverNull.add(`${oid}.${atom(entry, 'resno')}`)
    }
  }
  return neverNull
}

function isNeverNull(expression: Node, originIsNeverNull: boolean): boolean {
  if (expression.kind === 'VAR') return originIsNeverNull && listOf(expression, 'varnullingrels').length === 1
  if (expression.kind !== 'COALESCEEXPR') return false
  return listOf(expression, 'args').some(
    (value) => isNode(value) && value.kind === 'CONST' && atom(value, 'constisnull') === 'false',
  )
}

/** PostgreSQL's text form of a parsed query: `{KIND :field value … }`, lists in parentheses, atoms. */
type Value = string | Value[] | Node
type Node = { kind: string; fields: Map<string, Value[]> }

const isNode = (value: Value | undefined): value is Node => typeof value === 'object' && !Array.isArray(value)

function atom(node: Node, field: string): string {
  const value = node.fields.get(field)?.[0]
  if (typeof value !== 'string') throw new Error(`No ${field} in a ${node.kind} of PostgreSQL's query tree`)
  return value
}

function listOf(node: Node, field: string): Value[] {
  const value = node.fields.get(field)?.[0]
  return Array.isArray(value) ? value : []
}

function targetsOf(query: string): Node[] {
  const tokens = query.match(/[(){}]|(?:\\.|[^\s(){}\\])+/g) ?? []
  const [statement] = parseValue(tokens.values()) as Value[]
  return isNode(statement) ? listOf(statement, 'targetList').filter(isNode) : []
}

/** Undefined at the end of the list or node that is being read. */
function parseValue(tokens: Iterator<string>): Value | undefined {
  const { value: token, done } = tokens.next()
  if (done || token === ')' || token === '}') return undefined
  if (token === '(') return parseList(tokens)
  return token === '{' ? parseNode(tokens) : token
}

function parseList(tokens: Iterator<string>): Value[] {
  const list: Value[] = []
  for (let value = parseValue(tokens); value !== undefined; value = parseValue(tokens)) list.push(value)
  return list
}

function parseNode(tokens: Iterator<string>): Node {
  const [kind, ...rest] = parseList(tokens)
  if (typeof kind !== 'string') throw new Error("A node of PostgreSQL's query tree has no kind")
  const fields = new Map<string, Value[]>()
  let current: Value[] = []
  for (const value of rest) {
    if (typeof value === 'string' && value.startsWith(':')) fields.set(value.slice(1), (current = []))
    else current.push(value)
  }
  return { kind, fields }
}
