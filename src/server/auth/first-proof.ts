import type { Tx } from '../db/door.ts'
import { insertOwnIdentity } from './new-user.ts'
import { listProviders } from './providers/proof.ts'
import type { TokenRow } from './one-time-tokens.ts'
import type { User } from './users.ts'

type Kind = 'email' | 'phone'

/** Where the token went. */
export const kindOf = ({ email }: Pick<TokenRow, 'email'>): Kind => (email === null ? 'phone' : 'email')

/** True when a mailed or texted token, a provider or an administrator has proved the address of this kind. */
export function isProved(user: User, kind: Kind): boolean {
  if (kind === 'email') return user.email_proved_at !== null
  return user.identities.some(
    ({ provider, identity_data: { phone, phone_verified: isVerified } }) =>
      provider === 'phone' && phone === user.phone && isVerified === true,
  )
}

/** The same for a number, as a condition on `u`. */
export const hasProvedPhone = `exists (select from auth.identities i where i.user_id = u.id and i.provider = 'phone'
  and i.identity_data ->> 'phone' = u.phone and i.identity_data -> 'phone_verified' = 'true')`

/** Remembers that the owner of the mailbox or phone answered. */
export async function rememberProof(tx: Tx, userId: string, kind: Kind, now: Date): Promise<void> {
  await tx.query({
    text: `with proof as (update auth.users set email_proved_at = coalesce(email_proved_at, $2) where id = $1 and $3 = 'email')
      update auth.identities i set updated_at = $2, identity_data = i.identity_data ||
        jsonb_build_object($3::text, u.${kind}, $3 || '_verified', true)
      from auth.users u where u.id = $1 and i.user_id = u.id and i.provider = $3`,
    values: [userId, now, kind],
  })
}

const forgotten = [
  'sessions',
  'passkeys',
  'mfa_factors',
  'recovery_codes',
  'flow_states',
  'webauthn_challenges',
  'known_networks',
]

/**
 * Ends each way into an account, but for the address that its owner proves now for the first time. A stranger may have signed up with the
 * address and waited: the password, the second step, the other address and all else from before may be theirs. The account is locked.
 */
export async function endEarlierWays(
  tx: Tx,
  user: User,
  kind: Kind,
  now: Date,
  token?: TokenRow,
): Promise<void> {
  const other = kind === 'email' ? 'phone' : 'email'
  // Only an administrator gives a number that nobody proved to an account whose mailbox is proved.
  const isOtherKept = other === 'email' && user.email_proved_at !== null
  await Promise.all([
    ...forgotten.map((table) =>
      tx.query({ text: `delete from auth.${table} where user_id = $1`, values: [user.id] }),
    ),
    tx.query({
      text: 'delete from auth.one_time_tokens where user_id = $1 and id is distinct from $2::uuid',
      values: [user.id, token?.id ?? null],
    }),
    // A provider that proved the same address proved the same owner.
    tx.query({
      text: `delete from auth.identities where user_id = $1 and provider <> all ($2)
        and ($3 and proved and identity_data ->> 'email' = $4) is not true`,
      values: [user.id, isOtherKept ? [kind, other] : [kind], kind === 'email', user.email],
    }),
    tx.query({
      text: `update auth.users set password_hash = null, new_email = null, new_phone = null, email_change_confirmed = null, updated_at = $2,
          ${other} = case when $3 then ${other} end, ${other}_confirmed_at = case when $3 then ${other}_confirmed_at end where id = $1`,
      values: [user.id, now, isOtherKept],
    }),
  ])
  // An imported account may have a number without its identity, which keeps the proof.
  if (kind === 'phone' && user.phone) await tx.query(insertOwnIdentity(user.id, { phone: user.phone }, now))
  await tx.query(listProviders(user.id, now))
}
