import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Tx } from '../db/door.ts'
import type { AuthSettings, Call, Operation, Tools } from './deps.ts'
import { invalid, refusal, signupsOff } from './errors.ts'
import { readChallenge } from './flows.ts'
import {
  addressField,
  longestPassword,
  metadataField,
  readBody,
  requireSmsCountry,
  textField,
} from './input.ts'
import { alreadyHere, alreadyHereSms } from './mails.ts'
import { claimUnused, insertUser, metadataOf, providerOf } from './new-user.ts'
import { checkNewPassword } from './passwords.ts'
import { addressBuckets, insertMail, type QueuedMail } from '../mail/queued-mail.ts'
import { safeRedirect } from './redirects.ts'
import { sendCode } from './send-code.ts'
import { openSession, sessionBody } from './sessions.ts'
import { hasAddress, ownIdentity, textOf, userBody, type Address, type User } from './users.ts'

type SignUp = {
  address: Address
  password: string
  data: Record<string, unknown>
  /** Of a client that uses PKCE. */
  challenge: string | undefined
}

/** POST /signup: by mail address, by phone number, or anonymously when the body names neither. */
export const signUp: Operation = async (tools, call) => {
  const { settings } = tools
  const body = await readBody(call.request)
  const address = addressField(body, settings, {
    phonesOff: 'Phone signups are disabled',
    both: 'Only an email address or phone number should be provided on signup.',
  })
  if (!address && !settings.anonymous) {
    throw refusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  if (!settings.signups) throw signupsOff()
  const data = metadataField(body) ?? {}
  if (!address) return signUpAnonymously(tools, call, data)
  const mustConfirm = needsConfirmation(settings, address)
  const challenge = readChallenge(body)
  if (challenge && 'phone' in address) throw invalid('PKCE not supported for phone signups')
  const password = textField(body, 'password', longestPassword)
  if (!password) throw invalid('Signup requires a valid password')
  checkNewPassword(password, textOf(address), settings.passwordLeast)
  const finish = mustConfirm ? signUpToConfirm : signUpAtOnce
  return tools.entrance({ network: call.from }, () =>
    finish(tools, call, { address, password, data, challenge }),
  )
}

const needsConfirmation = (settings: AuthSettings, address: Address): boolean =>
  'email' in address ? settings.requireEmailConfirmation : settings.phoneConfirmation

/** The account is made without an address. Its session is all that opens it, until the person adds one (PUT /user). */
async function signUpAnonymously(tools: Tools, call: Call, data: Record<string, unknown>): Promise<Response> {
  const { from, now } = call
  await tools.limiter.take(now, ['signupNetwork', from], ['signupAnonymous', from])
  const made = await tools.db.asService(async (tx) => {
    const user = await insertUser(tx, { address: undefined, hash: null, confirmedAt: null, data, now })
    const session = user && (await openSession(tools, tx, user, 'anonymous', call))
    return user && session ? { user, session } : undefined
  })
  if (!made) throw refusal(409, 'conflict', 'The account could not be made, please try again')
  return Response.json(await sessionBody(tools, made.user, made.session, now))
}

async function signUpAtOnce(tools: Tools, call: Call, asked: SignUp): Promise<Response> {
  const { from, now } = call
  const { address, data } = asked
  // The point for "already registered" is taken first and returned when unused, so that parallel guesses count.
  await tools.limiter.take(
    now,
    ['signupNetwork', from],
    ['signupAddress', textOf(address)],
    ['signupTaken', from],
  )
  const hash = await tools.passwords.hash(asked.password)
  const made = await tools.db.asService(async (tx) => {
    const fresh = { address, hash, confirmedAt: now, data, now }
    const user = (await insertUser(tx, fresh)) ?? (await claimUnused(tx, fresh))
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
  const to = textOf(asked.address)
  await tools.limiter.take(now, ['signupNetwork', from], ['signupAddress', to])
  if ('phone' in asked.address) {
    requireSmsCountry(tools.settings, asked.address.phone)
    await tools.limiter.take(now, ['smsNetwork', from])
  }
  const hash = await tools.passwords.hash(asked.password)
  // Measured from here, because every sign-up waits the same for its hash.
  const enough = wait(leastTime)
  const redirectTo = safeRedirect(call.url.searchParams.get('redirect_to'), '/auth/callback', tools.settings)
  // Over the limit nothing is stored: without a mail, this password must not open the account.
  if (await tools.limiter.tryTake(now, ...addressBuckets('confirmation', to))) {
    await tools.db.asService((tx) => storeUnconfirmed(tools, tx, asked, { hash, redirectTo, now }))
    tools.mails.wake()
  }
  await enough
  return Response.json(userBody(madeUpUser(asked, now)))
}

/**
 * A second sign-up of an unconfirmed address replaces password and notes. The latest mail gets confirmed and must not open an account with
 * a stranger's earlier password. An account that somebody can log in to stays as it is, and its owner is told.
 */
async function storeUnconfirmed(
  tools: Tools,
  tx: Tx,
  { address, data, challenge }: SignUp,
  { hash, redirectTo, now }: { hash: string; redirectTo: string; now: Date },
): Promise<void> {
  let user = await insertUser(tx, { address, hash, confirmedAt: null, data, now })
  if (!user) {
    const { rows } = await tx.query<User>({
      text: `update auth.users u set password_hash = $2, user_metadata = $3, confirmation_sent_at = $4, updated_at = $4
        where ${hasAddress(address)} and u.email_confirmed_at is null and u.phone_confirmed_at is null and not exists (
          select from auth.identities i where i.user_id = u.id and i.provider not in ('email', 'phone'))
        returning u.*, '[]'::jsonb as identities, '[]'::jsonb as factors`,
      values: [textOf(address), hash, JSON.stringify(data), now],
    })
    user = rows[0]
  }
  if (user) {
    return sendCode(
      tools,
      tx,
      { userId: user.id, kind: 'confirmation', to: address, redirectTo, challenge },
      now,
    )
  }
  await tx.query(insertMail(tools.keys.secret, noticeOfAccount(tools, address), now))
}

function noticeOfAccount({ settings }: Tools, address: Address): QueuedMail {
  const content =
    'email' in address
      ? { letter: alreadyHere(address.email, settings) }
      : { sms: { phone: address.phone, text: alreadyHereSms(settings) } }
  return { kind: 'already_here', content: { ...content, counted: 'confirmation' } }
}

function madeUpUser({ address, data }: SignUp, now: Date): User {
  const id = randomUUID()
  const time = now.toISOString()
  return {
    id,
    email: null,
    phone: null,
    ...address,
    password_hash: null,
    email_confirmed_at: null,
    email_proved_at: null,
    phone_confirmed_at: null,
    new_email: null,
    new_phone: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change_sent_at: null,
    email_change_confirmed: null,
    phone_change_sent_at: null,
    is_anonymous: false,
    invited_at: null,
    deleted_at: null,
    last_sign_in_at: null,
    app_metadata: metadataOf(address),
    user_metadata: data,
    banned_until: null,
    created_at: now,
    updated_at: now,
    identities: [
      {
        id: randomUUID(),
        user_id: id,
        provider: providerOf(address),
        provider_id: id,
        identity_data: ownIdentity(id, address),
        proved: false,
        last_sign_in_at: time,
        created_at: time,
        updated_at: time,
      },
    ],
    factors: [],
  }
}
