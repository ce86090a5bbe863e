import type { Tx } from '../db/door.ts'
import { tellOfPhone } from './change-address.ts'
import type { Tools, Call } from './deps.ts'
import { invalid, refusal } from './errors.ts'
import { emailChanged } from './mails.ts'
import { endEarlierWays, isProved, kindOf, rememberProof } from './first-proof.ts'
import { lockUser, readUser } from './lock-user.ts'
import { giveAddress } from './new-user.ts'
import { kindsOfPhoneType, kindsOfType, type TokenKind, type TokenRow } from './one-time-tokens.ts'
import { insertMail } from '../mail/queued-mail.ts'
import { openSession, type Session } from './sessions.ts'
import { refuseBanned, type Address, type User } from './users.ts'

/**
 * A redeemed token opens a session. The first half of a change of address only confirms. A link with a challenge opens none: its client
 * exchanges a code for one.
 */
export type Redeemed = { user: User; session: Session | undefined } | 'half'

/** How the token came: a code, the token of a link, the exchange of a PKCE code, or a link that this browser followed. */
type Way = 'code' | 'hash' | 'exchange' | { browser: Buffer }

/** Time in which the same browser may follow a link again, in ms: double taps, reloads (threat 13). */
const repeatWindow = 60_000

export const expired = (way?: Way) =>
  refusal(
    403,
    'otp_expired',
    way === 'code' ? 'Token has expired or is invalid' : 'Email link is invalid or has expired',
  )

export const halfDone = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The kinds of tokens that a type of verification redeems. */
export function kindsFor(type: string | undefined, isPhone = false): readonly TokenKind[] {
  if (!type) throw invalid('Verify requires a verification type')
  const table = isPhone ? kindsOfPhoneType : kindsOfType
  const kinds = Object.hasOwn(table, type) ? table[type] : undefined
  if (!kinds) throw invalid(`Invalid ${isPhone ? 'sms' : 'email'} verification type`)
  return kinds
}

/** True for a link that nobody followed yet, or this browser a moment ago. */
export function mayFollow(row: TokenRow, browser: Buffer, now: Date): boolean {
  if (!row.used_at) return true
  return row.used_by?.equals(browser) === true && now.getTime() - row.used_at.getTime() < repeatWindow
}

/**
 * Redeems the token. The row of a followed link stays and names the browser, which for a minute gets a new session in place of the first.
 * Any other row is deleted.
 */
export async function redeem(tools: Tools, tx: Tx, found: TokenRow, call: Call, way: Way): Promise<Redeemed> {
  const { now } = call
  const browser = typeof way === 'object' ? way.browser : undefined
  const { user, row } = await lock(tx, found, way)
  refuseBanned(user, now)
  if (row.used_at) {
    if (!browser || !mayFollow(row, browser, now)) throw expired(way)
    if (!row.session_id) return repeat(user, row)
    await tx.query({ text: 'delete from auth.sessions where id = $1', values: [row.session_id] })
  }
  const opened = row.used_at ? user : await apply(tools, tx, user, row, now)
  const opens = opened !== 'half' && !(browser && row.code_challenge)
  const method = row.kind === 'recovery' || row.kind === 'invite' ? row.kind : 'otp'
  const session = opens ? await openSession(tools, tx, opened, method, call) : undefined
  await tx.query(
    browser
      ? {
          text: `update auth.one_time_tokens set used_at = coalesce(used_at, $2), used_by = $3, session_id = $4, code_hash = null
            where id = $1`,
          values: [row.id, now, browser, session?.id ?? null],
        }
      : { text: 'delete from auth.one_time_tokens where id = $1', values: [row.id] },
  )
  if (opened === 'half') return 'half'
  if (opens && !session) throw expired(way)
  return { user: opened, session }
}

/** Locks the user, as every writer of tokens does, then reads the token. */
async function lock(tx: Tx, found: TokenRow, way: Way): Promise<{ user: User; row: TokenRow }> {
  const user = await lockUser(tx, found.user_id)
  const { rows } = await tx.query<TokenRow>({
    text: 'select * from auth.one_time_tokens where id = $1 and link_hash = $2 for update',
    values: [found.id, found.link_hash],
  })
  if (!rows[0]) throw expired(way)
  return { user, row: rows[0] }
}

/** A repeated first half, or a repeated change with a challenge, gets the same answer. Without either, the link's session has ended. */
function repeat(user: User, row: TokenRow): Redeemed {
  if (row.kind === `email_change_${user.email_change_confirmed ?? ''}`) return 'half'
  if (row.code_challenge) return { user, session: undefined }
  throw expired()
}

async function apply(tools: Tools, tx: Tx, user: User, row: TokenRow, now: Date): Promise<User | 'half'> {
  const { kind } = row
  if (kind === 'email_change_current' || kind === 'email_change_new') {
    if (isHalf(tools, user, kind)) return confirmHalf(tx, user, kind)
    await changeAddress(tools, tx, user, row, now)
  } else if (kind === 'phone_change') {
    await changeAddress(tools, tx, user, row, now)
  } else {
    await confirm(tx, user, row, now)
  }
  await rememberProof(tx, user.id, kindOf(row), now)
  return readUser(tx, user.id)
}

async function confirm(tx: Tx, user: User, row: TokenRow, now: Date): Promise<void> {
  const kind = kindOf(row)
  const confirmed = `${kind}_confirmed_at` as const
  // Only the person who signed up with the password gets a confirmation.
  if (row.kind !== 'confirmation' && !(user[confirmed] && isProved(user, kind))) {
    await endEarlierWays(tx, user, kind, now, row)
  }
  await tx.query({
    text: `update auth.users set ${confirmed} = coalesce(${confirmed}, $2), updated_at = $2 where id = $1`,
    values: [user.id, now],
  })
}

type Half = 'email_change_current' | 'email_change_new'

/** The new mailbox alone decides for an account without an address, and where the setting asks for one mailbox. */
function isHalf({ settings }: Tools, user: User, kind: Half): boolean {
  if (kind === 'email_change_new' && (user.email === null || !settings.mailChangeNeedsBoth)) return false
  return user.email_change_confirmed === null || kind === `email_change_${user.email_change_confirmed}`
}

async function confirmHalf(tx: Tx, user: User, kind: Half): Promise<'half'> {
  await tx.query({
    text: 'update auth.users set email_change_confirmed = $2 where id = $1',
    values: [user.id, kind === 'email_change_current' ? 'current' : 'new'],
  })
  return 'half'
}

/**
 * Gives the account its new address or number. All other sessions and tokens end, and the old address gets a notice (threat 16). An account
 * that had no address keeps its sessions: nobody else has proved anything.
 */
async function changeAddress(tools: Tools, tx: Tx, user: User, row: TokenRow, now: Date): Promise<void> {
  const isPhone = row.kind === 'phone_change'
  const next = isPhone ? user.new_phone : user.new_email
  if (!next) throw expired()
  const to: Address = isPhone ? { phone: next } : { email: next }
  await giveAddress(tx, user.id, to, now)
  if (isPhone) await tellOfPhone(tools, tx, user, next, now)
  if ((isPhone ? user.phone : user.email) === null) return
  const content = !isPhone && user.email ? { letter: emailChanged(user.email, tools.settings) } : undefined
  await Promise.all([
    content &&
      tx.query(insertMail(tools.keys.secret, { kind: 'email_changed', userId: user.id, content }, now)),
    tx.query({ text: 'delete from auth.sessions where user_id = $1', values: [user.id] }),
    tx.query({ text: 'delete from auth.flow_states where user_id = $1', values: [user.id] }),
    tx.query({
      text: 'delete from auth.one_time_tokens where user_id = $1 and id <> $2',
      values: [user.id, row.id],
    }),
  ])
}
