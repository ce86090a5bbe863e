import { randomUUID } from 'node:crypto'
import type { Statement } from '../db/door.ts'
import { keyedHash } from '../http/keyed-hash.ts'
import type { Bucket } from '../http/limiter.ts'
import { seal, unseal as openSealed } from '../http/sealed.ts'
import type { Letter } from '../providers/mail/index.ts'
import type { Text } from '../providers/sms/sms.ts'

export type MailKind =
  | 'asked'
  | 'confirmation'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'reauthentication'
  | 'phone_change'
  | 'email_change_current'
  | 'email_change_new'
  | 'already_here'
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'identity_added'
  | 'identity_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'backup_code_used'
  | 'backup_codes_new'
  | 'new_device'
  | 'second_step_on'
  | 'second_step_off'
  // To the operator.
  | 'contact'
  | 'proof'
  | 'payment_outcome'
  // To a phone.
  | 'sms'

/** A request of POST /recover, /resend or /otp. The queue looks the account up later, so the answer takes as long for any address (threat 2). */
export type Asked = {
  type: 'recovery' | 'signup' | 'otp' | 'email_change' | 'phone_change'
  to: { email: string } | { phone: string }
  redirectTo: string
  /** Of a client that uses PKCE. */
  challenge?: string | undefined
  /** The notes of the account that is made when the address has none. */
  newcomer?: Record<string, unknown> | undefined
}

/** Each has a bucket of its own: a stranger who asks for confirmations cannot stop a password reset. */
type Counted =
  | 'recovery'
  | 'confirmation'
  | 'magiclink'
  | 'invite'
  | 'change'
  | 'second_step'
  | 'second_step_elsewhere'
  | 'reauthentication'

export type Content =
  | { asked: Asked }
  | {
      letter: Letter
      /** The bucket that counts it. The point is returned when the mail cannot be sent. */
      counted?: Counted
      /** A person named this address as their new one. Sending takes its point first, and sends nothing to the address of an account. */
      isNewAddress?: boolean
    }
  // An SMS waits in the same queue, and takes the same points.
  | { sms: Text; counted?: Counted; isNewAddress?: boolean }

export type QueuedMail = {
  kind: MailKind
  content: Content
  /** The row that the mail tells of. Mails of one kind about different rows do not replace each other. */
  about?: string
  /** The mail is deleted with this account. */
  userId?: string
  /** Time until the mail is useless, ms. */
  lifetime?: number
}

export type MailQueue = {
  /** Sends what is due. Call it after the commit that stored a mail. */
  wake(): void
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
  /** Sends what is due, and then no more. */
  stop(): Promise<void>
}

/** For work that mails: store a mail with `insertMail` in its transaction, and wake the queue after the commit. */
export type Mailing = {
  queue: Pick<MailQueue, 'wake'>
  secret: Buffer
  /** The operator's address. */
  operator: string
  now: () => Date
}

const dayMs = 86_400_000
/** The lifetime of a mail to the operator, whose mail server may be down for days. */
export const operatorLifetime = 7 * dayMs

export const addressBuckets = (kind: Counted, email: string): Bucket[] => [
  ['mailAddress', kind, email],
  ['mailAddressHour', kind, email],
]

/** Stores a mail. It replaces an unsent one of the same kind to the same address about the same row, so a repeated transaction stores one. */
export function insertMail(secret: Buffer, mail: QueuedMail, now: Date): Statement {
  const { kind, content, about, userId, lifetime = dayMs } = mail
  const to = 'asked' in content ? `${content.asked.type} ${nameOf(content.asked.to)}` : receiverOf(content)
  return {
    text: `insert into auth.mails as held (key, id, kind, user_id, sealed, due_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (key) do update set id = excluded.id, user_id = excluded.user_id, sealed = excluded.sealed, attempts = 0,
        due_at = excluded.due_at, expires_at = excluded.expires_at`,
    values: [
      keyOf(secret, kind, about ?? to),
      randomUUID(),
      kind,
      userId ?? null,
      seal(secret, sealing, JSON.stringify(content)),
      now,
      new Date(now.getTime() + lifetime),
    ],
  }
}

const nameOf = (to: Asked['to']) => ('email' in to ? to.email : to.phone)

/** The mail address or phone number. */
export const receiverOf = (content: Exclude<Content, { asked: Asked }>): string =>
  'sms' in content ? content.sms.phone : content.letter.to

const keyOf = (secret: Buffer, kind: MailKind, ...parts: string[]): Buffer =>
  keyedHash(secret, 'mail', kind, ...parts).subarray(0, 16)

const askedTypes: readonly Asked['type'][] = ['recovery', 'signup', 'otp', 'email_change', 'phone_change']
const withoutAccount: readonly MailKind[] = ['already_here', 'password_changed', 'email_changed']

/** Deletes the waiting mails to these addresses that the deletion of their account leaves, and those about these messages of the contact form. */
export function forgetMailsTo(
  secret: Buffer,
  addresses: readonly string[],
  messages: readonly string[],
): Statement {
  const keys = [
    ...addresses.flatMap((address) => [
      ...askedTypes.map((type) => keyOf(secret, 'asked', `${type} ${address}`)),
      ...withoutAccount.map((kind) => keyOf(secret, kind, address)),
    ]),
    ...messages.map((id) => keyOf(secret, 'contact', id)),
  ]
  return { text: 'delete from auth.mails where key = any ($1::bytea[])', values: [keys] }
}

const sealing = 'seal of mails'

/** Undefined when another secret sealed it. */
export function unseal(secret: Buffer, bytes: Buffer): Content | undefined {
  const text = openSealed(secret, sealing, bytes)
  return text === undefined ? undefined : (JSON.parse(text) as Content)
}
