import type { Tx } from '../db/door.ts'
import { checkNewAddress, readNewAddress, storeNewAddress, type NewAddress } from './change-address.ts'
import type { Tools, Call, Operation } from './deps.ts'
import { changedMeanwhile, refusal } from './errors.ts'
import { longestPassword, mergeMetadata, metadataField, readBody, textField, type Body } from './input.ts'
import { lockSignedIn } from './lock-user.ts'
import { passwordChanged } from './mails.ts'
import { readUser } from './lock-user.ts'
import type { TokenRow } from './one-time-tokens.ts'
import { checkNewPassword } from './passwords.ts'
import { proveOwner, useNonce } from './prove-owner.ts'
import { insertMail } from '../mail/queued-mail.ts'
import { loadSignedIn, secondStepNeeded, type SignedIn } from './sessions.ts'
import { isOfOrganisation } from './sso/providers.ts'
import { textOf, userBody, type User } from './users.ts'

type Changes = {
  address: NewAddress | undefined
  password: string | undefined
  currentPassword: string | undefined
  nonce: string | undefined
  data: Record<string, unknown> | undefined
}

/** PUT /user: `data`, password, e-mail address, phone number. All checks come before the first write. */
export const updateUser: Operation = async (tools, call) => {
  const signedIn = await loadSignedIn(tools, call, 'half-open too')
  const { user } = signedIn
  const changes = readChanges(tools, await readBody(call.request), user)
  if (signedIn.session.isHalfOpen && !onlySetsPassword(signedIn, changes)) throw secondStepNeeded()
  const { address, password } = changes
  await tools.limiter.take(call.now, ['updateUser', user.id])
  const needsProof = password !== undefined || address !== undefined
  const isNewAddress = address !== undefined
  const nonce = needsProof ? await proveOwner(tools, call, signedIn, changes, { isNewAddress }) : undefined
  const hash = password ? await hashNewPassword(tools, user, password) : undefined
  if (address) await checkNewAddress(tools, call, user, address.to)
  const stored = await tools.db.asService((tx) =>
    store(tools, tx, signedIn, { ...changes, hash, nonce }, call),
  )
  if (address || hash) tools.mails.wake()
  return Response.json(userBody(stored))
}

function readChanges(tools: Tools, body: Body, user: User): Changes {
  // `app_metadata` holds roles. Only the server writes it (threat 17).
  if (body['app_metadata'] !== undefined && body['app_metadata'] !== null) {
    throw refusal(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const address = readNewAddress(tools, body, user)
  const password = textField(body, 'password', longestPassword)
  if ((address || password) && isOfOrganisation(user)) {
    throw refusal(
      422,
      'user_sso_managed',
      'Updating email, phone, password of a SSO account only possible via SSO',
    )
  }
  if (password && user.is_anonymous && !address) {
    throw refusal(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  const name = address ? textOf(address.to) : (user.email ?? user.phone ?? '')
  if (password) checkNewPassword(password, name, tools.settings.passwordLeast)
  const currentPassword = textField(body, 'current_password', longestPassword)
  return { address, password, currentPassword, nonce: textField(body, 'nonce'), data: metadataField(body) }
}

/** A recovery mail replaces a forgotten password, and the second step is asked for at the next log-in. */
function onlySetsPassword({ session }: SignedIn, { address, data }: Changes): boolean {
  return session.viaRecovery && !address && !data
}

async function hashNewPassword(tools: Tools, user: User, password: string): Promise<string> {
  if (await tools.passwords.verify(password, user.password_hash)) {
    throw refusal(422, 'same_password', 'New password should be different from the old password.')
  }
  return tools.passwords.hash(password)
}

type Checked = Omit<Changes, 'nonce'> & { hash: string | undefined; nonce: TokenRow | undefined }

async function store(
  tools: Tools,
  tx: Tx,
  signedIn: SignedIn,
  { address, data, hash, nonce }: Checked,
  call: Call,
): Promise<User> {
  const { now } = call
  const { user, session } = signedIn
  const held = await lockSignedIn(tx, signedIn)
  if (held.password_hash !== user.password_hash || held.is_anonymous !== user.is_anonymous) {
    throw changedMeanwhile()
  }
  if (nonce) await useNonce(tx, nonce, now)
  await tx.query({
    text: `update auth.users set user_metadata = $2, password_hash = coalesce($3, password_hash), updated_at = $4 where id = $1`,
    values: [user.id, JSON.stringify(mergeMetadata(held.user_metadata, data)), hash ?? null, now],
  })
  if (hash) {
    await Promise.all([
      tx.query({
        text: 'delete from auth.sessions where user_id = $1 and id <> $2',
        values: [user.id, session.id],
      }),
      tx.query({ text: 'delete from auth.one_time_tokens where user_id = $1', values: [user.id] }),
      tx.query({ text: 'delete from auth.flow_states where user_id = $1', values: [user.id] }),
      held.email &&
        tx.query(insertMail(tools.keys.secret, noticeOfPassword(tools, held.id, held.email), now)),
    ])
  }
  if (address) await storeNewAddress(tools, tx, held, address, call)
  return readUser(tx, user.id)
}

function noticeOfPassword({ settings }: Tools, userId: string, email: string) {
  const content = { letter: passwordChanged(email, settings) }
  return { kind: 'password_changed', userId, content } as const
}
