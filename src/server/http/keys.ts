import {
  CompactSign,
  compactVerify,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  type ProtectedHeaderParameters,
} from 'jose'
import { keyedHash } from './keyed-hash.ts'
import { makeSecrets, readSecrets, storeFirst, type ApiRole, type Secrets } from './secrets.ts'

export type TokenPayload = {
  iss?: unknown
  role?: unknown
  sub?: unknown
  iat?: unknown
  exp?: unknown
  [claim: string]: unknown
}

export type Keys = {
  /** Signs claims with ES256. The caller sets iat and exp in seconds. */
  sign(claims: TokenPayload): Promise<string>
  /** The payload of a token that one of our keys signed. Throws `TokenError`. The caller checks the claims. */
  verify(token: string): Promise<TokenPayload>
  /** Public keys, for /auth/v1/.well-known/jwks.json. */
  jwks: { keys: JWK[] }
  anonKey: string
  serviceKey: string
  /** 32 random bytes for keyed hashes. They never leave the server. */
  secret: Buffer
  /** Identifies this secrets.json without revealing it. */
  fingerprint: Buffer
}

export class TokenError extends Error {}

/** Issuer of the two API keys. People's tokens name the auth gateway's address. */
export const apiKeyIssuer = 'emote'
/** Issuer of the API keys that other tools of this protocol make with a shared secret. */
const foreignIssuer = 'supabase'

/** With `foreignSecret` it accepts API keys that other tools sign with HS256 (AUTH_HS256_SECRET). */
type Options = { foreignSecret?: string | undefined }

/** The server's secrets, created at first start in `DATA_DIR/secrets.json` (0600). Nodes that share a database share the file: copy it. */
export async function loadKeys(dataDir: string, options: Options = {}): Promise<Keys> {
  const found = await readSecrets(dataDir)
  const stored = found ?? (await makeSecrets())
  const keys = await makeKeys(stored, options)
  const { anonKey, serviceKey } = keys
  if (!found) await storeFirst(dataDir, { ...stored, anonKey, serviceKey })
  return keys
}

export async function makeKeys(stored?: Secrets, { foreignSecret }: Options = {}): Promise<Keys> {
  const secrets = stored ?? (await makeSecrets())
  const { signingKey, nextKey, previousKey, keysSince = {} } = secrets
  const accepted = [signingKey, nextKey, previousKey].flatMap((key) => key ?? []).map(publicHalf)
  const byKid = new Map(
    await Promise.all(accepted.map(async (key) => [key.kid, await importJWK(key, 'ES256')] as const)),
  )
  const foreign = foreignSecret === undefined ? undefined : new TextEncoder().encode(foreignSecret)
  const verify = async (token: string): Promise<TokenPayload> => {
    if (token.length > 8_192 || !isCompact(token)) throw new TokenError('malformed token')
    const { alg, kid, jku, jwk, x5u, x5c, crit } = headerOf(token)
    // Only our own keys are used, whatever the header brings along (threat 9).
    if (jku || jwk || x5u || x5c || crit) throw new TokenError('unknown key')
    if (alg === 'HS256' && foreign) return foreignKey(await check(token, foreign, 'HS256'))
    const key = typeof kid === 'string' ? byKid.get(kid) : undefined
    if (!key) throw new TokenError('unknown key')
    const payload = await check(token, key, 'ES256')
    if (isRetired(payload, keysSince)) throw new TokenError('retired key')
    return payload
  }
  const secret = Buffer.from(secrets.secret, 'base64url')
  const { kid = '', x = '' } = secrets.firstKey ?? signingKey
  return {
    sign: await signer(signingKey),
    verify: remember(verify),
    jwks: { keys: accepted.map((key) => ({ ...key, key_ops: ['verify'] })) },
    anonKey: secrets.anonKey ?? (await makeApiKey(signingKey, 'anon')),
    serviceKey: secrets.serviceKey ?? (await makeApiKey(signingKey, 'service_role')),
    secret,
    fingerprint: keyedHash(secret, 'fingerprint', kid, x),
  }
}

function publicHalf({ d: _private, ...key }: JWK): JWK {
  return key
}

async function signer(signingKey: JWK): Promise<Keys['sign']> {
  const key = await importJWK(signingKey, 'ES256')
  const { kid = '' } = signingKey
  return (claims) =>
    new CompactSign(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
      .sign(key)
}

const keyLife = 10 * 365 * 86_400

/** `issued` in seconds. */
export async function makeApiKey(
  signingKey: JWK,
  role: ApiRole,
  issued = Math.floor(Date.now() / 1_000),
): Promise<string> {
  const sign = await signer(signingKey)
  return sign({ iss: apiKeyIssuer, role, iat: issued, exp: issued + keyLife })
}

/** When a token of ours was issued, in seconds. Its signature is not checked. */
export function issuedAt(token: string): number {
  const { iat } = parsePayload(Buffer.from(token.split('.')[1] ?? '', 'base64url'))
  return typeof iat === 'number' ? iat : 0
}

function headerOf(token: string): ProtectedHeaderParameters {
  try {
    return decodeProtectedHeader(token)
  } catch (error) {
    throw new TokenError('malformed header', { cause: error })
  }
}

async function check(token: string, key: CryptoKey | Uint8Array, alg: string): Promise<TokenPayload> {
  const { payload } = await compactVerify(token, key, { algorithms: [alg] }).catch((error: unknown) => {
    throw new TokenError('signature refused', { cause: error })
  })
  return parsePayload(payload)
}

/** A shared secret is in many hands. It makes API keys, and never a person's token or a signed address. */
function foreignKey({ iss, role, exp }: TokenPayload): TokenPayload {
  if (iss !== foreignIssuer || (role !== 'anon' && role !== 'service_role'))
    throw new TokenError('unknown role')
  return { iss: apiKeyIssuer, role, exp }
}

function isRetired({ iss, role, iat }: TokenPayload, since: NonNullable<Secrets['keysSince']>): boolean {
  if (iss !== apiKeyIssuer || (role !== 'anon' && role !== 'service_role')) return false
  return (typeof iat === 'number' ? iat : 0) < (since[role] ?? 0)
}

/** Each part must have its canonical spelling: a lax decoder accepts sixteen spellings of one signature. */
function isCompact(token: string): boolean {
  const parts = token.split('.')
  return (
    parts.length === 3 &&
    parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}

function parsePayload(bytes: Uint8Array): TokenPayload {
  try {
    const payload: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) return { ...payload }
  } catch {}
  throw new TokenError('malformed payload')
}

/** Caches good signatures: an ES256 check costs more than the rest of the request. */
function remember(verify: Keys['verify']): Keys['verify'] {
  const seen = new Map<string, TokenPayload>()
  return async (token) => {
    const known = seen.get(token)
    if (known) return known
    const payload = await verify(token)
    if (seen.size >= 10_000) seen.clear()
    seen.set(token, payload)
    return payload
  }
}
