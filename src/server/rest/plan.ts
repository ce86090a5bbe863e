import type { Condition, Operator, Test } from './conditions.ts'
import { requestLimits, writeLimits } from '../http/limits.ts'
import { badBody, badQuery, notBuilt, quote, refusal } from './errors.ts'
import type { Query, Term } from './parse.ts'
import type { Column, Relation, Role, Schema } from './schema.ts'

export type Output = { column: Column; alias: string }
export type Sort = Omit<Term, 'column'> & { column: Column }
export type Check =
  | { kind: 'test'; column: Column; negated: boolean; operator: Operator; value: string | string[] }
  | { kind: 'group'; join: 'and' | 'or'; negated: boolean; parts: Check[] }
  | { kind: 'row'; columns: [Column, Column]; operator: Operator; values: [string, string] }

export type ReadPlan = {
  relation: Relation
  output: Output[]
  where: Check[]
  order: Sort[]
  limit: number
  offset: number
}
/** `rows` is the client's JSON array (insert) or object (update). Only `columns` are used. */
export type InsertPlan = {
  relation: Relation
  columns: Column[]
  rows: string
  count: number
  /** A missing key takes the column's default instead of null. */
  defaults: boolean
  conflict: { columns: Column[]; ignore: boolean } | undefined
  returning: Output[]
}
export type ChangePlan = {
  relation: Relation
  set: { columns: Column[]; row: string } | undefined
  where: Check[]
  returning: Output[]
}

export function findRelation(name: string, method: string, schema: Schema): Relation {
  const relation = schema.get(name)
  if (!relation) {
    const message = `Could not find the table 'public.${quote(name)}' in the schema cache`
    throw refusal(404, 'PGRST205', message)
  }
  const methods = [
    'GET',
    'HEAD',
    ...(relation.insertable ? ['POST'] : []),
    ...(relation.updatable ? ['PATCH'] : []),
    ...(relation.deletable ? ['DELETE'] : []),
  ]
  if (methods.includes(method)) return relation
  const details =
    method === 'PUT' ? 'Upsert with POST and on_conflict' : `"${name}" does not take this method`
  throw refusal(405, 'PGRST117', `Unsupported HTTP method: ${quote(method)}`, details, null, {
    allow: methods.join(', '),
  })
}

/** Others' profiles have no list: a read that names nobody is refused. The service may read all. */
function requireKey(query: Query, { name, readBy }: Relation, role: Role): void {
  const isNamed = query.where.some(
    (test) =>
      'operator' in test &&
      test.column === readBy &&
      !test.negated &&
      (test.operator === 'eq' || test.operator === 'in'),
  )
  if (readBy === null || isNamed || role === 'service_role') return
  throw badQuery(`"${name}" is read by "${readBy}"`, `add ${readBy}=eq.… or ${readBy}=in.(…)`)
}

export function planRead(query: Query, relation: Relation, role: Role): ReadPlan {
  requireKey(query, relation, role)
  return {
    relation,
    output: planOutput(query, relation, role),
    where: planWhere(query, relation),
    order: query.order.map((term) => ({ ...term, column: columnOf(relation, term.column) })),
    limit: query.limit,
    offset: query.offset,
  }
}

export function planInsert(query: Query, relation: Relation, role: Role, body: Body): InsertPlan {
  const { value, text } = body
  const list = Array.isArray(value) ? value : [value]
  const rows = list.filter(isRow)
  if (rows.length !== list.length) throw badBody('The body must be a JSON object or an array of them')
  const most = role === 'service_role' ? requestLimits.rows : (writeLimits[relation.name]?.rows ?? 1)
  if (rows.length > most) throw badBody(`More than ${most} ${most === 1 ? 'row' : 'rows'} in one request`)
  const names = query.columns ?? keysOf(rows)
  if (names.length === 0 && rows.length > 1) throw badBody('The rows have no columns')
  return {
    relation,
    columns: writtenColumns(relation, names),
    rows: Array.isArray(value) ? text : `[${text}]`,
    count: rows.length,
    defaults:
      query.prefer.missing === 'default' &&
      rows.some((row) => names.some((name) => !Object.hasOwn(row, name))),
    conflict: planConflict(query, relation),
    returning: planReturning(query, relation, role),
  }
}

export function planChange(query: Query, relation: Relation, role: Role, body?: Body): ChangePlan {
  const verb = body ? 'UPDATE' : 'DELETE'
  // Supabase loads pg_safeupdate for the same refusal: a forgotten filter must not empty a diary.
  if (query.where.length === 0) throw refusal(400, '21000', `${verb} requires a WHERE clause`)
  if (body && !isRow(body.value)) throw badBody('The body must be a JSON object')
  return {
    relation,
    set: body && {
      columns: writtenColumns(relation, Object.keys(Object(body.value))),
      row: body.text,
    },
    where: planWhere(query, relation),
    returning: planReturning(query, relation, role),
  }
}

/** The value of a JSON body and its source text, which goes to the database unchanged. */
export type Body = { value: unknown; text: string }

function isRow(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Without `columns=` the first row decides, and the others must agree. */
function keysOf(rows: object[]): string[] {
  const names = Object.keys(rows[0] ?? {})
  const same = rows.every(
    (row) => Object.keys(row).length === names.length && names.every((name) => Object.hasOwn(row, name)),
  )
  if (!same) throw badBody('All object keys must match')
  return names
}

function writtenColumns(relation: Relation, names: string[]): Column[] {
  return [...new Set(names)].map((name) => {
    const column = relation.columns.get(name)
    if (column) return column
    const message = `Could not find the '${quote(name)}' column of '${relation.name}' in the schema cache`
    throw refusal(400, 'PGRST204', message)
  })
}

function planConflict(query: Query, relation: Relation): InsertPlan['conflict'] {
  const { resolution } = query.prefer
  if (!resolution) {
    if (query.onConflict)
      throw badQuery(
        'on_conflict needs a resolution',
        'Prefer: resolution=merge-duplicates or ignore-duplicates',
      )
    return undefined
  }
  const columns = query.onConflict?.map((name) => columnOf(relation, name)) ?? relation.primaryKey
  if (columns.length === 0)
    throw badQuery('an upsert needs on_conflict', `"${relation.name}" has no primary key`)
  return { columns, ignore: resolution === 'ignore-duplicates' }
}

function planReturning(query: Query, relation: Relation, role: Role): Output[] {
  if (query.prefer.return === 'representation') return planOutput(query, relation, role)
  return query.prefer.return === 'headers-only' && query.method === 'POST'
    ? relation.primaryKey.map(asItself)
    : []
}

function planOutput(query: Query, relation: Relation, role: Role): Output[] {
  // A role that may read nothing selects everything, so that PostgreSQL refuses.
  const readable = relation.readable[role]
  const all = (readable.length > 0 ? readable : [...relation.columns.values()]).map(asItself)
  if (!query.select) return all
  const chosen = query.select.flatMap(({ name, alias }) =>
    name === '*' ? all : { column: columnOf(relation, name), alias },
  )
  // JSON has each name once. The last one counts, as for a reader of the doubled key.
  return [...new Map(chosen.map((output) => [output.alias, output])).values()]
}

function asItself(column: Column): Output {
  return { column, alias: column.name }
}

function columnOf(relation: Relation, name: string): Column {
  const column = relation.columns.get(name)
  if (column) return column
  throw refusal(400, '42703', `column ${relation.name}.${quote(name)} does not exist`)
}

function planWhere(query: Query, relation: Relation): Check[] {
  return query.where.map((condition) => planCheck(condition, relation))
}

function planCheck(condition: Condition, relation: Relation): Check {
  if ('operator' in condition) {
    refusePattern(condition, relation)
    return { kind: 'test', ...condition, column: columnOf(relation, condition.column) }
  }
  return (
    planCursor(condition.parts, condition, relation) ?? {
      kind: 'group',
      join: condition.join,
      negated: condition.negated,
      parts: condition.parts.map((part) => planCheck(part, relation)),
    }
  )
}

/** Columns that take patterns: codenames, and columns that only their owner reads. Elsewhere a pattern would walk a million posts. */
const searched: Readonly<Record<string, readonly string[]>> = {
  wall_search: ['codename'],
  diary_posts: ['content'],
  diary_locks: ['by_passphrase', 'by_recovery'],
}

function refusePattern({ operator, column }: Test, { name }: Relation): void {
  if (operator !== 'like' && operator !== 'ilike') return
  if (!searched[name]?.includes(column)) throw notBuilt(`"${operator}" on "${quote(`${name}.${column}`)}"`)
}

/**
 * The cursor of a page, `or=(a.lt.X,and(a.eq.X,b.lt.Y))`, becomes the row comparison `(a, b) < (X, Y)`. PostgreSQL walks an index for the
 * second only: 0.2 ms against 22 ms half way down a million posts.
 */
function planCursor(
  [first, second, ...more]: Condition[],
  { join, negated }: { join: string; negated: boolean },
  relation: Relation,
): Check | undefined {
  if (join !== 'or' || negated || more.length > 0) return undefined
  if (!first || !second || !('operator' in first) || 'operator' in second) return undefined
  const [same, next, ...others] = second.parts
  if (second.join !== 'and' || second.negated || others.length > 0) return undefined
  if (!same || !next || !isComparison(first) || !isComparison(same) || !isComparison(next)) return undefined
  const strict = next.operator.slice(0, 2)
  const fits =
    (strict === 'lt' || strict === 'gt') &&
    first.operator === strict &&
    same.operator === 'eq' &&
    same.column === first.column &&
    same.value === first.value
  if (!fits) return undefined
  return {
    kind: 'row',
    columns: [columnOf(relation, first.column), columnOf(relation, next.column)],
    operator: next.operator,
    values: [first.value, next.value],
  }
}

function isComparison(condition: Condition): condition is Test & { value: string } {
  return 'operator' in condition && !condition.negated && typeof condition.value === 'string'
}
