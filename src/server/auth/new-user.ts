import { randomUUID } from 'node:crypto'
import type { Statement, Tx } from '../db/door.ts'
import { meaningOf } from '../http/sqlstate.ts'
import { emailExists, refusal } from './errors.ts'
import { hasAddress, ownIdentity, selectUser, textOf, type Address, type User } from './users.ts'

type NewUser = {
  /** Of an administrator's choice. */
  id?: string | undefined
  /** Undefined: an anonymous person. */
  address: Address | undefined
  /** In PHC form. Null: nobody can log in by password. */
  hash: string | null
  /** Null: the address waits for its code or link. */
  confirmedAt: Date | null
  data: Record<string, unknown>
  now: Date
}

export const providerOf = (address: Address): 'email' | 'phone' => ('email' in address ? 'email' : 'phone')

export const metadataOf = (address: Address | undefined): Record<string, unknown> =>
  address ? { provider: providerOf(address), providers: [providerOf(address)] } : {}

/** Makes an account, with the identity of its address. Undefined when the address has an account. */
export async function insertUser(
  tx: Tx,
  { id = randomUUID(), address, hash, confirmedAt, data, now }: NewUser,
): Promise<User | undefined> {
  const own = { email: null, phone: null, ...address }
  const provider = address && providerOf(address)
  const { rowCount } = await tx.query({
    text: `insert into auth.users (id, email, phone, password_hash, email_confirmed_at, phone_confirmed_at, confirmation_sent_at,
        app_metadata, user_metadata, is_anonymous, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) on conflict do nothing`,
    values: [
      id,
      own.email,
      own.phone,
      hash,
      provider === 'email' ? confirmedAt : null,
      provider === 'phone' ? confirmedAt : null,
      address && !confirmedAt ? now : null,
      JSON.stringify(metadataOf(address)),
      JSON.stringify(data),
      !address,
      now,
    ],
  })
  if (rowCount === 0) return undefined
  const [, { rows }] = await Promise.all([
    address && tx.query(insertOwnIdentity(id, address, now)),
    tx.query<User>(selectUser('where u.id = $1', [id])),
  ])
  return rows[0]
}

/**
 * Gives a sign-up the account that a request for a sign-in code made and nobody opened: a stranger could keep people out by such requests
 * otherwise. Undefined for every other account.
 */
export async function claimUnused(
  tx: Tx,
  { address, hash, data, now }: NewUser & { address: Address },
): Promise<User | undefined> {
  const { rows } = await tx.query<{ id: string }>({
    text: `update auth.users u set password_hash = $2, user_metadata = $3, ${providerOf(address)}_confirmed_at = $4, updated_at = $4
      where ${hasAddress(address)} and u.email_confirmed_at is null and u.phone_confirmed_at is null and u.password_hash is null
        and u.invited_at is null and u.last_sign_in_at is null and u.banned_until is null and u.app_metadata = $5
      returning u.id`,
    values: [textOf(address), hash, JSON.stringify(data), now, JSON.stringify(metadataOf(address))],
  })
  const [found] = rows
  return found && (await tx.query<User>(selectUser('where u.id = $1', [found.id]))).rows[0]
}

/** The identity of an address, under the account's own id. */
export function insertOwnIdentity(id: string, address: Address, now: Date): Statement {
  return {
    text: `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
      values ($1::uuid, $2, $1::text, $3, $4, $4, $4)
      on conflict (provider, provider_id) do update set identity_data = excluded.identity_data, updated_at = excluded.updated_at`,
    values: [id, providerOf(address), JSON.stringify(ownIdentity(id, address)), now],
  }
}

export const addressExists = (address: Address) =>
  'email' in address
    ? emailExists()
    : refusal(422, 'phone_exists', 'A user with this phone number has already been registered')

/**
 * Gives an account its address, in place of an earlier one. An anonymous account becomes an ordinary one and keeps everything. Throws a
 * refusal when another account has the address.
 */
export async function giveAddress(tx: Tx, id: string, address: Address, now: Date): Promise<void> {
  const kind = providerOf(address)
  const half = kind === 'email' ? ', email_change_confirmed = null' : ''
  await Promise.all([
    tx.query({
      text: `update auth.users set ${kind} = $2, new_${kind} = null${half}, is_anonymous = false,
          ${kind}_confirmed_at = coalesce(${kind}_confirmed_at, $3), updated_at = $3, app_metadata = app_metadata || jsonb_build_object(
            'provider', coalesce(app_metadata -> 'provider', to_jsonb($4::text)),
            'providers', coalesce(app_metadata -> 'providers', '[]') - $4::text || to_jsonb($4::text))
        where id = $1`,
      values: [id, textOf(address), now, kind],
    }),
    tx.query(insertOwnIdentity(id, address, now)),
  ]).catch((error: unknown) => {
    throw meaningOf(error) === 'duplicate' ? addressExists(address) : error
  })
}
