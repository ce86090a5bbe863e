import type { SignedKind, Signing } from '../files/sign-token.ts'
import { TokenError, type TokenPayload } from '../http/keys.ts'
import { refusal } from './errors.ts'
import type { ObjectPath } from './objects.ts'

export async function openToken(
  { keys, now }: Signing,
  kind: SignedKind,
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
