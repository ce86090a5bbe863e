import type { Tx } from '../db/door.ts'
import { meaningOf } from '../http/sqlstate.ts'
import type { Tools, Call, Operation } from './deps.ts'
import { refusal } from './errors.ts'
import {
  emailField,
  longestPassword,
  mergeMetadata,
  metadataField,
  readBody,
  refusePkce,
  textField,
  type Body,
} from './input.ts'
import { mailWith } from './asked-mails.ts'
import { passwordChanged } from './mails.ts'
import { makeOneTimeToken } from './one-time-tokens.ts'
import { checkNewPassword, checkPasswordSize } from './passwords.ts'
import { insertMail, type QueuedMail } from '../mail/queued-mail.ts'
import { giveAddress } from './new-user.ts'
import { safeRedirect } from './redirects.ts'
import { loadSignedIn, type SignedIn } from './sessions.ts'
import { selectUser, userBody, type User } from './users.ts'

type Changes = {
  email: string | undefined
  password: string | undefined
  currentPassword: string | undefined
  nonce: string | undefined
  data: Record<string, unknown> | undefined
}

/** A session from a recovery mail may set the password within this time, ms. Every other session sends the current one. */
const recoveryFor = 600_000

/** PUT /user: `data`, password, e-mail address. All checks come before the first write. */
export const updateUser: Operation = async (tools, call) => {
  const signedIn = await loadSignedIn(tools, call)
  const changes = readChanges(tools, await readBody(call.request), signedIn.user)
  await tools.limiter.take(call.now, ['updateUser', signedIn.user.id])
  // An anonymous account has its session alone: there is nothing else to prove.
  if ((changes.password || changes.email) && !signedIn.user.is_anonymous)
    await proveOwner(tools, call, signedIn, changes)
  const hash = changes.password ? await hashNewPassword(tools, signedIn.user, changes.password) : undefined
  if (changes.email) await checkNewEmail(tools, call, signedIn.user, changes.email)
  const user = await tools.db.asService((tx) => store(tools, tx, signedIn, changes, hash, call))
  if (changes.email || hash) tools.mails.wake()
  return Response.json(userBody(user))
}

function readChanges({ settings }: Tools, body: Body, user: User): Changes {
  if (textField(body, 'phone')) {
    throw refusal(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  // `app_metadata` holds roles. Only the server writes it (threat 17).
  if (body['app_metadata'] !== undefined && body['app_metadata'] !== null) {
    throw refusal(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const email = emailField(body)
  if (email) refusePkce(body)
  const password = textField(body, 'password', longestPassword)
  if (password && user.is_anonymous && !email) {
    throw refusal(422, 'validation_failed', nowhereToLogIn)
  }
  if (password) checkNewPassword(password, email ?? user.email ?? user.phone ?? '', settings.passwordLeast)
  const currentPassword = textField(body, 'current_password', longestPassword)
  if (currentPassword) checkPasswordSize(currentPassword)
  return {
    email: email === user.email ? undefined : email,
    password,
    currentPassword,
    nonce: textField(body, 'nonce'),
    data: metadataField(body),
  }
}

const nowhereToLogIn = 'Updating password of an anonymous user without an email or phone is not allowed'

/** Protects password and address from a passer-by at an open session (threat 16). */
async function proveOwner(
  tools: Tools,
  { now }: Call,
  { user, session }: SignedIn,
  changes: Changes,
): Promise<void> {
  if (changes.currentPassword) {
    await tools.limiter.take(now, ['currentPassword', user.id])
    if (!(await tools.passwords.verify(changes.currentPassword, user.password_hash))) {
      throw refusal(400, 'current_password_invalid', 'Current password is incorrect')
    }
    return tools.limiter.giveBack(['currentPassword', user.id])
  }
  if (changes.nonce) {
    throw refusal(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
  const since = now.getTime() - session.createdAt.getTime()
  // A recovery mail proves the mailbox for a short while, and never permits a new address.
  const recovering = session.amr.some(({ method }) => method === 'recovery')
  if (recovering && since <= recoveryFor && !changes.email) return
  throw refusal(400, 'reauthentication_needed', 'This update requires the current password')
}

async function hashNewPassword(tools: Tools, user: User, password: string): Promise<string> {
  if (await tools.passwords.verify(password, user.password_hash)) {
    throw refusal(422, 'same_password', 'New password should be different from the old password.')
  }
  return tools.passwords.hash(password)
}

async function checkNewEmail(tools: Tools, { from, now }: Call, user: User, email: string): Promise<void> {
  await tools.limiter.take(now, ['emailChange', user.id])
  // With confirmation on, nobody learns whether an address has an account: a taken one gets no mail.
  if (tools.settings.requireEmailConfirmation) return
  // Anonymous accounts cost nothing, so their network pays for the answer, as at a sign-up.
  if (user.is_anonymous) await tools.limiter.take(now, ['signupTaken', from])
  if (await isTaken(tools, email)) throw taken()
  if (user.is_anonymous) await tools.limiter.giveBack(['signupTaken', from])
}

const taken = () => refusal(422, 'email_exists', 'A user with this email address has already been registered')

async function isTaken(tools: Tools, email: string): Promise<boolean> {
  const { rowCount } = await tools.db.asService(
    (tx) => tx.last({ text: 'select from auth.users where email = $1', values: [email] }),
    { readOnly: true },
  )
  return rowCount > 0
}

async function store(
  tools: Tools,
  tx: Tx,
  { user, session }: SignedIn,
  changes: Changes,
  hash: string | undefined,
  call: Call,
): Promise<User> {
  const { now } = call
  const held = (await tx.query<User>(selectUser('where u.id = $1 for update of u', [user.id]))).rows[0]
  if (!held || held.password_hash !== user.password_hash || held.is_anonymous !== user.is_anonymous) {
    throw refusal(409, 'conflict', 'The account was changed meanwhile, please try again')
  }
  const data = mergeMetadata(held.user_metadata, changes.data)
  await tx.query({
    text: `update auth.users set user_metadata = $2, password_hash = coalesce($3, password_hash), updated_at = $4,
        new_email = coalesce($5, new_email), email_change_sent_at = case when $5::text is null then email_change_sent_at else $4 end,
        email_change_confirmed = case when $5::text is null then email_change_confirmed end
      where id = $1`,
    values: [user.id, JSON.stringify(data), hash ?? null, now, changes.email ?? null],
  })
  if (hash) {
    await Promise.all([
      tx.query({
        text: 'delete from auth.sessions where user_id = $1 and id <> $2',
        values: [user.id, session.id],
      }),
      tx.query({ text: 'delete from auth.one_time_tokens where user_id = $1', values: [user.id] }),
      ...noticesOfPassword(tools, held).map((mail) => tx.query(insertMail(tools.keys.secret, mail, now))),
    ])
  }
  if (changes.email) await storeEmailChange(tools, tx, held, changes.email, call)
  const { rows } = await tx.query<User>(selectUser('where u.id = $1', [user.id]))
  return rows[0] ?? held
}

function noticesOfPassword({ settings }: Tools, { id, email }: User): QueuedMail[] {
  return email === null
    ? []
    : [{ kind: 'password_changed', userId: id, content: { letter: passwordChanged(email, settings) } }]
}

async function storeEmailChange(tools: Tools, tx: Tx, user: User, email: string, { url, now }: Call) {
  const { secret } = tools.keys
  if (user.is_anonymous && !tools.settings.requireEmailConfirmation) return upgrade(tx, user, email, now)
  const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), '/auth/callback', tools.settings)
  const made = [
    ...(user.email === null
      ? []
      : [makeOneTimeToken(secret, user.id, 'email_change_current', user.email, now)]),
    makeOneTimeToken(secret, user.id, 'email_change_new', email, now),
  ]
  await Promise.all(
    made.flatMap(({ token, statement }) => [
      tx.query(statement),
      tx.query(insertMail(secret, mailWith(tools, user, token, redirectTo), now)),
    ]),
  )
}

/** The address counts at once, as at a sign-up without confirmation. */
async function upgrade(tx: Tx, user: User, email: string, now: Date): Promise<void> {
  try {
    await giveAddress(tx, user.id, { email }, now)
  } catch (error) {
    throw meaningOf(error) === 'duplicate' ? taken() : error
  }
}
