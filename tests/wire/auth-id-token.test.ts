import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { startOidc, type OidcServer } from '../support/oidc-server.ts'
import { providerOf } from '../support/provider-config.ts'

let oidc: OidcServer
let app: TestApp
beforeAll(async () => {
  oidc = await startOidc('http://emote.test/auth/v1/callback')
  const { issuer } = oidc
  const endpoints = { authorization: `${issuer}/auth`, token: `${issuer}/token`, keys: `${issuer}/jwks` }
  const providers = [
    providerOf(oidc, { audiences: ['emote-android'], issuerAliases: ['subok.example'] }),
    // As Facebook: without an issuer, and with another name for the person in the browser.
    providerOf(oidc, {
      name: 'mukha',
      issuer: undefined,
      issuerAliases: [issuer],
      endpoints: { ...endpoints, userInfo: `${issuer}/me` },
      fields: { subject: 'id', email: 'email', emailVerified: 'email_verified' },
      provesEmail: 'never',
    }),
  ]
  app = await startApp({ settings: { providers, manualLinking: true } })
})
afterAll(async () => {
  await app.stop()
  await oidc.stop()
})

const nonce = 'isang-beses-lang'
const hashed = createHash('sha256').update(nonce).digest('hex')
const now = () => Math.floor(Date.now() / 1_000)
let sub = ''
let good: JWTPayload
beforeEach(() => {
  sub = randomUUID()
  good = { sub, email: `${sub}@example.test`, email_verified: true, nonce: hashed }
})

const provider = 'subok' as 'google'
const signIn = (token: string, more: Record<string, unknown> = { nonce }) =>
  app.client().auth.signInWithIdToken({ provider, token, ...more })
const post = async (body: unknown, bearer = app.keys.anonKey) => {
  const response = await app.fetch('/auth/v1/token?grant_type=id_token', {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('an ID token', () => {
  it('opens the account of its person', async () => {
    const { data, error } = await signIn(await oidc.idToken(good))
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: good['email'], app_metadata: { provider: 'subok' } })
    const again = await signIn(await oidc.idToken({ ...good, jti: 'iba' }))
    expect(again.data.user?.id).toBe(data.user?.id)
  })

  it.each([
    ['for an app of the operator', { aud: 'emote-android' }],
    ['for two clients of the operator', { aud: ['emote-web', 'emote-android'], azp: 'emote-android' }],
    ['under another name of the issuer', { iss: 'subok.example' }],
  ])('counts %s', async (_what, claims) => {
    expect((await signIn(await oidc.idToken({ ...good, ...claims }))).error).toBeNull()
  })

  it('is found by client and issuer', async () => {
    const id_token = await oidc.idToken({ ...good, aud: 'emote-android' })
    const named = { client_id: 'emote-android', issuer: oidc.issuer }
    expect((await post({ ...named, id_token, nonce })).status).toBe(200)
    expect((await post({ ...named, issuer: 'https://iba.example', id_token, nonce })).body).toMatchObject({
      code: 'provider_disabled',
    })
  })

  it('works once, also for two requests at the same moment', async () => {
    const token = await oidc.idToken(good)
    const answers = await Promise.all([signIn(token), signIn(token), signIn(token)])
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    const late = await signIn(token)
    expect([late.error?.status, late.error?.code]).toEqual([403, 'bad_jwt'])
    expect(late.error?.message).toBe('Bad ID token: it was used before')
    // Decoders skip the last bits of a signature, so they accept sixteen spellings of it.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const other = letters[letters.indexOf(token.at(-1) ?? '') ^ 1] ?? ''
    expect((await signIn(token.slice(0, -1) + other)).error?.message).toBe(late.error?.message)
  })

  it('of an app for Facebook names the person whom its web page names', async () => {
    const answer = await post({ provider: 'mukha', id_token: await oidc.idToken(good), nonce })
    expect(answer.body['user']).toMatchObject({ email: '', identities: [{ provider: 'mukha', id: sub }] })
  })

  it('that ends in thousands of years counts like any other', async () => {
    expect((await signIn(await oidc.idToken({ ...good, exp: 1e15 }))).error).toBeNull()
  })

  it('gives no right to an address whose small letters are another person’s', async () => {
    // The Kelvin sign.
    const claims = { ...good, email: `\u212A${sub}@example.test` }
    const { data } = await signIn(await oidc.idToken(claims))
    expect([data.user?.email, data.user?.identities?.[0]?.identity_data?.['email']]).toEqual(['', undefined])
  })

  it('of a new issuer under the old name opens no account of the old one', async () => {
    await signIn(await oidc.idToken(good))
    const move = `update auth.identities set identity_data = identity_data || jsonb_build_object('iss', $2::text) where provider_id = $1`
    await app.owner.query(move, [sub, 'https://luma.example'])
    const { error } = await signIn(await oidc.idToken({ ...good, jti: 'iba' }))
    expect([error?.status, error?.code]).toEqual([403, 'bad_oauth_callback'])
    // The operator says that it is the same issuer.
    await app.owner.query(move, [sub, 'subok.example'])
    expect((await signIn(await oidc.idToken({ ...good, jti: 'isa pa' }))).error).toBeNull()
  })

  it('is linked to the account of the caller who asks for it', async () => {
    const client = app.client()
    const { data } = await client.auth.signUp({ email: `ako-${sub}@example.test`, password: 'tahimik-na-7' })
    const linked = await client.auth.linkIdentity({ provider, token: await oidc.idToken(good), nonce })
    expect(linked.error).toBeNull()
    expect(linked.data.user?.id).toBe(data.user?.id)
    expect(linked.data.user?.identities).toHaveLength(2)
    const stranger = await post({ provider, id_token: await oidc.idToken(good), nonce, link_identity: true })
    expect(stranger.status).toBe(401)
  })

  it.each([
    ['no token', { provider, nonce }],
    ['a token that is no text', { provider, id_token: 7 }],
  ])('is a bad request with %s', async (_what, body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('of a provider that is not configured is refused', async () => {
    const { error } = await app.client().auth.signInWithIdToken({ provider: 'google', token: 'basura' })
    expect([error?.status, error?.code]).toEqual([400, 'provider_disabled'])
    expect(error?.message).toContain('not enabled')
  })
})

const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = (header: object, claims: object, signature = '') =>
  `${text(header)}.${text(claims)}.${signature}`

/** Claims that make a well signed token worthless. */
const wrongClaims = (): [string, JWTPayload][] => [
  ['another issuer', { iss: 'https://accounts.google.com' }],
  ['an issuer with a slash', { iss: `${oidc.issuer}/` }],
  ['an empty issuer', { iss: '' }],
  ['another client', { aud: 'ibang-app' }],
  ['another client among ours', { aud: ['emote-web', 'ibang-app'] }],
  ['no client', { aud: [] }],
  ['another party', { aud: 'emote-web', azp: 'ibang-app' }],
  ['a party that is a list', { azp: ['emote-web'] }],
  ['an end in the past', { exp: now() - 60 }],
  ['an end at the beginning of time', { exp: 0 }],
  ['an end that is a text', { exp: 'bukas' as unknown as number }],
  ['a beginning in the future', { nbf: now() + 600 }],
  ['a birth in the future', { iat: now() + 600 }],
  ['a birth two hours ago', { iat: now() - 7_200 }],
  ['another nonce', { nonce: createHash('sha256').update('iba').digest('hex') }],
  ['the nonce itself', { nonce }],
  ['an upper-case nonce', { nonce: hashed.toUpperCase() }],
  ['a nonce that is a list', { nonce: [hashed] }],
  ['an empty nonce', { nonce: '' }],
  ['no nonce', { nonce: undefined }],
  ['another access token', { at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }],
]

const wrongHeaders: [string, Record<string, unknown>][] = [
  ['an unknown key', { kid: 'iba' }],
  ['a key that is a path', { kid: '../../etc/passwd' }],
  ['a key of its own', { kid: 'iba', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }],
  ['an address of keys', { kid: 'iba', jku: 'https://masama.example/keys' }],
]

const algorithmsOfLiars = [
  'none',
  'None',
  'NONE',
  'nOnE',
  '',
  'HS256',
  'HS384',
  'HS512',
  'RS1',
  'dir',
  'A128KW',
]

function malformed(token: string): [string, string][] {
  const [head = '', body = '', signature = ''] = token.split('.')
  return [
    ['no signature', `${head}.${body}.`],
    ['a cut signature', `${head}.${body}.${signature.slice(0, -8)}`],
    ['a changed signature', `${head}.${body}.${signature.slice(0, -8)}AAAAAAAA`],
    ['a longer signature', `${token}AAAA`],
    ['two parts', `${head}.${body}`],
    ['five parts', `${token}.a.b`],
    ['dots', '..'],
    ['a word', 'basura'],
    ['spaces', '   '],
    ['a NUL written out', `${head}.${body}.\\u0000`],
    ['claims that are no JSON', `${head}.${Buffer.from('{').toString('base64url')}.${signature}`],
    ['claims that are a list', `${head}.${text([])}.${signature}`],
    ['claims that are null', `${head}.${text(null)}.${signature}`],
    ['a header that is null', `${text(null)}.${body}.${signature}`],
    ['a header that is a list', `${text([])}.${body}.${signature}`],
    ['an endless token', `${head}.${'A'.repeat(20_000)}.${signature}`],
    ['an encrypted token', `${text({ alg: 'RSA-OAEP', enc: 'A128GCM' })}.AA.AA.AA.AA`],
  ]
}

async function forgeries(): Promise<[string, string][]> {
  const { privateKey } = await generateKeyPair('RS256')
  const byStranger = (header: Record<string, unknown>) =>
    new SignJWT({ ...good, aud: oidc.clientId })
      .setProtectedHeader({ alg: 'RS256', kid: 'subok', ...header })
      .setIssuer(oidc.issuer)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey)
  const whole = { ...good, aud: oidc.clientId, iss: oidc.issuer, iat: now(), exp: now() + 600 }
  const keys = (await (await fetch(`${oidc.issuer}/jwks`)).json()) as { keys: object[] }
  const secrets = [oidc.clientSecret, '', 'subok', JSON.stringify(keys.keys[0]), JSON.stringify(keys)]
  const token = await oidc.idToken(good)
  const [head = '', body = '', signature = ''] = token.split('.')
  const own = await exportJWK((await generateKeyPair('RS256', { extractable: true })).publicKey)
  return [
    ...(await Promise.all(
      wrongClaims().map(async ([what, claims]): Promise<[string, string]> => [
        what,
        await oidc.idToken({ ...good, ...claims }),
      ]),
    )),
    ...(await Promise.all(
      wrongHeaders.map(async ([what, header]): Promise<[string, string]> => [what, await byStranger(header)]),
    )),
    ['a stranger’s signature', await byStranger({})],
    ['a stranger’s signature with their key', await byStranger({ jwk: own })],
    ...algorithmsOfLiars.flatMap((alg): [string, string][] => [
      [`the algorithm "${alg}"`, unsigned({ alg, kid: 'subok' }, whole)],
      [`the algorithm "${alg}" over our signature`, unsigned({ alg, kid: 'subok' }, whole, signature)],
    ]),
    ...(await Promise.all(
      secrets.map(async (secret, at): Promise<[string, string]> => {
        const bytes = Buffer.from(secret.padEnd(32, '\0'))
        const signed = new SignJWT(whole).setProtectedHeader({ alg: 'HS256', kid: 'subok' }).sign(bytes)
        return [`a shared secret (${at})`, await signed]
      }),
    )),
    [
      'a demand that nobody knows',
      unsigned({ alg: 'RS256', kid: 'subok', crit: ['x'], x: 1 }, whole, signature),
    ],
    ['other claims', `${head}.${text({ ...whole, sub: 'iba' })}.${signature}`],
    ['another header', `${text({ alg: 'RS256' })}.${body}.${signature}`],
    ...malformed(token),
    ['our own anonymous key', app.keys.anonKey],
    ['our own service key', app.keys.serviceKey],
  ]
}

describe('a forged or stale ID token', () => {
  it('is refused as 403, never accepted and never a fault', async () => {
    const tries = await forgeries()
    expect(tries.length).toBeGreaterThan(70)
    const answers = await Promise.all(
      tries.map(async ([what, id_token]) => {
        const access_token = what === 'another access token' ? 'tsaa' : undefined
        const { status, body } = await post({ provider, id_token, nonce, access_token })
        return [what, status, body['code'], body['error'], String(body['message']).slice(0, 13)]
      }),
    )
    expect(answers).toEqual(tries.map(([what]) => [what, 403, 'bad_jwt', 'invalid_grant', 'Bad ID token:']))
    const { rows } = await app.owner.query('select 1 from auth.identities where provider_id = $1', [sub])
    expect(rows).toHaveLength(0)
    expect(app.logged.filter((line) => /fault|provider/i.test(line))).toEqual([])
  })

  it('with a nonce counts only with the nonce passed', async () => {
    const answer = await post({ provider, id_token: await oidc.idToken(good) })
    expect([answer.status, answer.body['code']]).toEqual([403, 'bad_jwt'])
  })
})
