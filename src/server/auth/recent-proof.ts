import { checkCurrentPassword } from './current-password.ts'
import type { Call, Tools } from './deps.ts'
import { refusal } from './errors.ts'
import { longestPassword, textField, type Body } from './input.ts'
import { secondStepNeeded, type SignedIn } from './sessions.ts'
import type { Method } from './tokens.ts'
import { hasSecondStep } from './users.ts'

/** A proof counts for this time, ms. */
const recently = 600_000
const strong: ReadonlySet<Method> = new Set([
  'totp',
  'mfa/phone',
  'mfa/webauthn',
  'mfa/recovery_code',
  'passkey',
])

/** True when the session passed a second step or a passkey in the last ten minutes. */
export function provedTwice({ session }: SignedIn, now: Date): boolean {
  const newest = session.amr.find(({ method }) => strong.has(method))
  return session.aal === 'aal2' && newest !== undefined && isRecent(newest.timestamp * 1_000, now)
}

/**
 * For changes that would lock the owner out: a new second step, a new passkey. A passer-by at an open session has neither the second step
 * nor the password (threats 16, 18). A log-in of the last ten minutes counts, and `current_password`.
 */
export async function requireRecentProof(
  tools: Tools,
  { now }: Call,
  signedIn: SignedIn,
  body: Body,
): Promise<void> {
  const { user, session } = signedIn
  if (session.viaRecovery) throw secondStepNeeded(403)
  if (hasSecondStep(user)) {
    if (provedTwice(signedIn, now)) return
    throw secondStepNeeded(403)
  }
  const password = textField(body, 'current_password', longestPassword)
  if (!password) {
    if (isRecent(session.createdAt.getTime(), now)) return
    throw refusal(400, 'reauthentication_needed', 'This change requires the current password')
  }
  await checkCurrentPassword(tools, user, password, now)
}

const isRecent = (ms: number, now: Date) => now.getTime() - ms <= recently
