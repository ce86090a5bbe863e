import type { Operation } from '../deps.ts'
import { accountBody, readAccount } from './accounts.ts'

/** GET /admin/users/{id} */
export const getAccount: Operation = async (tools, call) =>
  Response.json(accountBody(await readAccount(tools, call)))
