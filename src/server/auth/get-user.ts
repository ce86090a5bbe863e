import type { Operation } from './deps.ts'
import { loadSignedIn } from './sessions.ts'
import { userBody } from './users.ts'

export const getUser: Operation = async (tools, call) => {
  const { user } = await loadSignedIn(tools, call, 'half-open too')
  return Response.json(userBody(user))
}
