import * as v from 'valibot'
import { contactFault, contactSubjects, type ContactMessage } from '../../shared/contact.ts'
import type { Db } from '../db/door.ts'
import { keyedHash } from '../http/keyed-hash.ts'
import { meaningOf } from '../http/sqlstate.ts'
import { insertMail, operatorLifetime, type Mailing } from '../mail/queued-mail.ts'
import type { Letter } from '../providers/mail/index.ts'
import { readInput, type Operation } from './call.ts'
import { refusal } from './errors.ts'

const input = v.strictObject({
  name: v.nullish(v.string(), ''),
  email: v.nullish(v.string(), ''),
  subject: v.nullish(v.string(), ''),
  message: v.nullish(v.string(), ''),
})

/** The same message of one writer counts once within an hour, ms: people send again when the answer was lost. */
const repeatMs = 3_600_000

/** Keeps a message of the contact form for the moderators, and mails it to the operator. */
export const sendContactEmail: Operation = {
  signedOut: 'Natapos na ang session mo. Ipadala ulit ang sulat mo.',
  visitors: true,
  pace: ['contactAccount', 'contactNetwork'],
  async answer({ db, mailing, shared }, { request, claims, now, take }) {
    const message = tidy(await readInput(request, input, new Map()))
    const fault = contactFault(message)
    if (fault) throw refusal(400, fault)
    const subject = contactSubjects.find(([, name]) => message.subject.endsWith(name))
    if (!subject) throw refusal(400, 'Please choose a subject from the list')
    // A token alone would still pass after its session ended.
    if (claims.sub) await db.as(claims, (tx) => tx.last({ text: 'select 1' }))
    else await take(['contactAddress', message.email])
    const isMailed = await shared.mayMailOperator()
    await store(db, mailing, { ...message, subject, user: claims.sub, now, isMailed })
    if (isMailed) mailing.queue.wake()
    return Response.json({ success: true })
  },
}

/** A name is one line, in the mail too. An address has no case, so that an erased account's messages are found. */
const tidy = ({ name, email, subject, message }: v.InferOutput<typeof input>): ContactMessage => ({
  name: (name ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(),
  email: (email ?? '').trim().toLowerCase(),
  subject: (subject ?? '').trim(),
  message: (message ?? '').trim(),
})

type Stored = Omit<ContactMessage, 'subject'> & {
  subject: (typeof contactSubjects)[number]
  user: string | undefined
  now: Date
  /** False when the operator has got too many mails in this hour. The message is kept all the same. */
  isMailed: boolean
}

async function store(db: Db, { secret, operator }: Mailing, stored: Stored): Promise<void> {
  const { name, email, subject, message, user, now, isMailed } = stored
  const hour = Math.floor(now.getTime() / repeatMs)
  const id = toUuid(keyedHash(secret, 'contact', user ?? email, subject[1], message, String(hour)))
  const values = [id, user ?? null, name || null, email, subject[1], message]
  const text = `insert into public.contact_messages (id, user_id, name, email, subject, message)
    values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing`
  try {
    await db.asService(async (tx) => {
      const { rowCount } = await tx.query({ text, values })
      if (rowCount === 0 || !isMailed) return
      const content = { letter: letterTo(operator, id, stored) }
      const mail = { kind: 'contact' as const, about: id, content, lifetime: operatorLifetime }
      await tx.last(insertMail(secret, user === undefined ? mail : { ...mail, userId: user }, now))
    })
  } catch (error) {
    throw meaningOf(error) === 'missing_reference' ? refusal(401, sendContactEmail.signedOut) : error
  }
}

function letterTo(to: string, id: string, { name, email, subject, message, user }: Stored): Letter {
  const head = [
    `From: ${name || '(no name)'} <${email}>`,
    `Account: ${user === undefined ? 'none (a visitor)' : 'yes'}`,
    `Message: ${id}`,
    'An answer to this mail goes to the writer.',
  ]
  return {
    to,
    replyTo: email,
    subject: `${subject.join(' ')} · Emote`,
    text: `${head.join('\n')}\n\n${message}\n`,
  }
}

/** A UUID of version 8 (RFC 9562) from a hash. */
function toUuid(hash: Buffer): string {
  const hex = hash.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
