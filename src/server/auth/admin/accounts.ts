import { emi } from '../../../shared/emi.ts'
import { isUuid } from '../../../shared/uuid.ts'
import type { Statement, Tx } from '../../db/door.ts'
import type { Call, Operation, Tools } from '../deps.ts'
import { refusal } from '../errors.ts'
import { selectUser, userBody, type User } from '../users.ts'

/** For the service key alone: each call can read and change every account. */
export const forService =
  (operation: Operation): Operation =>
  async (tools, call) => {
    if (call.claims.role !== 'service_role') throw refusal(403, 'not_admin', 'User not allowed')
    await tools.limiter.take(call.now, ['adminNetwork', call.from])
    return operation(tools, call)
  }

/** Emi is no account that an administrator manages. A person whose erasure has begun is gone. */
const isShown = `u.id <> '${emi.id}' and not exists (select from app.leavings l where l.user_id = u.id)`

/** Reads accounts as an administrator sees them. `rest` follows their condition. */
export const selectAccounts = (rest: string, values: readonly unknown[]): Statement =>
  selectUser(`where ${isShown} ${rest}`, values)

export const countAccounts: Statement = {
  text: `select count(*)::int as total from auth.users u where ${isShown}`,
}

export const idOf = ({ params: [id = ''] }: Call): string => asId(id, 'user_id')

export function asId(text: string, name: string): string {
  if (!isUuid(text)) throw refusal(404, 'validation_failed', `${name} must be an UUID`)
  return text.toLowerCase()
}

/** The account of the path. A `lock` holds it until the end of the transaction. */
export async function loadAccount(tx: Tx, call: Call, lock: '' | 'for update of u' = ''): Promise<User> {
  const { rows } = await tx.query<User>(selectAccounts(`and u.id = $1 ${lock}`, [idOf(call)]))
  if (!rows[0]) throw refusal(404, 'user_not_found', 'User not found')
  return rows[0]
}

/** The account by a transaction of its own. */
export const readAccount = (tools: Tools, call: Call): Promise<User> =>
  tools.db.asService((tx) => loadAccount(tx, call), { readOnly: true })

/** The user with what only administrators see. */
export function accountBody(user: User): Record<string, unknown> {
  const { banned_until: ban, deleted_at: deleted } = user
  return {
    ...userBody(user),
    ...(ban === null ? {} : { banned_until: endOf(ban) }),
    ...(deleted === null ? {} : { deleted_at: deleted.toISOString() }),
  }
}

/** pg returns `infinity` as a number, which no JSON holds. */
const endOf = (ban: Date | number) =>
  typeof ban === 'number' ? '9999-12-31T23:59:59.000Z' : ban.toISOString()
