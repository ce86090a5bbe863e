import type { Operation } from '../deps.ts'
import { provedTwice } from '../recent-proof.ts'
import { secondStepNeeded } from '../sessions.ts'
import { loadFactor, noFactor } from './challenge.ts'
import { removeFactor } from './remove-factor.ts'

/** DELETE /factors/{id}. A second step goes only for somebody who passed one in the last ten minutes. */
export const unenrollFactor: Operation = async (tools, call) => {
  const { signedIn, factor, id } = await loadFactor(tools, call)
  const { user, session } = signedIn
  const mayGo = factor.status === 'verified' ? provedTwice(signedIn, call.now) : !session.isHalfOpen
  if (!mayGo) throw secondStepNeeded(422)
  await tools.limiter.take(call.now, ['factorAccount', user.id])
  const removal = { userId: user.id, factorId: id, keep: session.id }
  const removed = await tools.db.asService((tx) => removeFactor(tools, tx, removal, call.now))
  if (!removed) throw noFactor()
  tools.mails.wake()
  return Response.json({ id })
}
