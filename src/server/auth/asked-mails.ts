import type { Tx } from '../db/door.ts'
import { createLimiter } from '../http/limiter.ts'
import { addressBuckets, type Asked } from '../mail/queued-mail.ts'
import type { AuthDeps, AuthSettings, Tools } from './deps.ts'
import { tooMany } from './errors.ts'
import { hasProvedPhone } from './first-proof.ts'
import { insertUser } from './new-user.ts'
import type { TokenKind } from './one-time-tokens.ts'
import { countedAs, sendCode, toNewAddress } from './send-code.ts'
import { hasAddress, isBanned, selectUser, textOf, type Address, type User } from './users.ts'

type MailTools = Pick<Tools, 'db' | 'keys' | 'settings' | 'limiter'>

type Token = [TokenKind, Address]
/** By type: the condition on the account with the address in `$1`, and the tokens to send. */
type Ask = {
  where: (to: Address) => string
  tokensOf: (user: User, to: Address, settings: Pick<AuthSettings, 'mailChangeNeedsBoth'>) => Token[]
}

/** A person without an address asks again for the code to a new one. */
const orAwaits = (kind: TokenKind, column: 'email' | 'phone') =>
  `(u.${column} = $1 or u.${column} is null and u.id in (
    select t.user_id from auth.one_time_tokens t where t.${column} = $1 and t.kind = '${kind}'))`

/** Without confirmation a number counts that nobody proved. It does not open an account whose mailbox is proved: one of the two is a stranger's. */
const isBesideProvedMail = `u.email_proved_at is not null and u.phone_confirmed_at is not null and not ${hasProvedPhone}`

const asks: Readonly<Record<Asked['type'], Ask>> = {
  recovery: { where: hasAddress, tokensOf: (_user, to) => [['recovery', to]] },
  signup: {
    where: (to) => `${hasAddress(to)} and u.email_confirmed_at is null and u.phone_confirmed_at is null`,
    tokensOf: (_user, to) => [['confirmation', to]],
  },
  otp: {
    where: (to) => hasAddress(to) + ('phone' in to ? ` and not (${isBesideProvedMail})` : ''),
    tokensOf: (_user, to) => [signInToken(to)],
  },
  email_change: {
    where: () =>
      `u.new_email is not null and (u.email is null or u.email_confirmed_at is not null) and ${orAwaits('email_change_new', 'email')}`,
    tokensOf: changesOf,
  },
  phone_change: {
    where: () => `u.new_phone is not null and ${orAwaits('phone_change', 'phone')}`,
    tokensOf: ({ new_phone: phone }) => (phone ? [['phone_change', { phone }]] : []),
  },
}

/** `storeAsked` for the mail queue. */
export function askedMails(deps: Pick<AuthDeps, 'db' | 'keys' | 'settings'>) {
  const { db, keys, settings } = deps
  const limiter = createLimiter({ db, secret: keys.secret, mode: settings.limits, refuse: tooMany })
  return (asked: Asked, now: Date) => storeAsked({ ...deps, limiter }, asked, now)
}

/**
 * Stores the mails or SMS that somebody asked for, with their tokens. Over the limit, for an unknown address, or with nothing to confirm
 * it stores none and tells nobody.
 */
async function storeAsked(tools: MailTools, asked: Asked, now: Date): Promise<void> {
  const { type, to, newcomer, redirectTo, challenge } = asked
  const isNewcomer = newcomer !== undefined && tools.settings.signups
  const found = await tools.db.asService((tx) => findUser(tx, asked, ''), { readOnly: true })
  if (found && isBanned(found, now)) return
  const planned = found ? asks[type].tokensOf(found, to, tools.settings) : isNewcomer ? [signInToken(to)] : []
  if (planned.length === 0) return
  // A request takes points only when a mail follows. A request for an unknown address takes none. The queue counts a new address itself.
  const buckets = planned
    .filter(([kind]) => !toNewAddress.has(kind))
    .flatMap(([kind, address]) => addressBuckets(countedAs[kind], textOf(address)))
  if (!(await tools.limiter.tryTake(now, ...buckets))) return
  const isStored = await tools.db.asService(async (tx) => {
    if (!found && newcomer)
      await insertUser(tx, { address: to, hash: null, confirmedAt: null, data: newcomer, now })
    const user = await findUser(tx, asked, 'for update of u')
    if (!user || isBanned(user, now)) return false
    const tokens = asks[type].tokensOf(user, to, tools.settings)
    await Promise.all(
      tokens.map(([kind, address]) =>
        sendCode(tools, tx, { userId: user.id, kind, to: address, redirectTo, challenge }, now),
      ),
    )
    if (type === 'recovery') await tx.query(recoverySent(user, now))
    return tokens.length > 0
  })
  if (!isStored) await tools.limiter.giveBack(...buckets)
}

async function findUser(tx: Tx, { type, to }: Asked, lock: string): Promise<User | undefined> {
  const { rows } = await tx.query<User>(selectUser(`where ${asks[type].where(to)} ${lock}`, [textOf(to)]))
  return rows[0]
}

const signInToken = (to: Address): Token => ['email' in to ? 'magiclink' : 'sms', to]

/** The halves of a change that are not confirmed yet. Where the new mailbox alone decides, the old one is not asked. */
function changesOf(
  { email, email_change_confirmed: confirmed, new_email: next }: User,
  _to: Address,
  { mailChangeNeedsBoth }: Pick<AuthSettings, 'mailChangeNeedsBoth'>,
): Token[] {
  const tokens: Token[] = []
  if (email && mailChangeNeedsBoth && confirmed !== 'current')
    tokens.push(['email_change_current', { email }])
  if (next && confirmed !== 'new') tokens.push(['email_change_new', { email: next }])
  return tokens
}

const recoverySent = (user: User, now: Date) => ({
  text: 'update auth.users set recovery_sent_at = $2 where id = $1',
  values: [user.id, now],
})
