import type { Statement } from '../db/door.ts'
import type { Operator } from './conditions.ts'
import type { ChangePlan, Check, InsertPlan, Output, ReadPlan, Sort } from './plan.ts'
import type { Column, Relation } from './schema.ts'

/**
 * The one row of every statement. PostgreSQL builds `body` as JSON, which is passed on unparsed: parsing would cost more than the query. A
 * statement that returns nothing has no row; its rowCount is the number.
 */
export type Answer = {
  body: string | null
  rows: number
  /** Matching rows without limit and offset; only when counted. */
  total?: number
  inserted?: number
}

/** Every value of the caller is a parameter. The text holds only checked numbers and known names. */
type Values = unknown[]

const symbols: Record<Exclude<Operator, 'in' | 'is'>, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
}

export function readStatement(
  plan: ReadPlan,
  { head, counted, single }: { head: boolean; counted: boolean; single: boolean },
): Statement {
  const values: Values = []
  const table = tableOf(plan.relation)
  const from = `from ${table}${whereOf(plan.where, values)}`
  const total = counted ? `, (select count(*) ${from})::int4 as total` : ''
  // A limit in the text tells the planner that an index walk ends early. A parameter would not.
  let page = `select ${outputOf(plan.output)} ${from}${orderOf(plan.order, table)} limit ${plan.limit}`
  if (plan.offset > 0) page += ` offset $${values.push(plan.offset)}::int8`
  return {
    text: `select ${head ? 'null' : bodyOf(single)} as body, count(*)::int4 as rows${total} from (${page}) _row`,
    values,
    unnamed: hasPattern(plan.where),
  }
}

export function insertStatement(plan: InsertPlan, single: boolean): Statement {
  const { columns, relation, conflict, returning } = plan
  const values: Values = [plan.rows]
  const names = columns.map((column) => quoteName(column.name)).join(', ')
  if (columns.length === 0) {
    return { text: returningOf(`insert into ${tableOf(relation)} default values`, returning, single) }
  }
  const rows = plan.defaults ? filledRows(columns) : recordOf('jsonb_to_recordset', columns)
  const insert = `insert into ${tableOf(relation)} (${names}) select ${names} from ${rows}`
  if (!conflict) return { text: returningOf(insert, returning, single), values }
  const target = conflict.columns.map((column) => quoteName(column.name)).join(', ')
  if (conflict.ignore) {
    return { text: returningOf(`${insert} on conflict (${target}) do nothing`, returning, single), values }
  }
  // The reference sets every column of the payload, the key too. The column grants decide.
  const set = columns.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`).join(', ')
  const fresh = `old.${quoteName(conflict.columns[0]?.name ?? '')} is null as _new`
  const merge = `${insert} on conflict (${target}) do update set ${set}`
  return { text: returningOf(merge, returning, single, fresh), values }
}

export function changeStatement(plan: ChangePlan, single: boolean): Statement {
  const values: Values = []
  const table = tableOf(plan.relation)
  if (!plan.set) {
    return {
      text: returningOf(`delete from ${table}${whereOf(plan.where, values)}`, plan.returning, single),
      values,
      unnamed: hasPattern(plan.where),
    }
  }
  const { columns, row } = plan.set
  values.push(row)
  const names = columns.map((column) => quoteName(column.name)).join(', ')
  const update = `update ${table} set (${names}) = (select ${names} from ${recordOf('jsonb_to_record', columns)})`
  return {
    text: returningOf(`${update}${whereOf(plan.where, values)}`, plan.returning, single),
    values,
    unnamed: hasPattern(plan.where),
  }
}

function returningOf(write: string, returning: Output[], single: boolean, fresh = ''): string {
  if (returning.length === 0 && fresh === '') return write
  const inserted = fresh === '' ? '' : ', (select count(*) from _written where _new)::int4 as inserted'
  const kept = [
    ...returning.map(({ column, alias }) => `${quoteName(column.name)} as ${quoteName(alias)}`),
    fresh,
  ]
  const shown = returning.map(({ alias }) => quoteName(alias)).join(', ')
  const body = returning.length === 0 ? 'null' : bodyOf(single)
  return `with _written as (${write} returning ${kept.filter(Boolean).join(', ')}) select ${body} as body, count(*)::int4 as rows${inserted} from (select ${shown} from _written) _row`
}

function bodyOf(single: boolean): string {
  return single ? '(json_agg(_row) -> 0)::text' : `coalesce(json_agg(_row), '[]')::text`
}

function recordOf(
  reader: 'jsonb_to_record' | 'jsonb_to_recordset',
  columns: Column[],
  from = '$1::jsonb',
): string {
  const fields = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')
  return `${reader}(${from}) as _body(${fields})`
}

/** Missing keys take the column's default, evaluated per row. */
function filledRows(columns: Column[]): string {
  const fallbacks = columns.filter(({ fallback }) => fallback !== null)
  const pairs = fallbacks
    .map(({ name, fallback }) => `'${name.replaceAll("'", "''")}', ${fallback}`)
    .join(', ')
  return `jsonb_array_elements($1::jsonb) as _item(filled), ${recordOf('jsonb_to_record', columns, `jsonb_build_object(${pairs}) || _item.filled`)}`
}

function whereOf(checks: Check[], values: Values): string {
  return checks.length === 0 ? '' : ` where ${checks.map((check) => checkOf(check, values)).join(' and ')}`
}

/** The best plan (index or walk) depends on the pattern. A generic plan is slow on a wall of a million posts. */
export function hasPattern(checks: Check[]): boolean {
  return checks.some((check) =>
    check.kind === 'group'
      ? hasPattern(check.parts)
      : check.operator === 'like' || check.operator === 'ilike',
  )
}

function checkOf(check: Check, values: Values): string {
  if (check.kind === 'group') {
    const parts = check.parts.map((part) => checkOf(part, values)).join(` ${check.join} `)
    return `${check.negated ? 'not ' : ''}(${parts})`
  }
  if (check.kind === 'row') {
    const [a, b] = check.columns
    const [left, right] = check.values
    const row = `(${parameter(values, left, a.type)}, ${parameter(values, right, b.type)})`
    return `(${quoteName(a.name)}, ${quoteName(b.name)}) ${symbolOf(check.operator)} ${row}`
  }
  const test = testOf(check.column, check.operator, check.value, values)
  return check.negated ? `not (${test})` : test
}

function testOf(
  { name, type }: Column,
  operator: Operator,
  value: string | string[],
  values: Values,
): string {
  const column = quoteName(name)
  if (operator === 'in') return `${column} = any(${parameter(values, value, `${type}[]`)})`
  if (operator === 'is')
    return `${column} is ${value === 'true' ? 'true' : value === 'false' ? 'false' : 'null'}`
  return `${column} ${symbolOf(operator)} ${parameter(values, value, type)}`
}

function symbolOf(operator: Operator): string {
  return operator === 'in' || operator === 'is' ? operator : symbols[operator]
}

function parameter(values: Values, value: unknown, type: string): string {
  return `$${values.push(value)}::${type}`
}

function orderOf(order: Sort[], table: string): string {
  if (order.length === 0) return ''
  const terms = order.map(({ column, descending, nulls }) => {
    // Qualified: a bare name would mean an alias of the select list.
    const term = `${table}.${quoteName(column.name)}${descending ? ' desc' : ''}`
    return nulls ? `${term} nulls ${nulls}` : term
  })
  return ` order by ${terms.join(', ')}`
}

function outputOf(output: Output[]): string {
  return output
    .map(({ column, alias }) => {
      const name = quoteName(column.name)
      return alias === column.name ? name : `${name} as ${quoteName(alias)}`
    })
    .join(', ')
}

function tableOf(relation: Relation): string {
  return `public.${quoteName(relation.name)}`
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
