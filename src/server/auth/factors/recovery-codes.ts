import { randomInt } from 'node:crypto'
import { tryAgainIn } from '../../../shared/wait.ts'
import type { Tx } from '../../db/door.ts'
import { keyedHash } from '../../http/keyed-hash.ts'
import { rateLimits } from '../../http/limits.ts'
import { readBody, textField } from '../input.ts'
import type { Call, Operation, Tools } from '../deps.ts'
import { refusal } from '../errors.ts'
import { backupCodesNew, backupCodeUsed } from '../notices.ts'
import { provedTwice } from '../recent-proof.ts'
import { loadSignedIn, secondStepNeeded, sessionBody, type SignedIn } from '../sessions.ts'
import { tellOwner } from '../tell-owner.ts'
import { noFactor } from './challenge.ts'
import { nameTaken } from './enroll.ts'
import { lockSignedIn } from '../lock-user.ts'
import { raise } from './raise.ts'
import { forgetRecoveryCodes } from './remove-factor.ts'

// The names and answers are those of auth-js 2.119 (`mfa.recoveryCodes`, experimental there).

const total = 10
/** Letters and digits that nobody mistakes for another on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 59 random bits a code. */
const length = 12
const type = 'recovery_code'

const setOf = ({ user }: SignedIn) => user.factors.find(({ factor_type: kind }) => kind === type)

/** GET /factors/recovery-codes */
export const countRecoveryCodes: Operation = async (tools, call) => {
  const signedIn = await loadSignedIn(tools, call, 'half-open too')
  const factor = setOf(signedIn)
  if (!factor) throw noFactor()
  const { rows } = await tools.db.asService(
    (tx) =>
      tx.last<{ total: number; remaining: number }>({
        text: `select count(*)::int as total, (count(*) filter (where used_at is null))::int as remaining
          from auth.recovery_codes where user_id = $1`,
        values: [signedIn.user.id],
      }),
    { readOnly: true },
  )
  return Response.json({ id: factor.id, type, ...rows[0] })
}

/** POST /factors/recovery-codes */
export const makeRecoveryCodes: Operation = async (tools, call) => {
  const signedIn = await loadRaised(tools, call)
  const name = (await readName(call.request)) ?? 'Recovery codes'
  const codes = makeCodes()
  const id = await tools.db.asService(async (tx) => {
    const { id: userId, factors } = await lockSignedIn(tx, signedIn)
    if (!factors.some(({ status }) => status === 'verified')) {
      throw refusal(422, 'mfa_recovery_codes_sole_factor', 'Recovery codes cannot be the only factor')
    }
    if (factors.some(({ factor_type: kind }) => kind === type)) {
      throw refusal(422, 'mfa_verified_factor_exists', 'Recovery codes exist, regenerate them instead')
    }
    if (factors.some(({ friendly_name: taken }) => taken === name)) throw nameTaken()
    const { rows } = await tx.query<{ id: string }>({
      text: `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name, created_at, updated_at)
        values ($1, $2, 'verified', $3, $4, $4) returning id`,
      values: [userId, type, name, call.now],
    })
    await storeCodes(tools, tx, userId, codes)
    return rows[0]?.id
  })
  return Response.json({ id, type, friendly_name: name, total, codes })
}

/** The client sends a body only when there is a name. */
async function readName(request: Request): Promise<string | undefined> {
  const isEmpty = request.body === null || request.headers.get('content-length') === '0'
  return isEmpty ? undefined : textField(await readBody(request), 'friendly_name', 60)
}

/** POST /factors/recovery-codes/regenerate: the old codes end at once. */
export const replaceRecoveryCodes: Operation = async (tools, call) => {
  const signedIn = await loadRaised(tools, call)
  const codes = makeCodes()
  const factor = await tools.db.asService(async (tx) => {
    const owner = await lockSignedIn(tx, signedIn)
    const { id: userId, factors } = owner
    const held = factors.find(({ factor_type: kind }) => kind === type)
    if (!held) throw noFactor()
    await tx.query({ text: 'delete from auth.recovery_codes where user_id = $1', values: [userId] })
    await tx.query({
      text: 'update auth.mfa_factors set updated_at = $2 where id = $1',
      values: [held.id, call.now],
    })
    await storeCodes(tools, tx, userId, codes)
    const notice = { kind: 'backup_codes_new', about: held.id, letter: backupCodesNew } as const
    await tellOwner(tools, tx, owner, notice, call.now)
    return held
  })
  tools.mails.wake()
  const { id, friendly_name: name } = factor
  return Response.json({ id, type, friendly_name: name ?? '', total, codes })
}

/** DELETE /factors/recovery-codes */
export const removeRecoveryCodes: Operation = async (tools, call) => {
  const signedIn = await loadRaised(tools, call)
  const factor = setOf(signedIn)
  if (!factor) throw noFactor()
  await tools.db.asService(async (tx) => {
    await lockSignedIn(tx, signedIn)
    await forgetRecoveryCodes(tx, signedIn.user.id)
  })
  return Response.json({ id: factor.id })
}

/** No row for a wrong code. `left`: the codes that still work. */
const useCode = `with used as (
    update auth.recovery_codes set used_at = $3 where user_id = $1 and hash = $2 and used_at is null returning user_id)
  select (select count(*) from auth.recovery_codes c where c.user_id = $1 and c.hash <> $2 and c.used_at is null)::int as left from used`

/** POST /factors/recovery-codes/verify: a code raises the session once. */
export const verifyRecoveryCode: Operation = async (tools, call) => {
  const signedIn = await loadSignedIn(tools, call, 'half-open too')
  if (signedIn.session.viaRecovery) throw secondStepNeeded(403)
  const { id: userId } = signedIn.user
  const typed = textField(await readBody(call.request), 'code', 100) ?? ''
  const bucket = ['recoveryCode', userId, call.from] as const
  if (!(await tools.limiter.tryTake(call.now, bucket))) throw locked()
  const raised = await tools.db.asService(async (tx) => {
    const owner = await lockSignedIn(tx, signedIn)
    const factor = owner.factors.find(({ factor_type: kind }) => kind === type)
    const { rows } = await tx.query<{ left: number }>({
      text: useCode,
      values: [userId, hashOf(tools, userId, typed), call.now],
    })
    if (!factor || !rows[0]) {
      throw refusal(422, 'mfa_verification_failed', 'Invalid recovery code entered')
    }
    const letter = backupCodeUsed(rows[0].left)
    await tellOwner(tools, tx, owner, { kind: 'backup_code_used', about: factor.id, letter }, call.now)
    return raise(tools, tx, signedIn, { factorId: factor.id, method: 'mfa/recovery_code' }, call)
  })
  tools.mails.wake()
  await tools.limiter.giveBack(bucket)
  const { user, session, counter } = raised
  return Response.json(await sessionBody(tools, user, session, call.now, counter))
}

const locked = () => {
  const { points, seconds } = rateLimits.recoveryCode
  const retryAfter = seconds / points
  return refusal(429, 'mfa_recovery_codes_locked', `Too many wrong codes: ${tryAgainIn(retryAfter)}`, {
    retryAfter,
  })
}

/** For changes of the set: only somebody who passed the second step in the last ten minutes. */
async function loadRaised(tools: Tools, call: Call): Promise<SignedIn> {
  const signedIn = await loadSignedIn(tools, call, 'half-open too')
  if (!provedTwice(signedIn, call.now)) throw secondStepNeeded(403)
  await tools.limiter.take(call.now, ['factorAccount', signedIn.user.id])
  return signedIn
}

const makeCodes = () =>
  Array.from({ length: total }, () =>
    Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
  )

async function storeCodes(tools: Tools, tx: Tx, userId: string, codes: readonly string[]): Promise<void> {
  const hashes = codes.map((code) => hashOf(tools, userId, code))
  await tx.query({
    text: 'insert into auth.recovery_codes (user_id, hash) select $1, unnest($2::bytea[])',
    values: [userId, hashes],
  })
}

/** As people type it: letter case, white space and hyphens do not count. */
function hashOf({ keys }: Tools, userId: string, typed: string): Buffer {
  return keyedHash(keys.secret, 'recovery code', userId, typed.toLowerCase().replace(/[\s-]/g, ''))
}
