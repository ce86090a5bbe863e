import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { generateKeyPair, exportJWK, SignJWT, type JWTPayload } from 'jose'
import { type Context, type Grant, Provider } from 'oidc-provider'
import { listen } from './listen.ts'

export type OidcPerson = { sub: string; email?: string; email_verified?: boolean; hd?: string }

export type OidcServer = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who is at the keyboard. */
  logIn(person: OidcPerson): void
  /** The next log-in is cancelled. */
  cancel(): void
  /** An ID token as an app gets it, with changed claims. */
  idToken(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>
  stop(): Promise<void>
}

const clientId = 'emote-web'
const clientSecret = 'lihim-ng-emote-para-sa-pagsubok'

/** The person agrees to every log-in. */
async function agree({ oidc }: Context): Promise<Grant> {
  const held = oidc.session.grantIdFor(clientId)
  const known = held && (await oidc.provider.Grant.find(held))
  if (known) return known
  const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId })
  grant.addOIDCScope('openid email')
  await grant.save()
  return grant
}

/** On this machine any port may be the app's. */
const clientFor = (callback: string) => ({
  client_id: clientId,
  client_secret: clientSecret,
  redirect_uris: [callback],
  application_type: callback.startsWith('http://127.0.0.1/') ? 'native' : 'web',
})

/** A real OpenID provider on a port of its own. It logs in the person whom the test names. */
export async function startOidc(callback: string): Promise<OidcServer> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'subok', alg: 'RS256', use: 'sig' }
  const people = new Map<string, OidcPerson>()
  let current = ''
  let cancels = false
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response)
    else void answer(request, response)
  }
  const server = createServer(handle)
  const issuer = await listen(server)
  const provider = new Provider(issuer, {
    clients: [clientFor(callback)],
    jwks: { keys: [key] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'] },
    cookies: { keys: ['lihim'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => people.get(id) ?? { sub: id } }),
    pkce: { required: () => true },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    loadExistingGrant: agree,
  })
  const answer = provider.callback()
  const interact = (request: IncomingMessage, response: ServerResponse) => {
    const result = cancels
      ? { error: 'access_denied', error_description: 'ayoko na <b>pala</b>' }
      : { login: { accountId: current }, consent: {} }
    cancels = false
    return provider.interactionFinished(request, response, result)
  }
  return {
    issuer,
    clientId,
    clientSecret,
    logIn(person) {
      people.set(person.sub, person)
      current = person.sub
    },
    cancel: () => void (cancels = true),
    idToken: (claims, header = {}) => {
      const now = Math.floor(Date.now() / 1_000)
      return new SignJWT({ aud: clientId, iss: issuer, iat: now, exp: now + 600, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'subok', ...header })
        .sign(privateKey)
    },
    async stop() {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
}
