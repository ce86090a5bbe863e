import type { Claims } from '../db/door.ts'
import { apiKeyIssuer, TokenError, type Keys, type TokenPayload } from './keys.ts'

export type ClaimsReason = 'missing_key' | 'bad_key' | 'bad_token' | 'expired_token'

export class ClaimsError extends Error {
  readonly reason: ClaimsReason
  constructor(reason: ClaimsReason, message: string) {
    super(message)
    this.reason = reason
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The claims of a request. `apikey` (a header, or realtime's query parameter) must be one of our two keys. `Authorization: Bearer` holds a
 * person's token or the same key: supabase-js sends the key without a session. `issuer` is the auth gateway's address.
 */
export async function readClaims(
  request: Request,
  keys: Keys,
  issuer: string,
  now = Date.now(),
): Promise<Claims> {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (request.headers.has('authorization') && !bearer) {
    throw new ClaimsError('bad_token', 'Authorization must be a bearer token')
  }
  const apiKey = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey') ?? bearer
  if (!apiKey) throw new ClaimsError('missing_key', 'No API key found in request')
  const keyRole = apiKey === bearer ? undefined : await roleOfKey(apiKey, keys, now)
  const claims = bearer ? await claimsOf(bearer, keys, issuer, now) : { role: keyRole ?? ('anon' as const) }
  // The service key bypasses every policy. A browser holds it only by mistake (threat 10). A same-origin read has no Origin, but every
  // browser sends Sec-Fetch-Site.
  const browser = request.headers.has('origin') || request.headers.has('sec-fetch-site')
  if (claims.role === 'service_role' && browser) {
    throw new ClaimsError('bad_key', 'The service key is not accepted from browsers')
  }
  return claims
}

export async function roleOfKey(
  apiKey: string,
  keys: Keys,
  now = Date.now(),
): Promise<'anon' | 'service_role'> {
  if (apiKey === keys.anonKey) return 'anon'
  try {
    const payload = await keys.verify(apiKey)
    const alive = typeof payload.exp === 'number' && payload.exp * 1_000 > now
    if (
      payload['iss'] === apiKeyIssuer &&
      alive &&
      (payload.role === 'anon' || payload.role === 'service_role')
    ) {
      return payload.role
    }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
  }
  throw new ClaimsError('bad_key', 'Invalid API key')
}

/** The claims of a person's token or of one of our keys. Throws `ClaimsError`. */
export async function claimsOf(token: string, keys: Keys, issuer: string, now = Date.now()): Promise<Claims> {
  return judge(await payloadOf(token, keys), issuer, now)
}

async function payloadOf(token: string, keys: Keys): Promise<TokenPayload> {
  try {
    return await keys.verify(token)
  } catch (error) {
    if (error instanceof TokenError) throw new ClaimsError('bad_token', 'Invalid token')
    throw error
  }
}

function judge(payload: TokenPayload, issuer: string, now: number): Claims {
  const { role, exp, sub, session_id: session } = payload
  if (typeof exp !== 'number') throw new ClaimsError('bad_token', 'Missing exp claim')
  if (exp * 1_000 <= now) throw new ClaimsError('expired_token', 'JWT expired')
  if (payload['iss'] === apiKeyIssuer && (role === 'anon' || role === 'service_role')) return { role }
  const person = payload['iss'] === issuer && payload['aud'] === 'authenticated' && role === 'authenticated'
  if (
    !person ||
    typeof sub !== 'string' ||
    typeof session !== 'string' ||
    !uuid.test(sub) ||
    !uuid.test(session)
  ) {
    throw new ClaimsError('bad_token', 'Invalid token')
  }
  const { email } = payload
  return { ...payload, role, sub, session_id: session, email: typeof email === 'string' ? email : '' }
}
