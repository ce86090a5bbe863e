import { createHmac } from 'node:crypto'
import * as oidc from 'openid-client'
import { isStorable } from '../../http/body.ts'
import { isMailAddress } from '../../http/mail-address.ts'
import { refusal } from '../errors.ts'
import type { Provider } from './clients.ts'
import { ProviderUnavailable } from './outbound.ts'
import type { ProviderConfig } from './provider-config.ts'
import type { Proof } from './proof.ts'

export type FlowSecrets = { state: string; nonce: string; verifier: string }

/**
 * Spends the code of `callback` at the provider. Returns the person whom the provider names. Their name and picture are not asked for, and
 * the provider's tokens are dropped here.
 */
export async function askProvider(
  provider: Provider,
  callback: URL,
  { state, nonce, verifier }: FlowSecrets,
): Promise<Proof> {
  const { config } = provider
  const client = await provider.client()
  const speaksOidc = config.issuer !== undefined && config.scopes.includes('openid')
  const tokens = await oidc.authorizationCodeGrant(client, callback, {
    expectedState: state,
    pkceCodeVerifier: verifier,
    ...(speaksOidc && { expectedNonce: nonce, idTokenExpected: true }),
  })
  const claims = tokens.claims()
  if (!claims || !speaksOidc) return personOf(config, await fetchUser(client, config, tokens.access_token))
  const isComplete = claims[config.fields.email] !== undefined || !client.serverMetadata().userinfo_endpoint
  const more = isComplete ? {} : await oidc.fetchUserInfo(client, tokens.access_token, claims.sub)
  return personOf(config, { ...more, ...claims })
}

/** The user info of a provider without OpenID Connect, which need not name a `sub`. */
async function fetchUser(
  client: oidc.Configuration,
  { clientSecret, signsRequests }: ProviderConfig,
  token: string,
): Promise<Record<string, unknown>> {
  const address = new URL(client.serverMetadata().userinfo_endpoint ?? '')
  if (signsRequests) {
    const proof = createHmac('sha256', clientSecret).update(token).digest('hex')
    address.searchParams.set('appsecret_proof', proof)
  }
  const accept = new Headers({ accept: 'application/json' })
  const response = await oidc.fetchProtectedResource(client, token, address, 'GET', undefined, accept)
  if (response.status !== 200) throw new ProviderUnavailable(`status ${response.status} for its user info`)
  const value: unknown = await response.json().catch(() => undefined)
  if (typeof value !== 'object' || value === null) throw new ProviderUnavailable('user info that is no JSON')
  return { ...value }
}

/** The person of claims that the provider has proven. */
export function personOf(config: ProviderConfig, claims: Readonly<Record<string, unknown>>): Proof {
  const { fields, name } = config
  const given = claims[fields.subject]
  const subject = Number.isSafeInteger(given) ? String(given) : given
  if (typeof subject !== 'string' || subject === '' || subject.length > 255 || !isStorable(subject)) {
    throw refusal(400, 'validation_failed', 'The provider names no person')
  }
  const email = addressIn(claims[fields.email])
  const emailProved = email !== undefined && isProved(config, email, claims)
  const issuer = config.issuer ?? new URL(config.endpoints.authorization ?? '').origin
  return { provider: name, subject, email, emailProved, data: { iss: issuer } }
}

/** ASCII only: `toLowerCase` turns the Kelvin sign into a plain k, and so one person's address into another's. */
function addressIn(written: unknown): string | undefined {
  if (typeof written !== 'string' || /[^\x20-\x7e]/.test(written)) return undefined
  const address = written.trim().toLowerCase()
  return isMailAddress(address) ? address : undefined
}

function isProved(
  { fields, provesEmail }: ProviderConfig,
  email: string,
  claims: Readonly<Record<string, unknown>>,
): boolean {
  // Some providers write the word.
  const said = claims[fields.emailVerified] === true || claims[fields.emailVerified] === 'true'
  if (provesEmail === 'always' || provesEmail === 'never') return provesEmail === 'always'
  if (provesEmail === 'claim') return said
  // Google proved another provider's mailbox once, perhaps long ago. Somebody else may have it today.
  return said && (/@(gmail|googlemail)\.com$/.test(email) || typeof claims['hd'] === 'string')
}
