import { waitWords } from '../../shared/wait.ts'
import { BodyError } from '../http/body.ts'
import { ClaimsError } from '../http/claims.ts'
import { Refusal } from '../http/refusal.ts'
import { meaningOf } from '../http/sqlstate.ts'
import { FilesUnavailable } from '../providers/files/errors.ts'

/** Becomes `{success: false, error}`. People read the message as it is. `fields` go beside it. */
export function refusal(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  fields: Record<string, unknown> = {},
): Refusal {
  return new Refusal(status, '', message, { headers, fields })
}

export const tooBusy = () => refusal(503, waitWords(2), { 'retry-after': '2' })

export const tooMany = (seconds: number) =>
  refusal(429, waitWords(seconds), { 'retry-after': String(seconds) })

/** Any error of this gateway as an answer; a fault is a bare 500. `signedOut` is the function's message for a caller without a session. */
export function toResponse(error: unknown, signedOut = 'Not authenticated'): Response {
  const { status, message, headers, fields } = translate(error, signedOut)
  return Response.json({ success: false, error: message, ...fields }, { status, headers })
}

const unexpected = 'An unexpected error occurred.'

function translate(error: unknown, signedOut: string): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ClaimsError) {
    const { reason, message } = error
    return refusal(401, reason === 'missing_key' || reason === 'bad_key' ? message : signedOut)
  }
  if (error instanceof BodyError) return refusal(statusOfBody[error.reason] ?? 400, error.message)
  if (error instanceof FilesUnavailable) return refusal(503, unexpected, { 'retry-after': '5' })
  switch (meaningOf(error)) {
    case 'session_ended':
      return refusal(401, signedOut)
    case 'timeout':
      return refusal(504, unexpected)
    case 'unavailable':
    case 'contended':
      return refusal(503, unexpected, { 'retry-after': '1' })
    default:
      return refusal(500, unexpected)
  }
}

const statusOfBody: Partial<Record<BodyError['reason'], number>> = { too_large: 413, media_type: 415 }
