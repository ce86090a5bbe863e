import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import {
  badClaims,
  badHeads,
  badShapes,
  badSignatures,
  changedLetters,
  guessedSecrets,
} from '../support/forged-tokens.ts'
import { dial, type Wire } from '../support/live.ts'

let app: TestApp
let good = ''
let claims: Record<string, unknown> = {}
let kid = ''

beforeAll(async () => {
  // One socket joins with every token of the corpus.
  const limits = { joinsPerSecond: 100_000, eventsPerSecond: 100_000, bytesPerSecond: 1e9 }
  app = await startApp({ live: { limits } })
  const { data } = await app
    .client()
    .auth.signUp({ email: 'mina@example.test', password: 'tahimik-na-gabi-7' })
  good = data.session?.access_token ?? ''
  const [head = '', payload = ''] = good.split('.')
  kid = (decode(head)['kid'] as string) ?? ''
  claims = decode(payload)
})
afterAll(() => app.stop())

const decode = (part: string) =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const part = (index: number) => good.split('.')[index] ?? ''

const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const head = (more: object = {}) => ({ alg: 'ES256', kid, typ: 'JWT', ...more })

/** Signed by a foreign key, with any header. */
function forge(header: unknown, payload: unknown = claims): string {
  const input = `${encode(header)}.${encode(payload)}`
  const signature = createSign('SHA256')
    .update(input)
    .sign({ key: foreign.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}`
}
function hmac(header: unknown, secret: string | Buffer, payload: unknown = claims): string {
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}
/** Signed by our key, as if one claim were not checked. */
const mint = (change: JWTPayload | Record<string, unknown>) => app.keys.sign({ ...claims, ...change })

const publicJwk = () => app.keys.jwks.keys[0] ?? {}
const foreignJwk = () => foreign.publicKey.export({ format: 'jwk' })
const withoutClaim = (name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))

/** name → token. None is valid. */
const vectors: Record<string, () => string | Promise<string>> = {
  'alg none': () => `${encode(head({ alg: 'none' }))}.${part(1)}.`,
  'alg None': () => `${encode(head({ alg: 'None' }))}.${part(1)}.`,
  'alg NONE with the signature': () => `${encode(head({ alg: 'NONE' }))}.${part(1)}.${part(2)}`,
  'alg nOnE with a dot': () => `${encode(head({ alg: 'nOnE' }))}.${part(1)}.AA`,
  'alg empty': () => `${encode(head({ alg: '' }))}.${part(1)}.${part(2)}`,
  'alg missing': () => `${encode({ kid, typ: 'JWT' })}.${part(1)}.${part(2)}`,
  'alg null': () => `${encode(head({ alg: null }))}.${part(1)}.${part(2)}`,
  'alg a list': () => `${encode(head({ alg: ['ES256'] }))}.${part(1)}.${part(2)}`,
  'alg ES384': () => forge(head({ alg: 'ES384' })),
  'alg ES256K': () => forge(head({ alg: 'ES256K' })),
  'HS256 with the public key as JSON': () => hmac(head({ alg: 'HS256' }), JSON.stringify(publicJwk())),
  'HS256 with the public x': () =>
    hmac(head({ alg: 'HS256' }), Buffer.from(String(publicJwk().x), 'base64url')),
  'HS256 with the kid': () => hmac(head({ alg: 'HS256' }), kid),
  'HS256 with an empty secret': () => hmac(head({ alg: 'HS256' }), ''),
  'HS256 with the word secret': () => hmac(head({ alg: 'HS256' }), 'secret'),
  'HS256 with the demo secret of the reference': () =>
    hmac(head({ alg: 'HS256' }), 'super-secret-jwt-token-with-at-least-32-characters-long'),
  'RS256 of another key': () => {
    const input = `${encode(head({ alg: 'RS256' }))}.${part(1)}`
    return `${input}.${createSign('SHA256').update(input).sign(rsa.privateKey).toString('base64url')}`
  },
  'another EC key under our kid': () => forge(head()),
  'no kid': () => forge({ alg: 'ES256' }),
  'kid of a file': () => forge(head({ kid: '../../../../dev/null' })),
  'kid with SQL': () => forge(head({ kid: "' union select 'x" })),
  'kid a number': () => forge(head({ kid: 1 })),
  'kid __proto__': () => forge(head({ kid: '__proto__' })),
  'kid with NUL': () => forge(head({ kid: `${kid}\u0000` })),
  'HS256 with kid /dev/null and an empty secret': () =>
    hmac({ alg: 'HS256', kid: '/dev/null' }, Buffer.alloc(0)),
  'jwk in the header': () => forge(head({ jwk: foreignJwk() })),
  'jwk in the header without kid': () => forge({ alg: 'ES256', jwk: foreignJwk() }),
  'jku to a stranger': () => forge(head({ jku: 'https://evil.test/jwks.json' })),
  'x5u to a stranger': () => forge(head({ x5u: 'https://evil.test/cert.pem' })),
  'x5c in the header': () => forge(head({ x5c: ['MIIB'] })),
  'crit that nobody knows': () => forge(head({ crit: ['exp'], exp: 1 })),
  'b64 false': () => forge(head({ b64: false, crit: ['b64'] })),
  'zip in the header': () => forge(head({ zip: 'DEF' })),
  'two alg in the header': () => forge(`{"alg":"none","alg":"ES256","kid":"${kid}"}`),
  'a signature of zeros': () => `${part(0)}.${part(1)}.${Buffer.alloc(64).toString('base64url')}`,
  'a signature of r = s = n': () =>
    `${part(0)}.${part(1)}.${Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'.repeat(2), 'hex').toString('base64url')}`,
  'an empty signature': () => `${part(0)}.${part(1)}.`,
  'no signature': () => `${part(0)}.${part(1)}`,
  'a fourth part': () => `${good}.${part(2)}`,
  'a DER signature': () => {
    const input = `${encode(head())}.${part(1)}`
    return `${input}.${createSign('SHA256').update(input).sign(foreign.privateKey).toString('base64url')}`
  },
  'a shortened signature': () => good.slice(0, -4),
  'another spelling of the signature': () => {
    // The last letter has four unused bits: a lax decoder accepts sixteen spellings.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    return good.slice(0, -1) + (letters[letters.indexOf(good.at(-1) ?? 'A') ^ 1] ?? 'A')
  },
  padding: () => `${good}==`,
  'plain base64': () => good.replaceAll('-', '+').replaceAll('_', '/') + '+',
  'a changed subject': () => `${part(0)}.${encode({ ...claims, sub: randomUUID() })}.${part(2)}`,
  'a changed role': () => `${part(0)}.${encode({ ...claims, role: 'service_role' })}.${part(2)}`,
  'a payload that is no JSON': () => `${part(0)}.${encode('hello')}.${part(2)}`,
  'a list as payload': () => forge(head(), [claims]),
  '9 KB': () => mint({ pad: 'x'.repeat(9_000) }),
  'only dots': () => '..',
  'a text': () => 'mina',
  'an emoji': () => encode('🔥'),
  expired: () => mint({ exp: Math.floor(Date.now() / 1_000) - 1 }),
  'expired long ago': () => mint({ exp: 1 }),
  'exp negative': () => mint({ exp: -1 }),
  'exp a text': () => app.keys.sign({ ...claims, exp: '9999999999' }),
  'exp missing': () => app.keys.sign(withoutClaim('exp')),
  'another issuer': () => mint({ iss: 'https://evil.test/auth/v1' }),
  'no issuer': () => app.keys.sign(withoutClaim('iss')),
  'the issuer of keys': () => mint({ iss: 'emote' }),
  'another audience': () => mint({ aud: 'admin' }),
  'no audience': () => app.keys.sign(withoutClaim('aud')),
  'role service_role from the person issuer': () => mint({ role: 'service_role' }),
  'role postgres': () => mint({ role: 'postgres' }),
  'role authenticator': () => mint({ role: 'authenticator' }),
  'role anon of a person': () => mint({ role: 'anon' }),
  'role missing': () => app.keys.sign(withoutClaim('role')),
  'role a list': () => mint({ role: ['authenticated'] }),
  'no subject': () => app.keys.sign(withoutClaim('sub')),
  'subject that is no UUID': () => mint({ sub: 'mina' }),
  'subject with SQL': () => mint({ sub: "0' or '1'='1" }),
  'no session': () => app.keys.sign(withoutClaim('session_id')),
  'session of nobody': () => mint({ session_id: randomUUID() }),
  'subject of nobody': () => mint({ sub: randomUUID() }),
  'another person on this session': () => mint({ sub: randomUUID(), email: 'iba@example.test' }),
}

type Target = [method: string, path: string, statuses?: number[]]
const targets: Target[] = [
  ['GET', '/auth/v1/user'],
  ['PUT', '/auth/v1/user'],
  ['POST', '/auth/v1/logout?scope=local'],
  ['GET', '/rest/v1/user_profiles?select=id'],
  ['GET', '/rest/v1/public_posts?select=id'],
  ['GET', '/functions/v1/my-limits'],
  // Storage says it in its dialect: 400, with InvalidJWT in the body.
  ['GET', '/storage/v1/object/authenticated/chat-files/x', [400, 401, 403]],
  ['POST', '/realtime/v1/api/broadcast'],
]

/** Fails unless every gateway refuses the token and says nothing about its person. */
async function expectRefused(name: string, token: string, wire: Wire): Promise<void> {
  for (const [method, path, statuses = [401, 403]] of targets) {
    // oxlint-disable-next-line no-await-in-loop -- one gateway after the other
    const response = await app.fetch(path, {
      method,
      headers: headersWith(token),
      ...(method === 'PUT' || path.endsWith('broadcast') ? { body: '{"data":{"hacked":true}}' } : {}),
    })
    // oxlint-disable-next-line no-await-in-loop -- the same
    const text = await response.text()
    const told = { name, path, status: response.status, leaks: text.includes('mina@example.test') }
    expect(told).toEqual({ name, path, status: statuses.find((each) => each === told.status), leaks: false })
  }
  const topic = `user-notifications-${String(claims['sub'])}`
  expect([name, await wire.join(topic, { private: true, token })]).toMatchObject([name, { status: 'error' }])
}

function headersWith(token: string): Headers {
  const headers = new Headers({ apikey: app.keys.anonKey, 'content-type': 'application/json' })
  // Header values are bytes: a browser could not send the rest either.
  headers.set('authorization', `Bearer ${Buffer.from(token).toString('latin1')}`)
  return headers
}

const sample = () => ({ token: good, claims, kid, keys: app.keys })

describe('a forged or foreign token', () => {
  let wire: Wire
  beforeAll(async () => void (wire = await dial(app)))
  afterAll(() => wire.ws.terminate())
  const groups = { badHeads, guessedSecrets, badClaims, badSignatures, badShapes, changedLetters }

  it.each(Object.keys(vectors))('%s', async (name) => {
    await expectRefused(name, (await vectors[name]?.()) ?? '', wire)
  })

  it.each(Object.entries(groups))('of the group %s', async (_group, tokensOf) => {
    for (const [name, make] of Object.entries(tokensOf(sample())))
      // oxlint-disable-next-line no-await-in-loop -- in turn, so that a failure names its token
      await expectRefused(name, await make(), wire)
  })

  it('is in a corpus of at least 200', () => {
    const grouped = Object.values(groups).flatMap((tokensOf) => Object.keys(tokensOf(sample())))
    expect(Object.keys(vectors).length + new Set(grouped).size).toBeGreaterThanOrEqual(250)
  })

  it('changes nothing in the account', async () => {
    const response = await app.fetch('/auth/v1/user', { headers: headersWith(good) })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user_metadata: {} })
    expect(app.logged.filter((line) => /fault/i.test(line))).toEqual([])
    // The same door opens with the living token, so it was the token that was refused.
    const topic = `user-notifications-${String(claims['sub'])}`
    expect(await wire.join(topic, { private: true, token: good })).toMatchObject({ status: 'ok' })
  })
})

describe('a refused token', () => {
  it('is named in the words that clients search for', async () => {
    const past = await mint({ exp: 1_000_000 })
    const endless = await mint({ exp: undefined })
    for (const [token, reason] of [
      ['rubbish', 'Invalid token'],
      [past, 'JWT expired'],
      [endless, 'Missing exp claim'],
    ] as const) {
      const { error } = await app.client().auth.getUser(token)
      const message = `invalid JWT: unable to parse or verify signature, ${reason}`
      expect(error).toMatchObject({ status: 403, code: 'bad_jwt', message })
    }
  })
})

const get = (headers: Record<string, string>) => app.fetch('/auth/v1/user', { headers })

describe('API keys', () => {
  it('are required, and foreign keys are refused', async () => {
    expect((await get({})).status).toBe(401)
    expect((await get({ apikey: 'x' })).status).toBe(401)
    expect((await get({ apikey: '', authorization: 'Basic bWluYTp4' })).status).toBe(403)
    const foreignKey = await new SignJWT({ role: 'service_role', iss: 'emote' })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setExpirationTime('1h')
      .sign(foreign.privateKey)
    expect((await get({ apikey: foreignKey })).status).toBe(401)
    // A person's token is no API key.
    expect((await get({ apikey: good, authorization: `Bearer ${app.keys.anonKey}` })).status).toBe(401)
  })

  it('of the service are not accepted from browsers', async () => {
    const key = app.keys.serviceKey
    const response = await get({ apikey: key, authorization: `Bearer ${key}`, origin: 'http://emote.test' })
    expect([401, 403]).toContain(response.status)
    const rest = await app.fetch('/rest/v1/user_profiles?select=id', {
      headers: { apikey: key, authorization: `Bearer ${key}`, origin: 'http://emote.test' },
    })
    expect(rest.status).toBe(401)
    // Browsers send no Origin with a same-origin read.
    const same = await app.fetch('/rest/v1/user_profiles?select=id', {
      headers: { apikey: key, authorization: `Bearer ${key}`, 'sec-fetch-site': 'same-origin' },
    })
    expect(same.status).toBe(401)
  })
})
