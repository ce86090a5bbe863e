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
  live_chat_messages: ['id'],
  direct_messages: ['id'],
  public_user_profiles: ['id'],
  public_user_profiles_view: ['id'],
}
type Paged = { parts: readonly string[]; orders: readonly (readonly string[])[] }
const posts: Paged = { parts: ['mood', 'user_id'], orders: [['seq'], ['created_at', 'id']] }
/** Relations with an index for the pages of one part: a wall, a person, a talk. */
const paged: Readonly<Record<string, Paged>> = {
  public_posts: posts,
  wall_posts: posts,
  unanswered_posts: posts,
  live_chat_messages: { parts: ['wall_id', 'sender_id'], orders: [['seq']] },
  direct_messages: { parts: ['conversation_id'], orders: [['seq'], ['created_at']] },
}
const ranges = new Set(['eq', 'gt', 'gte', 'lt', 'lte'])

/** True for a read that may walk a whole table: by a pattern, a count, or a filter or order of columns without an index. */
export function mayWalk({ relation, where, order }: ReadPlan, counted: boolean): boolean {
  const keys = large[relation.name]
  if (!keys) return hasPattern(where)
  if (where.some((check) => isEqual(check) && keys.includes(check.column.name))) return hasPattern(where)
  const pages = paged[relation.name]
  if (counted || !pages) return true
  const by = order.length === 0 ? ['seq'] : order.map(({ column }) => column.name)
  const index = pages.orders.find((names) => by.every((name, n) => name === names[n]))
  const oneWay = order.every((term) => term.descending === order[0]?.descending && term.nulls === undefined)
  const rest = where.filter((check) => !isPart(check, pages))
  return !index || !oneWay || rest.length === where.length || !rest.every((check) => isRange(check, index))
}

const isPart = (check: Check, { parts }: Paged) =>
  isEqual(check) && check.operator === 'eq' && parts.includes(check.column.name)

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
