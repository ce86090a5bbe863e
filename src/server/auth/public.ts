import type { Operation } from './deps.ts'

export const getSettings: Operation = async (tools) => {
  const external = Object.fromEntries(providers.map((name) => [name, name === 'email']))
  return Response.json({
    external,
    disable_signup: false,
    mailer_autoconfirm: !tools.settings.requireEmailConfirmation,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  })
}

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
