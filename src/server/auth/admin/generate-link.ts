import type { Tx } from '../../db/door.ts'
import type { AuthSettings, Call, Operation, Tools } from '../deps.ts'
import { emailExists, invalid, refusal } from '../errors.ts'
import {
  emailField,
  longestPassword,
  metadataField,
  readBody,
  requireEmail,
  textField,
  type Body,
} from '../input.ts'
import { linkOf } from '../mails.ts'
import { makeOneTimeToken, type OneTimeToken, type TokenKind } from '../one-time-tokens.ts'
import { checkNewPassword } from '../passwords.ts'
import { safeRedirect } from '../redirects.ts'
import { selectUser, userBody, type User } from '../users.ts'
import { holdWaitingAccount } from './waiting-account.ts'

const kinds = {
  signup: 'confirmation',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change_current: 'email_change_current',
  email_change_new: 'email_change_new',
} as const satisfies Record<string, TokenKind>
type LinkType = keyof typeof kinds

type Asked = {
  type: LinkType
  email: string
  newEmail: string | undefined
  password: string | undefined
  data: Record<string, unknown>
  redirectTo: string
}
type Made = { user: User; token: OneTimeToken; type: LinkType }

/** POST /admin/generate_link: the link and the code that a mail would hold, for a mail of the administrator's own. Nothing is sent. */
export const generateLink: Operation = async (tools, call) => {
  const asked = readAsked(await readBody(call.request), call, tools.settings)
  const hash = asked.password ? await tools.passwords.hash(asked.password) : null
  const { user, token, type } = await tools.db.asService((tx) => make(tools, tx, asked, hash, call.now))
  return Response.json({
    ...userBody(user),
    action_link: linkOf(token, asked.redirectTo, tools.settings),
    email_otp: token.code,
    hashed_token: token.link,
    redirect_to: asked.redirectTo,
    verification_type: type,
  })
}

function readAsked(body: Body, { url }: Call, settings: AuthSettings): Asked {
  const email = requireEmail(body)
  const type = textField(body, 'type') ?? ''
  if (!Object.hasOwn(kinds, type))
    throw invalid(`Invalid email action link type requested: ${type.slice(0, 40)}`)
  const password = textField(body, 'password', longestPassword)
  if (password) checkNewPassword(password, email, settings.passwordLeast)
  // Clients spell the fields in both ways.
  const newEmail = emailField(body, 'new_email') ?? emailField(body, 'newEmail')
  const wanted = textField(body, 'redirect_to') ?? textField(body, 'redirectTo')
  const page = type === 'recovery' || type === 'invite' ? '/reset-password' : '/auth/callback'
  const redirectTo = safeRedirect(wanted ?? url.searchParams.get('redirect_to'), page, settings)
  return { type: type as LinkType, email, newEmail, password, data: metadataField(body) ?? {}, redirectTo }
}

async function make(tools: Tools, tx: Tx, asked: Asked, hash: string | null, now: Date): Promise<Made> {
  const { email, newEmail = email } = asked
  const { rows } = await tx.query<User>(selectUser('where u.email = $1 for update of u', [email]))
  // A magic link to an unknown address makes its account, as a sign-up does.
  const type = asked.type === 'magiclink' && !rows[0] ? 'signup' : asked.type
  if (asked.type === 'signup' && !rows[0] && !hash) throw invalid('Signup requires a valid password')
  const user = await prepare(tx, rows[0], { ...asked, type }, hash, now)
  const to = type === 'email_change_new' ? newEmail : email
  const { token, statement } = makeOneTimeToken(
    tools,
    { userId: user.id, kind: kinds[type], to: { email: to } },
    now,
  )
  await tx.query(statement)
  return { user, token, type }
}

/** Brings the account into the state that the link ends. */
async function prepare(
  tx: Tx,
  known: User | undefined,
  { type, email, newEmail, data }: Asked,
  hash: string | null,
  now: Date,
): Promise<User> {
  if (type === 'signup' || type === 'invite') {
    return holdWaitingAccount(tx, { email, hash, data, isInvited: type === 'invite', now })
  }
  if (!known) throw refusal(404, 'user_not_found', 'User with this email not found')
  if (type === 'magiclink' || type === 'recovery') {
    await tx.query({
      text: 'update auth.users set recovery_sent_at = $2 where id = $1',
      values: [known.id, now],
    })
    return { ...known, recovery_sent_at: now }
  }
  if (!newEmail || newEmail === email) throw invalid('A new email address is required')
  await beginChange(tx, known, newEmail, now)
  return { ...known, new_email: newEmail, email_change_sent_at: now }
}

/** The links of an earlier change end: they were mailed for another address. The other link of this change stays. */
async function beginChange(
  tx: Tx,
  { id, new_email: before }: User,
  newEmail: string,
  now: Date,
): Promise<void> {
  const { rowCount } = await tx.query({ text: 'select from auth.users where email = $1', values: [newEmail] })
  if (rowCount > 0) throw emailExists()
  if (before === newEmail) return
  await tx.query({
    text: `update auth.users set new_email = $2, email_change_sent_at = $3, email_change_confirmed = null where id = $1`,
    values: [id, newEmail, now],
  })
  await tx.query({
    text: `delete from auth.one_time_tokens where user_id = $1 and kind in ('email_change_current', 'email_change_new')`,
    values: [id],
  })
}
