import { DatabaseUnavailable, isDatabaseError, type Claims } from '../db/door.ts'
import { BodyError } from '../http/body.ts'
import { apiHeaders } from '../http/cors.ts'
import { IdentityError, type IdentityFailure } from '../http/identity.ts'

/** A request that is answered with an error of this dialect: what was refused is named in `message` or `details`. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null
  constructor(
    status: number,
    code: string,
    message: string,
    details: string | null = null,
    hint: string | null = null,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.hint = hint
  }
}

/** The grammar knows it, this API leaves it out: the client learns which word to take away. */
export function notBuilt(feature: string): Refusal {
  return new Refusal(400, 'PGRST127', 'Feature not implemented', `${feature} is not part of this API`)
}

export function badQuery(message: string, details: string): Refusal {
  return new Refusal(400, 'PGRST100', message, details)
}

export function badBody(message: string): Refusal {
  return new Refusal(400, 'PGRST102', message)
}

/** A caller's word as an error may repeat it: short, whatever its length was. */
export function quote(word: string): string {
  return word.length > 60 ? `${word.slice(0, 60).toWellFormed()}…` : word
}

/**
 * The one translator of this gateway. What it does not know, and what PostgreSQL calls an internal fault, is thrown on:
 * the caller of the gateway logs it and answers with a bare 500.
 */
export function toResponse(error: unknown, role: Claims['role']): Response {
  if (error instanceof Refusal) return answer(error.status, error)
  if (error instanceof IdentityError) {
    const { failure, message } = error
    return answer(
      401,
      { code: identityCode[failure], message, details: null, hint: null },
      challenge[failure],
    )
  }
  if (error instanceof BodyError) return answer(bodyStatus[error.fault] ?? 400, bodyRefusal(error))
  if (error instanceof DatabaseUnavailable) {
    const message = 'Database connection error. Retrying the connection.'
    return answer(503, { code: 'PGRST000', message, details: null, hint: null })
  }
  if (!isDatabaseError(error)) throw error
  const status = statusOf(error.code, role === 'anon')
  if (status === 500) throw error
  return answer(status, {
    code: error.code,
    message: error.code === '57014' ? 'canceling statement due to statement timeout' : error.message,
    details: error.detail ?? null,
    hint: error.hint ?? null,
  })
}

type ErrorBody = { code: string; message: string; details: string | null; hint: string | null }

const bodyStatus: Partial<Record<BodyError['fault'], number>> = { too_large: 413, media_type: 415 }

function bodyRefusal(error: BodyError): ErrorBody {
  const code = error.fault === 'media_type' ? 'PGRST107' : 'PGRST102'
  return { code, message: error.message, details: null, hint: null }
}

const identityCode: Record<IdentityFailure, string> = {
  missing_key: 'PGRST302',
  bad_key: 'PGRST301',
  bad_token: 'PGRST301',
  expired_token: 'PGRST303',
}
const invalidToken = 'Bearer error="invalid_token"'
const challenge: Partial<Record<IdentityFailure, string>> = {
  bad_token: invalidToken,
  expired_token: invalidToken,
}

function answer(status: number, { code, message, details, hint }: ErrorBody, scheme = 'Bearer'): Response {
  const headers: Record<string, string> = {
    ...apiHeaders,
    'content-type': 'application/json; charset=utf-8',
    'proxy-status': `PostgREST; error=${code}`,
  }
  if (status === 401) headers['www-authenticate'] = scheme
  if (status === 405) headers['allow'] = 'GET, HEAD, POST, PATCH, DELETE'
  // The client repeats GET and HEAD on 503 and honours this.
  if (status === 503) headers['retry-after'] = '1'
  return new Response(JSON.stringify({ code, message, details, hint }), { status, headers })
}

/** The reference's table of SQLSTATE to status, with a few kinder rows: see docs/wire.md. */
function statusOf(code: string, anonymous: boolean): number {
  if (/^PT[45]\d\d$/.test(code)) return Number(code.slice(2))
  const exact = exactStatus[code]
  if (exact) return exact
  if (code === '42501') return anonymous ? 401 : 403
  return classStatus[code.slice(0, 2)] ?? 400
}

const exactStatus: Partial<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  // A query over its time is the asker's cost, not our fault; 504 is not repeated by the client, 503 would be.
  '57014': 504,
  // Two writers met: nothing was stored, and the same request will pass.
  '40001': 503,
  '40P01': 503,
  '55P03': 503,
  '57P01': 503,
  P0001: 400,
}

const classStatus: Partial<Record<string, number>> = {
  '08': 503,
  '53': 503,
  '0L': 403,
  '0P': 403,
  '28': 403,
  ...Object.fromEntries(
    ['25', '2D', '38', '39', '3B', '40', '55', '57', '58', 'F0', 'HV', 'P0', 'XX'].map((prefix) => [
      prefix,
      500,
    ]),
  ),
}
