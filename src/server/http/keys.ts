import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompactSign, compactVerify, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { keyedHash } from './keyed-hash.ts'

export type TokenPayload = { role?: unknown; sub?: unknown; exp?: unknown; [claim: string]: unknown }

export type Keys = {
  /** Signs claims with ES256. The caller sets iat and exp in seconds. */
  sign(claims: TokenPayload): Promise<string>
  /** The payload of a token signed by our key. Throws `TokenError`. The caller checks the claims. */
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

type Secrets = { signingKey: JWK; secret: string; anonKey?: string; serviceKey?: string }
/** Issuer of the two API keys. People's tokens name the auth gateway's address. */
export const apiKeyIssuer = 'emote'

/** The server's secrets, created at first start in `DATA_DIR/secrets.json` (0600). Nodes that share a database share the file: copy it. */
export async function loadKeys(dataDir: string): Promise<Keys> {
  const file = join(dataDir, 'secrets.json')
  const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const stored = found === undefined ? await makeSecrets() : parseSecrets(found, file)
  const keys = await makeKeys(stored)
  if (found === undefined) {
    await mkdir(dataDir, { recursive: true })
    const text = JSON.stringify({ ...stored, anonKey: keys.anonKey, serviceKey: keys.serviceKey }, null, 2)
    await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' })
  }
  return keys
}

function parseSecrets(text: string, file: string): Secrets {
  const stored = readJson(text)
  if (!stored?.signingKey?.kid || !stored.signingKey.d || !stored.secret) {
    throw new Error(
      `${file} is damaged: it is no JSON, or signingKey or secret is missing. Restore it from a backup. A new one would end every session.`,
    )
  }
  return { ...stored, signingKey: stored.signingKey, secret: stored.secret }
}

/** The parser's own error would quote a piece of the secrets. */
function readJson(text: string): Partial<Secrets> | null {
  try {
    return JSON.parse(text) as Partial<Secrets> | null
  } catch {
    return null
  }
}

async function makeSecrets(): Promise<Secrets> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const signingKey = {
    ...(await exportJWK(privateKey)),
    kid: randomBytes(9).toString('base64url'),
    alg: 'ES256',
    use: 'sig',
  }
  return { signingKey, secret: randomBytes(32).toString('base64url') }
}

export async function makeKeys(stored?: Secrets): Promise<Keys> {
  const { signingKey, secret, anonKey, serviceKey } = stored ?? (await makeSecrets())
  const { d: _private, ...publicJwk } = signingKey
  const kid = signingKey.kid ?? ''
  const privateKey = await importJWK(signingKey, 'ES256')
  const publicKey = await importJWK(publicJwk, 'ES256')
  const sign = (claims: TokenPayload) =>
    new CompactSign(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
      .sign(privateKey)
  const issued = Math.floor(Date.now() / 1_000)
  const apiKey = (role: string) =>
    sign({ iss: apiKeyIssuer, role, iat: issued, exp: issued + 10 * 365 * 86_400 })
  const verify = async (token: string): Promise<TokenPayload> => {
    if (token.length > 8_192 || !isCompact(token)) throw new TokenError('malformed token')
    const { payload, protectedHeader } = await compactVerify(token, publicKey, {
      algorithms: ['ES256'],
    }).catch((error: unknown) => {
      throw new TokenError('signature refused', { cause: error })
    })
    // Our key is used whatever the header says. A header that names another key is a forgery (threat 9).
    const { kid: named, jku, jwk, x5u, x5c, crit } = protectedHeader
    if (named !== kid || jku || jwk || x5u || x5c || crit) throw new TokenError('unknown key')
    return parsePayload(payload)
  }
  return {
    sign,
    verify: remember(verify),
    jwks: { keys: [{ ...publicJwk, key_ops: ['verify'] }] },
    anonKey: anonKey ?? (await apiKey('anon')),
    serviceKey: serviceKey ?? (await apiKey('service_role')),
    secret: Buffer.from(secret, 'base64url'),
    fingerprint: keyedHash(Buffer.from(secret, 'base64url'), 'fingerprint', kid, String(signingKey.x)),
  }
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
