import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

const password = 'tahimik-na-gabi-7'
let app: TestApp
let token = ''
beforeAll(async () => {
  app = await startApp()
  const { data } = await app.client().auth.signUp({ email: 'mina@example.test', password })
  token = data.session?.access_token ?? ''
})
afterAll(() => app.stop())

const send = (
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) =>
  app.fetch(`/auth/v1${path}`, {
    method,
    headers: {
      apikey: app.keys.anonKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })

/** Every route that reads a body, with a valid body. */
const good: [method: string, path: string, body: Record<string, unknown>][] = [
  ['POST', '/signup', { email: 'bago@example.test', password }],
  ['POST', '/token?grant_type=password', { email: 'mina@example.test', password }],
  ['POST', '/token?grant_type=refresh_token', { refresh_token: 'abc' }],
  ['POST', '/recover', { email: 'mina@example.test' }],
  ['POST', '/resend', { type: 'signup', email: 'mina@example.test' }],
  ['POST', '/verify', { type: 'recovery', email: 'mina@example.test', token: '123456' }],
  ['PUT', '/user', { data: { a: 1 } }],
  ['POST', '/otp', { email: 'mina@example.test' }],
  ['POST', '/magiclink', { email: 'mina@example.test' }],
  ['POST', '/token?grant_type=pkce', { auth_code: 'abc', code_verifier: 'def' }],
]
const auth = (path: string) => (path === '/user' ? { authorization: `Bearer ${token}` } : {})

async function expectRefusal(response: Response, about: string): Promise<void> {
  const body = (await response.json()) as { code: string; message: string }
  expect([about, response.status >= 400 && response.status < 500]).toEqual([about, true])
  expect(typeof body.code).toBe('string')
  expect(body.message).toBeTruthy()
  expect(response.headers.get('x-sb-error-code')).toBe(body.code)
  expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(response.headers.get('cache-control')).toBe('no-store')
}
const people = async () =>
  (
    await app.owner.query(
      'select (select count(*) from auth.users) as users, (select count(*) from auth.identities) as identities',
    )
  ).rows[0] as object

describe.each(good)('%s %s', (method, path, body) => {
  const raw: [string, string | Uint8Array<ArrayBuffer>][] = [
    ['no JSON', 'email=mina'],
    ['half a JSON', '{"email":'],
    ['nothing', ''],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['a number', '1'],
    ['null', 'null'],
    ['no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['5,000 brackets', '['.repeat(5_000)],
    ['40 levels', `{"data":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`],
    ['10 MB', `{"password":"${'x'.repeat(10_000_000)}"}`],
  ]
  it('refuses bodies that are no JSON object', async () => {
    const before = await people()
    for (const [what, text] of raw) {
      await expectRefusal(await send(method, path, text, auth(path)), `${path} with ${what}`)
    }
    expect(await people()).toEqual(before)
  })

  it('refuses each field of another type, or with text that PostgreSQL cannot store', async () => {
    const before = await people()
    for (const name of Object.keys(body)) {
      const texts = ['a\u0000b', '\ud800x']
      const kinds: unknown[] =
        name === 'data' ? [1, true, 'x', [1]] : [1, true, ['x'], { a: 1 }, 'x'.repeat(500_000)]
      for (const value of [...kinds, ...texts]) {
        const response = await send(method, path, JSON.stringify({ ...body, [name]: value }), auth(path))
        await expectRefusal(response, `${path} ${name}=${JSON.stringify(value).slice(0, 30)}`)
      }
    }
    expect(await people()).toEqual(before)
  })

  it('refuses another content type', async () => {
    const response = await send(method, path, JSON.stringify(body), {
      ...auth(path),
      'content-type': 'text/plain',
    })
    expect(response.status).toBe(415)
    await expectRefusal(response, path)
  })
})

describe('addresses', () => {
  it.each([
    'mina',
    'mina@',
    '@example.test',
    'mina@example',
    'mi na@example.test',
    'mina@example.test,other@example.test',
    'Mina <mina@example.test>',
    '"mina"@example.test',
    'mina@exa_mple.test',
    'mina@-example.test',
    'mina@example..test',
    'mina@example.test\r\nBcc: all@example.test',
    'mina@[127.0.0.1]',
    'miñа@example.test',
    `${'a'.repeat(65)}@example.test`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.test`,
  ])('%j is refused everywhere', async (email) => {
    for (const [method, path] of good.filter(([, , body]) => 'email' in body)) {
      const response = await send(
        method,
        path,
        JSON.stringify({ email, password, type: 'signup', token: '123456' }),
      )
      expect([path, response.status]).toEqual([path, 400])
      await expectRefusal(response, path)
    }
  })
})

describe('the error format', () => {
  it('is the older one without the version header', async () => {
    const response = await app.fetch('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: app.keys.anonKey },
      body: JSON.stringify({ email: 'mina@example.test', password: 'mali-ito-8' }),
    })
    expect(response.status).toBe(415)
    const old = await app.fetch('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: app.keys.anonKey, 'content-type': 'application/json;charset=UTF-8' },
      body: JSON.stringify({ email: 'mina@example.test', password: 'mali-ito-8' }),
    })
    expect(await old.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    })
    expect(old.headers.has('x-supabase-api-version')).toBe(false)
    expect(old.headers.get('x-sb-error-code')).toBe('invalid_credentials')
  })

  it('names the reasons of a weak password in both versions', async () => {
    const body = JSON.stringify({ email: 'x@example.test', password: '123456' })
    const named = await send('POST', '/signup', body)
    expect(await named.json()).toMatchObject({ code: 'weak_password', weak_password: { reasons: ['pwned'] } })
    const old = await send('POST', '/signup', body, { 'x-supabase-api-version': 'yesterday' })
    expect(await old.json()).toMatchObject({
      code: 422,
      error_code: 'weak_password',
      weak_password: { reasons: ['pwned'] },
    })
  })
})

const person = () => ({ authorization: `Bearer ${token}` })

describe('what the service does not offer', () => {
  it.each([
    ['POST', '/signup', { password }, 422, 'anonymous_provider_disabled'],
    ['POST', '/signup', { phone: '+639171234567', password }, 400, 'phone_provider_disabled'],
    [
      'POST',
      '/signup',
      { email: 'a@example.test', phone: '+639171234567', password },
      400,
      'validation_failed',
    ],
    ['POST', '/signup', { email: 'a@example.test' }, 400, 'validation_failed'],
    ['POST', '/signup', { email: 'a@example.test', password, code_challenge: 'x' }, 400, 'validation_failed'],
    ['POST', '/signup?role=admin', { email: 'a@example.test', password }, 400, 'validation_failed'],
    ['POST', '/otp', { email: 'wala@example.test', create_user: false }, 422, 'otp_disabled'],
    ['POST', '/otp', { phone: '+639171234567' }, 400, 'phone_provider_disabled'],
    ['POST', '/magiclink', { phone: '+639171234567' }, 400, 'phone_provider_disabled'],
    [
      'POST',
      '/verify',
      { type: 'sms', phone: '+639171234567', token: '123456' },
      400,
      'phone_provider_disabled',
    ],
    ['POST', '/verify', { type: 'magiclink', token_hash: 'x' }, 403, 'otp_expired'],
    ['POST', '/verify', { type: 'toString', token_hash: 'x' }, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'signup', token_hash: 'x', token: '1' }, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'signup' }, 400, 'validation_failed'],
    ['POST', '/token', { email: 'mina@example.test', password }, 400, 'invalid_credentials'],
    ['POST', '/token?grant_type=constructor', {}, 400, 'invalid_credentials'],
    ['POST', '/token?grant_type=password&grant_type=pkce', {}, 400, 'validation_failed'],
    ['POST', '/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' }, 404, 'flow_state_not_found'],
    ['POST', '/token?grant_type=id_token', { provider: 'google', id_token: 'x' }, 400, 'provider_disabled'],
    ['POST', '/token?grant_type=web3', { chain: 'solana' }, 422, 'web3_provider_disabled'],
    ['POST', '/sso', { domain: 'example.test' }, 404, 'saml_provider_disabled'],
    ['POST', '/factors', { factor_type: 'phone' }, 422, 'mfa_phone_enroll_not_enabled'],
    ['POST', '/factors', { factor_type: 'dna' }, 400, 'validation_failed'],
    ['POST', '/factors/0b0b0b0b-0000-4000-8000-000000000000/challenge', {}, 404, 'mfa_factor_not_found'],
    ['POST', '/admin/users', { email: 'x@example.test' }, 403, 'not_admin'],
    ['POST', '/invite', { email: 'x@example.test' }, 403, 'not_admin'],
    ['PUT', '/user', { phone: '+639171234567' }, 400, 'phone_provider_disabled'],
    ['POST', '/nowhere', {}, 404, 'not_found'],
    ['POST', '/constructor', {}, 404, 'not_found'],
    ['DELETE', '/signup', {}, 405, 'method_not_allowed'],
    ['PATCH', '/user', {}, 405, 'method_not_allowed'],
  ])('%s %s %j is %i %s', async (method, path, body, status, code) => {
    const response = await send(method, path, JSON.stringify(body), person())
    expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([status, code])
    await expectRefusal(response, path)
  })

  it.each([
    ['GET', '/authorize?provider=google', 400, 'validation_failed'],
    ['GET', '/authorize?provider=%3Cscript%3E', 400, 'validation_failed'],
    [
      'GET',
      '/user/identities/authorize?provider=google&skip_http_redirect=true',
      404,
      'manual_linking_disabled',
    ],
    ['DELETE', '/user/identities/not-a-uuid', 404, 'manual_linking_disabled'],
    ['DELETE', '/user/identities/0b0b0b0b-0000-4000-8000-000000000000', 404, 'manual_linking_disabled'],
    ['DELETE', '/factors/0b0b0b0b-0000-4000-8000-000000000000', 404, 'mfa_factor_not_found'],
    ['GET', '/admin/users', 403, 'not_admin'],
    ['GET', '/admin/oauth/clients', 404, 'not_found'],
    ['GET', '/admin/custom-providers', 404, 'not_found'],
    ['GET', '/oauth/authorizations/0b0b0b0b-0000-4000-8000-000000000000', 404, 'not_found'],
    ['GET', '/user/oauth/grants', 404, 'not_found'],
  ])('%s %s is %i %s', async (method, path, status, code) => {
    const response = await send(method, path, undefined, person())
    expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([status, code])
  })

  it.each([
    ['/signup', {}, 422, 'Anonymous sign-ins are disabled'],
    [
      '/token?grant_type=web3',
      { chain: 'ethereum', message: 'x', signature: 'y' },
      422,
      'Web3 provider is disabled',
    ],
    [
      '/token?grant_type=web3',
      { chain: 'solana', message: 'x', signature: 'y' },
      422,
      'Web3 provider is disabled',
    ],
    ['/sso', {}, 404, 'SAML 2.0 is disabled'],
    [
      '/token?grant_type=id_token',
      { provider: 'google', id_token: 'x' },
      400,
      'Provider (google) is not enabled',
    ],
  ])('POST %s %j is %i "%s", as the official client expects', async (path, body, status, message) => {
    const response = await send('POST', path, JSON.stringify(body))
    expect([response.status, await response.json()]).toMatchObject([status, { message }])
  })

  it('tells a visitor to sign in first', async () => {
    for (const [method, path] of [
      ['GET', '/user'],
      ['PUT', '/user'],
      ['POST', '/logout'],
      ['GET', '/reauthenticate'],
      ['POST', '/factors'],
      ['DELETE', '/user/identities/x'],
    ] as const) {
      const response = await send(method, path, method === 'GET' ? undefined : '{}')
      expect([path, response.status, response.headers.get('x-sb-error-code')]).toEqual([
        path,
        401,
        'no_authorization',
      ])
    }
  })
})

describe('public documents', () => {
  it('say what is switched on', async () => {
    const settings = (await (await app.fetch('/auth/v1/settings')).json()) as Record<string, unknown>
    expect(settings).toMatchObject({ disable_signup: false, mailer_autoconfirm: true, saml_enabled: false })
    expect(settings['external']).toMatchObject({
      email: true,
      phone: false,
      google: false,
      anonymous_users: false,
    })
    expect(await (await app.fetch('/auth/v1/health')).json()).toMatchObject({ name: 'GoTrue' })
  })

  it('show only the public halves of keys', async () => {
    const response = await app.fetch('/auth/v1/.well-known/jwks.json')
    expect(response.headers.get('cache-control')).toBe('public, max-age=600')
    const { keys } = (await response.json()) as { keys: Record<string, unknown>[] }
    // One signs now, the other after the next rotation.
    expect(keys).toHaveLength(2)
    expect(Object.keys(keys[0] ?? {}).toSorted()).toEqual([
      'alg',
      'crv',
      'key_ops',
      'kid',
      'kty',
      'use',
      'x',
      'y',
    ])
  })

  it('answer HEAD without a body', async () => {
    const response = await app.fetch('/auth/v1/health', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

it('the server logged no input and no fault', () => {
  const lines = app.logged.join('\n')
  expect(lines).not.toMatch(/mina|bago@|tahimik|Fault|Unexpected/)
})
