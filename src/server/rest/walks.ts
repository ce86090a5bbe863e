import type { Check, ReadPlan } from './plan.ts'
import { hasPattern } from './sql.ts'

/**
 * Relations that grow with everybody, and the columns that each find few rows by an index. In every other relation the policies leave a
 * reader few rows.
 */
const large: Readonly<Record<string, readonly string[]>> = {
  public_posts: ['id'],
  wall_posts: ['id'],
  wall_search: ['id'],
  unanswered_posts: ['id'],
  post_comments: ['id', 'post_id'],
  wall_comments: ['id', 'post_id'],
}
/** Relations with an index for the pages of one wall or one person. */
const paged = new Set(['public_posts', 'wall_posts', 'unanswered_posts'])
const orders = [['seq'], ['created_at', 'id']]
const ranges = new Set(['eq', 'gt', 'gte', 'lt', 'lte'])

/** True for a read that may walk a whole table: by a pattern, a count, or a filter or order of columns without an index. */
export function mayWalk({ relation, where, order }: ReadPlan, counted: boolean): boolean {
  const keys = large[relation.name]
  if (!keys) return hasPattern(where)
  if (where.some((check) => isEqual(check) && keys.includes(check.column.name))) return hasPattern(where)
  if (counted || !paged.has(relation.name)) return true
  const by = order.length === 0 ? ['seq'] : order.map(({ column }) => column.name)
  const index = orders.find((names) => by.every((name, n) => name === names[n]))
  const oneWay = order.every((term) => term.descending === order[0]?.descending && term.nulls === undefined)
  const rest = where.filter((check) => !isPart(check))
  return !index || !oneWay || rest.length === where.length || !rest.every((check) => isRange(check, index))
}

const isPart = (check: Check) =>
  isEqual(check) && check.operator === 'eq' && ['mood', 'user_id'].includes(check.column.name)

function isEqual(check: Check): check is Check & { kind: 'test' } {
  return check.kind === 'test' && !check.negated && (check.operator === 'eq' || check.operator === 'in')
}

/** A stretch of the order: the index is read from one end to the other, and nothing is passed over. */
function isRange(check: Check, index: readonly string[]): boolean {
  if (check.kind === 'row') return check.columns.every(({ name }, n) => name === index[n])
  return (
    check.kind === 'test' && !check.negated && ranges.has(check.operator) && check.column.name === index[0]
  )
}
