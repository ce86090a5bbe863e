import { tryAgainIn } from '../../shared/wait.ts'
import { isDatabaseError } from '../db/door.ts'
import { BodyError } from '../http/body.ts'
import { ClaimsError } from '../http/claims.ts'
import { apiHeaders } from '../http/cors.ts'
import { Refusal } from '../http/refusal.ts'
import { meaningOf } from '../http/sqlstate.ts'
import { FilesUnavailable } from '../providers/files/errors.ts'

/** The reference's codes, with the name in `error` and the status in `statusCode`. */
const kinds = {
  AccessDenied: ['Unauthorized', 403],
  DatabaseTimeout: ['DatabaseTimeout', 544],
  EntityTooLarge: ['Payload too large', 413],
  ExpiredToken: ['ExpiredToken', 400],
  InvalidJWT: ['InvalidJWT', 400],
  InvalidKey: ['InvalidKey', 400],
  InvalidMimeType: ['invalid_mime_type', 415],
  InvalidParameter: ['InvalidParameter', 400],
  InvalidRange: ['InvalidRange', 416],
  InvalidRequest: ['InvalidRequest', 400],
  KeyAlreadyExists: ['Duplicate', 409],
  LockTimeout: ['LockTimeout', 503],
  MethodNotAllowed: ['MethodNotAllowed', 405],
  NoSuchBucket: ['Bucket not found', 404],
  NoSuchKey: ['not_found', 404],
  NotImplemented: ['NotImplemented', 501],
  ServiceUnavailable: ['ServiceUnavailable', 503],
  SlowDown: ['SlowDown', 429],
} as const satisfies Record<string, readonly [string, number]>

export type Code = keyof typeof kinds

/** Codes with an HTTP status of their own. All others are 400; `statusCode` says more. */
const statusOfCode: Partial<Record<Code, number>> = {
  DatabaseTimeout: 544,
  InvalidRange: 416,
  LockTimeout: 503,
  MethodNotAllowed: 405,
  NotImplemented: 501,
  ServiceUnavailable: 503,
  SlowDown: 429,
}

export function refusal(code: Code, message: string, headers: Record<string, string> = {}): Refusal {
  const [error, statusCode] = kinds[code]
  return new Refusal(statusOfCode[code] ?? 400, code, message, {
    headers,
    fields: { statusCode: String(statusCode), error },
  })
}

export const noSuchBucket = () => refusal('NoSuchBucket', 'Bucket not found')
export const noSuchKey = () => refusal('NoSuchKey', 'Object not found')
export const tooLarge = () => refusal('EntityTooLarge', 'The object exceeded the maximum allowed size')
export const accessDenied = () => refusal('AccessDenied', 'new row violates row-level security policy')
export const badRequest = (message: string) => refusal('InvalidRequest', message)

/** The protocol has this feature and this gateway lacks it. The message names the word to remove. */
export const notBuilt = (what: string) => refusal('NotImplemented', `${what} is not part of this API`)

export const imageTransformation = () => notBuilt('Image transformation')

export function slowDown(seconds: number): Refusal {
  return refusal('SlowDown', `Too many changes: ${tryAgainIn(seconds)}`, {
    'retry-after': String(seconds),
  })
}

export const tooBusy = () =>
  refusal('ServiceUnavailable', 'Too many requests of this account or network wait for the database', {
    'retry-after': '1',
  })

/**
 * Any error of this gateway as an answer. Rethrows faults (unknown errors, PostgreSQL's internal errors): the caller logs them and answers
 * with a bare 500.
 */
export function toResponse(error: unknown, request?: Request): Response {
  const { status, code, message, headers, fields } = translate(error)
  const body = JSON.stringify({ statusCode: fields['statusCode'], error: fields['error'], message, code })
  return new Response(request?.method === 'HEAD' ? null : body, {
    status,
    headers: { ...apiHeaders, 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}

function translate(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ClaimsError) return ofClaims(error)
  if (error instanceof BodyError) {
    return refusal(error.reason === 'too_large' ? 'EntityTooLarge' : 'InvalidRequest', error.message)
  }
  if (error instanceof FilesUnavailable) return unavailable('The store of files cannot be reached')
  const refused = ofDatabase(error)
  if (!refused) throw error
  return refused
}

function unavailable(message: string): Refusal {
  return refusal('ServiceUnavailable', message, { 'retry-after': '1' })
}

function ofClaims({ reason, message }: ClaimsError): Refusal {
  if (reason === 'missing_key' || reason === 'bad_key') return refusal('AccessDenied', message)
  return refusal('InvalidJWT', reason === 'expired_token' ? '"exp" claim timestamp check failed' : message)
}

function ofDatabase(error: unknown): Refusal | undefined {
  const message = error instanceof Error ? error.message : ''
  switch (meaningOf(error)) {
    case 'unavailable':
      return unavailable('The database cannot be reached')
    case 'session_ended':
      return refusal('InvalidJWT', message)
    case 'forbidden':
      return accessDenied()
    case 'duplicate':
      return refusal('KeyAlreadyExists', 'The resource already exists')
    case 'missing_reference':
      return isConstraint(error, 'objects_bucket_id_fkey') ? noSuchBucket() : noSuchKey()
    case 'quota_reached':
      return refusal('AccessDenied', message)
    case 'timeout':
      return refusal('DatabaseTimeout', 'The database took too long')
    case 'contended':
      return refusal('LockTimeout', 'Locked: try again', { 'retry-after': '1' })
    case 'bad_value':
    case 'check_violated':
    case 'constraint_violated':
    case 'too_complex':
      return badRequest('A value cannot be stored')
    default:
      return undefined
  }
}

export function isConstraint(error: unknown, name: string): boolean {
  return isDatabaseError(error) && error.constraint === name
}
