import type { Tx } from '../../db/door.ts'
import { sameBytes } from '../../http/keyed-hash.ts'
import { unseal } from '../../http/sealed.ts'
import type { Bucket } from '../../http/limiter.ts'
import type { Call, Operation, Tools } from '../deps.ts'
import { invalid, refusal } from '../errors.ts'
import { readBody, textField, type Body } from '../input.ts'
import { secondStepOn } from '../notices.ts'
import { challengeOf, checkAssertion, checkCreation, readAssertion } from '../passkeys/ceremony.ts'
import { provedTwice } from '../recent-proof.ts'
import { isKnownNetwork, secondStepNeeded, sessionBody, type SignedIn } from '../sessions.ts'
import { tellOwner } from '../tell-owner.ts'
import type { SecondStep } from '../tokens.ts'
import { hasSecondStep, type Factor } from '../users.ts'
import { hashText, loadFactor } from './challenge.ts'
import { sealing } from './enroll.ts'
import { lockSignedIn } from '../lock-user.ts'
import { raise, type Raised } from './raise.ts'
import { stepOfCode } from './totp.ts'
import { credentialJson, readCredential, relyingParty } from './webauthn.ts'

/** What the right answer changes in the factor's row. */
type Proof = { step?: number; credential?: string }

const methods = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const

const wrong = (message = 'Invalid TOTP code entered') => refusal(422, 'mfa_verification_failed', message)

/** POST /factors/{id}/verify: the right answer raises the session to aal2, and finishes the set-up of a new second step. */
export const verifyFactor: Operation = async (tools, call) => {
  const { signedIn, factor, id } = await loadFactor(tools, call)
  const body = await readBody(call.request)
  const challengeId = textField(body, 'challenge_id', 36)
  if (!challengeId) throw invalid('challenge_id is required')
  const buckets = await bucketsOf(tools, call, signedIn)
  await tools.limiter.take(call.now, ...buckets)
  await spendTry(tools, call, signedIn, id, challengeId)
  const proof = await prove(tools, call, factor, body, challengeId)
  const method = methods[factor.factor_type as keyof typeof methods]
  const raised = await tools.db.asService((tx) =>
    finish(tools, tx, signedIn, { factor, challengeId, proof, method }, call),
  )
  if (factor.status === 'unverified') tools.mails.wake()
  await tools.limiter.giveBack(...buckets)
  const { user, session, counter } = raised
  return Response.json(await sessionBody(tools, user, session, call.now, counter))
}

/** A stranger with the password must not use up the owner's tries: networks of the owner have buckets of their own (threat 18). */
async function bucketsOf(tools: Tools, call: Call, { user }: SignedIn): Promise<Bucket[]> {
  const pair: Bucket = ['secondStepPair', user.id, call.from]
  return (await isKnownNetwork(tools, call, user.id)) ? [pair] : [pair, ['secondStepAccount', user.id]]
}

/** Counted and committed before the comparison, so that parallel guesses count. */
async function spendTry(
  tools: Tools,
  { now }: Call,
  { session }: SignedIn,
  factorId: string,
  challengeId: string,
): Promise<void> {
  const { rows } = await tools.db.asService((tx) =>
    tx.last<{ is_good: boolean }>({
      text: `with tried as (
          update auth.mfa_challenges set tries = tries + 1
            where id::text = $1 and factor_id = $2 and session_id = $3 and tries < 5 and expires_at > $4 returning id)
        select exists (select from tried) as is_good from auth.mfa_challenges
          where id::text = $1 and factor_id = $2 and session_id = $3`,
      values: [challengeId, factorId, session.id, now],
    }),
  )
  if (!rows[0]) {
    throw refusal(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (!rows[0].is_good) {
    throw refusal(422, 'mfa_challenge_expired', 'MFA challenge has expired, create a new challenge.')
  }
}

function prove(tools: Tools, { now }: Call, factor: Factor, body: Body, challengeId: string): Promise<Proof> {
  if (factor.factor_type === 'webauthn') return proveByDevice(tools, factor, body, challengeId)
  const code = textField(body, 'code', 20)?.replace(/[\s-]/g, '') ?? ''
  return factor.factor_type === 'phone'
    ? proveByText(tools, code, challengeId)
    : proveByApp(tools, factor, code, now)
}

async function proveByApp({ db, keys }: Tools, factor: Factor, code: string, now: Date): Promise<Proof> {
  const { rows } = await db.asService(
    (tx) =>
      tx.last<{ secret: Buffer | null; last_step: string | null }>({
        text: 'select secret, last_step from auth.mfa_factors where id = $1',
        values: [factor.id],
      }),
    { readOnly: true },
  )
  const { secret, last_step: last } = rows[0] ?? {}
  const key = secret ? unseal(keys.secret, sealing, secret) : undefined
  const step =
    key && /^\d{6}$/.test(code) ? stepOfCode(key, code, last ? Number(last) : null, now) : undefined
  if (step === undefined) throw wrong()
  return { step }
}

async function proveByText({ db, keys }: Tools, code: string, challengeId: string): Promise<Proof> {
  const { rows } = await db.asService(
    (tx) =>
      tx.last<{ code_hash: Buffer | null }>({
        text: 'select code_hash from auth.mfa_challenges where id = $1',
        values: [challengeId],
      }),
    { readOnly: true },
  )
  const hash = rows[0]?.code_hash ?? null
  if (!sameBytes(hash, hashText(keys.secret, challengeId, code)))
    throw wrong('Invalid MFA Phone code entered')
  return {}
}

async function proveByDevice(tools: Tools, factor: Factor, body: Body, challengeId: string): Promise<Proof> {
  const party = relyingParty(tools)
  const challenge = challengeOf(tools.keys.secret, challengeId)
  const given = body['webauthn']
  const answer =
    typeof given === 'object' && given !== null ? Reflect.get(given, 'credential_response') : given
  const known = await readCredential(tools.db, factor.id)
  if (!known) {
    const made = await checkCreation(party, challenge, answer, false)
    if (!made) throw wrong('WebAuthn verification failed')
    return { credential: credentialJson(made) }
  }
  const assertion = readAssertion(answer)
  const checked = assertion && (await checkAssertion(party, challenge, assertion, known, false))
  if (!checked) throw wrong('WebAuthn verification failed')
  return { credential: credentialJson({ ...known, counter: checked.counter }) }
}

type Answer = { factor: Factor; challengeId: string; proof: Proof; method: SecondStep }

/** Under the account's lock: two requests with one code raise one session, and a second factor needs the first. */
async function finish(
  tools: Tools,
  tx: Tx,
  signedIn: SignedIn,
  { factor, challengeId, proof, method }: Answer,
  call: Call,
): Promise<Raised> {
  const held = await lockSignedIn(tx, signedIn)
  if (factor.status === 'unverified' && hasSecondStep(held) && !provedTwice(signedIn, call.now)) {
    throw secondStepNeeded(403)
  }
  if (!hasSecondStep(held)) {
    // A thief of the password may have logged in elsewhere before.
    await tx.query({ text: 'delete from auth.known_networks where user_id = $1', values: [held.id] })
  }
  const { rowCount: spent } = await tx.query({
    text: 'delete from auth.mfa_challenges where id = $1',
    values: [challengeId],
  })
  const { rowCount: kept } = await tx.query({
    text: `update auth.mfa_factors set status = 'verified', updated_at = $2, last_step = coalesce($3, last_step),
        credential = coalesce($4, credential)
      where id = $1 and ($3::bigint is null or last_step is null or last_step < $3)`,
    values: [factor.id, call.now, proof.step ?? null, proof.credential ?? null],
  })
  if (!spent || !kept) throw wrong()
  await tx.query({
    text: `delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified'`,
    values: [held.id, factor.factor_type],
  })
  if (factor.status === 'unverified') {
    const notice = { kind: 'second_step_on', about: factor.id, letter: secondStepOn } as const
    await tellOwner(tools, tx, held, notice, call.now)
  }
  return raise(tools, tx, signedIn, { factorId: factor.id, method }, call)
}
