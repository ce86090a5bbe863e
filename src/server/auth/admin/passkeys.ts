import type { Operation } from '../deps.ts'
import { listOf, removeOf } from '../passkeys/passkeys.ts'
import { asId, readAccount } from './accounts.ts'

/** GET /admin/users/{id}/passkeys */
export const listPasskeysOf: Operation = async (tools, call) => {
  const { id } = await readAccount(tools, call)
  return Response.json(await listOf(tools, id))
}

/** DELETE /admin/users/{id}/passkeys/{passkey} */
export const deletePasskeyOf: Operation = async (tools, call) => {
  const { id: person } = await readAccount(tools, call)
  await removeOf(tools, person, asId(call.params[1] ?? '', 'passkey_id'), call.now)
  return new Response(null, { status: 204 })
}
