import type { Operation } from '../deps.ts'
import { noFactor } from '../factors/challenge.ts'
import { removeFactor } from '../factors/remove-factor.ts'
import { factorBody } from '../users.ts'
import { asId, readAccount } from './accounts.ts'

/** GET /admin/users/{id}/factors */
export const listFactorsOf: Operation = async (tools, call) => {
  const { factors } = await readAccount(tools, call)
  return Response.json(factors.map(factorBody))
}

/** DELETE /admin/users/{id}/factors/{factor}: for a person who lost the phone and the recovery codes. */
export const deleteFactorOf: Operation = async (tools, call) => {
  const { id: person } = await readAccount(tools, call)
  const id = asId(call.params[1] ?? '', 'factor_id')
  const removed = await tools.db.asService((tx) =>
    removeFactor(tools, tx, { userId: person, factorId: id }, call.now),
  )
  if (!removed) throw noFactor()
  tools.mails.wake()
  return Response.json({ id })
}
