import type { Tx } from '../db/door.ts'
import { createLimiter } from '../http/limiter.ts'
import { addressBuckets, insertMail, type Asked, type QueuedMail } from '../mail/queued-mail.ts'
import type { AuthDeps, Tools } from './deps.ts'
import { tooMany } from './errors.ts'
import { letterFor } from './mails.ts'
import { linkLifetime, makeOneTimeToken, type OneTimeToken, type TokenKind } from './one-time-tokens.ts'
import { isBanned, selectUser, type User } from './users.ts'

type MailTools = Pick<Tools, 'db' | 'keys' | 'settings' | 'limiter'>

/** Conditions on the account, by type. */
const pending: Readonly<Record<Asked['type'], string>> = {
  recovery: 'true',
  signup: 'u.email_confirmed_at is null',
  email_change: 'u.new_email is not null and u.email_confirmed_at is not null',
}
const counted = { recovery: 'recovery', signup: 'confirmation', email_change: 'change' } as const

/** `storeAsked` for the mail queue. */
export function askedMails(deps: Pick<AuthDeps, 'db' | 'keys' | 'settings'>) {
  const { db, keys, settings } = deps
  const limiter = createLimiter({ db, secret: keys.secret, mode: settings.limits, refuse: tooMany })
  return (asked: Asked, now: Date) => storeAsked({ ...deps, limiter }, asked, now)
}

/**
 * Stores the mails that somebody asked for, with their tokens. Over the limit, for an unknown address, or with nothing to confirm it stores
 * none and tells nobody.
 */
async function storeAsked(tools: MailTools, asked: Asked, now: Date): Promise<void> {
  const { type, email } = asked
  const found = await tools.db.asService((tx) => findUser(tx, asked, ''), { readOnly: true })
  if (!found || isBanned(found, now)) return
  const buckets = addressBuckets(counted[type], email)
  // A request takes points only when a mail follows. A request for an unknown address takes none.
  if (!(await tools.limiter.tryTake(now, ...buckets))) return
  const isStored = await tools.db.asService(async (tx) => {
    const user = await findUser(tx, asked, 'for update of u')
    if (!user || isBanned(user, now)) return false
    const mails = mailsOf(user, asked)
    await Promise.all(
      mails.flatMap(([kind, to]) => {
        const { token, statement } = makeOneTimeToken(tools.keys.secret, user.id, kind, to, now)
        const mail = mailWith(tools, user, token, asked.redirectTo)
        return [tx.query(statement), tx.query(insertMail(tools.keys.secret, mail, now))]
      }),
    )
    if (type === 'recovery') await tx.query(recoverySent(user, now))
    return mails.length > 0
  })
  if (!isStored) await tools.limiter.giveBack(...buckets)
}

async function findUser(tx: Tx, { type, email }: Asked, lock: string): Promise<User | undefined> {
  const { rows } = await tx.query<User>(
    selectUser(`where u.email = $1 and ${pending[type]} ${lock}`, [email]),
  )
  return rows[0]
}

function mailsOf(user: User, { type, email }: Asked): [TokenKind, string][] {
  if (type === 'recovery') return [['recovery', email]]
  if (type === 'signup') return [['confirmation', email]]
  const mails: [TokenKind, string][] = []
  if (user.email_change_confirmed !== 'current') mails.push(['email_change_current', email])
  if (user.email_change_confirmed !== 'new' && user.new_email)
    mails.push(['email_change_new', user.new_email])
  return mails
}

/** The mail with a token. It expires with its link. */
export function mailWith(
  { settings }: Pick<Tools, 'settings'>,
  user: Pick<User, 'id'>,
  token: OneTimeToken,
  redirectTo: string,
): QueuedMail {
  const letter = letterFor(token, redirectTo, settings)
  const { kind } = token
  return {
    kind,
    userId: user.id,
    lifetime: linkLifetime(kind),
    content: { letter, counted: countedAs[kind], isNewAddress: kind === 'email_change_new' },
  }
}

const countedAs = {
  confirmation: 'confirmation',
  recovery: 'recovery',
  email_change_current: 'change',
  email_change_new: 'change',
} as const

const recoverySent = (user: User, now: Date) => ({
  text: 'update auth.users set recovery_sent_at = $2 where id = $1',
  values: [user.id, now],
})
