import type { Statement } from '../db/door.ts'
import { refusal } from './errors.ts'

export type Identity = {
  id: string
  user_id: string
  provider: string
  provider_id: string
  identity_data: Record<string, unknown>
  /** A provider proved its address. */
  proved: boolean
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

export type User = {
  id: string
  /** Null: the person signed up by phone or anonymously, or a provider named no address. */
  email: string | null
  password_hash: string | null
  email_confirmed_at: Date | null
  /** The owner of the mailbox proved the address. Without the setting, an unproved address counts as confirmed. */
  email_proved_at: Date | null
  new_email: string | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change_sent_at: Date | null
  email_change_confirmed: 'current' | 'new' | null
  /** E.164 without the plus sign, as the reference stores it. */
  phone: string | null
  phone_confirmed_at: Date | null
  new_phone: string | null
  phone_change_sent_at: Date | null
  is_anonymous: boolean
  invited_at: Date | null
  deleted_at: Date | null
  last_sign_in_at: Date | null
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  banned_until: Date | number | null
  created_at: Date
  updated_at: Date
  identities: Identity[]
  factors: Factor[]
}

type FactorType = 'totp' | 'phone' | 'webauthn' | 'recovery_code'
/** A row of `auth.mfa_factors` without its secrets. */
export type Factor = {
  id: string
  factor_type: FactorType
  status: 'unverified' | 'verified'
  friendly_name: string | null
  phone: string | null
  created_at: string
  updated_at: string
  last_challenged_at: string | null
}

/** The account's identities and second steps. */
export const partsOfUser = `coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at)
    from auth.identities i where i.user_id = u.id), '[]') as identities,
  coalesce((select jsonb_agg(to_jsonb(f) - '{user_id,secret,last_step,credential}'::text[] order by f.created_at)
    from auth.mfa_factors f where f.user_id = u.id), '[]') as factors`

/** Reads users with their identities and second steps. `rest` follows `from auth.users u`. */
export function selectUser(rest: string, values: readonly unknown[]): Statement {
  return { text: `select u.*, ${partsOfUser} from auth.users u ${rest}`, values }
}

/** pg returns `infinity` as a number. */
export function isBanned(user: Pick<User, 'banned_until'>, now: Date): boolean {
  return user.banned_until !== null && Number(user.banned_until) > now.getTime()
}

export function refuseBanned(user: User, now: Date): void {
  if (isBanned(user, now)) throw refusal(403, 'user_banned', 'User is banned')
}

/** The user as clients see it. Empty fields are left out, as in the reference. */
export function userBody(user: User): Record<string, unknown> {
  return withoutEmpty({
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    email_confirmed_at: iso(user.email_confirmed_at),
    phone: user.phone ?? '',
    phone_confirmed_at: iso(user.phone_confirmed_at),
    confirmation_sent_at: iso(user.confirmation_sent_at),
    confirmed_at: iso(firstOf(user.email_confirmed_at, user.phone_confirmed_at)),
    recovery_sent_at: iso(user.recovery_sent_at),
    new_email: user.new_email ?? undefined,
    email_change_sent_at: iso(user.email_change_sent_at),
    new_phone: user.new_phone ?? undefined,
    phone_change_sent_at: iso(user.phone_change_sent_at),
    invited_at: iso(user.invited_at),
    last_sign_in_at: iso(user.last_sign_in_at),
    app_metadata: user.app_metadata,
    user_metadata: notesOf(user),
    identities: user.identities.map(identityBody),
    factors: user.factors.length > 0 ? user.factors.map(factorBody) : undefined,
    created_at: iso(user.created_at),
    updated_at: iso(user.updated_at),
    is_anonymous: user.is_anonymous,
  })
}

/** The person's notes without two fields that only the reference's server writes. A client would trust a person's own claim there. */
export function notesOf({ user_metadata: notes }: Pick<User, 'user_metadata'>): Record<string, unknown> {
  const { email_verified: _email, phone_verified: _phone, ...own } = notes
  return own
}

function identityBody(identity: Identity): Record<string, unknown> {
  return withoutEmpty({
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: iso(identity.last_sign_in_at),
    created_at: iso(identity.created_at),
    updated_at: iso(identity.updated_at),
    email: identity.identity_data['email'],
  })
}

export function factorBody(factor: Factor): Record<string, unknown> {
  return withoutEmpty({
    id: factor.id,
    friendly_name: factor.friendly_name ?? undefined,
    factor_type: factor.factor_type,
    status: factor.status,
    phone: factor.phone ?? undefined,
    created_at: iso(factor.created_at),
    updated_at: iso(factor.updated_at),
    last_challenged_at: iso(factor.last_challenged_at),
  })
}

/** True when a log-in of this account needs a second step. */
export const hasSecondStep = ({ factors }: Pick<User, 'factors'>): boolean =>
  factors.some(({ status }) => status === 'verified')

/** A mail address or a phone number: what a person logs in with, and where codes go. */
export type Address = { email: string } | { phone: string }

/** The address as one text: a mail address has an at sign, a number has none. */
export const textOf = (address: Address): string => ('email' in address ? address.email : address.phone)

/** The row's condition for an address in `$1`. */
export const hasAddress = (address: Address): string => ('email' in address ? 'u.email = $1' : 'u.phone = $1')

/** The identity of a sign-up. The address becomes verified when a code or link that was sent to it is redeemed. */
export function ownIdentity(userId: string, address: Address): Record<string, unknown> {
  return { sub: userId, ...address, email_verified: false, phone_verified: false }
}

const firstOf = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b))

function iso(time: Date | string | null): string | undefined {
  return time === null ? undefined : new Date(time).toISOString()
}

function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
