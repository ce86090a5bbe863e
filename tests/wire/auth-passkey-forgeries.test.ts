import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, url, type TestApp } from '../support/app.ts'
import { createAuthenticator, flag, type Authenticator, type Lies } from '../support/authenticator.ts'
import { creationAsked, logInWith, password, signUpWithPasskey } from '../support/passkeys.ts'

// Forged and malformed answers of devices. Each is a 403, never a session and never a fault.

let app: TestApp
let owner: Awaited<ReturnType<typeof signUpWithPasskey>>
let token = ''
beforeAll(async () => {
  app = await startApp()
  owner = await signUpWithPasskey(app, 'mina@example.test')
  token = (await owner.client.auth.getSession()).data.session?.access_token ?? ''
})
afterAll(() => app.stop())

const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const post = async (path: string, body: unknown) => {
  const response = await app.fetch(`/auth/v1/passkeys${path}`, {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${path.startsWith('/registration') ? token : app.keys.anonKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const asked = async (ceremony: 'registration' | 'authentication') =>
  (await post(`/${ceremony}/options`, {})).body as {
    challenge_id: string
    options: { challenge: string; user: { id: string } }
  }

/** Lies that neither a new credential nor a log-in may tell. */
const lies: Record<string, Lies> = {
  'another origin': { origin: 'https://emote.test.evil.example' },
  'our host by https': { origin: 'https://emote.test' },
  'our host on another port': { origin: 'http://emote.test:8080' },
  'our origin with a path': { origin: `${url}/` },
  'a subdomain': { origin: 'http://evil.emote.test' },
  'an origin of an app': { origin: 'android:apk-key-hash:abc' },
  'an empty origin': { origin: '' },
  'an origin that is a list': { client: { origin: [url] } },
  'another type': { type: 'payment.get' },
  'no type': { client: { type: undefined } },
  'another challenge': { challenge: randomBytes(32).toString('base64url') },
  'an empty challenge': { challenge: '' },
  'no challenge': { client: { challenge: undefined } },
  'a challenge in another spelling': { client: { challenge: null } },
  'a frame of a foreign page': { client: { crossOrigin: true } },
  'a foreign page above': { client: { crossOrigin: true, topOrigin: 'https://evil.example' } },
  'a foreign page above, denied': { client: { topOrigin: 'https://evil.example' } },
  'a token binding of no kind': { client: { tokenBinding: { status: 'whatever' } } },
  'the key of another site': { rpId: 'evil.example' },
  'the key of a subdomain': { rpId: 'www.emote.test' },
  'bytes at the end': { more: Buffer.from([0]) },
  'extensions that are none': { flags: flag.present | flag.verified | flag.extended },
  'an extension that never ends': {
    flags: flag.present | flag.verified | flag.extended,
    more: Buffer.alloc(2_000, 0x81),
  },
}

const loginLies: Record<string, Lies> = {
  ...lies,
  'an answer to create': { type: 'webauthn.create' },
  'no finger': { flags: flag.present },
  'nobody there': { flags: flag.verified },
  'no flags': { flags: 0 },
  'another key': { key: foreign.privateKey },
  'the handle of nobody': { userHandle: randomBytes(32).toString('base64url') },
  'no handle': { userHandle: '' },
  'a short handle': { userHandle: 'AA' },
  'an attested key that is missing': { flags: flag.present | flag.verified | flag.attested },
  'a backup of a key that cannot be copied': { flags: flag.present | flag.verified | flag.backedUp },
}

const shared = flag.present | flag.verified | flag.attested
const ec = (...more: [number, number | Uint8Array][]) =>
  new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, randomBytes(32)],
    [-3, randomBytes(32)],
    ...more,
  ])
const creationLies: Record<string, Lies> = {
  ...lies,
  'an answer to get': { type: 'webauthn.get' },
  'no finger': { flags: flag.present | flag.attested },
  'nobody there': { flags: flag.verified | flag.attested },
  'no key': { flags: flag.present | flag.verified },
  'a key without an algorithm': { publicKey: new Map([[1, 2]]) },
  'an algorithm that is not offered': { publicKey: ec([3, -36]) },
  'a symmetric key': {
    publicKey: new Map<number, number | Uint8Array>([
      [1, 4],
      [3, 5],
      [-1, randomBytes(32)],
    ]),
  },
  'an empty key': { publicKey: new Map() },
  'a key that fills the table': {
    publicKey: new Map<number, number | Uint8Array>([
      [1, 3],
      [3, -257],
      [-1, Buffer.alloc(2_100, 1)],
      [-2, Buffer.from([1, 0, 1])],
    ]),
  },
  'bytes at the end': { more: Buffer.from('a0', 'hex') },
  'extensions that are none': { flags: shared | flag.extended },
  'a backup of a key that cannot be copied': { flags: shared | flag.backedUp },
}

it.each(Object.entries(loginLies))('a log-in with %s opens nothing', async (_what, lie) => {
  const { challenge_id, options } = await asked('authentication')
  const answer = await post('/authentication/verify', {
    challenge_id,
    credential: owner.device.get(options, lie),
  })
  expect(answer).toMatchObject({ status: 403, body: { error_code: 'webauthn_verification_failed' } })
})

it.each(Object.entries(creationLies))('a new credential with %s is not kept', async (_what, lie) => {
  const { challenge_id, options } = await asked('registration')
  const device = createAuthenticator({ origin: url })
  const answer = await post('/registration/verify', { challenge_id, credential: device.create(options, lie) })
  expect(answer).toMatchObject({ status: 403, body: { error_code: 'webauthn_verification_failed' } })
})

type Credential = ReturnType<Authenticator['get']> | ReturnType<Authenticator['create']>
const long = 'A'.repeat(40_000)
const deep = Buffer.alloc(16_000, 0x81).toString('base64url')
/** What is no answer of a device at all. */
const malformed: Record<string, (good: Credential) => unknown> = {
  'a text': () => 'credential',
  'a number': () => 7,
  'a list': (good) => [good],
  'an empty object': () => ({}),
  'no id': ({ id: _id, ...rest }) => rest,
  'an id that is a number': (good) => ({ ...good, id: 7 }),
  'an id that is a list': (good) => ({ ...good, id: [good.id] }),
  'an id with a quote': (good) => ({ ...good, id: "' or 1=1 --", rawId: "' or 1=1 --" }),
  'an empty id': (good) => ({ ...good, id: '', rawId: '' }),
  'a long id': (good) => ({ ...good, id: long, rawId: long }),
  'another raw id': (good) => ({ ...good, rawId: 'AAAA' }),
  'the id of another key': (good) => ({ ...good, id: 'AAAA', rawId: 'AAAA' }),
  'an id in another spelling': (good) => ({ ...good, id: `${good.id}=`, rawId: `${good.id}=` }),
  'another type': (good) => ({ ...good, type: 'password' }),
  'no response': ({ response: _response, ...rest }) => rest,
  'a response that is null': (good) => ({ ...good, response: null }),
  'a response that is a text': (good) => ({ ...good, response: 'x' }),
  ...Object.fromEntries(
    ['clientDataJSON', 'authenticatorData', 'signature', 'attestationObject'].flatMap((name) =>
      Object.entries({
        missing: undefined,
        empty: '',
        'a number': 1,
        'no base64': '!!',
        short: 'AA',
        long,
        deep,
      }).map(([what, value]) => [
        `${name} ${what}`,
        (good: Credential) => ({ ...good, response: { ...good.response, [name]: value } }),
      ]),
    ),
  ),
  'client data that is null': (good) => withClient(good, 'null'),
  'client data that is a list': (good) => withClient(good, '[]'),
  'client data that is no JSON': (good) => withClient(good, '{"type":'),
}
const withClient = (good: Credential, text: string) => ({
  ...good,
  response: { ...good.response, clientDataJSON: Buffer.from(text).toString('base64url') },
})

it('an answer of another form opens nothing and is not kept', async () => {
  const wrong: string[] = []
  for (const [what, change] of Object.entries(malformed))
    for (const ceremony of ['authentication', 'registration'] as const) {
      if (ceremony === 'authentication' ? what.startsWith('attestationObject') : /^(auth|sig)/.test(what))
        continue
      const { challenge_id, options } = await asked(ceremony)
      const good =
        ceremony === 'authentication'
          ? owner.device.get(options)
          : createAuthenticator({ origin: url }).create(options)
      const { status, body } = await post(`/${ceremony}/verify`, { challenge_id, credential: change(good) })
      if (status !== 403 || body['error_code'] !== 'webauthn_verification_failed')
        wrong.push(`${ceremony}, ${what}: ${status} ${JSON.stringify(body)}`)
    }
  expect(wrong).toEqual([])
  expect(app.logged.filter((line) => line.startsWith('Fault'))).toEqual([])
})

it.each([
  ['no challenge', { credential: {} }],
  ['a challenge that is no id', { challenge_id: "x' or true", credential: {} }],
  ['a challenge that is a number', { challenge_id: 7, credential: {} }],
  ['no credential', { challenge_id: '00000000-0000-0000-0000-000000000000' }],
])('a body with %s is refused', async (_what, body) => {
  for (const ceremony of ['authentication', 'registration'])
    expect(await post(`/${ceremony}/verify`, body)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    })
})

it('the owner still logs in after all of these', async () => {
  expect((await creationAsked(owner.client)).options.excludeCredentials).toHaveLength(1)
  expect((await logInWith(app.client(), owner.device)).error).toBeNull()
})

it('passkeys that are off answer as the reference does', async () => {
  const off = await startApp({ settings: { passkeys: undefined } })
  try {
    const client = off.client()
    await client.auth.signUp({ email: 'ben@example.test', password })
    const refused = { status: 404, code: 'passkey_disabled', message: 'Passkeys are disabled' }
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject(refused)
    expect((await client.auth.passkey.startAuthentication()).error).toMatchObject(refused)
    expect((await client.auth.passkey.list()).error).toMatchObject(refused)
  } finally {
    await off.stop()
  }
})
