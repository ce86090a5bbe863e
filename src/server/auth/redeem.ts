import { meaningOf } from '../http/sqlstate.ts'
import { type Tx } from '../db/door.ts'
import type { Tools, Call } from './deps.ts'
import { refusal } from './errors.ts'
import { emailChanged } from './mails.ts'
import type { TokenRow } from './one-time-tokens.ts'
import { insertMail } from '../mail/queued-mail.ts'
import { giveAddress } from './new-user.ts'
import { openSession, type Session } from './sessions.ts'
import { isBanned, selectUser, type User } from './users.ts'

/** A redeemed token opens a session. The first half of a change of address only confirms. */
export type Redeemed = { user: User; session: Session } | 'half'

/** Time in which the same browser may follow a link again, in ms: double taps, reloads (threat 13). */
const repeatWindow = 60_000

const expired = () => refusal(403, 'otp_expired', 'Email link is invalid or has expired')

/**
 * Redeems the token. `browser` is set for a link: the row stays and names the browser, which for a minute gets a new session in place of
 * the first. Without `browser` the row is deleted.
 */
export async function redeem(
  tools: Tools,
  tx: Tx,
  found: TokenRow,
  call: Call,
  browser?: Buffer,
): Promise<Redeemed> {
  const { now } = call
  const { user, row } = await lock(tx, found)
  if (isBanned(user, now)) throw refusal(403, 'user_banned', 'User is banned')
  if (row.used_at) {
    const mayRepeat =
      browser && row.used_by?.equals(browser) && now.getTime() - row.used_at.getTime() < repeatWindow
    if (!mayRepeat) throw expired()
    if (!row.session_id) return half(user, row)
    await tx.query({ text: 'delete from auth.sessions where id = $1', values: [row.session_id] })
  }
  const opened = row.used_at ? user : await apply(tools, tx, user, row, now)
  const method = row.kind === 'recovery' ? 'recovery' : 'otp'
  const session = opened === 'half' ? undefined : await openSession(tools, tx, opened, method, call)
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
  if (!session) throw expired()
  return { user: opened, session }
}

/** Locks the user, as every writer of tokens does, then reads the token. */
async function lock(tx: Tx, found: TokenRow): Promise<{ user: User; row: TokenRow }> {
  const users = tx.query<User>(selectUser('where u.id = $1 for update of u', [found.user_id]))
  const tokens = tx.query<TokenRow>({
    text: 'select * from auth.one_time_tokens where id = $1 and link_hash = $2 for update',
    values: [found.id, found.link_hash],
  })
  const [user, row] = [(await users).rows[0], (await tokens).rows[0]]
  if (!user || !row) throw expired()
  return { user, row }
}

/** A repeated first half gets the same answer. A repeat opens nothing once its session has ended. */
function half(user: User, row: TokenRow): 'half' {
  if (row.kind === `email_change_${user.email_change_confirmed ?? ''}`) return 'half'
  throw expired()
}

async function apply(tools: Tools, tx: Tx, user: User, row: TokenRow, now: Date): Promise<User | 'half'> {
  if (row.kind === 'confirmation' || row.kind === 'recovery') {
    // The address was not proven before. An earlier password may be a stranger's and must not open the owner's account.
    const wiped = row.kind === 'recovery' && !user.email_confirmed_at
    await tx.query({
      text: `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2,
        password_hash = case when $3 then null else password_hash end where id = $1`,
      values: [user.id, now, wiped],
    })
  } else if (user.email_change_confirmed === null && user.email !== null) {
    const done = row.kind === 'email_change_current' ? 'current' : 'new'
    await tx.query({
      text: 'update auth.users set email_change_confirmed = $2 where id = $1',
      values: [user.id, done],
    })
    return 'half'
  } else {
    await changeEmail(tools, tx, user, row.id, now)
  }
  await tx.query({
    text: `with proof as (update auth.users set email_proved_at = coalesce(email_proved_at, $2) where id = $1)
      update auth.identities i set identity_data = i.identity_data || jsonb_build_object('email', u.email, 'email_verified', true),
      updated_at = $2 from auth.users u where u.id = $1 and i.user_id = u.id and i.provider = 'email'`,
    values: [user.id, now],
  })
  const { rows } = await tx.query<User>(selectUser('where u.id = $1', [user.id]))
  if (!rows[0]) throw expired()
  return rows[0]
}

/** Both mailboxes have confirmed. Other sessions end, and so do tokens mailed to the old address, which gets a notice (threat 16). */
/** An account without an address gains one: nobody else has proven anything, and its sessions stay. */
async function changeEmail(tools: Tools, tx: Tx, user: User, tokenId: string, now: Date): Promise<void> {
  if (!user.new_email) throw expired()
  try {
    await giveAddress(tx, user.id, { email: user.new_email }, now)
  } catch (error) {
    if (meaningOf(error) === 'duplicate') {
      throw refusal(422, 'email_exists', 'A user with this email address has already been registered')
    }
    throw error
  }
  if (user.email === null) return
  const content = { letter: emailChanged(user.email) }
  const notice = { kind: 'email_changed', userId: user.id, content } as const
  await Promise.all([
    tx.query(insertMail(tools.keys.secret, notice, now)),
    tx.query({ text: 'delete from auth.sessions where user_id = $1', values: [user.id] }),
    tx.query({
      text: 'delete from auth.one_time_tokens where user_id = $1 and id <> $2',
      values: [user.id, tokenId],
    }),
  ])
}
