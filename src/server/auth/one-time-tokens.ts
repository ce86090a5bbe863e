import { randomBytes, randomInt } from 'node:crypto'
import type { Statement, Tx } from '../db/door.ts'
import { keyedHash, sameBytes, sha256 } from '../http/keyed-hash.ts'
import type { Tools } from './deps.ts'
import { textOf, type Address } from './users.ts'

export type TokenKind =
  | 'confirmation'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'
  | 'sms'
  | 'phone_change'

export type TokenRow = {
  id: string
  user_id: string
  kind: TokenKind
  email: string | null
  phone: string | null
  link_hash: Buffer
  code_hash: Buffer | null
  code_challenge: string | null
  used_at: Date | null
  used_by: Buffer | null
  session_id: string | null
}

/** The kinds that a type of POST /verify redeems, of tokens that went to a mail address. */
export const kindsOfType: Readonly<Record<string, readonly TokenKind[]>> = {
  signup: ['confirmation'],
  email: ['confirmation', 'magiclink', 'invite'],
  recovery: ['recovery'],
  magiclink: ['magiclink'],
  invite: ['invite'],
  email_change: ['email_change_current', 'email_change_new'],
  // `generate_link` names the half.
  email_change_current: ['email_change_current'],
  email_change_new: ['email_change_new'],
}
/** Of tokens that went to a phone. The number's owner confirms a sign-up and signs in alike. */
export const kindsOfPhoneType: Readonly<Record<string, readonly TokenKind[]>> = {
  sms: ['sms', 'confirmation'],
  phone_change: ['phone_change'],
}
export const typeOfKind = {
  confirmation: 'signup',
  recovery: 'recovery',
  magiclink: 'magiclink',
  invite: 'invite',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
  reauthentication: 'reauthentication',
  sms: 'sms',
  phone_change: 'phone_change',
} as const satisfies Record<TokenKind, string>

/**
 * In seconds. A link that opens an account lives an hour. The others only confirm and live longer, because people read mail late. Undefined:
 * the kind has no link, and ends with its code.
 */
const linkSeconds: Readonly<Record<TokenKind, number | undefined>> = {
  confirmation: 86_400,
  recovery: 3_600,
  magiclink: 3_600,
  invite: 86_400,
  email_change_current: 86_400,
  email_change_new: 86_400,
  reauthentication: undefined,
  sms: undefined,
  phone_change: undefined,
}

/** ms */
export function tokenLifetime({ settings }: Pick<Tools, 'settings'>, kind: TokenKind, to: Address): number {
  const ofLink = 'email' in to ? linkSeconds[kind] : undefined
  return (ofLink ?? settings.codeSeconds) * 1_000
}

export type NewToken = {
  userId: string
  kind: TokenKind
  to: Address
  /** Of the client that asked, when it uses PKCE. */
  challenge?: string | undefined
}
export type OneTimeToken = NewToken & { link: string; code: string }

export const makeCode = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0')

/** A token of the same kind ends: each account has one. */
export function makeOneTimeToken(
  tools: Pick<Tools, 'keys' | 'settings'>,
  asked: NewToken,
  now: Date,
): { token: OneTimeToken; statement: Statement } {
  const { userId, kind, to, challenge } = asked
  const { codeLength, codeSeconds } = tools.settings
  // The client library recognizes PKCE links by the prefix.
  const link = (challenge ? 'pkce_' : '') + randomBytes(32).toString('base64url')
  const code = makeCode(codeLength)
  const own = { email: null, phone: null, ...to }
  return {
    token: { ...asked, link, code },
    statement: {
      text: `insert into auth.one_time_tokens
          (user_id, kind, email, phone, link_hash, code_hash, code_challenge, created_at, code_expires_at, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        on conflict (user_id, kind) do update set email = excluded.email, phone = excluded.phone, link_hash = excluded.link_hash,
          code_hash = excluded.code_hash, code_challenge = excluded.code_challenge, tries = 0, created_at = excluded.created_at,
          expires_at = excluded.expires_at, code_expires_at = excluded.code_expires_at, used_at = null, used_by = null, session_id = null`,
      values: [
        userId,
        kind,
        own.email,
        own.phone,
        sha256(link),
        hashCode(tools.keys.secret, userId, kind, code),
        challenge ?? null,
        now,
        new Date(now.getTime() + codeSeconds * 1_000),
        new Date(now.getTime() + tokenLifetime(tools, kind, to)),
      ],
    },
  }
}

/** The row of a link, used or not. `redeem` decides about a repeat. */
export async function findByLink(
  tx: Tx,
  kinds: readonly TokenKind[],
  link: string,
  now: Date,
): Promise<TokenRow | undefined> {
  const { rows } = await tx.query<TokenRow>({
    text: `select * from auth.one_time_tokens where link_hash = $1 and kind = any ($2) and expires_at > $3`,
    values: [sha256(link), kinds, now],
  })
  return rows[0]
}

/**
 * The row of a code that went to an address, or that its holder's session asked for. Each call costs one of five tries, counted before the
 * comparison. The transaction must commit, whatever the answer. Only the code burns: a stranger's guesses must not end the link in the
 * victim's mail (threat 12). Of many accounts that ask for one new address only the last one's code counts: else one guess would meet the codes
 * of them all.
 */
export async function findByCode(
  tx: Tx,
  secret: Buffer,
  kinds: readonly TokenKind[],
  holder: Address | { userId: string },
  code: string,
  now: Date,
): Promise<TokenRow | undefined> {
  const [column, value] =
    'userId' in holder ? ['user_id', holder.userId] : ['email' in holder ? 'email' : 'phone', textOf(holder)]
  // The commit waits for no disk: its time would tell a stranger that the address has a code, and so an account.
  void tx.query({ text: `select set_config('synchronous_commit', 'off', true)` })
  const { rows } = await tx.query<TokenRow>({
    text: `update auth.one_time_tokens set tries = tries + 1
      where id in (select distinct on (kind) id from auth.one_time_tokens where ${column} = $1 and kind = any ($2)
        order by kind, created_at desc) and tries < 5 and used_at is null and code_expires_at > $3 returning *`,
    values: [value, kinds, now],
  })
  return rows.find((row) => sameBytes(row.code_hash, hashCode(secret, row.user_id, row.kind, code)))
}

function hashCode(secret: Buffer, userId: string, kind: TokenKind, code: string): Buffer {
  return keyedHash(secret, 'mailed code', userId, kind, code)
}
