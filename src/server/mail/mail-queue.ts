import type { Db } from '../db/door.ts'
import { describeFault } from '../http/fault.ts'
import type { Keys } from '../http/keys.ts'
import { createLimiter, type Limiter } from '../http/limiter.ts'
import type { LimitMode } from '../http/limits.ts'
import { describeMailFault, isFinal, type Mail } from '../providers/mail/index.ts'
import { SmsError } from '../providers/sms/http-gateway.ts'
import type { Sms } from '../providers/sms/sms.ts'
import {
  addressBuckets,
  receiverOf,
  unseal,
  type Asked,
  type Content,
  type MailKind,
  type MailQueue,
} from './queued-mail.ts'

type Options = {
  db: Db
  keys: Keys
  mail: Mail
  sms: Sms
  limits: LimitMode
  /** Stores the mails that somebody asked for, with their tokens. */
  storeAsked: (asked: Asked, now: Date) => Promise<void>
  log: (line: string) => void
  clock?: () => number
  /** For the metrics: every attempt that failed, and how each mail ended. */
  count?: (kind: MailKind, outcome: 'sent' | 'failed' | 'given_up') => void
}
type SmsContent = Extract<Content, { sms: unknown }>
type Deps = Required<Options> & { limiter: Limiter }

type Row = { id: string; kind: MailKind; sealed: Buffer; attempts: number; expires_at: Date }

const atOnce = 4
/** After this time, ms, another node takes a mail whose node died while it sent. Longer than every timeout of the mail server. */
const leaseMs = 120_000
/** Time between two reads of the queue without a wake, ms: for the mails of nodes that died. */
const everyMs = 15_000
/** Back-off after the first, second … failure, ms. The last one repeats. */
const pauses = [5_000, 30_000, 120_000, 300_000, 900_000]

/** The queue asks for points and is never refused. */
const noRefusal = () => new Error('The queue of mails was refused')

/** Sends the mails of `auth.mails`. Nodes take different rows. A failed mail is tried again, with growing pauses, until it expires. */
export function createMailQueue(options: Options): MailQueue {
  const { db, keys, limits: mode, log, clock = Date.now, count = () => {} } = options
  const limiter = createLimiter({ db, secret: keys.secret, mode, refuse: noRefusal })
  const deps: Deps = { ...options, clock, count, limiter }
  const senders = new Set<Promise<void>>()
  let stopped = false
  let missed = false
  const wake = () => {
    // A sender that just found the queue empty may have missed this commit.
    missed ||= senders.size >= atOnce
    if (stopped || senders.size >= atOnce) return
    const sender = sendAll(deps, later)
      .catch((error: unknown) => log(`The queue of mails cannot be read: ${describeFault(error)}`))
      .finally(() => {
        senders.delete(sender)
        if (missed) {
          missed = false
          wake()
        }
      })
    senders.add(sender)
  }
  const later = (pause: number) => void setTimeout(wake, pause).unref()
  const timer = setInterval(wake, everyMs)
  timer.unref()
  const idle = async () => {
    // oxlint-disable-next-line no-await-in-loop -- a sender can start while this waits
    while (senders.size > 0) await Promise.all(senders)
  }
  return {
    wake,
    idle,
    stop() {
      stopped = true
      clearInterval(timer)
      return idle()
    },
  }
}

async function sendAll(deps: Deps, later: (pause: number) => void): Promise<void> {
  for (;;) {
    // oxlint-disable no-await-in-loop -- one sender sends one mail after the other
    const row = await claim(deps)
    if (!row) return
    const pause = await handle(deps, row)
    if (pause !== undefined) later(pause)
    // oxlint-enable no-await-in-loop
  }
}

async function claim({ db, clock }: Deps): Promise<Row | undefined> {
  const now = clock()
  const { rows } = await db.asService((tx) =>
    tx.last<Row>({
      text: `update auth.mails set attempts = attempts + 1, due_at = $2 where key = (
          select key from auth.mails where due_at <= $1 order by due_at limit 1 for update skip locked)
        returning id, kind, sealed, attempts, expires_at`,
      values: [new Date(now), new Date(now + leaseMs)],
    }),
  )
  return rows[0]
}

/** Returns the pause before the next attempt, ms, and undefined when the mail is done. */
async function handle(deps: Deps, row: Row): Promise<number | undefined> {
  const content = unseal(deps.keys.secret, row.sealed)
  try {
    if (content && row.expires_at.getTime() > deps.clock()) await perform(deps, row, content)
    else
      giveUp(
        deps,
        row,
        content ? `it expired. Check ${settingOf(content)}` : 'it was sealed with another secrets.json',
      )
  } catch (error) {
    const pause = pauses[Math.min(row.attempts, pauses.length) - 1] ?? 0
    const isLate = deps.clock() + pause >= row.expires_at.getTime()
    if (!isHopeless(error) && !isLate) return postpone(deps, row, error, pause)
    if (content && !('asked' in content) && content.counted)
      await deps.limiter.giveBack(...addressBuckets(content.counted, receiverOf(content)))
    giveUp(deps, row, describe(error))
  }
  await forget(deps, row)
  return undefined
}

async function perform(deps: Deps, row: Row, content: Content): Promise<void> {
  const { kind, attempts } = row
  const now = new Date(deps.clock())
  if ('asked' in content) return deps.storeAsked(content.asked, now)
  const { isNewAddress, counted } = content
  const to = receiverOf(content)
  if (isNewAddress && (await hasAccount(deps.db, to))) return
  const isFirst = isNewAddress && counted && attempts === 1
  if (isFirst && !(await deps.limiter.tryTake(now, ...addressBuckets(counted, to)))) return
  if ('sms' in content && attempts === 1 && !(await mayText(deps, content, now)))
    return giveUp(deps, row, 'too many SMS to numbers that nobody proved (AUTH_LIMIT_SMS_UNPROVED)')
  await ('sms' in content ? deps.sms.send(content.sms) : deps.mail.send(content.letter))
  deps.count(kind, 'sent')
}

/** An SMS costs money. Numbers of accounts and of their second steps always get theirs. */
async function mayText({ db, limiter }: Deps, { sms, counted }: SmsContent, now: Date): Promise<boolean> {
  if (counted?.startsWith('second_step')) return true
  const text = 'select from auth.users where phone = $1 and phone_confirmed_at is not null'
  const { rowCount } = await db.asService((tx) => tx.last({ text, values: [sms.phone] }), { readOnly: true })
  return rowCount > 0 || limiter.tryTake(now, ['smsUnproved'])
}

const settingOf = (content: Content) => ('sms' in content ? 'SMS_GATEWAY_URL' : 'SMTP_URL')

const isHopeless = (error: unknown) => (error instanceof SmsError ? error.isFinal : isFinal(error))

const describe = (error: unknown) =>
  error instanceof SmsError
    ? `${error.reason}. Check SMS_GATEWAY_URL`
    : `${describeMailFault(error)}. Check SMTP_URL`

/** One statement looks for both, because no mail address is a number. */
async function hasAccount(db: Db, address: string): Promise<boolean> {
  const text = 'select from auth.users where email = $1 or phone = $1'
  const { rowCount } = await db.asService((tx) => tx.last({ text, values: [address] }), { readOnly: true })
  return rowCount > 0
}

async function postpone(deps: Deps, row: Row, error: unknown, pause: number): Promise<number> {
  deps.count(row.kind, 'failed')
  deps.log(
    `A mail (${row.kind}, attempt ${row.attempts}) was not sent: ${error instanceof SmsError ? error.reason : describeMailFault(error)}. Next attempt in ${pause / 1_000} s`,
  )
  await deps.db.asService((tx) =>
    tx.last({
      text: 'update auth.mails set due_at = $2 where id = $1',
      values: [row.id, new Date(deps.clock() + pause)],
    }),
  )
  return pause
}

function giveUp({ count, log }: Deps, { kind, attempts }: Row, reason: string): void {
  count(kind, 'given_up')
  log(`A mail (${kind}) was given up at attempt ${attempts}: ${reason}`)
}

/** By id: a newer mail in the same row stays. */
async function forget({ db }: Deps, { id }: Row): Promise<void> {
  await db.asService((tx) => tx.last({ text: 'delete from auth.mails where id = $1', values: [id] }))
}
