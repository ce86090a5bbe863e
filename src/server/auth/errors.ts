import { DatabaseUnavailable, isDatabaseError } from '../db/door.ts'
import { BodyError } from '../http/body.ts'
import { IdentityError } from '../http/identity.ts'

/** A refusal in GoTrue's words: HTTP status, the code that clients branch on, and a sentence. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  /** Fields beside code and message, e.g. `weak_password`. */
  readonly extra: Record<string, unknown>
  /** Seconds, for `Retry-After`. */
  readonly retryAfter: number | undefined
  /** Methods, for `Allow`. */
  readonly allow: string | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: { extra?: Record<string, unknown>; retryAfter?: number; allow?: string } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.extra = more.extra ?? {}
    this.retryAfter = more.retryAfter
    this.allow = more.allow
  }
}

export const invalid = (message: string) => new AuthError(400, 'validation_failed', message)
export const tooMany = (retryAfter: number, code = 'over_request_rate_limit') =>
  new AuthError(429, code, 'Request rate limit reached', { retryAfter })

const bodyFaults = {
  too_large: [413, 'validation_failed'],
  media_type: [415, 'bad_json'],
  malformed: [400, 'bad_json'],
  too_deep: [400, 'validation_failed'],
  bad_text: [400, 'validation_failed'],
} as const

const identityFailures = {
  missing_key: [401, 'no_authorization'],
  bad_key: [401, 'no_authorization'],
  bad_token: [403, 'bad_jwt'],
  expired_token: [403, 'bad_jwt'],
} as const

/** Any failure as a refusal. What nobody foresaw is a bare 500 outside; the gateway logs it. */
export function asAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof BodyError) {
    const [status, code] = bodyFaults[error.fault]
    return new AuthError(status, code, error.message)
  }
  if (error instanceof IdentityError) {
    const [status, code] = identityFailures[error.failure]
    return new AuthError(status, code, error.message)
  }
  if (error instanceof DatabaseUnavailable) {
    return new AuthError(503, 'unexpected_failure', 'Please try again in a moment', { retryAfter: 2 })
  }
  // Two writers met, or PostgreSQL is out of room: nothing was stored, and the same request may pass.
  if (isDatabaseError(error) && /^(40001|40P01|55P03|53...)$/.test(error.code)) {
    return new AuthError(503, 'unexpected_failure', 'Please try again in a moment', { retryAfter: 2 })
  }
  if (isDatabaseError(error) && error.code === '57014') {
    return new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry')
  }
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again later')
}

const versionHeader = 'x-supabase-api-version'
const namedErrors = '2024-01-01'

/**
 * The error body. Clients that send `X-Supabase-Api-Version` of 2024-01-01 or later get `{code, message}` and the header back (auth-js reads
 * `code` only then); older ones `{code: status, error_code, msg}`.
 */
export function toResponse(failure: unknown, request: Request): Response {
  const error = asAuthError(failure)
  const version = request.headers.get(versionHeader) ?? ''
  const named = /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= namedErrors
  const body = named
    ? { code: error.code, message: error.message, ...error.extra }
    : { code: error.status, error_code: error.code, msg: error.message, ...error.extra }
  const headers = new Headers({ 'cache-control': 'no-store', 'x-sb-error-code': error.code })
  if (named) headers.set(versionHeader, namedErrors)
  if (error.retryAfter) headers.set('retry-after', String(error.retryAfter))
  if (error.allow) headers.set('allow', error.allow)
  return Response.json(body, { status: error.status, headers })
}
