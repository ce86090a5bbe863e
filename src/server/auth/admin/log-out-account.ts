import type { Operation } from '../deps.ts'
import { readAccount } from './accounts.ts'

/** POST /admin/users/{id}/logout: ends every session of the person, without a token of theirs. Our own endpoint. */
export const logOutAccount: Operation = async (tools, call) => {
  const { id } = await readAccount(tools, call)
  await tools.db.asService((tx) =>
    tx.last({ text: 'delete from auth.sessions where user_id = $1', values: [id] }),
  )
  return new Response(null, { status: 204 })
}
