import type { Tx } from '../db/door.ts'
import { insertMail } from '../mail/queued-mail.ts'
import type { Call, Tools } from './deps.ts'
import { readChallenge } from './flows.ts'
import { addressField, requireSmsCountry, type Body } from './input.ts'
import { addressExists, giveAddress } from './new-user.ts'
import { phoneChanged } from './notices.ts'
import { safeRedirect } from './redirects.ts'
import { sendCode } from './send-code.ts'
import { hasAddress, textOf, type Address, type User } from './users.ts'

/** A new address of PUT /user, with the challenge of a client that uses PKCE. */
export type NewAddress = { to: Address; challenge?: string | undefined }

/** The address or number of the body, when it is a new one. */
export function readNewAddress({ settings }: Tools, body: Body, user: User): NewAddress | undefined {
  const to = addressField(body, settings, {
    both: 'Change the email address or the phone number, one at a time',
  })
  if (!to) return undefined
  const challenge = 'email' in to ? readChallenge(body) : undefined
  return textOf(to) === ('email' in to ? user.email : user.phone) ? undefined : { to, challenge }
}

/** Refuses a taken address where nothing has to be confirmed. With confirmation on, a taken one gets no mail, and nobody learns of it. */
export async function checkNewAddress(
  tools: Tools,
  { now, from }: Call,
  user: User,
  to: Address,
): Promise<void> {
  await tools.limiter.take(now, ['emailChange', user.id])
  if ('phone' in to && !isAtOnce(tools, user, to)) {
    requireSmsCountry(tools.settings, to.phone)
    await tools.limiter.take(now, ['smsNetwork', from])
  }
  const { requireEmailConfirmation, phoneConfirmation } = tools.settings
  if ('email' in to ? requireEmailConfirmation : phoneConfirmation) return
  // Accounts that nobody confirms cost nothing, so their network pays for the answer, as at a sign-up.
  await tools.limiter.take(now, ['signupTaken', from])
  const { rowCount } = await tools.db.asService(
    (tx) => tx.last({ text: `select from auth.users u where ${hasAddress(to)}`, values: [textOf(to)] }),
    { readOnly: true },
  )
  if (rowCount > 0) throw addressExists(to)
  await tools.limiter.giveBack(['signupTaken', from])
}

/**
 * Without confirmation a number counts at once, as at sign-up, and so does the mail address of an anonymous person. Any other account
 * proves its new mail address: two people could hold an account by two addresses otherwise.
 */
const isAtOnce = ({ settings }: Tools, user: User, to: Address): boolean =>
  'email' in to ? user.is_anonymous && !settings.requireEmailConfirmation : !settings.phoneConfirmation

/** Begins the change, under the lock of the account: the codes and links of `redeem` finish it. */
export async function storeNewAddress(
  tools: Tools,
  tx: Tx,
  user: User,
  { to, challenge }: NewAddress,
  { url, now }: Call,
): Promise<void> {
  if (isAtOnce(tools, user, to)) return giveAtOnce(tools, tx, user, to, now)
  const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), '/auth/callback', tools.settings)
  const isPhone = 'phone' in to
  const half = isPhone ? '' : ', email_change_confirmed = null'
  const [column, sentAt] = isPhone
    ? ['new_phone', 'phone_change_sent_at']
    : ['new_email', 'email_change_sent_at']
  await tx.query({
    text: `update auth.users set ${column} = $2, ${sentAt} = $3${half} where id = $1`,
    values: [user.id, textOf(to), now],
  })
  const userId = user.id
  const { email } = user
  if (!isPhone && email && tools.settings.mailChangeNeedsBoth) {
    await sendCode(
      tools,
      tx,
      { userId, kind: 'email_change_current', to: { email }, redirectTo, challenge },
      now,
    )
  }
  const kind = isPhone ? 'phone_change' : 'email_change_new'
  await sendCode(tools, tx, { userId, kind, to, redirectTo, challenge }, now)
}

async function giveAtOnce(tools: Tools, tx: Tx, user: User, to: Address, now: Date): Promise<void> {
  await giveAddress(tx, user.id, to, now)
  if ('phone' in to) await tellOfPhone(tools, tx, user, to.phone, now)
}

/** A number is a way in: the mailbox of the account learns of it (threat 16). */
export async function tellOfPhone(tools: Tools, tx: Tx, user: User, phone: string, now: Date): Promise<void> {
  if (user.email === null) return
  const content = { letter: phoneChanged(user.email, phone, tools.settings) }
  await tx.query(insertMail(tools.keys.secret, { kind: 'phone_changed', userId: user.id, content }, now))
}
