import { createRemoteJWKSet, customFetch as keysFetch, type JWTVerifyGetKey } from 'jose'
import * as oidc from 'openid-client'
import { turnLimits } from '../../http/limits.ts'
import { createTurns, type Turns } from '../../http/turns.ts'
import { tooBusy } from '../errors.ts'
import { fetchBounded, ProviderUnavailable } from './outbound.ts'
import { isSafe, type ProviderConfig } from './provider-config.ts'

/** Signatures of ID tokens that count, whatever a provider offers. No shared secret, and never `none`. */
export const algorithms: readonly string[] = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519']

export type Provider = {
  config: ProviderConfig
  /** The protocol's client. The first use asks the provider to describe itself. */
  client(): Promise<oidc.Configuration>
  /** The keys that sign its ID tokens. */
  keys(): Promise<JWTVerifyGetKey>
  /** A provider that hangs must not hold every request, nor the log-ins at the others. */
  turns: Turns
}

export type Providers = {
  find(name: string): Provider | undefined
  /** The provider of an ID token that names no provider. */
  findByClient(clientId: string, issuer: string): Provider | undefined
}

/** Clocks differ. */
export const toleranceSeconds = 30
const dayMs = 86_400_000
const retryMs = 5_000

export function createProviders(configs: readonly ProviderConfig[]): Providers {
  const all = new Map(configs.map((config) => [config.name, createProvider(config)]))
  return {
    find: (name) => all.get(name),
    findByClient: (clientId, issuer) =>
      [...all.values()].find(
        ({ config }) => issuersOf(config).includes(issuer) && audiencesOf(config).includes(clientId),
      ),
  }
}

export const issuersOf = ({ issuer, issuerAliases }: ProviderConfig): string[] => [
  ...(issuer ? [issuer] : []),
  ...issuerAliases,
]
export const audiencesOf = ({ clientId, audiences }: ProviderConfig): string[] => [clientId, ...audiences]

function createProvider(config: ProviderConfig): Provider {
  const client = remember(() => describe(config))
  let keys: { address: string; set: JWTVerifyGetKey } | undefined
  return {
    config,
    client,
    turns: createTurns({ ...turnLimits.providers, refuse: tooBusy }),
    async keys() {
      const address = config.endpoints.keys ?? (await client()).serverMetadata().jwks_uri
      if (!address || !isSafe(address)) throw new ProviderUnavailable('the provider names no keys')
      if (keys?.address !== address) {
        keys = { address, set: createRemoteJWKSet(new URL(address), { [keysFetch]: fetchKeys }) }
      }
      return keys.set
    },
  }
}

async function fetchKeys(address: string, init: Parameters<typeof fetchBounded>[1]): Promise<Response> {
  const response = await fetchBounded(address, init)
  if (response.status !== 200) throw new ProviderUnavailable(`status ${response.status} for its keys`)
  return response
}

async function describe(config: ProviderConfig): Promise<oidc.Configuration> {
  const { issuer, endpoints, clientId, clientSecret } = config
  const found = issuer ? await discover(new URL(issuer), clientId) : { issuer: originOf(endpoints) }
  const metadata: oidc.ServerMetadata = {
    ...found,
    ...(endpoints.authorization && { authorization_endpoint: endpoints.authorization }),
    ...(endpoints.token && { token_endpoint: endpoints.token }),
    ...(endpoints.userInfo && { userinfo_endpoint: endpoints.userInfo }),
    ...(endpoints.keys && { jwks_uri: endpoints.keys }),
    id_token_signing_alg_values_supported: (found.id_token_signing_alg_values_supported ?? ['RS256']).filter(
      (name) => algorithms.includes(name),
    ),
  }
  const methods = found.token_endpoint_auth_methods_supported
  const basic = methods !== undefined && !methods.includes('client_secret_post')
  const authentication = basic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret)
  const options = { [oidc.clockTolerance]: toleranceSeconds }
  const client = new oidc.Configuration(metadata, clientId, options, authentication)
  client[oidc.customFetch] = fetchBounded
  if (isLocal(metadata.issuer)) oidc.allowInsecureRequests(client)
  if (issuer) oidc.enableNonRepudiationChecks(client)
  return client
}

const originOf = ({ authorization }: ProviderConfig['endpoints']) => new URL(authorization ?? '').origin

async function discover(issuer: URL, clientId: string): Promise<Readonly<oidc.ServerMetadata>> {
  const found = await oidc.discovery(issuer, clientId, undefined, undefined, {
    [oidc.customFetch]: fetchBounded,
    execute: isLocal(issuer.href) ? [oidc.allowInsecureRequests] : [],
  })
  return found.serverMetadata()
}

const isLocal = (address: string) => address.startsWith('http:') && isSafe(address)

/** Makes a value at its first use and again after a day. While that fails the old value stays. A failure counts for five seconds. */
function remember<T>(make: () => Promise<T>): () => Promise<T> {
  let held: { value: Promise<T>; until: number } | undefined
  return () => {
    if (held && held.until > Date.now()) return held.value
    const before = held?.value
    const made = make().catch((error: unknown) => {
      next.until = Date.now() + retryMs
      if (before) return before
      throw error
    })
    const next = { value: made, until: Date.now() + dayMs }
    held = next
    return made
  }
}
