import type { Keys } from '../http/keys.ts'

/** Kinds of signed addresses. The `aud` separates them from each other, and from sessions and keys, which have none. */
export type SignedKind = 'storage-download' | 'storage-upload'

export type Signing = { keys: Keys; now: () => number }

/** The token of a signed address, good for `seconds`. */
export async function signToken(
  { keys, now }: Signing,
  kind: SignedKind,
  { bucket, key }: { bucket: string; key: string },
  seconds: number,
  claims: Record<string, unknown>,
): Promise<string> {
  const issued = Math.floor(now() / 1_000)
  return keys.sign({ ...claims, aud: kind, url: `${bucket}/${key}`, iat: issued, exp: issued + seconds })
}
