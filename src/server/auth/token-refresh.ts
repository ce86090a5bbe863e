import type { Tx } from '../db/door.ts'
import type { Operation, Tools } from './deps.ts'
import { Refusal } from '../http/refusal.ts'
import { invalid, refusal } from './errors.ts'
import { readBody, textField } from './input.ts'
import { deviceHeaders } from './remembered-device.ts'
import { endOf, sessionBody, type Session } from './sessions.ts'
import { readRefreshToken, type Amr, type Level } from './tokens.ts'
import { isBanned, selectUser, type User } from './users.ts'

const remembered = 8

type Row = {
  id: string
  user_id: string
  amr: Amr
  aal: Level
  refresh_counter: number
  rotated_at: Date[]
  created_at: Date
  expires_at: Date
}
type Outcome = { user: User; session: Session; counter: number; reused: boolean } | Refusal

export const grantByRefreshToken: Operation = async (tools, call) => {
  const { request, now } = call
  const token = textField(await readBody(request), 'refresh_token')
  if (!token) throw invalid('refresh_token required')
  // Only this server can sign a refresh token: forged and mistyped ones are refused before the database.
  const claim = readRefreshToken(tools.keys.secret, token)
  if (!claim) {
    throw refusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  }
  await tools.limiter.take(now, ['refreshSession', claim.session])
  const outcome = await tools.db.asService((tx) => rotate(tools, tx, claim, now))
  // A refusal is returned, not thrown: the transaction must commit, so that ended sessions stay ended.
  if (outcome instanceof Refusal) throw outcome
  const { user, session, counter, reused } = outcome
  return Response.json(await sessionBody(tools, user, session, now, counter), {
    headers: {
      // A sign-up or a mailed link opened the session. The device is remembered at its first refresh.
      ...deviceHeaders(tools, call, user.email ?? user.phone),
      'sb-auth-user-id': user.id,
      'sb-auth-session-id': session.id,
      'sb-auth-refresh-token-counter': String(counter),
      [reused ? 'sb-auth-refresh-token-reuse' : 'sb-auth-refresh-token-rotated']: 'true',
    },
  })
}

/** The lock on the session's row orders parallel refreshes: the first rotates, the others get its child. */
async function rotate(
  { settings }: Pick<Tools, 'settings'>,
  tx: Tx,
  claim: { session: string; counter: number },
  now: Date,
): Promise<Outcome> {
  const { rows } = await tx.query<Row>({
    text: 'select * from auth.sessions where id = $1 for update',
    values: [claim.session],
  })
  const held = rows[0]
  if (!held) return refused('session_not_found', 'Invalid Refresh Token: Session Not Found')
  const end = endOf(settings, held.created_at, now)
  // The setting may be shorter than it was at the log-in.
  if (held.expires_at <= now || end <= now)
    return refused('session_expired', 'Invalid Refresh Token: Session Expired')
  const found = await tx.query<User>(selectUser('where u.id = $1', [held.user_id]))
  const user = found.rows[0]
  if (!user) return refused('session_not_found', 'Invalid Refresh Token: Session Not Found')
  if (isBanned(user, now)) return refused('user_banned', 'Invalid Refresh Token: User Banned')

  const session = { id: held.id, amr: held.amr, aal: held.aal }
  const behind = held.refresh_counter - claim.counter
  if (behind === 0) {
    await tx.query({
      text: `update auth.sessions set refresh_counter = refresh_counter + 1, rotated_at = $2,
        expires_at = $3 where id = $1`,
      values: [held.id, [now, ...held.rotated_at].slice(0, remembered), end],
    })
    return { user, session, counter: held.refresh_counter + 1, reused: false }
  }
  if (mayReuse(held, behind, settings.reuseSeconds, now))
    return { user, session, counter: held.refresh_counter, reused: true }
  // A token that was spent long ago means a thief, or the owner after a thief. The session ends (threat 7). A counter above the stored one
  // predates a restored backup and ends the session too.
  await tx.query({ text: 'delete from auth.sessions where id = $1', values: [held.id] })
  return refused('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
}

/**
 * Answers get lost, and tabs race. The direct parent of the active token always returns it: a phone that lost the answer has nothing
 * newer. Older tokens do so only inside the window, each counted from its own use.
 */
function mayReuse({ rotated_at: rotatedAt }: Row, behind: number, seconds: number, now: Date): boolean {
  if (behind === 1) return true
  const spent = behind > 0 ? rotatedAt[behind - 1] : undefined
  return spent !== undefined && now.getTime() - spent.getTime() < seconds * 1_000
}

function refused(code: string, message: string): Refusal {
  return refusal(400, code, message)
}
