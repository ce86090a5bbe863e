import type { Operation } from './deps.ts'
import { requireAccount } from './sessions.ts'
import { userBody } from './users.ts'

/** GET /user */
export const getUser: Operation = async (auth, call) => {
  const { user } = await requireAccount(auth, call)
  return Response.json(userBody(user))
}
