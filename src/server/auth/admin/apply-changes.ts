import { isDatabaseError, type Tx } from '../../db/door.ts'
import { meaningOf } from '../../http/sqlstate.ts'
import { insertMail } from '../../mail/queued-mail.ts'
import type { Tools } from '../deps.ts'
import { emailExists, refusal } from '../errors.ts'
import { mergeMetadata } from '../input.ts'
import { emailSet, passwordSet } from '../notices.ts'
import { insertOwnIdentity } from '../new-user.ts'
import type { User } from '../users.ts'
import { appMetadataBytes, type Changes } from './asked-changes.ts'

export const phoneExists = () =>
  refusal(422, 'phone_exists', 'Phone number already registered by another user')

const change = `update auth.users set
    email = coalesce($2, email), phone = coalesce($3, phone), password_hash = coalesce($4, password_hash),
    email_confirmed_at = case when $5::boolean is null then email_confirmed_at when $5 then coalesce(email_confirmed_at, $10) end,
    email_proved_at = case when $5::boolean is null then email_proved_at when $5 then $10 end,
    phone_confirmed_at = case when $6::boolean is null then phone_confirmed_at when $6 then coalesce(phone_confirmed_at, $10) end,
    user_metadata = $7, app_metadata = $8, banned_until = case when $9 then $11::timestamptz else banned_until end,
    is_anonymous = is_anonymous and $2::text is null and $3::text is null, updated_at = $10,
    new_email = case when $2::text is null then new_email end,
    email_change_confirmed = case when $2::text is null then email_change_confirmed end,
    new_phone = case when $3::text is null then new_phone end
  where id = $1`

/**
 * Writes an administrator's changes to an account that the transaction holds. A new password or address ends all sessions and mailed tokens:
 * the person who asked for it may have lost the account to somebody.
 */
export async function applyChanges(
  tools: Tools,
  tx: Tx,
  held: User,
  changes: Changes,
  hash: string | undefined,
  now: Date,
): Promise<void> {
  const { email, phone } = changes
  const isNewEmail = email !== undefined && email !== held.email
  const isNewPhone = phone !== undefined && phone !== held.phone
  try {
    await tx.query({ text: change, values: valuesOf(held, changes, hash, now) })
  } catch (error) {
    if (meaningOf(error) !== 'duplicate' || !isDatabaseError(error)) throw error
    throw error.constraint === 'users_phone_key' ? phoneExists() : emailExists()
  }
  await Promise.all([
    ...(isNewEmail ? [tx.query(insertOwnIdentity(held.id, { email }, now))] : []),
    ...(isNewPhone ? [tx.query(insertOwnIdentity(held.id, { phone }, now))] : []),
  ])
  await Promise.all([
    tx.query({
      text: verify,
      values: [held.id, changes.emailConfirm ?? false, changes.phoneConfirm ?? false],
    }),
    ...(hash || isNewEmail || isNewPhone ? endWays(tx, held.id) : []),
    ...tell(tools, tx, held, isNewEmail, hash !== undefined, now),
  ])
}

/** The administrator vouches for an address that is confirmed, so it counts as proved. */
const verify = `update auth.identities set identity_data = identity_data || jsonb_build_object(provider || '_verified', true)
  where user_id = $1 and (provider = 'email' and $2 or provider = 'phone' and $3)`

function valuesOf(held: User, changes: Changes, hash: string | undefined, now: Date): unknown[] {
  const { email, phone, emailConfirm, phoneConfirm, bannedUntil } = changes
  const providers = [...providersOf(held), ...(email ? ['email'] : []), ...(phone ? ['phone'] : [])]
  const appMetadata = { ...held.app_metadata, providers: [...new Set(providers)] }
  return [
    held.id,
    email ?? null,
    phone ?? null,
    hash ?? null,
    emailConfirm ?? null,
    phoneConfirm ?? null,
    JSON.stringify(mergeMetadata(held.user_metadata, changes.userMetadata, 'user_metadata')),
    JSON.stringify(mergeMetadata(appMetadata, changes.appMetadata, 'app_metadata', appMetadataBytes)),
    bannedUntil !== undefined,
    now,
    bannedUntil ?? null,
  ]
}

const providersOf = ({ app_metadata: { providers } }: User): unknown[] =>
  Array.isArray(providers) ? providers : []

const endWays = (tx: Tx, id: string) =>
  ['sessions', 'one_time_tokens', 'flow_states'].map((table) =>
    tx.query({ text: `delete from auth.${table} where user_id = $1`, values: [id] }),
  )

/** The old address learns of a new one and of a new password (threat 16). */
function tell(
  { keys, settings }: Tools,
  tx: Tx,
  { id: userId, email }: User,
  isNewEmail: boolean,
  isNewPassword: boolean,
  now: Date,
) {
  if (email === null) return []
  const notices = [
    ...(isNewEmail ? [{ kind: 'email_changed', letter: emailSet(email, settings) } as const] : []),
    ...(isNewPassword ? [{ kind: 'password_changed', letter: passwordSet(email, settings) } as const] : []),
  ]
  return notices.map(({ kind, letter }) =>
    tx.query(insertMail(keys.secret, { kind, userId, content: { letter } }, now)),
  )
}
