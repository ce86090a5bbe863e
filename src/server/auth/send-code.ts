import type { Tx } from '../db/door.ts'
import { insertMail, type MailKind, type QueuedMail } from '../mail/queued-mail.ts'
import type { Tools } from './deps.ts'
import { letterFor, smsFor } from './mails.ts'
import {
  makeOneTimeToken,
  tokenLifetime,
  type NewToken,
  type OneTimeToken,
  type TokenKind,
} from './one-time-tokens.ts'

/** Each has buckets of its own: a stranger who asks for confirmations cannot stop a password reset. */
export const countedAs = {
  confirmation: 'confirmation',
  recovery: 'recovery',
  magiclink: 'magiclink',
  invite: 'invite',
  email_change_current: 'change',
  email_change_new: 'change',
  reauthentication: 'reauthentication',
  sms: 'magiclink',
  phone_change: 'change',
} as const satisfies Record<TokenKind, string>

/** The queue counts these when it sends, and sends nothing to the address of another account. */
export const toNewAddress: ReadonlySet<TokenKind> = new Set(['email_change_new', 'phone_change'])

/** Stores a token with its mail or SMS, in the caller's transaction. Wake `tools.mails` after the commit. */
export async function sendCode(
  tools: Pick<Tools, 'keys' | 'settings'>,
  tx: Tx,
  { redirectTo, ...asked }: NewToken & { redirectTo: string },
  now: Date,
): Promise<void> {
  const { token, statement } = makeOneTimeToken(tools, asked, now)
  await Promise.all([
    tx.query(statement),
    tx.query(insertMail(tools.keys.secret, envelope(tools, token, redirectTo), now)),
  ])
}

/** It expires with its token. */
function envelope(
  tools: Pick<Tools, 'keys' | 'settings'>,
  token: OneTimeToken,
  redirectTo: string,
): QueuedMail {
  const { kind, to, userId } = token
  const { settings } = tools
  const counted = countedAs[kind]
  const isNewAddress = toNewAddress.has(kind)
  const lifetime = tokenLifetime(tools, kind, to)
  if ('email' in to) {
    const content = { letter: letterFor(token, redirectTo, settings), counted, isNewAddress }
    return { kind: kind satisfies MailKind, userId, lifetime, content }
  }
  const content = { sms: { phone: to.phone, text: smsFor(token, settings) }, counted, isNewAddress }
  return { kind: 'sms', about: `${kind} ${to.phone}`, userId, lifetime, content }
}
