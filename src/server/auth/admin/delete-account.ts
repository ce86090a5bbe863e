import type { Operation } from '../deps.ts'
import { flagField, readBody } from '../input.ts'
import { readAccount } from './accounts.ts'

/**
 * DELETE /admin/users/{id} {should_soft_delete}. A soft deletion hides and bans the person for good, frees the address, and keeps the rows. Any
 * other erases the account as when the person leaves.
 */
export const deleteAccount: Operation = async (tools, call) => {
  const isSoft = await readsSoft(call.request)
  const { id } = await readAccount(tools, call)
  await (isSoft ? tools.erasure.hide(id, tools.db, call.now) : tools.erasure.leave(id, tools.db))
  return Response.json({})
}

/** Clients may leave the body out. */
async function readsSoft(request: Request): Promise<boolean> {
  if (request.body === null) return false
  return flagField(await readBody(request), 'should_soft_delete') ?? false
}
