import type { Tx } from '../db/door.ts'
import type { Tools, Call, Operation } from './deps.ts'
import { refusal, invalid } from './errors.ts'
import { readBody, refusePkce, requireEmail, textField } from './input.ts'
import { deliver, letterFor } from './mails.ts'
import { makeOneTimeToken, type OneTimeToken, type TokenKind } from './one-time-tokens.ts'
import { safeRedirect } from './redirects.ts'
import { selectUser, type User } from './users.ts'

/** POST /resend of a sign-up or a change of address. Any address gets `{}`. */
export const resend: Operation = async (tools, call) => {
  const body = await readBody(call.request)
  const type = textField(body, 'type')
  if (type === 'sms' || type === 'phone_change' || textField(body, 'phone')) {
    throw refusal(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  if (type !== 'signup' && type !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change')
  }
  const email = requireEmail(body)
  refusePkce(body)
  await tools.limiter.take(call.now, ['mailNetwork', call.from])
  tools.background.run(() => mailAgain(tools, call, type, email))
  return Response.json({})
}

async function mailAgain(
  tools: Tools,
  { url, now }: Call,
  type: 'signup' | 'email_change',
  email: string,
): Promise<void> {
  if (!(await tools.limiter.tryTake(now, ['mailAddress', email], ['mailAddressHour', email]))) return
  const tokens = await tools.db.asService((tx) => makeAgain(tools, tx, type, email, now))
  const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), '/auth/callback', tools.settings)
  for (const token of tokens) await deliver(tools, letterFor(token, redirectTo, tools.settings))
}

async function makeAgain(
  tools: Tools,
  tx: Tx,
  type: 'signup' | 'email_change',
  email: string,
  now: Date,
): Promise<OneTimeToken[]> {
  const pending =
    type === 'signup'
      ? 'u.email_confirmed_at is null'
      : 'u.new_email is not null and u.email_confirmed_at is not null'
  const { rows } = await tx.query<User>(
    selectUser(`where u.email = $1 and ${pending} for update of u`, [email]),
  )
  const user = rows[0]
  if (!user) return []
  const made = mailsOf(user, type).map(([kind, to]) =>
    makeOneTimeToken(tools.keys.secret, user.id, kind, to, now),
  )
  await Promise.all(made.map(({ statement }) => tx.query(statement)))
  return made.map(({ token }) => token)
}

function mailsOf(user: User, type: 'signup' | 'email_change'): [TokenKind, string][] {
  if (type === 'signup') return [['confirmation', user.email]]
  const mails: [TokenKind, string][] = []
  if (user.email_change_confirmed !== 'current') mails.push(['email_change_current', user.email])
  if (user.email_change_confirmed !== 'new' && user.new_email)
    mails.push(['email_change_new', user.new_email])
  return mails
}
