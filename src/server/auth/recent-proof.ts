import type { Call, Tools } from './deps.ts'
import { refusal } from './errors.ts'
import { longestPassword, textField, type Body } from './input.ts'
import { checkPasswordSize } from './passwords.ts'
import type { SignedIn } from './sessions.ts'

/** A proof counts for this time, ms. */
const recently = 600_000

/** For what opens the account from then on. A passer-by at an open session has no recent log-in and no password (threat 16). */
export async function requireRecentProof(
  tools: Tools,
  { now }: Call,
  { user, session }: SignedIn,
  body: Body,
): Promise<void> {
  const password = textField(body, 'current_password', longestPassword)
  if (!password) {
    if (now.getTime() - session.createdAt.getTime() <= recently) return
    throw refusal(400, 'reauthentication_needed', 'This change requires the current password')
  }
  checkPasswordSize(password)
  await tools.limiter.take(now, ['currentPassword', user.id])
  if (!(await tools.passwords.verify(password, user.password_hash))) {
    throw refusal(400, 'current_password_invalid', 'Current password is incorrect')
  }
  await tools.limiter.giveBack(['currentPassword', user.id])
}
