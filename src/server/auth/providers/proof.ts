import type { Statement } from '../../db/door.ts'
import { refusal } from '../errors.ts'
import type { User } from '../users.ts'
import { issuersOf } from './clients.ts'
import type { Tools } from '../deps.ts'

/** A person as somebody else proved them: a provider, an organisation, a wallet. */
export type Proof = {
  provider: string
  /** The provider's own name for the person. */
  subject: string
  email?: string | undefined
  /** The provider proved the address. Without it the address is kept with the identity and gives no right. */
  emailProved: boolean
  /** More for `identity_data`. Never a name, a picture or a token. */
  data?: Readonly<Record<string, unknown>>
  /** False: never joins an account that exists. */
  mayLink?: boolean
}

/** A new issuer under the name of an old provider must not open the accounts of the old one's people: it counts them by its own numbers. */
export function refuseOtherIssuer(
  { providers }: Pick<Tools, 'providers'>,
  user: User,
  { provider, subject, data }: Proof,
): void {
  const config = providers.find(provider)?.config
  const held = user.identities.find((one) => one.provider === provider && one.provider_id === subject)
  const before = held?.identity_data['iss']
  if (!config || typeof before !== 'string' || [data?.['iss'], ...issuersOf(config)].includes(before)) return
  throw refusal(403, 'bad_oauth_callback', `${config.label} is not the issuer that opened this account`)
}

export const insertIdentity = (userId: string, proof: Proof, now: Date): Statement => ({
  text: `insert into auth.identities (user_id, provider, provider_id, identity_data, proved, last_sign_in_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $6, $6)`,
  values: [userId, ...valuesOf(proof), now],
})

/** What the provider says at a later log-in. */
export const updateIdentity = (proof: Proof, now: Date): Statement => ({
  text: `update auth.identities set identity_data = $3, proved = $4, last_sign_in_at = $5, updated_at = $5
    where provider = $1 and provider_id = $2`,
  values: [...valuesOf(proof), now],
})

function valuesOf({ provider, subject, email, emailProved, data }: Proof): unknown[] {
  const stored = {
    ...data,
    sub: subject,
    provider_id: subject,
    ...(email && { email, email_verified: emailProved }),
    phone_verified: false,
  }
  return [provider, subject, JSON.stringify(stored), email !== undefined && emailProved]
}

/** Writes the providers of an account's identities into `app_metadata`. An account with an identity is not anonymous. */
export const listProviders = (userId: string, now: Date) => ({
  text: `update auth.users u set is_anonymous = false, updated_at = $2, app_metadata = u.app_metadata || jsonb_build_object(
      'provider', case when held.names ? (u.app_metadata ->> 'provider') then u.app_metadata -> 'provider' else held.names -> 0 end,
      'providers', held.names)
    from (select jsonb_agg(provider order by since) as names from (
      select provider, min(created_at) as since from auth.identities where user_id = $1 group by provider) one) held
    where u.id = $1 and held.names is not null`,
  values: [userId, now],
})
