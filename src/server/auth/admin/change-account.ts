import type { Operation } from '../deps.ts'
import { refusal } from '../errors.ts'
import { readBody } from '../input.ts'
import { accountBody, loadAccount } from './accounts.ts'
import { applyChanges } from './apply-changes.ts'
import { readChanges } from './asked-changes.ts'

/** PUT /admin/users/{id}: an address or a password takes effect at once. */
export const changeAccount: Operation = async (tools, call) => {
  const changes = readChanges(await readBody(call.request), call.now, tools.settings.passwordLeast)
  const hash = changes.password ? await tools.passwords.hash(changes.password) : changes.passwordHash
  const changed = await tools.db.asService(async (tx) => {
    const held = await loadAccount(tx, call, 'for update of u')
    if (held.deleted_at) throw refusal(422, 'validation_failed', 'This account was deleted')
    await applyChanges(tools, tx, held, changes, hash, call.now)
    return loadAccount(tx, call)
  })
  tools.mails.wake()
  return Response.json(accountBody(changed))
}
