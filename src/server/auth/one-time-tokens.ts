import { randomBytes, randomInt } from 'node:crypto'
import type { Statement, Tx } from '../db/door.ts'
import { keyedHash, sameBytes, sha256 } from '../http/keyed-hash.ts'

export type TokenKind = 'confirmation' | 'recovery' | 'email_change_current' | 'email_change_new'

export type TokenRow = {
  id: string
  user_id: string
  kind: TokenKind
  email: string
  link_hash: Buffer
  code_hash: Buffer | null
  used_at: Date | null
  used_by: Buffer | null
  session_id: string | null
}

export const kindsOfType: Readonly<Record<string, readonly TokenKind[]>> = {
  signup: ['confirmation'],
  email: ['confirmation'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  magiclink: [],
  invite: [],
}
export const typeOfKind = {
  confirmation: 'signup',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
} as const satisfies Record<TokenKind, string>

const codeSeconds = 600
/** A token that opens an account lives an hour. The others only confirm and live longer, because people read mail late. */
const linkSeconds = {
  confirmation: 86_400,
  recovery: 3_600,
  email_change_current: 86_400,
  email_change_new: 86_400,
} as const satisfies Record<TokenKind, number>

/** ms */
export const linkLifetime = (kind: TokenKind): number => linkSeconds[kind] * 1_000

export type OneTimeToken = { kind: TokenKind; email: string; link: string; code: string }

export function makeOneTimeToken(
  secret: Buffer,
  userId: string,
  kind: TokenKind,
  email: string,
  now: Date,
): { token: OneTimeToken; statement: Statement } {
  const link = randomBytes(32).toString('base64url')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
  return {
    token: { kind, email, link, code },
    statement: {
      text: `insert into auth.one_time_tokens
          (user_id, kind, email, link_hash, code_hash, created_at, code_expires_at, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (user_id, kind) do update set email = excluded.email, link_hash = excluded.link_hash,
          code_hash = excluded.code_hash, tries = 0, created_at = excluded.created_at, expires_at = excluded.expires_at,
          code_expires_at = excluded.code_expires_at, used_at = null, used_by = null, session_id = null`,
      values: [
        userId,
        kind,
        email,
        sha256(link),
        hashCode(secret, userId, kind, code),
        now,
        after(codeSeconds),
        after(linkSeconds[kind]),
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
 * The row of a six-digit code. Each call costs one of five tries, counted before the comparison. The transaction must commit, whatever the
 * answer. Only the code burns: a stranger's guesses must not end the link in the victim's mail (threat 12).
 */
export async function findByCode(
  tx: Tx,
  secret: Buffer,
  kinds: readonly TokenKind[],
  email: string,
  code: string,
  now: Date,
): Promise<TokenRow | undefined> {
  const { rows } = await tx.query<TokenRow>({
    text: `update auth.one_time_tokens set tries = tries + 1
      where email = $1 and kind = any ($2) and tries < 5 and used_at is null and code_expires_at > $3 returning *`,
    values: [email, kinds, now],
  })
  return rows.find((row) => sameBytes(row.code_hash, hashCode(secret, row.user_id, row.kind, code)))
}

function hashCode(secret: Buffer, userId: string, kind: TokenKind, code: string): Buffer {
  return keyedHash(secret, 'mailed code', userId, kind, code)
}
