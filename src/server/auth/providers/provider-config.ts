import * as v from 'valibot'

/** An outside log-in, by OpenID Connect (`issuer`) or plain OAuth 2 (`endpoints`). */
export type ProviderConfig = {
  /** As in `?provider=`. */
  name: string
  /** On the button. */
  label: string
  issuer?: string | undefined
  endpoints?: { authorization: string; token: string; userinfo: string } | undefined
  clientId: string
  clientSecret: string
  scopes: readonly string[]
  pkce: boolean
}

type Preset = Omit<ProviderConfig, 'name' | 'clientId' | 'clientSecret'>

const graph = 'https://graph.facebook.com/v23.0'
const presets: Readonly<Record<string, Preset>> = {
  google: {
    label: 'Google',
    issuer: 'https://accounts.google.com',
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
  },
  facebook: {
    label: 'Facebook',
    endpoints: {
      authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
      token: `${graph}/oauth/access_token`,
      userinfo: `${graph}/me?fields=id,email`,
    },
    scopes: ['email'],
    pkce: true,
  },
}

const address = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http(s) address',
  ),
)

const entry = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{1,39}$/, 'must be a short name in small letters')),
    label: v.pipe(v.string(), v.nonEmpty('must not be empty'), v.maxLength(40, 'has at most 40 letters')),
    issuer: v.optional(address),
    endpoints: v.optional(v.object({ authorization: address, token: address, userinfo: address })),
    clientId: v.pipe(v.string(), v.nonEmpty('must not be empty')),
    clientSecret: v.pipe(v.string(), v.nonEmpty('must not be empty')),
    scopes: v.optional(v.array(v.string()), () => ['openid', 'email', 'profile']),
    pkce: v.optional(v.boolean(), true),
  }),
  v.check(
    ({ issuer, endpoints }) => (issuer === undefined) !== (endpoints === undefined),
    'needs an issuer or endpoints, and not both',
  ),
)

/** Settings of one provider: AUTH_GOOGLE_CLIENT_ID, AUTH_GOOGLE_CLIENT_SECRET, AUTH_GOOGLE_ISSUER, AUTH_GOOGLE_LABEL. */
export const providerSetting = /^AUTH_([A-Z][A-Z0-9]*)_(CLIENT_ID|CLIENT_SECRET|ISSUER|LABEL)$/

type Environment = Readonly<Record<string, string | undefined>>

/** The providers of the environment, and what is wrong with them in words for the operator. */
export function readProviders(env: Environment): { providers: ProviderConfig[]; wrong: string[] } {
  const named = Object.keys(env).flatMap((key) => providerSetting.exec(key)?.[1] ?? [])
  const read = [...new Set(named)].map((upper) => [upper, v.safeParse(entry, givenBy(env, upper))] as const)
  return {
    providers: read.flatMap(([, { success, output }]) => (success ? [output] : [])),
    wrong: read.flatMap(([upper, { issues = [] }]) =>
      issues.map((issue) => `AUTH_${upper}_${partOf(v.getDotPath(issue))}: ${issue.message}`),
    ),
  }
}

function givenBy(env: Environment, upper: string): unknown {
  const name = upper.toLowerCase()
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined
  const of = (part: string) => env[`AUTH_${upper}_${part}`]
  return {
    ...preset,
    name,
    label: of('LABEL') ?? preset?.label ?? name,
    issuer: of('ISSUER') ?? preset?.issuer,
    endpoints: of('ISSUER') ? undefined : preset?.endpoints,
    clientId: of('CLIENT_ID') ?? '',
    clientSecret: of('CLIENT_SECRET') ?? '',
  }
}

/** The last word of the setting that holds a field: `clientId` is AUTH_…_CLIENT_ID. */
const partOf = (field: string | null) => (field ?? 'issuer').replace(/[A-Z]/, '_$&').toUpperCase()
