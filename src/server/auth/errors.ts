import { randomInt } from 'node:crypto'
import { tryAgainIn } from '../../shared/wait.ts'
import { BodyError } from '../http/body.ts'
import { ClaimsError } from '../http/claims.ts'
import { Refusal } from '../http/refusal.ts'
import { meaningOf } from '../http/sqlstate.ts'

type More = {
  fields?: Record<string, unknown>
  /** In seconds. */
  retryAfter?: number
  allow?: string
}

/** A refusal in GoTrue's format: HTTP status, the code that clients branch on, a sentence. */
export function refusal(
  status: number,
  code: string,
  message: string,
  { fields = {}, retryAfter, allow }: More = {},
): Refusal {
  const headers: Record<string, string> = {}
  if (retryAfter) headers['retry-after'] = String(retryAfter)
  if (allow) headers['allow'] = allow
  return new Refusal(status, code, message, { headers, fields })
}

export const invalid = (message: string) => refusal(400, 'validation_failed', message)
export const emailExists = () =>
  refusal(422, 'email_exists', 'A user with this email address has already been registered')
export const signupsOff = () => refusal(422, 'signup_disabled', 'Signups not allowed for this instance')
/** The account or the session ended or changed while the request worked for it. */
export const changedMeanwhile = () =>
  refusal(409, 'conflict', 'The account was changed meanwhile, please try again')
export const tooMany = (retryAfter: number) =>
  refusal(429, 'over_request_rate_limit', `Request rate limit reached: ${tryAgainIn(retryAfter)}`, {
    retryAfter,
  })
/** Times of return differ: a crowd that is refused at once must not come back at once. */
export const tooBusy = () =>
  refusal(503, 'unexpected_failure', 'Too busy right now, please try again in a moment', {
    retryAfter: randomInt(2, 9),
  })

const ofBody = {
  too_large: [413, 'validation_failed'],
  media_type: [415, 'bad_json'],
  malformed: [400, 'bad_json'],
  too_deep: [400, 'validation_failed'],
  bad_text: [400, 'validation_failed'],
} as const

const ofClaims = {
  missing_key: [401, 'no_authorization'],
  bad_key: [401, 'no_authorization'],
  bad_token: [403, 'bad_jwt'],
  expired_token: [403, 'bad_jwt'],
} as const

/** The reference's prefix for every token that it refuses. Clients search for it. */
const unreadable = (reason: string) => `invalid JWT: unable to parse or verify signature, ${reason}`

const say = ([status, code]: readonly [number, string], message: string) => refusal(status, code, message)

/** Any error as a refusal. A fault is a bare 500; the gateway logs it. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof BodyError) return say(ofBody[error.reason], error.message)
  if (error instanceof ClaimsError) {
    const [status, code] = ofClaims[error.reason]
    return refusal(status, code, code === 'bad_jwt' ? unreadable(error.message) : error.message)
  }
  switch (meaningOf(error)) {
    case 'unavailable':
    case 'contended':
    case 'out_of_resources':
      return refusal(503, 'unexpected_failure', 'Please try again in a moment', { retryAfter: 2 })
    case 'missing_reference':
      return changedMeanwhile()
    case 'timeout':
      return refusal(504, 'request_timeout', 'Processing this request timed out, please retry')
    default:
      return refusal(500, 'unexpected_failure', 'Unexpected failure, please try again later')
  }
}

const versionHeader = 'x-supabase-api-version'
const namedErrors = '2024-01-01'

/**
 * The error body. Clients that send `X-Supabase-Api-Version` 2024-01-01 or later get `{code, message}` and the header (auth-js reads `code`
 * only then). Older clients get `{code: status, error_code, msg}`.
 */
export function toResponse(error: unknown, request: Request): Response {
  const { status, code, message, fields, headers: own } = asRefusal(error)
  const version = request.headers.get(versionHeader) ?? ''
  const named = /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= namedErrors
  const body = named
    ? { code, message, ...fields }
    : { code: status, error_code: code, msg: message, ...fields }
  const headers = new Headers({ ...own, 'cache-control': 'no-store', 'x-sb-error-code': code })
  if (named) headers.set(versionHeader, namedErrors)
  return Response.json(body, { status, headers })
}
