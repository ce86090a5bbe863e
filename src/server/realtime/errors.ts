import { BodyError, type BodyReason } from '../http/body.ts'
import { ClaimsError } from '../http/claims.ts'
import { Refusal } from '../http/refusal.ts'
import { meaningOf } from '../http/sqlstate.ts'

/** Refuses a call over HTTP with `{error}`, as the reference does. */
export function refusal(status: number, message: string): Refusal {
  return new Refusal(status, '', message)
}

export class ChannelError extends Error {}

export const standBy = 'RealtimeRestarting: Realtime is restarting, please standby'

const statusOfBody: Record<BodyReason, number> = {
  too_large: 413,
  media_type: 415,
  malformed: 422,
  too_deep: 422,
  bad_text: 422,
}

/** Rethrows faults: the caller logs them and answers with a bare 500. */
export function toResponse(error: unknown): Response {
  if (error instanceof Refusal) return write(error.status, error.message)
  if (error instanceof ClaimsError) return write(401, error.message)
  if (error instanceof BodyError) return write(statusOfBody[error.reason], error.message)
  switch (meaningOf(error)) {
    case 'unavailable':
    case 'contended':
      return write(503, 'Please try again in a moment')
    case 'timeout':
      return write(504, 'The database took too long')
    // PostgreSQL may store a payload in more bytes than the client sent.
    case 'check_violated':
      return write(422, 'The message is too large')
    default:
      throw error
  }
}

function write(status: number, error: string): Response {
  const headers: Record<string, string> = {}
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (status === 405) headers['allow'] = 'POST'
  if (status === 503) headers['retry-after'] = '1'
  return Response.json({ error }, { status, headers })
}
