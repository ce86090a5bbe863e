import { TokenError, type Keys, type TokenPayload } from '../http/keys.ts'
import { refusal } from './errors.ts'
import type { ObjectPath } from './objects.ts'

/** Kinds of signed addresses. The `aud` separates them from each other, and from sessions and keys, which have none. */
type Kind = 'storage-download' | 'storage-upload'

export async function signToken(
  { keys, now }: { keys: Keys; now: () => number },
  kind: Kind,
  { bucket, key }: ObjectPath,
  seconds: number,
  claims: Record<string, unknown>,
): Promise<string> {
  const issued = Math.floor(now() / 1_000)
  return keys.sign({ ...claims, aud: kind, url: `${bucket}/${key}`, iat: issued, exp: issued + seconds })
}

export async function openToken(
  { keys, now }: { keys: Keys; now: () => number },
  kind: Kind,
  { bucket, key }: ObjectPath,
  token: string | undefined,
): Promise<TokenPayload> {
  if (token === undefined) throw refusal('InvalidJWT', 'The token is missing')
  const payload = await keys.verify(token).catch((error: unknown) => {
    throw error instanceof TokenError ? refusal('InvalidJWT', 'Invalid token') : error
  })
  if (payload['aud'] !== kind || payload['url'] !== `${bucket}/${key}` || typeof payload.exp !== 'number') {
    throw refusal('InvalidJWT', 'The token is not for this')
  }
  if (payload.exp * 1_000 <= now()) throw refusal('ExpiredToken', 'The provided token has expired')
  return payload
}
