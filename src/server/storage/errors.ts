import { DatabaseUnavailable, isDatabaseError } from '../db/door.ts'
import { BodyError } from '../http/body.ts'
import { apiHeaders } from '../http/cors.ts'
import { IdentityError } from '../http/identity.ts'
import { FilesUnavailable } from '../providers/files/index.ts'

/** The reference's codes: what each is called in `error`, and the status that `statusCode` tells. */
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

/** What a client is told by its HTTP status alone; everything else is 400, and `statusCode` in the body says more. */
const plainStatus: Partial<Record<Code, number>> = {
  DatabaseTimeout: 544,
  InvalidRange: 416,
  LockTimeout: 503,
  MethodNotAllowed: 405,
  ServiceUnavailable: 503,
  SlowDown: 429,
}

/** A request that is answered with an error of this dialect. */
export class Refusal extends Error {
  readonly code: Code
  readonly headers: Readonly<Record<string, string>>
  constructor(code: Code, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.headers = headers
  }
}

export const noSuchBucket = () => new Refusal('NoSuchBucket', 'Bucket not found')
export const noSuchKey = () => new Refusal('NoSuchKey', 'Object not found')
export const tooLarge = () => new Refusal('EntityTooLarge', 'The object exceeded the maximum allowed size')
export const accessDenied = () => new Refusal('AccessDenied', 'new row violates row-level security policy')
export const badRequest = (message: string) => new Refusal('InvalidRequest', message)

/** The protocol knows it, this gateway leaves it out: the client learns what to take away. */
export const notBuilt = (what: string) => new Refusal('NotImplemented', `${what} is not part of this API`)

export function slowDown(seconds: number): Refusal {
  return new Refusal('SlowDown', 'Too many uploads: try again later', { 'retry-after': String(seconds) })
}

/**
 * The one translator of this gateway. What it does not know, and what PostgreSQL calls an internal fault, is thrown on: the caller
 * of the gateway logs it and answers with a bare 500.
 */
export function toResponse(error: unknown, request?: Request): Response {
  const { code, message, headers } = translate(error)
  const [name, status] = kinds[code]
  const body = JSON.stringify({ statusCode: String(status), error: name, message, code })
  return new Response(request?.method === 'HEAD' ? null : body, {
    status: plainStatus[code] ?? 400,
    headers: { ...apiHeaders, 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}

function translate(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof IdentityError) return identityRefusal(error)
  if (error instanceof BodyError) {
    return new Refusal(error.fault === 'too_large' ? 'EntityTooLarge' : 'InvalidRequest', error.message)
  }
  if (error instanceof DatabaseUnavailable) return unavailable('The database cannot be reached')
  if (error instanceof FilesUnavailable) return unavailable('The store of files cannot be reached')
  const refusal = isDatabaseError(error) && databaseRefusal(error)
  if (!refusal) throw error
  return refusal
}

function unavailable(message: string): Refusal {
  return new Refusal('ServiceUnavailable', message, { 'retry-after': '1' })
}

function identityRefusal({ failure, message }: IdentityError): Refusal {
  if (failure === 'missing_key' || failure === 'bad_key') return new Refusal('AccessDenied', message)
  return new Refusal(
    'InvalidJWT',
    failure === 'expired_token' ? '"exp" claim timestamp check failed' : message,
  )
}

function databaseRefusal({ code, message, constraint }: DatabaseFault): Refusal | undefined {
  if (code === 'PT401') return new Refusal('InvalidJWT', message)
  if (code === '42501') return accessDenied()
  if (code === '23505') return new Refusal('KeyAlreadyExists', 'The resource already exists')
  if (code === '23503') return constraint === 'objects_bucket_id_fkey' ? noSuchBucket() : noSuchKey()
  if (code === '54000') return new Refusal('AccessDenied', message)
  if (code === '57014') return new Refusal('DatabaseTimeout', 'The database took too long')
  if (['40001', '40P01', '55P03'].includes(code)) return new Refusal('LockTimeout', 'Locked: try again')
  if (/^(22|23|54)/.test(code)) return badRequest('A value cannot be stored')
  return undefined
}

type DatabaseFault = { code: string; message: string; constraint?: string | undefined }
