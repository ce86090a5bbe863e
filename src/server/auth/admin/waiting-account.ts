import type { Tx } from '../../db/door.ts'
import { emailExists } from '../errors.ts'
import { insertUser } from '../new-user.ts'
import { selectUser, type User } from '../users.ts'

type Asked = {
  email: string
  /** Null: nobody can log in by password yet. */
  hash: string | null
  data: Record<string, unknown>
  isInvited: boolean
  now: Date
}

/**
 * The account of an address that waits for its confirmation, a new one or one that waits already. The transaction holds it. An earlier password
 * and earlier notes may be a stranger's: they must not be in the account that the mailbox's owner confirms.
 */
export async function holdWaitingAccount(
  tx: Tx,
  { email, hash, data, isInvited, now }: Asked,
): Promise<User> {
  await insertUser(tx, { address: { email }, hash, confirmedAt: null, data, now })
  const { rowCount } = await tx.query({
    text: `update auth.users set confirmation_sent_at = $2, updated_at = $2, invited_at = case when $5 then $2 else invited_at end,
        password_hash = $3, user_metadata = $4
      where email = $1 and email_confirmed_at is null`,
    values: [email, now, hash, JSON.stringify(data), isInvited],
  })
  const { rows } = await tx.query<User>(selectUser('where u.email = $1', [email]))
  if (rowCount === 0 || !rows[0]) throw emailExists()
  return rows[0]
}
