import type { Tx } from '../../db/door.ts'
import type { Call, Tools } from '../deps.ts'
import { networkKey, sessionNotFound, sessionsEach, type Session, type SignedIn } from '../sessions.ts'
import type { SecondStep } from '../tokens.ts'
import { selectUser, type User } from '../users.ts'

export type Raised = { user: User; session: Session; counter: number }

// The counter jumps over the direct child, and its history is gone: a refresh token from before the second step ends the session.
const lift = `update auth.sessions set aal = 'aal2', factor_id = $3, amr = $4, refresh_counter = refresh_counter + 2, rotated_at = '{}'
  where id = $1 and user_id = $2 and not via_recovery and expires_at > $5 returning refresh_counter`

/** Raises the session to aal2 and ends the account's sessions that have passed no second step. The account is locked. */
export async function raise(
  tools: Tools,
  tx: Tx,
  { user: { id }, session: before }: SignedIn,
  proof: { factorId: string; method: SecondStep },
  { from, now }: Call,
): Promise<Raised> {
  const { factorId, method } = proof
  const others = before.amr.filter((entry) => entry.method !== method)
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1_000) }, ...others]
  const [lifted, , , user] = await Promise.all([
    tx.query<{ refresh_counter: number }>({
      text: lift,
      values: [before.id, id, factorId, JSON.stringify(amr), now],
    }),
    tx.query({
      text: `delete from auth.sessions where user_id = $1 and id <> $2 and (aal = 'aal1' or id in (
        select id from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal2' order by created_at desc offset $3::int - 1))`,
      values: [id, before.id, sessionsEach],
    }),
    tx.query({
      text: `insert into auth.known_networks (user_id, network, seen_at) values ($1, $2, $3)
        on conflict (user_id, network) do update set seen_at = excluded.seen_at`,
      values: [id, networkKey(tools, from), now],
    }),
    tx.query<User>(selectUser('where u.id = $1', [id])),
  ])
  const [row, read] = [lifted.rows[0], user.rows[0]]
  if (!row || !read) {
    throw sessionNotFound()
  }
  return { user: read, session: { id: before.id, amr, aal: 'aal2' }, counter: row.refresh_counter }
}
