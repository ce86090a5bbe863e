import { DatabaseUnavailable, isDatabaseError } from '../db/door.ts'
import { BodyError } from '../http/body.ts'
import { IdentityError } from '../http/identity.ts'

/** A call that is answered with `{success: false, error}`: the message is shown to people as it is. */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What the answer says beside the sentence. */
  readonly more: Readonly<Record<string, unknown>>
  constructor(status: number, message: string, headers: Record<string, string> = {}, more = {}) {
    super(message)
    this.status = status
    this.headers = headers
    this.more = more
  }
}

/**
 * The one translator of this gateway; what nobody foresaw is a bare 500. `signedOut` is what the function that was called says to
 * somebody without a session.
 */
export function toResponse(error: unknown, signedOut = 'Not authenticated'): Response {
  const { status, message, headers, more } = translate(error, signedOut)
  return Response.json({ success: false, error: message, ...more }, { status, headers })
}

const unexpected = 'An unexpected error occurred.'

function translate(error: unknown, signedOut: string): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof IdentityError) {
    const { failure, message } = error
    return new Refusal(401, failure === 'missing_key' || failure === 'bad_key' ? message : signedOut)
  }
  if (error instanceof BodyError) return new Refusal(bodyStatus[error.fault] ?? 400, error.message)
  if (error instanceof DatabaseUnavailable) return new Refusal(503, unexpected, { 'retry-after': '1' })
  const code = isDatabaseError(error) ? error.code : ''
  // The token is good, its session has ended.
  if (code === 'PT401') return new Refusal(401, signedOut)
  if (code === '57014') return new Refusal(504, unexpected)
  if (['40001', '40P01', '55P03'].includes(code)) return new Refusal(503, unexpected, { 'retry-after': '1' })
  return new Refusal(500, unexpected)
}

const bodyStatus: Partial<Record<BodyError['fault'], number>> = { too_large: 413, media_type: 415 }
