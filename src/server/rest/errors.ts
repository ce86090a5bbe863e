import { secondsIn, tryAgainIn } from '../../shared/wait.ts'
import { isDatabaseError, type Claims } from '../db/door.ts'
import { BodyError } from '../http/body.ts'
import { ClaimsError, type ClaimsReason } from '../http/claims.ts'
import { apiHeaders } from '../http/cors.ts'
import { Refusal } from '../http/refusal.ts'
import { meaningOf, type Meaning } from '../http/sqlstate.ts'

export function refusal(
  status: number,
  code: string,
  message: string,
  details: string | null = null,
  hint: string | null = null,
  headers: Record<string, string> = {},
): Refusal {
  return new Refusal(status, code, message, { fields: { details, hint }, headers })
}

/** The reference has this feature and this API lacks it. The message names the word to remove. */
export function notBuilt(feature: string): Refusal {
  return refusal(400, 'PGRST127', 'Feature not implemented', `${feature} is not part of this API`)
}

export function badQuery(message: string, details: string): Refusal {
  return refusal(400, 'PGRST100', message, details)
}

export function badBody(message: string): Refusal {
  return refusal(400, 'PGRST102', message)
}

export function tooMany(seconds: number): Refusal {
  const message = `Too many writes: ${tryAgainIn(seconds)}`
  const headers = { 'retry-after': String(seconds) }
  return new Refusal(429, 'PT429', message, { headers, fields: { details: null, hint: null } })
}

/** The caller's word, shortened for an error message. */
export function quote(word: string): string {
  return word.length > 60 ? `${word.slice(0, 60).toWellFormed()}…` : word
}

/**
 * Any error of this gateway as an answer. Rethrows faults (unknown errors, PostgreSQL's internal errors): the caller logs them and answers
 * with a bare 500.
 */
export function toResponse(error: unknown, role: Claims['role']): Response {
  if (error instanceof Refusal) return write(error)
  if (error instanceof ClaimsError) {
    return write(refusal(401, codeOfClaims[error.reason], error.message), challenge[error.reason])
  }
  if (error instanceof BodyError) {
    const code = error.reason === 'media_type' ? 'PGRST107' : 'PGRST102'
    return write(refusal(statusOfBody[error.reason] ?? 400, code, error.message))
  }
  if (isDatabaseError(error)) {
    const status = statusOf(error, role)
    if (status === 500) throw error
    const { code, detail = null, hint = null } = error
    const message = code === '57014' ? 'canceling statement due to statement timeout' : error.message
    // Triggers name the seconds to wait in their message.
    const wait = status === 429 ? secondsIn(message) : undefined
    const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': String(wait) }
    return write(refusal(status, code, message, detail, hint, headers))
  }
  if (meaningOf(error) !== 'unavailable') throw error
  return write(refusal(503, 'PGRST000', 'Database connection error. Retrying the connection.'))
}

const statusOfBody: Partial<Record<BodyError['reason'], number>> = { too_large: 413, media_type: 415 }

const codeOfClaims: Record<ClaimsReason, string> = {
  missing_key: 'PGRST302',
  bad_key: 'PGRST301',
  bad_token: 'PGRST301',
  expired_token: 'PGRST303',
}
const invalidToken = 'Bearer error="invalid_token"'
const challenge: Partial<Record<ClaimsReason, string>> = {
  bad_token: invalidToken,
  expired_token: invalidToken,
}

function write({ status, code, message, fields, headers: more }: Refusal, scheme = 'Bearer'): Response {
  const headers: Record<string, string> = {
    ...apiHeaders,
    'content-type': 'application/json; charset=utf-8',
    'proxy-status': `PostgREST; error=${code}`,
    ...more,
  }
  if (status === 401) headers['www-authenticate'] = scheme
  if (status === 405) headers['allow'] ??= 'GET, HEAD, POST, PATCH, DELETE'
  // The client repeats GET and HEAD on 503 and honours this header.
  if (status === 503) headers['retry-after'] = '1'
  return new Response(JSON.stringify({ code, message, ...fields }), { status, headers })
}

/** The reference's statuses, with the exceptions in docs/wire.md. Functions of the schema choose a status with `PTxyz`. */
function statusOf(error: { code: string }, role: Claims['role']): number {
  if (/^PT[45]\d\d$/.test(error.code)) return Number(error.code.slice(2))
  const meaning = meaningOf(error) ?? 'other'
  if (meaning === 'forbidden') return role === 'anon' ? 401 : 403
  return statusOfMeaning[meaning] ?? 400
}

const statusOfMeaning: Partial<Record<Meaning, number>> = {
  missing_reference: 409,
  duplicate: 409,
  read_only: 405,
  unknown_name: 404,
  role_refused: 403,
  contended: 503,
  unavailable: 503,
  out_of_resources: 503,
  // A slow query is the caller's cost, not a fault. The client repeats 503, but not 504.
  timeout: 504,
  internal: 500,
}
