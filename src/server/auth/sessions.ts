import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/door.ts'
import type { Tools, Call } from './deps.ts'
import { deviceOf } from './device-name.ts'
import { refusal } from './errors.ts'
import { keyedHash } from '../http/keyed-hash.ts'
import { makeRefreshToken, signAccessToken, type Amr, type Level, type Method } from './tokens.ts'
import { hasSecondStep, refuseBanned, partsOfUser, userBody, type User } from './users.ts'

/** Of each level. More than one person's devices. The bound keeps a loop of log-ins from filling the table. */
export const sessionsEach = 30

export type Session = { id: string; amr: Amr; aal: Level }

/** The end of a session that is used now: by idleness, or by its age. The database allows no session more than 180 days. */
export function endOf(settings: Tools['settings'], createdAt: Date, now: Date): Date {
  const { sessionIdleDays, sessionDays } = settings
  const ends = [now.getTime() + sessionIdleDays * day, createdAt.getTime() + sessionDays * day]
  return new Date(Math.min(...ends))
}

const day = 86_400_000

// Inserts nothing when the account changed since it was read: a log-in must not outrun a new password or a ban.
const open = `
  with account as (
    update auth.users set last_sign_in_at = $3
      where id = $1 and password_hash is not distinct from $2 and (banned_until is null or banned_until <= $3)
      returning id, has_second_step),
  identity as (
    update auth.identities set last_sign_in_at = $3 where provider in ('email', 'phone') and user_id in (select id from account)),
  trimmed as (
    delete from auth.sessions where id in (
      -- A stolen password opens sessions at aal1 where a second step is on. They push out no session that passed it.
      select id from auth.sessions where user_id in (select id from account) and aal = $10 order by created_at desc offset $7::int - 1)),
  known as (
    -- A password alone does not make a network known where a second step is on.
    insert into auth.known_networks (user_id, network, seen_at) select id, $8, $3 from account
      where $10 = 'aal2' or not has_second_step
      on conflict (user_id, network) do update set seen_at = excluded.seen_at)
  insert into auth.sessions (id, user_id, amr, created_at, expires_at, device, aal, via_recovery)
    select $4, id, $5, $3, $6, $9, $10, $11 from account`

/** Undefined when the account no longer matches `user`. */
export async function openSession(
  tools: Tools,
  tx: Tx,
  user: User,
  method: Method,
  { from, now, request }: Pick<Call, 'from' | 'now' | 'request'>,
): Promise<Session | undefined> {
  const session: Session = {
    id: randomUUID(),
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1_000) }],
    // A passkey is two proofs at once: the device, and the finger or face or PIN that unlocks it.
    aal: method === 'passkey' ? 'aal2' : 'aal1',
  }
  const { rowCount } = await tx.query({
    text: open,
    values: [
      user.id,
      user.password_hash,
      now,
      session.id,
      JSON.stringify(session.amr),
      endOf(tools.settings, now, now),
      sessionsEach,
      networkKey(tools, from),
      deviceOf(request.headers.get('user-agent')),
      session.aal,
      method === 'recovery',
    ],
  })
  user.last_sign_in_at = now
  return rowCount === 1 ? session : undefined
}

export function networkKey(tools: Tools, from: string): Buffer {
  return keyedHash(tools.keys.secret, 'known network', from).subarray(0, 16)
}

/** True for a network that the account used before, with the second step where there is one. */
export async function isKnownNetwork(tools: Tools, { from }: Call, userId: string): Promise<boolean> {
  const text = 'select from auth.known_networks where user_id = $1 and network = $2'
  const values = [userId, networkKey(tools, from)]
  const { rowCount } = await tools.db.asService((tx) => tx.last({ text, values }), { readOnly: true })
  return rowCount > 0
}

export async function sessionBody(tools: Tools, user: User, session: Session, now: Date, counter = 1) {
  const { accessTokenSeconds } = tools.settings
  return {
    access_token: await signAccessToken(tools, user, session, now),
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: Math.floor(now.getTime() / 1_000) + accessTokenSeconds,
    refresh_token: makeRefreshToken(tools.keys.secret, session.id, counter),
    user: userBody(user),
  }
}

export type SignedIn = {
  user: User
  session: Session & {
    createdAt: Date
    /** A recovery mail opened it. It never reaches aal2. */
    viaRecovery: boolean
    /** The account has a second step that this session did not pass. */
    isHalfOpen: boolean
  }
}

type Held = { amr: Amr; aal: Level; created_at: string; via_recovery: boolean }

/**
 * The caller's account and session. Throws when the session has ended. It also refuses a session without the account's second step, as the
 * database does, unless the operation is for such sessions too.
 */
export async function loadSignedIn(
  tools: Tools,
  { claims, now }: Call,
  admits: 'full' | 'half-open too' = 'full',
): Promise<SignedIn> {
  const { sub, session_id: sessionId } = requireSignedIn(claims)
  const { rows } = await tools.db.asService(
    (tx) =>
      tx.last<User & { session: Held | null }>({
        text: `select u.*, to_jsonb(s) as session, ${partsOfUser} from auth.users u
          left join auth.sessions s on s.id = $2 and s.user_id = u.id and s.expires_at > $3 where u.id = $1`,
        values: [sub, sessionId, now],
      }),
    { readOnly: true },
  )
  const user = rows[0]
  if (!user) throw refusal(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (!user.session) {
    throw sessionNotFound()
  }
  refuseBanned(user, now)
  const { amr, aal, created_at: createdAt, via_recovery: viaRecovery } = user.session
  const isHalfOpen = aal === 'aal1' && hasSecondStep(user)
  if (isHalfOpen && admits === 'full') throw secondStepNeeded()
  return {
    user,
    session: { id: sessionId, amr, aal, createdAt: new Date(createdAt), viaRecovery, isHalfOpen },
  }
}

export const sessionNotFound = () =>
  refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')

export const secondStepNeeded = (status = 401) =>
  refusal(status, 'insufficient_aal', 'AAL2 session is required: pass the second step first')

function requireSignedIn(claims: Call['claims']): { sub: string; session_id: string } {
  const { role, sub, session_id } = claims
  if (role === 'anon') throw refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  if (!sub || !session_id) throw refusal(403, 'bad_jwt', 'invalid claim: missing sub claim')
  return { sub, session_id }
}
