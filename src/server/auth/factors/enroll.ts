import type { Tx } from '../../db/door.ts'
import { seal } from '../../http/sealed.ts'
import type { Operation, Tools } from '../deps.ts'
import { invalid, refusal } from '../errors.ts'
import { phoneField, readBody, requireSmsCountry, textField, type Body } from '../input.ts'
import { lockSignedIn } from '../lock-user.ts'
import { requireRecentProof } from '../recent-proof.ts'
import { loadSignedIn, secondStepNeeded, type SignedIn } from '../sessions.ts'
import type { Factor, User } from '../users.ts'
import { makeTotpKey, qrCodeOf, totpAddress } from './totp.ts'

type Type = 'totp' | 'phone' | 'webauthn'
type Made = { columns: { secret?: Buffer; phone?: string }; shown: object }
type NewFactor = { type: Type; name: string | undefined; secret?: Buffer; phone?: string }

/** A set-up that was never finished goes after this time, ms. */
const unfinishedFor = 3_600_000
const longestName = 60
/** The purpose of the seal on authenticator keys. */
export const sealing = 'authenticator key'

/** POST /factors: begins the set-up of a second step. It counts once its first code is right. */
export const enrollFactor: Operation = async (tools, call) => {
  const signedIn = await loadSignedIn(tools, call, 'half-open too')
  const { user, session } = signedIn
  const body = await readBody(call.request)
  const type = readType(tools, body)
  if (user.is_anonymous) {
    throw refusal(403, 'no_authorization', 'Anonymous people cannot set up a second step')
  }
  if (session.isHalfOpen) throw secondStepNeeded(403)
  await tools.limiter.take(call.now, ['factorAccount', user.id])
  await requireRecentProof(tools, call, signedIn, body)
  const name = textField(body, 'friendly_name', longestName)
  const own = { totp: newTotp, phone: newPhone, webauthn: newKey }[type](tools, user, body)
  const factor: NewFactor = { type, name, ...own.columns }
  const id = await tools.db.asService((tx) => insertFactor(tools, tx, signedIn, factor, call.now))
  return Response.json({ id, type, friendly_name: name ?? '', ...own.shown })
}

function readType({ settings }: Tools, body: Body): Type {
  const type = textField(body, 'factor_type')
  if (type !== 'totp' && type !== 'phone' && type !== 'webauthn') {
    throw invalid('factor_type needs to be totp, phone or webauthn')
  }
  const isOn = {
    totp: settings.totp,
    phone: settings.phoneFactor,
    webauthn: settings.webauthn && settings.passkeys !== undefined,
  }
  if (!isOn[type]) throw refusal(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`)
  return type
}

function newTotp({ keys, settings }: Tools, user: User, body: Body): Made {
  const key = makeTotpKey()
  const issuer = textField(body, 'issuer', longestName) ?? settings.passkeys?.name ?? 'Emote'
  const uri = totpAddress(key, issuer, user.email || user.phone || 'account')
  return {
    columns: { secret: seal(keys.secret, sealing, key) },
    shown: { totp: { qr_code: qrCodeOf(uri), secret: key, uri } },
  }
}

function newPhone({ settings }: Tools, _user: User, body: Body): Made {
  const phone = phoneField(body)
  if (!phone) throw invalid('A phone number is required')
  requireSmsCountry(settings, phone)
  return { columns: { phone }, shown: { phone } }
}

/** The device makes its key at the first challenge. */
const newKey = (): Made => ({ columns: {}, shown: {} })

async function insertFactor(
  { settings }: Tools,
  tx: Tx,
  signedIn: SignedIn,
  { type, name, secret, phone }: NewFactor,
  now: Date,
): Promise<string> {
  const { id: userId, factors: held } = await lockSignedIn(tx, signedIn)
  const oldest = now.getTime() - unfinishedFor
  const isLeft = ({ status, created_at: made }: Factor) =>
    status === 'unverified' && Date.parse(made) < oldest
  const left = held.filter(isLeft).map(({ id }) => id)
  await tx.query({ text: 'delete from auth.mfa_factors where id = any ($1::uuid[])', values: [left] })
  const factors = held.filter(({ id }) => !left.includes(id))
  if (factors.length >= settings.factorsMost) {
    throw refusal(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  }
  if (name && factors.some((factor) => factor.friendly_name === name)) throw nameTaken()
  if (phone && factors.some((factor) => factor.status === 'verified' && factor.phone === phone)) {
    throw refusal(422, 'mfa_verified_factor_exists', 'A verified factor with this phone number exists')
  }
  const { rows } = await tx.query<{ id: string }>({
    text: `insert into auth.mfa_factors (user_id, factor_type, friendly_name, secret, phone, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $6) returning id`,
    values: [userId, type, name ?? null, secret ?? null, phone ?? null, now],
  })
  return rows[0]?.id ?? ''
}

export const nameTaken = () =>
  refusal(422, 'mfa_factor_name_conflict', 'A factor with this friendly name already exists for this user')
