import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Tx } from '../db/door.ts'
import type { Tools, Call, Operation } from './deps.ts'
import { refusal, invalid } from './errors.ts'
import { emailField, longestPassword, metadataField, readBody, refusePkce, textField } from './input.ts'
import { mailWith } from './asked-mails.ts'
import { alreadyHere } from './mails.ts'
import { makeOneTimeToken } from './one-time-tokens.ts'
import { checkNewPassword } from './passwords.ts'
import { addressBuckets, insertMail, type QueuedMail } from '../mail/queued-mail.ts'
import { safeRedirect } from './redirects.ts'
import { openSession, sessionBody } from './sessions.ts'
import { emailIdentity, selectUser, userBody, type User } from './users.ts'

type SignUp = { email: string; password: string; data: Record<string, unknown> }

export const signUp: Operation = async (tools, call) => {
  const asked = await readSignUp(tools, call.request)
  const finish = tools.settings.requireEmailConfirmation ? signUpToConfirm : signUpAtOnce
  return tools.entrance({ network: call.from }, () => finish(tools, call, asked))
}

async function readSignUp({ settings }: Tools, request: Request): Promise<SignUp> {
  const body = await readBody(request)
  const phone = textField(body, 'phone')
  const email = emailField(body)
  if (phone && email) throw invalid('Only an email address or phone number should be provided on signup.')
  if (phone) throw refusal(400, 'phone_provider_disabled', 'Phone signups are disabled')
  if (!email) throw refusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  refusePkce(body)
  const password = textField(body, 'password', longestPassword)
  if (!password) throw invalid('Signup requires a valid password')
  const data = metadataField(body) ?? {}
  checkNewPassword(password, email, settings.passwordLeast)
  return { email, password, data }
}

async function signUpAtOnce(tools: Tools, call: Call, asked: SignUp): Promise<Response> {
  const { from, now } = call
  // The point for "already registered" is taken first and returned when unused, so that parallel guesses count.
  await tools.limiter.take(
    now,
    ['signupNetwork', from],
    ['signupAddress', asked.email],
    ['signupTaken', from],
  )
  const hash = await tools.passwords.hash(asked.password)
  const made = await tools.db.asService(async (tx) => {
    const user = await insertUser(tx, asked, hash, now, now)
    const session = user && (await openSession(tools, tx, user, 'password', call))
    return user && session ? { user, session } : undefined
  })
  if (!made) throw refusal(422, 'user_already_exists', 'User already registered')
  await tools.limiter.giveBack(['signupTaken', from])
  return Response.json(await sessionBody(tools, made.user, made.session, now))
}

/** Longer than any store, in ms, so the time of the answer reveals nothing (threat 1). */
const leastTime = 250

/**
 * The answer is the same for known and unknown addresses. The id is random even for a new account: the real id is on the person's posts,
 * and a stranger with the address must not learn it.
 */
async function signUpToConfirm(tools: Tools, call: Call, asked: SignUp): Promise<Response> {
  const { from, now } = call
  await tools.limiter.take(now, ['signupNetwork', from], ['signupAddress', asked.email])
  const hash = await tools.passwords.hash(asked.password)
  // Measured from here, because every sign-up waits the same for its hash.
  const enough = wait(leastTime)
  const redirectTo = safeRedirect(call.url.searchParams.get('redirect_to'), '/auth/callback', tools.settings)
  // Over the limit nothing is stored: without a mail, this password must not open the account.
  if (await tools.limiter.tryTake(now, ...addressBuckets('confirmation', asked.email))) {
    await tools.db.asService(async (tx) => {
      const mail = await storeUnconfirmed(tools, tx, asked, hash, redirectTo, now)
      await tx.query(insertMail(tools.keys.secret, mail, now))
    })
    tools.mails.wake()
  }
  await enough
  return Response.json(userBody(madeUpUser(asked, now)))
}

/**
 * A second sign-up of an unconfirmed address replaces password and notes. The latest mail gets confirmed and must not open an account with
 * a stranger's earlier password. A confirmed account stays as it is, and its owner is told.
 */
async function storeUnconfirmed(
  tools: Tools,
  tx: Tx,
  asked: SignUp,
  hash: string,
  redirectTo: string,
  now: Date,
): Promise<QueuedMail> {
  let user = await insertUser(tx, asked, hash, null, now)
  if (!user) {
    const { rows } = await tx.query<User>({
      text: `update auth.users set password_hash = $2, user_metadata = $3, confirmation_sent_at = $4, updated_at = $4
        where email = $1 and email_confirmed_at is null returning *, '[]'::jsonb as identities`,
      values: [asked.email, hash, JSON.stringify(asked.data), now],
    })
    user = rows[0]
  }
  if (!user) {
    const letter = alreadyHere(asked.email, tools.settings)
    return { kind: 'already_here', content: { letter, counted: 'confirmation' } }
  }
  const { token, statement } = makeOneTimeToken(tools.keys.secret, user.id, 'confirmation', user.email, now)
  await tx.query(statement)
  return mailWith(tools, user, token, redirectTo)
}

async function insertUser(
  tx: Tx,
  { email, data }: SignUp,
  hash: string,
  confirmedAt: Date | null,
  now: Date,
): Promise<User | undefined> {
  const id = randomUUID()
  const { rowCount } = await tx.query({
    text: `with account as (
        insert into auth.users (id, email, password_hash, email_confirmed_at, confirmation_sent_at, app_metadata, user_metadata, created_at, updated_at)
        values ($1, $2, $3, $4::timestamptz, case when $4::timestamptz is null then $5::timestamptz end, $6, $7, $5, $5)
        on conflict (email) do nothing returning id)
      insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
        select id, 'email', id::text, $8, $4, $5, $5 from account`,
    values: [
      id,
      email,
      hash,
      confirmedAt,
      now,
      JSON.stringify(appMetadata),
      JSON.stringify(data),
      JSON.stringify(emailIdentity(id, email)),
    ],
  })
  if (rowCount === 0) return undefined
  const { rows } = await tx.query<User>(selectUser('where u.id = $1', [id]))
  return rows[0]
}

const appMetadata = { provider: 'email', providers: ['email'] }

function madeUpUser({ email, data }: SignUp, now: Date): User {
  const id = randomUUID()
  const time = now.toISOString()
  return {
    id,
    email,
    password_hash: null,
    email_confirmed_at: null,
    new_email: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change_sent_at: null,
    email_change_confirmed: null,
    last_sign_in_at: null,
    app_metadata: appMetadata,
    user_metadata: data,
    banned_until: null,
    created_at: now,
    updated_at: now,
    identities: [
      {
        id: randomUUID(),
        user_id: id,
        provider: 'email',
        provider_id: id,
        identity_data: emailIdentity(id, email),
        last_sign_in_at: time,
        created_at: time,
        updated_at: time,
      },
    ],
  }
}
