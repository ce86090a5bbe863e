import type { Tx } from '../db/door.ts'
import { insertMail, type MailKind } from '../mail/queued-mail.ts'
import type { Letter } from '../providers/mail/index.ts'
import type { AuthSettings, Tools } from './deps.ts'
import type { User } from './users.ts'

export type Owner = Pick<User, 'id' | 'email' | 'email_proved_at'>
type Notice = {
  kind: MailKind
  /** The row that it tells of. */
  about: string
  letter: (email: string, settings: AuthSettings) => Letter
}

/**
 * Stores the mail that tells the owner of a change to the ways into the account. Only a proved mailbox gets it: any other address may be a
 * stranger's. Wake the queue after the commit.
 */
export async function tellOwner(
  { keys, settings }: Tools,
  tx: Tx,
  { id: userId, email, email_proved_at: provedAt }: Owner,
  { kind, about, letter }: Notice,
  now: Date,
): Promise<void> {
  if (email === null || provedAt === null) return
  const content = { letter: letter(email, settings) }
  await tx.query(insertMail(keys.secret, { kind, userId, about, content }, now))
}
