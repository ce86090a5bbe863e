import { randomUUID } from 'node:crypto'
import type { Statement } from '../../db/door.ts'
import type { Call, Operation, Tools } from '../deps.ts'
import { refusal } from '../errors.ts'
import { keyedHash } from '../../http/keyed-hash.ts'
import { addressBuckets, insertMail } from '../../mail/queued-mail.ts'
import { makeCode } from '../one-time-tokens.ts'
import { challengeOf, creationOptions, requestOptions } from '../passkeys/ceremony.ts'
import { smsFor } from '../mails.ts'
import { isKnownNetwork, loadSignedIn, secondStepNeeded, type SignedIn } from '../sessions.ts'
import type { Factor, User } from '../users.ts'
import { readCredential, relyingParty } from './webauthn.ts'

type Texted = Factor & { phone: string }

/** Time for an answer, ms. */
const lifetime = 300_000

export const noFactor = () => refusal(404, 'mfa_factor_not_found', 'Factor not found')

/** The caller and the factor of the path. A session from a recovery mail gets no further. */
export async function loadFactor(
  tools: Tools,
  call: Call,
): Promise<{ signedIn: SignedIn; factor: Factor; id: string }> {
  const signedIn = await loadSignedIn(tools, call, 'half-open too')
  const factor = signedIn.user.factors.find(({ id }) => id === call.params[0])
  // Recovery codes have doors of their own.
  if (!factor || factor.factor_type === 'recovery_code') throw noFactor()
  if (signedIn.session.viaRecovery) throw secondStepNeeded(403)
  return { signedIn, factor, id: factor.id }
}

/** POST /factors/{id}/challenge. Only this session can answer it, five times at most, within five minutes (an SMS: as long as other codes). */
export const challengeFactor: Operation = async (tools, call) => {
  const { signedIn, factor } = await loadFactor(tools, call)
  const { user, session } = signedIn
  const { now } = call
  await tools.limiter.take(now, ['factorAccount', user.id])
  const id = randomUUID()
  const text =
    factor.phone === null
      ? undefined
      : await writeText(tools, call, user, { ...factor, phone: factor.phone }, id)
  const expiresAt = new Date(now.getTime() + (text ? tools.settings.codeSeconds * 1_000 : lifetime))
  await tools.db.asService(async (tx) => {
    const made = await tx.query(store(factor, session.id, { id, hash: text?.hash, expiresAt }, now))
    if (made.rowCount === 0) throw noFactor()
    if (text) await tx.query(insertMail(tools.keys.secret, { ...text.mail, userId: user.id, about: id }, now))
  })
  if (text) tools.mails.wake()
  const more = factor.factor_type === 'webauthn' ? await askDevice(tools, signedIn, factor, id) : {}
  const expires = Math.floor(expiresAt.getTime() / 1_000)
  return Response.json({ id, type: factor.factor_type, expires_at: expires, ...more })
}

/** The hash of a texted code. */
export const hashText = (secret: Buffer, challengeId: string, code: string): Buffer =>
  keyedHash(secret, 'second step text', challengeId, code)

async function writeText(tools: Tools, call: Call, user: User, { phone, status }: Texted, id: string) {
  const { keys, settings, limiter } = tools
  if (!settings.phoneFactor) {
    throw refusal(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for phone')
  }
  const counted = await countedAs(tools, call, user, status)
  // The SMS of a finished set-up are few: the number's own bucket counts them. A crowded network must not use them up.
  if (counted === 'change') await limiter.take(call.now, ['smsNetwork', call.from])
  await limiter.take(call.now, ...addressBuckets(counted, phone))
  const code = makeCode(settings.codeLength)
  const text = smsFor({ code }, settings)
  const content = { sms: { phone, text }, counted } as const
  const lifetimeOfCode = settings.codeSeconds * 1_000
  return {
    hash: hashText(keys.secret, id, code),
    mail: { kind: 'sms', content, lifetime: lifetimeOfCode } as const,
  }
}

/** A stranger may name the number at a set-up, or know the password. Their SMS must not stop the log-ins of the owner. */
async function countedAs(tools: Tools, call: Call, user: User, status: Factor['status']) {
  if (status === 'unverified') return 'change'
  return (await isKnownNetwork(tools, call, user.id)) ? 'second_step' : 'second_step_elsewhere'
}

type Challenge = { id: string; hash: Buffer | undefined; expiresAt: Date }

/** Stores a challenge. Those that ran out go. Inserts nothing when the factor was removed meanwhile, or the session has ended. */
const store = (
  factor: Factor,
  sessionId: string,
  { id, hash, expiresAt }: Challenge,
  now: Date,
): Statement => ({
  text: `with factor as (update auth.mfa_factors set last_challenged_at = $3 where id = $1 returning id),
      gone as (delete from auth.mfa_challenges where factor_id = $1 and expires_at <= $3),
      session as (select id from auth.sessions where id = $2 for key share)
    insert into auth.mfa_challenges (id, factor_id, session_id, code_hash, created_at, expires_at)
      select $5, factor.id, session.id, $6, $3, $4 from factor, session`,
  values: [factor.id, sessionId, now, expiresAt, id, hash ?? null],
})

async function askDevice(tools: Tools, { user }: SignedIn, factor: Factor, challengeId: string) {
  const party = relyingParty(tools)
  const { secret } = tools.keys
  const challenge = challengeOf(secret, challengeId)
  const credential = await readCredential(tools.db, factor.id)
  if (credential) {
    const publicKey = requestOptions(party, challenge, [credential.credential_id], false)
    return { webauthn: { type: 'request', credential_options: { publicKey } } }
  }
  // A handle of its own: a device replaces a passkey that has the same one.
  const handle = keyedHash(secret, 'second step handle', factor.id)
  const label = user.email || user.phone || 'Emote'
  const publicKey = creationOptions(party, { challenge, handle, label, exclude: [] }, false)
  return { webauthn: { type: 'create', credential_options: { publicKey } } }
}
