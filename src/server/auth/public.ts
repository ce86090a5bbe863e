import type { Operation } from './deps.ts'

export const getSettings: Operation = async ({ settings }) => {
  const on = new Set(['email', ...settings.providers.map(({ name }) => name)])
  if (settings.phone) on.add('phone')
  if (settings.anonymous) on.add('anonymous_users')
  return Response.json({
    external: Object.fromEntries([...new Set([...providers, ...on])].map((name) => [name, on.has(name)])),
    disable_signup: !settings.signups,
    mailer_autoconfirm: !settings.requireEmailConfirmation,
    phone_autoconfirm: settings.phone && !settings.phoneConfirmation,
    sms_provider: settings.phone ? settings.sms : '',
    saml_enabled: settings.saml !== undefined,
    saml_private_key_next_configured: false,
    passkeys_enabled: settings.passkeys !== undefined,
  })
}

/** Those that the reference knows. Clients expect each of them. */
const providers = [
  'anonymous_users',
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'email',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'phone',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'x',
  'zoom',
]

/** GET /health. The version is the protocol's: this server's own would help an attacker. */
export const getHealth: Operation = async () =>
  Response.json({ version: 'v2', name: 'GoTrue', description: 'Emote accounts, in the GoTrue protocol' })

/** GET /.well-known/jwks.json: the public signing keys. */
export const getJwks: Operation = async (tools) =>
  Response.json(tools.keys.jwks, { headers: { 'cache-control': 'public, max-age=600' } })
