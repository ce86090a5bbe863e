import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { addPasskey, logInWith } from '../support/passkeys.ts'

const day = 86_400_000
const password = 'tahimik-na-gabi-7'

let app: TestApp
beforeAll(async () => {
  const { auth } = readConfig({
    PUBLIC_URL: 'http://emote.test',
    AUTH_ANONYMOUS: '1',
    AUTH_PHONE: '1',
    AUTH_PHONE_CONFIRMATION: '0',
    AUTH_SAML: '1',
    AUTH_GOOGLE_CLIENT_ID: 'emote',
    AUTH_GOOGLE_CLIENT_SECRET: 'lihim-ng-google',
    AUTH_KEYCLOAK_CLIENT_ID: 'emote',
    AUTH_KEYCLOAK_CLIENT_SECRET: 'lihim-ng-keycloak',
    AUTH_KEYCLOAK_ISSUER: 'https://id.example',
    AUTH_PASSWORD_LEAST: '12',
    AUTH_REFRESH_REUSE_SECONDS: '0',
    AUTH_SESSION_IDLE_DAYS: '2',
    AUTH_SESSION_DAYS: '5',
    AUTH_CODE_LENGTH: '8',
    AUTH_PASSKEY_ORIGINS: 'http://app.emote.test',
  })
  app = await startApp({ settings: { ...auth, limits: 'relaxed' }, stoppedClock: true })
})
afterAll(() => app.stop())

const post = async (path: string, body: object) => {
  const response = await app.fetch(`/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: app.keys.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const said = (await response.json()) as { refresh_token?: string; error_code?: string; msg?: string }
  return { status: response.status, ...said }
}
const refresh = (token = '') => post('/token?grant_type=refresh_token', { refresh_token: token })
let named = 0
const signUp = async () =>
  (await post('/signup', { email: `mina${++named}@example.test`, password })).refresh_token

describe('what clients are told', () => {
  it('is what the operator has set, in /settings', async () => {
    const settings = (await (await app.fetch('/auth/v1/settings')).json()) as Record<string, unknown>
    expect(settings).toMatchObject({
      external: {
        email: true,
        phone: true,
        anonymous_users: true,
        google: true,
        keycloak: true,
        facebook: false,
      },
      disable_signup: false,
      phone_autoconfirm: true,
      sms_provider: 'outbox',
      saml_enabled: true,
      passkeys_enabled: true,
    })
  })

  it('is what the page needs, in /config.json, without a secret', async () => {
    const text = await (await app.fetch('/config.json')).text()
    expect(JSON.parse(text)).toMatchObject({
      features: {
        auth: {
          anonymous: true,
          phone: true,
          sso: true,
          passkeys: true,
          twoStep: true,
          passwordLeast: 12,
          codeLength: 8,
          providers: [
            { name: 'google', label: 'Google' },
            { name: 'keycloak', label: 'keycloak' },
          ],
        },
      },
    })
    expect(text).not.toContain('lihim')
  })
})

describe('a session lives as the operator says', () => {
  it('without a refresh for so many days', async () => {
    const [kept, left] = [await signUp(), await signUp()]
    app.advance(1.9 * day)
    expect((await refresh(kept)).status).toBe(200)
    app.advance(0.2 * day)
    expect(await refresh(left)).toMatchObject({ status: 400, error_code: 'session_expired' })
  })

  it('and so many days after its log-in, however often it is refreshed', async () => {
    let token = await signUp()
    for (let days = 0; days < 4; days++) {
      app.advance(day)
      // oxlint-disable-next-line no-await-in-loop -- each refresh needs the token of the one before
      token = (await refresh(token)).refresh_token
      expect(token).toBeDefined()
    }
    app.advance(1.1 * day)
    expect(await refresh(token)).toMatchObject({ status: 400, error_code: 'session_expired' })
  })

  it('with spent tokens that work no longer than set: only the parent of the active one', async () => {
    const first = await signUp()
    const second = (await refresh(first)).refresh_token
    const third = (await refresh(second)).refresh_token
    expect((await refresh(second)).refresh_token).toBe(third)
    expect(await refresh(first)).toMatchObject({ status: 400, error_code: 'refresh_token_already_used' })
  })
})

it('passkeys are made at the origin that the operator names, and at no other', async () => {
  const client = app.client()
  await client.auth.signUp({ email: 'susi@example.test', password })
  const ours = createAuthenticator({ origin: 'http://emote.test' })
  expect((await addPasskey(client, ours)).error?.code).toBe('webauthn_verification_failed')
  const theirs = createAuthenticator({ origin: 'http://app.emote.test', rpId: 'emote.test' })
  expect((await addPasskey(client, theirs)).error).toBeNull()
  expect((await logInWith(app.client(), theirs)).data?.session).toBeTruthy()
  expect((await logInWith(app.client(), theirs, { origin: 'http://emote.test' })).error?.code).toBe(
    'webauthn_verification_failed',
  )
})

it('a password is as long as the operator asks', async () => {
  const short = await post('/signup', { email: 'ben@example.test', password: 'maikli-7-ito'.slice(1) })
  expect(short).toMatchObject({
    status: 422,
    error_code: 'weak_password',
    msg: 'Password should be at least 12 characters.',
  })
  expect((await post('/signup', { email: 'ben@example.test', password: 'maikli-7-ito' })).status).toBe(200)
})
