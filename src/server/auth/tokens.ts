import type { Tools } from './deps.ts'
import { keyedHash, sameBytes } from '../http/keyed-hash.ts'
import { notesOf, type User } from './users.ts'

/** How the person proved themselves, the newest proof first. */
export type Amr = { method: Method; timestamp: number }[]
export type Method =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'invite'
  | 'email_change'
  | 'recovery'
  | 'anonymous'
  | 'oauth'
  | 'sso/saml'
  | 'web3'
  | 'passkey'
  | SecondStep
export type SecondStep = 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code'
/** `aal2`: the session has passed a second step, or began with a passkey. */
export type Level = 'aal1' | 'aal2'

const version = 1
const headLength = 21
const macLength = 16

/** A signed access token. It leaves a big `user_metadata` out: the token travels with every request, on prepaid data. */
export function signAccessToken(
  tools: Tools,
  user: User,
  session: { id: string; amr: Amr; aal: Level },
  now: Date,
): Promise<string> {
  const issued = Math.floor(now.getTime() / 1_000)
  const notes = notesOf(user)
  const small = JSON.stringify(notes).length <= 2_048
  return tools.keys.sign({
    iss: `${tools.settings.publicUrl}/auth/v1`,
    sub: user.id,
    aud: 'authenticated',
    exp: issued + tools.settings.accessTokenSeconds,
    iat: issued,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.app_metadata,
    user_metadata: small ? notes : {},
    role: 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
}

/**
 * A refresh token: version, session id, counter and a keyed hash over them, in base64url. A racing request recomputes it, so the server
 * stores none (threat 7).
 */
export function makeRefreshToken(secret: Buffer, session: string, counter: number): string {
  const head = Buffer.alloc(headLength)
  head[0] = version
  Buffer.from(session.replaceAll('-', ''), 'hex').copy(head, 1)
  head.writeUInt32BE(counter, 17)
  return Buffer.concat([head, macOf(secret, head)]).toString('base64url')
}

export function readRefreshToken(
  secret: Buffer,
  token: string,
): { session: string; counter: number } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Decoders accept several spellings. Only the canonical one is valid.
  if (bytes.length !== headLength + macLength || bytes.toString('base64url') !== token) return undefined
  const head = bytes.subarray(0, headLength)
  if (head[0] !== version || !sameBytes(macOf(secret, head), bytes.subarray(headLength))) return undefined
  const hex = head.subarray(1, 17).toString('hex')
  const session = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { session, counter: head.readUInt32BE(17) }
}

function macOf(secret: Buffer, head: Buffer): Buffer {
  return keyedHash(secret, 'refresh token', head.toString('hex')).subarray(0, macLength)
}
