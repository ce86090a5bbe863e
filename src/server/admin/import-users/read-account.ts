import { BodyError, parseJson } from '../../http/body.ts'
import { isMailAddress } from '../../http/mail-address.ts'
import { isKnownHash } from '../../http/password-hash.ts'

/** A row of the import, in the columns of `auth.users`. Times are ISO texts. */
export type ImportedAccount = {
  id: string
  email: string | null
  phone: string | null
  password_hash: string | null
  email_confirmed_at: string | null
  phone_confirmed_at: string | null
  invited_at: string | null
  last_sign_in_at: string | null
  banned_until: string | null
  is_anonymous: boolean
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  created_at: string
  updated_at: string
}

export type ImportedIdentity = {
  user_id: string
  provider: string
  provider_id: string
  identity_data: Record<string, unknown>
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

export type Fields = Readonly<Record<string, unknown>>

/** Why a row is left out. The operator reads it with the number of the line, and no word of the row. */
export class RowError extends Error {}

/** A row of the reference's `auth.users`. */
export function readAccount(
  fields: Fields,
  now: Date,
): { account: ImportedAccount; hasForeignHash: boolean } {
  if (textOf(fields, 'deleted_at')) throw new RowError('the account was deleted there')
  const email = textOf(fields, 'email')?.toLowerCase() ?? null
  const phone = textOf(fields, 'phone')?.replace(/^\+/, '') ?? null
  if (email !== null && !isMailAddress(email)) throw new RowError('email is no mail address')
  if (phone !== null && !/^[1-9]\d{6,14}$/.test(phone))
    throw new RowError('phone is no number with a country code')
  const isAnonymous = flagOf(fields, 'is_anonymous') && email === null && phone === null
  const hash = textOf(fields, 'encrypted_password') ?? null
  const created = timeOf(fields, 'created_at') ?? now.toISOString()
  const account = {
    id: idOf(fields, 'id'),
    email,
    phone,
    password_hash: hash !== null && isKnownHash(hash) ? hash : null,
    email_confirmed_at: email === null ? null : timeOf(fields, 'email_confirmed_at'),
    phone_confirmed_at: phone === null ? null : timeOf(fields, 'phone_confirmed_at'),
    invited_at: timeOf(fields, 'invited_at'),
    last_sign_in_at: timeOf(fields, 'last_sign_in_at'),
    banned_until: timeOf(fields, 'banned_until'),
    is_anonymous: isAnonymous,
    app_metadata: objectOf(fields, 'raw_app_meta_data', 2_048),
    user_metadata: objectOf(fields, 'raw_user_meta_data', 8_192),
    created_at: created,
    updated_at: timeOf(fields, 'updated_at') ?? created,
  }
  return { account, hasForeignHash: hash !== account.password_hash }
}

/** A row of the reference's `auth.identities`. Older ones have the provider's id in `id`. */
export function readIdentity(fields: Fields, now: Date): ImportedIdentity {
  const created = timeOf(fields, 'created_at') ?? now.toISOString()
  const provider = textOf(fields, 'provider') ?? ''
  const id = textOf(fields, 'provider_id') ?? textOf(fields, 'id') ?? ''
  const userId = idOf(fields, 'user_id')
  if (!/^[\w:.-]{1,40}$/.test(provider)) throw new RowError('provider is no name of a provider')
  // Our identities of addresses carry the id of their account.
  const providerId = provider === 'email' || provider === 'phone' ? userId : id
  if (providerId === '' || providerId.length > 255) throw new RowError('provider_id is missing or too long')
  return {
    user_id: userId,
    provider,
    provider_id: providerId,
    // The first log-in here writes our own name of the issuer.
    identity_data: { ...objectOf(fields, 'identity_data', 8_192), ...unproved, iss: undefined },
    last_sign_in_at: timeOf(fields, 'last_sign_in_at'),
    created_at: created,
    updated_at: timeOf(fields, 'updated_at') ?? created,
  }
}

/** In the reference, an address that nobody proved may be called verified. */
const unproved = { email_verified: false, phone_verified: false }

/** The identities of addresses, for an account whose own were not given. */
export const ownIdentities = ({
  id,
  email,
  phone,
  created_at,
  last_sign_in_at,
}: ImportedAccount): ImportedIdentity[] =>
  Object.entries({ email, phone })
    .filter(([, address]) => address !== null)
    .map(([provider, address]) => ({
      user_id: id,
      provider,
      provider_id: id,
      identity_data: { sub: id, [provider]: address, ...unproved },
      last_sign_in_at,
      created_at,
      updated_at: created_at,
    }))

function textOf(fields: Fields, name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) {
    throw new RowError(`${name} is no text`)
  }
  return value
}

function idOf(fields: Fields, name: string): string {
  const id = textOf(fields, name)?.toLowerCase() ?? ''
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new RowError(`${name} is no UUID`)
  return id
}

/** JSON has booleans, CSV has `t` and `f`. */
const flagOf = (fields: Fields, name: string): boolean => [true, 'true', 't'].includes(fields[name] as string)

/** An ISO text, or a time as PostgreSQL writes it: `2024-05-06 07:08:09.1+00`. */
function timeOf(fields: Fields, name: string): string | null {
  const text = textOf(fields, name)
  if (text === undefined) return null
  const found = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|([+-]\d\d):?(\d\d)?)$/.exec(text)
  const [, day, time, part = '0', hours = '+00', minutes = '00'] = found ?? []
  const date = new Date(`${day}T${time}.${part.slice(0, 3)}${hours}:${minutes}`)
  if (!found || Number.isNaN(date.getTime())) throw new RowError(`${name} is no time`)
  return date.toISOString()
}

/** An object of JSON, or its text. */
function objectOf(fields: Fields, name: string, most: number): Record<string, unknown> {
  const value = fields[name] ?? {}
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (Buffer.byteLength(text) > most) throw new RowError(`${name} is larger than ${most} bytes`)
  return parseObject(text, name)
}

/** An object that PostgreSQL can store. */
export function parseObject(text: string, what: string): Record<string, unknown> {
  const value = parse(text, what)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RowError(`${what} is no object`)
  return { ...value }
}

function parse(text: string, what: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof BodyError) throw new RowError(`${what} is no JSON that PostgreSQL stores`)
    throw error
  }
}
