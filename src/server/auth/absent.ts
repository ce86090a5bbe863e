import type { Operation } from './deps.ts'
import { refusal, invalid } from './errors.ts'
import { readBody, textField } from './input.ts'
import { loadSignedIn } from './sessions.ts'

// Features of the reference that this server lacks. The answers are the reference's own for a feature that is switched off.

const always =
  (status: number, code: string, message: string): Operation =>
  async () => {
    throw refusal(status, code, message)
  }

const onceSignedIn =
  (status: number, code: string, message: string): Operation =>
  async (tools, call) => {
    await loadSignedIn(tools, call)
    throw refusal(status, code, message)
  }

export const admin = always(403, 'not_admin', 'User not allowed')

/** POST /factors */
export const enrollFactor: Operation = async (tools, call) => {
  await loadSignedIn(tools, call)
  const type = textField(await readBody(call.request), 'factor_type') ?? ''
  if (!['totp', 'phone', 'webauthn'].includes(type)) {
    throw invalid('factor_type needs to be totp, phone or webauthn')
  }
  throw refusal(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`)
}

/** POST /factors/{id}/challenge, POST /factors/{id}/verify, DELETE /factors/{id} */
export const useFactor = onceSignedIn(404, 'mfa_factor_not_found', 'Factor not found')

/** POST /token with an unsupported grant. */
export const otherGrant = always(400, 'invalid_credentials', 'unsupported_grant_type')
