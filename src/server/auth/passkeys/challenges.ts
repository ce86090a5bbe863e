import { isUuid } from '../../../shared/uuid.ts'
import type { Tools } from '../deps.ts'
import { invalid, refusal } from '../errors.ts'
import { textField, type Body } from '../input.ts'
import { ceremonyTime, challengeOf, type RelyingParty } from './ceremony.ts'

/** A `registration` belongs to an account. Nobody knows yet who answers an `authentication`. */
type Kind = 'registration' | 'authentication'

export function requireParty({ settings }: Pick<Tools, 'settings'>): RelyingParty {
  if (!settings.passkeys) throw refusal(404, 'passkey_disabled', 'Passkeys are disabled')
  return settings.passkeys
}

/** Stores a challenge. It is good for one answer. */
export async function issueChallenge(tools: Tools, kind: Kind, userId: string | null, now: Date) {
  const expiresAt = new Date(now.getTime() + ceremonyTime)
  const { rows } = await tools.db.asService((tx) =>
    tx.last<{ id: string }>({
      text: 'insert into auth.webauthn_challenges (kind, user_id, expires_at) values ($1, $2, $3) returning id',
      values: [kind, userId, expiresAt],
    }),
  )
  const id = rows[0]?.id ?? ''
  return {
    challenge: challengeOf(tools.keys.secret, id),
    envelope: { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1_000) },
  }
}

/** The challenge, used up whatever the answer is worth: of two answers at once only one is looked at. */
export async function takeChallenge(
  tools: Tools,
  kind: Kind,
  userId: string | null,
  id: string,
  now: Date,
): Promise<string> {
  const { rows } = await tools.db.asService((tx) =>
    tx.last<{ expires_at: Date }>({
      text: `delete from auth.webauthn_challenges where id = $1 and kind = $2 and user_id is not distinct from $3
        returning expires_at`,
      values: [id, kind, userId],
    }),
  )
  const taken = rows[0]
  if (!taken) throw refusal(403, 'webauthn_challenge_not_found', 'Challenge not found or already used')
  if (taken.expires_at <= now) throw refusal(403, 'webauthn_challenge_expired', 'Challenge has expired')
  return challengeOf(tools.keys.secret, id)
}

/** The body of both `verify` calls. The ceremony judges the credential. */
export function readAnswer(body: Body): { challengeId: string; credential: unknown } {
  const challengeId = textField(body, 'challenge_id')
  if (!challengeId) throw invalid('challenge_id is required')
  if (!isUuid(challengeId)) throw invalid('challenge_id must be a valid UUID')
  if (!body['credential']) throw invalid('credential is required')
  return { challengeId, credential: body['credential'] }
}

/** Every wrong credential gets it: the caller learns nothing about keys and accounts. */
export const unproven = () => refusal(403, 'webauthn_verification_failed', 'Credential verification failed')
