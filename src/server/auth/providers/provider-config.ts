import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/** One provider of log-ins, as the operator configured it. */
export type ProviderConfig = {
  /** Stands in addresses and in `auth.identities.provider`. */
  name: string
  /** On the button. */
  label: string
  clientId: string
  clientSecret: string
  /** Further clients of the operator, such as apps for phones. Their ID tokens count too. */
  audiences: readonly string[]
  /** OpenID Connect: the address that describes the provider. Its `endpoints` then replace what the description lacks. */
  issuer: string | undefined
  /** Other names that the issuer gives itself in ID tokens. */
  issuerAliases: readonly string[]
  endpoints: Readonly<Partial<Record<'authorization' | 'token' | 'userInfo' | 'keys', string | undefined>>>
  scopes: readonly string[]
  /** Names of the fields of the user info. */
  fields: { subject: string; email: string; emailVerified: string }
  /** When the provider proves an address: it says so (`claim`), always, never, or as Google (`google`). */
  provesEmail: 'claim' | 'always' | 'never' | 'google'
  /** Facebook: requests for the user info carry `appsecret_proof`. */
  signsRequests: boolean
}

const web = v.pipe(
  v.string(),
  v.check((address) => URL.canParse(address) && isSafe(address), 'must begin with https://'),
)
const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500))
const name = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9_-]{0,29}$/, 'must be a short word in small letters'),
  v.check((word) => !reserved.has(word), 'is a reserved name'),
)
const reserved = new Set(['email', 'phone', 'anonymous', 'anonymous_users', 'web3', 'sso', 'saml', 'passkey'])

const provider = v.strictObject({
  name,
  label: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(40))),
  clientId: text,
  clientSecret: text,
  audiences: v.optional(v.array(text)),
  issuer: v.optional(web),
  issuerAliases: v.optional(v.array(text)),
  endpoints: v.optional(
    v.strictObject({
      authorization: v.optional(web),
      token: v.optional(web),
      userInfo: v.optional(web),
      keys: v.optional(web),
    }),
  ),
  scopes: v.optional(v.array(v.pipe(v.string(), v.regex(/^[\x21\x23-\x5B\x5D-\x7E]+$/, 'must be a scope')))),
  fields: v.optional(v.strictObject({ subject: text, email: text, emailVerified: text })),
  provesEmail: v.optional(v.picklist(['claim', 'always', 'never', 'google'])),
  signsRequests: v.optional(v.boolean()),
})
type Given = v.InferOutput<typeof provider>

/** What two providers need beyond a client. No scope asks for a name or a picture: people are anonymous here. */
const known: Readonly<Record<string, Partial<ProviderConfig>>> = {
  google: {
    label: 'Google',
    issuer: 'https://accounts.google.com',
    issuerAliases: ['accounts.google.com'],
    provesEmail: 'google',
  },
  // Facebook describes itself without a token endpoint, and its log-in page gives no ID token. Its apps for phones give one.
  facebook: {
    label: 'Facebook',
    issuerAliases: ['https://www.facebook.com'],
    endpoints: {
      authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
      token: 'https://graph.facebook.com/v23.0/oauth/access_token',
      userInfo: 'https://graph.facebook.com/v23.0/me?fields=id,email',
      keys: 'https://limited.facebook.com/.well-known/oauth/openid/jwks/',
    },
    scopes: ['email'],
    fields: { subject: 'id', email: 'email', emailVerified: 'email_verified' },
    // Facebook does not say whether it has proven an address.
    provesEmail: 'never',
    signsRequests: true,
  },
}

type Environment = Readonly<Record<string, string | undefined>>
/** `where` names the setting of a field. */
type Candidate = { where: (field: string) => string; value: unknown }

/** The providers of AUTH_PROVIDERS (a JSON file) and of AUTH_<NAME>_CLIENT_ID, and what is wrong with them in words for the operator. */
export function readProviders(env: Environment): { providers: ProviderConfig[]; wrong: string[] } {
  const file = env['AUTH_PROVIDERS']
  try {
    const given = [...(file ? readProviderFile(file) : []), ...readNames(env)]
    const read = given.map(({ where, value }) => ({ where, ...v.safeParse(provider, value) }))
    const providers = read.flatMap(({ success, output }) => (success ? [complete(output)] : []))
    const names = providers.map((one) => one.name)
    return {
      providers,
      wrong: [
        ...read.flatMap(({ where, issues = [] }) =>
          issues.map((issue) => `${where(v.getDotPath(issue) ?? 'name')}: ${issue.message}`),
        ),
        ...read.flatMap(({ where, success, output }) =>
          success && isUnreachable(complete(output)) ? [`${where('issuer')}: ${needs}`] : [],
        ),
        ...names
          .filter((one, at) => names.indexOf(one) !== at)
          .map((one) => `AUTH_PROVIDERS: ${one} is configured twice`),
      ],
    }
  } catch (error) {
    return { providers: [], wrong: [error instanceof Error ? error.message : 'AUTH_PROVIDERS: is wrong'] }
  }
}

const needs = 'the provider needs an issuer, or the endpoints authorization, token and userInfo'
const isUnreachable = ({ issuer, endpoints }: ProviderConfig) =>
  !issuer && !(endpoints.authorization && endpoints.token && endpoints.userInfo)

function readProviderFile(file: string): Candidate[] {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The parser's own error would quote a secret.
    throw new Error(`AUTH_PROVIDERS: ${file} cannot be read, or is no JSON`)
  }
  if (!Array.isArray(value)) throw new Error(`AUTH_PROVIDERS: ${file} must hold a list of providers`)
  return value.map((one: unknown, at) => ({
    where: (field) => `AUTH_PROVIDERS, provider ${at + 1}, ${field}`,
    value: one,
  }))
}

/** Settings of one provider: AUTH_GOOGLE_CLIENT_ID, AUTH_GOOGLE_CLIENT_SECRET, AUTH_GOOGLE_ISSUER, AUTH_GOOGLE_LABEL. */
export const providerSetting = /^AUTH_([A-Z][A-Z0-9]*)_(CLIENT_ID|CLIENT_SECRET|ISSUER|LABEL)$/

const settingOf: Readonly<Record<string, string>> = {
  clientSecret: 'CLIENT_SECRET',
  issuer: 'ISSUER',
  label: 'LABEL',
}

function readNames(env: Environment): Candidate[] {
  const named = Object.keys(env).flatMap((key) => (env[key] && providerSetting.exec(key)?.[1]) || [])
  return [...new Set(named)].map((upper) => {
    const of = (part: string) => env[`AUTH_${upper}_${part}`] || undefined
    return {
      where: (field) => `AUTH_${upper}_${settingOf[field] ?? 'CLIENT_ID'}`,
      value: {
        name: upper.toLowerCase(),
        clientId: of('CLIENT_ID'),
        clientSecret: of('CLIENT_SECRET'),
        issuer: of('ISSUER'),
        label: of('LABEL'),
      },
    }
  })
}

function complete(given: Given): ProviderConfig {
  const { name: word, clientId, clientSecret } = given
  const preset = known[word] ?? {}
  return {
    name: word,
    clientId,
    clientSecret,
    label: given.label ?? preset.label ?? word,
    audiences: given.audiences ?? [],
    issuer: given.issuer ?? preset.issuer,
    issuerAliases: given.issuerAliases ?? preset.issuerAliases ?? [],
    endpoints: { ...preset.endpoints, ...given.endpoints },
    scopes: given.scopes ?? preset.scopes ?? ['openid', 'email'],
    fields: given.fields ??
      preset.fields ?? { subject: 'sub', email: 'email', emailVerified: 'email_verified' },
    provesEmail: given.provesEmail ?? preset.provesEmail ?? 'claim',
    signsRequests: given.signsRequests ?? preset.signsRequests ?? false,
  }
}

/** A secret and a code travel there. Only a provider on this machine, of a test, may do without TLS. */
export function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return (
    protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
  )
}
