import { apiKeyIssuer, TokenError, type Keys, type TokenPayload } from './keys.ts'

/** The caller, as the verified token says it; the same shape as `Claims` of the database door. */
export type Identity = {
  role: 'anon' | 'authenticated' | 'service_role'
  sub?: string
  session_id?: string
  email?: string
  [claim: string]: unknown
}

export type IdentityFailure = 'missing_key' | 'bad_key' | 'bad_token' | 'expired_token'

/** No one can be made of the request's credentials. Gateways answer in their dialect; the status is 401. */
export class IdentityError extends Error {
  readonly failure: IdentityFailure
  constructor(failure: IdentityFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Who sends this request: `apikey` (header, or query as realtime does) must be one of our two keys, and `Authorization: Bearer` a
 * person's token or that key again (supabase-js sends the key when there is no session). `issuer` is the auth gateway's address.
 */
export async function identify(
  request: Request,
  keys: Keys,
  issuer: string,
  now = Date.now(),
): Promise<Identity> {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (request.headers.has('authorization') && !bearer) {
    throw new IdentityError('bad_token', 'Authorization must be a bearer token')
  }
  const apiKey = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey') ?? bearer
  if (!apiKey) throw new IdentityError('missing_key', 'No API key found in request')
  const keyRole = apiKey === bearer ? undefined : await roleOfKey(apiKey, keys, now)
  const identity = bearer
    ? await identityOf(bearer, keys, issuer, now)
    : { role: keyRole ?? ('anon' as const) }
  // The service key bypasses every policy; a browser that holds it has been given it by mistake (threat 10).
  // A read of the same origin has no Origin; every browser says where it comes from in Sec-Fetch-Site, and no program does.
  const browser = request.headers.has('origin') || request.headers.has('sec-fetch-site')
  if (identity.role === 'service_role' && browser) {
    throw new IdentityError('bad_key', 'The service key is not accepted from browsers')
  }
  return identity
}

/** Which of our two keys it is. Throws `IdentityError` for any other. */
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
  throw new IdentityError('bad_key', 'Invalid API key')
}

/** Whom a token names: a person, or the role of a key of ours. Throws `IdentityError`. */
export async function identityOf(
  token: string,
  keys: Keys,
  issuer: string,
  now = Date.now(),
): Promise<Identity> {
  return judge(await payloadOf(token, keys), issuer, now)
}

async function payloadOf(token: string, keys: Keys): Promise<TokenPayload> {
  try {
    return await keys.verify(token)
  } catch (error) {
    if (error instanceof TokenError) throw new IdentityError('bad_token', 'Invalid token')
    throw error
  }
}

function judge(payload: TokenPayload, issuer: string, now: number): Identity {
  const { role, exp, sub, session_id: session } = payload
  if (typeof exp !== 'number') throw new IdentityError('bad_token', 'Missing exp claim')
  if (exp * 1_000 <= now) throw new IdentityError('expired_token', 'JWT expired')
  if (payload['iss'] === apiKeyIssuer && (role === 'anon' || role === 'service_role')) return { role }
  const person = payload['iss'] === issuer && payload['aud'] === 'authenticated' && role === 'authenticated'
  if (
    !person ||
    typeof sub !== 'string' ||
    typeof session !== 'string' ||
    !uuid.test(sub) ||
    !uuid.test(session)
  ) {
    throw new IdentityError('bad_token', 'Invalid token')
  }
  const { email } = payload
  return { ...payload, role, sub, session_id: session, email: typeof email === 'string' ? email : '' }
}
