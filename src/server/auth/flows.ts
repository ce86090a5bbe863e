import { randomBytes } from 'node:crypto'
import type { Tx } from '../db/door.ts'
import { sha256 } from '../http/keyed-hash.ts'
import { invalid } from './errors.ts'
import { textField, type Body } from './input.ts'
import type { Amr } from './tokens.ts'

/** Time to exchange a code for a session, ms. */
const codeLife = 300_000

/** What a client exchanges for a session (auth.flow_states). */
export type Flow = {
  userId: string
  challenge: string
  method: Amr[number]['method']
  /** The mailed token that the exchange redeems. */
  tokenId?: string
}

/** The challenge of a client that uses PKCE (RFC 7636), from a body. */
export const readChallenge = (body: Body): string | undefined =>
  checkChallenge(textField(body, 'code_challenge'), textField(body, 'code_challenge_method'))

/** Refuses `plain`: everybody who sees the request then holds the verifier. */
function checkChallenge(
  challenge: string | null | undefined,
  method: string | null | undefined,
): string | undefined {
  if (!challenge && !method) return undefined
  if (!challenge || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (method.toLowerCase() !== 's256') throw invalid('code_challenge_method must be s256')
  if (!/^[\w-]{43}$/.test(challenge)) throw invalid('code_challenge must be a SHA-256 in base64url')
  return challenge
}

/** A new code for the redirect. The exchange needs the verifier of the challenge, so a code in a log opens nothing. */
export async function codeForFlow(
  tx: Tx,
  { userId, challenge, method, tokenId }: Flow,
  now: Date,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await tx.query({
    text: `insert into auth.flow_states (user_id, code_hash, code_challenge, token_id, method, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    values: [userId, sha256(code), challenge, tokenId ?? null, method, new Date(now.getTime() + codeLife)],
  })
  return code
}
