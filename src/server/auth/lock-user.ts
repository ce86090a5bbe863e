import type { Tx } from '../db/door.ts'
import { refusal } from './errors.ts'
import { sessionNotFound } from './sessions.ts'
import { selectUser, type User } from './users.ts'

/** Locks the account, as every writer of its sessions and tokens does, then reads it: a locking statement sees rows from before its wait. */
export async function lockUser(tx: Tx, id: string): Promise<User> {
  void tx.query({ text: 'select from auth.users where id = $1 for update', values: [id] })
  return readUser(tx, id)
}

export async function readUser(tx: Tx, id: string): Promise<User> {
  const { rows } = await tx.query<User>(selectUser('where u.id = $1', [id]))
  if (!rows[0]) throw refusal(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  return rows[0]
}

/** Locks the caller's account. Refuses a session that ended since it was read: its owner may have put it out meanwhile. */
export async function lockSignedIn(
  tx: Tx,
  { user: { id }, session }: { user: { id: string }; session: { id: string } },
): Promise<User> {
  const user = await lockUser(tx, id)
  const { rowCount } = await tx.query({
    text: 'select from auth.sessions where id = $1 and user_id = $2',
    values: [session.id, id],
  })
  if (rowCount === 0) throw sessionNotFound()
  return user
}
