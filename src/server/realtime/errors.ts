import { DatabaseUnavailable, isDatabaseError } from '../db/door.ts'
import { BodyError, type BodyFault } from '../http/body.ts'
import { IdentityError } from '../http/identity.ts'

/** A call over HTTP that is answered with an error: `{error}`, as the reference says it. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A join, or a message on a channel, is refused with this reason, which begins with a code of the reference. */
export class ChannelError extends Error {}

const bodyStatus: Record<BodyFault, number> = {
  too_large: 413,
  media_type: 415,
  malformed: 422,
  too_deep: 422,
  bad_text: 422,
}

/** What nobody foresaw is thrown on: the caller of the gateway logs it and answers with a bare 500. */
export function toResponse(error: unknown): Response {
  if (error instanceof Refusal) return answer(error.status, error.message)
  if (error instanceof IdentityError) return answer(401, error.message)
  if (error instanceof BodyError) return answer(bodyStatus[error.fault], error.message)
  if (error instanceof DatabaseUnavailable) return answer(503, 'Please try again in a moment')
  if (isDatabaseError(error) && error.code === '57014') return answer(504, 'The database took too long')
  // A payload that is larger as PostgreSQL stores it than it was on the way.
  if (isDatabaseError(error) && error.code === '23514') return answer(422, 'The message is too large')
  throw error
}

function answer(status: number, error: string): Response {
  const headers: Record<string, string> = {}
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (status === 405) headers['allow'] = 'POST'
  if (status === 503) headers['retry-after'] = '1'
  return Response.json({ error }, { status, headers })
}
