import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readProviders } from '../../src/server/auth/providers/provider-config.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type FalseProvider, sendJson, startFalseProvider } from '../support/false-provider.ts'
import { providerOf } from '../support/provider-config.ts'
import { landed, roamingBrowser } from '../support/roaming.ts'

const secret = 'lihim-ng-facebook'
let facebook: FalseProvider
let app: TestApp
beforeAll(async () => {
  facebook = await startFalseProvider()
  const [preset] = readProviders({
    AUTH_FACEBOOK_CLIENT_ID: '1234567890',
    AUTH_FACEBOOK_CLIENT_SECRET: secret,
  }).providers
  if (!preset) throw new Error('no Facebook')
  // The real addresses, on this machine.
  const here = (address = '') => address.replace(/^https:\/\/[^/]+/, facebook.origin)
  const { authorization, token, userInfo } = preset.endpoints
  const endpoints = { authorization: here(authorization), token: here(token), userInfo: here(userInfo) }
  const gone = { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'y' }
  const liar = { issuer: facebook.origin, clientId: 'x', clientSecret: 'y' }
  app = await startApp({
    settings: {
      providers: [
        { ...preset, endpoints },
        providerOf(gone, { name: 'wala' }),
        providerOf(liar, { name: 'sinungaling' }),
        providerOf({ ...liar, issuer: `${facebook.origin}/tulog` }, { name: 'tulog' }),
      ],
    },
  })
})
afterAll(async () => {
  await app.stop()
  await facebook.stop()
})

const tokenPath = '/v23.0/oauth/access_token'
const mePath = '/v23.0/me'
beforeEach(() => {
  facebook.asked.length = 0
  facebook.answers = {
    '/v23.0/dialog/oauth': (response, { url }) => {
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({
        code: 'isa',
        state: url.searchParams.get('state') ?? '',
      }).toString()
      // Facebook adds an empty fragment.
      response.writeHead(302, { location: `${back.href}#_=_` }).end()
    },
    [tokenPath]: sendJson({ access_token: 'EAAtoken', token_type: 'bearer', expires_in: 5_183_944 }),
    [mePath]: sendJson({ id: '10158000000000001', email: 'Ate.Glo@Example.test' }),
  }
})

const logIn = async (provider = 'facebook') => {
  const browser = roamingBrowser(app)
  const { data } = await browser.client.auth.signInWithOAuth({ provider: provider as 'facebook' })
  return landed(await browser.roam(data.url ?? ''))
}

describe('Facebook', () => {
  it('opens an account without an address, because it does not say whether the address is proven', async () => {
    const fields = await logIn()
    const { data } = await app.client().auth.getUser(fields['access_token'])
    expect(data.user?.email ?? '').toBe('')
    expect(data.user?.app_metadata).toEqual({ provider: 'facebook', providers: ['facebook'] })
    expect(data.user?.identities).toMatchObject([
      {
        provider: 'facebook',
        id: '10158000000000001',
        identity_data: {
          sub: '10158000000000001',
          iss: 'https://www.facebook.com'.replace(/.*/, facebook.origin),
          email: 'ate.glo@example.test',
          email_verified: false,
        },
      },
    ])
  })

  it('opens an account of a person without any address: many have only a number', async () => {
    facebook.answers[mePath] = sendJson({ id: '10158000000000002' })
    const fields = await logIn()
    const { data } = await app.client().auth.getUser(fields['access_token'])
    expect(data.user?.identities?.[0]?.identity_data).not.toHaveProperty('email')
    // The session works in the product and can be refreshed.
    const client = app.client()
    await client.auth.setSession({
      access_token: fields['access_token'] ?? '',
      refresh_token: fields['refresh_token'] ?? '',
    })
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await client.from('public_posts').select('id').limit(1)).error).toBeNull()
  })

  it('gets its secret and the code in the form, and a signature with each token', async () => {
    await logIn()
    const [dialog, token, me] = facebook.asked
    expect(dialog?.search).toContain('scope=email')
    expect(dialog?.search).not.toContain('nonce')
    expect(Object.fromEntries(token?.form ?? [])).toMatchObject({
      code: 'isa',
      client_id: '1234567890',
      client_secret: secret,
      grant_type: 'authorization_code',
      redirect_uri: 'http://emote.test/auth/v1/callback',
    })
    const proof = createHmac('sha256', secret).update('EAAtoken').digest('hex')
    expect(me?.search).toBe(`?fields=id%2Cemail&appsecret_proof=${proof}`)
    expect(me?.authorization).toBe('Bearer EAAtoken')
  })
})

describe('a provider that lies or fails', () => {
  const failing: [string, () => void, string][] = [
    [
      'sends the token request elsewhere',
      () =>
        (facebook.answers[tokenPath] = (response) =>
          void response.writeHead(307, { location: `${facebook.origin}/elsewhere` }).end()),
      'access_denied',
    ],
    [
      'sends the user info request elsewhere',
      () =>
        (facebook.answers[mePath] = (response) =>
          void response.writeHead(302, { location: `${facebook.origin}/elsewhere` }).end()),
      'server_error',
    ],
    ['answers with a fault', () => (facebook.answers[tokenPath] = sendJson({}, 503)), 'server_error'],
    [
      'answers without an end',
      () =>
        (facebook.answers[mePath] = (response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          const more = () => {
            while (!response.destroyed && response.write('x'.repeat(65_536)));
          }
          response.on('drain', more)
          more()
        }),
      'server_error',
    ],
    [
      'answers with a page',
      () =>
        (facebook.answers[tokenPath] = (response) =>
          void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maligayang pagdating</h1>')),
      'access_denied',
    ],
    [
      'refuses the code',
      () =>
        (facebook.answers[tokenPath] = sendJson({ error: 'invalid_grant', error_description: 'Mina' }, 400)),
      'access_denied',
    ],
    [
      'gives no token',
      () => (facebook.answers[tokenPath] = sendJson({ token_type: 'bearer' })),
      'access_denied',
    ],
    [
      'names nobody',
      () => (facebook.answers[mePath] = sendJson({ email: 'x@example.test' })),
      'invalid_request',
    ],
    ['names a list', () => (facebook.answers[mePath] = sendJson([])), 'invalid_request'],
    ['names a NUL', () => (facebook.answers[mePath] = sendJson({ id: 'a\u0000' })), 'invalid_request'],
    [
      'names somebody endlessly',
      () => (facebook.answers[mePath] = sendJson({ id: 'a'.repeat(300) })),
      'invalid_request',
    ],
  ]
  it.each(failing)('%s: nobody is logged in, and nothing is followed', async (_what, fail, error) => {
    fail()
    const fields = await logIn()
    expect(fields['error']).toBe(error)
    expect(fields).not.toHaveProperty('access_token')
    expect(facebook.asked.map(({ path }) => path)).not.toContain('/elsewhere')
    expect(JSON.stringify(fields)).not.toContain('Mina')
  })

  it('cannot be reached: the person hears it at once', async () => {
    const response = await app.fetch('/auth/v1/authorize?provider=wala')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    // A browser goes back to the page.
    const query = `provider=wala&redirect_to=${encodeURIComponent('http://emote.test/auth/callback?next=/diary')}`
    const page = await app.fetch(`/auth/v1/authorize?${query}`, { headers: { accept: 'text/html' } })
    expect(landed(new URL(page.headers.get('location') ?? ''))).toMatchObject({
      next: '/diary',
      error_code: 'unexpected_failure',
    })
  })

  it('hangs, and holds no log-in at another provider', async () => {
    const held: (() => void)[] = []
    facebook.answers['/tulog/.well-known/openid-configuration'] = (response) =>
      void held.push(() => void response.writeHead(404).end())
    let ended = 0
    const waiting = Array.from({ length: 40 }, async (_, at) => {
      const asked = new Request('http://emote.test/auth/v1/authorize?provider=tulog')
      const { status } = await app.app.fetch(asked, `198.51.${at % 5}.1`)
      ended += 1
      return status
    })
    expect(await logIn()).toHaveProperty('access_token')
    expect(ended).toBe(0)
    for (const release of held) release()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([403]))
  })

  it('describes itself as another issuer, and is not used', async () => {
    const description = {
      issuer: 'https://accounts.google.com',
      authorization_endpoint: `${facebook.origin}/a`,
      token_endpoint: `${facebook.origin}/t`,
      jwks_uri: `${facebook.origin}/k`,
    }
    facebook.answers['/.well-known/openid-configuration'] = sendJson(description)
    const response = await app.fetch('/auth/v1/authorize?provider=sinungaling')
    expect(response.status).toBe(403)
  })

  it('leaves no word of the person in the log', () => {
    expect(app.logged.length).toBeGreaterThan(5)
    expect(app.logged.join('\n')).not.toMatch(/Mina|example|EAAtoken|code=/)
  })
})
