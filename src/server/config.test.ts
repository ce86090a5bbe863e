import { expect, it } from 'vitest'
import { readConfig, warnAbout } from './config.ts'

it('the server starts without any setting', () => {
  const config = readConfig({})
  expect([config.PORT, config.HOST, config.publicUrl]).toEqual([3_000, '127.0.0.1', 'http://127.0.0.1:3000'])
})

it.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'emote.example'],
  ['DATABASE_URL', 'mysql://x'],
  ['TRUSTED_PROXY_HOPS', '-1'],
  ['AUTH_REQUIRE_EMAIL_CONFIRMATION', 'maybe'],
  ['AUTH_ACCESS_TOKEN_SECONDS', '86400'],
  ['AUTH_REDIRECT_ALLOW', 'https://ok.example,notanaddress'],
  ['AUTH_SIGNUP', '0'],
  ['AUTH_SIGNUPS', 'off'],
  ['AUTH_CAPTCHA', 'always'],
  ['AUTH_CODE_LENGTH', '4'],
  ['AUTH_CODE_SECONDS', '86400'],
  ['AUTH_PASSWORD_LEAST', '5'],
  ['AUTH_REFRESH_REUSE_SECONDS', '61'],
  ['AUTH_SESSION_IDLE_DAYS', '0'],
  ['AUTH_SESSION_DAYS', '181'],
  ['AUTH_FACTORS_MOST', '0'],
  ['AUTH_PHONE_FACTOR', '1'],
  ['AUTH_PASSKEY_RP_ID', '127.0.0.1'],
  ['AUTH_PASSKEY_RP_ID', 'another.example'],
  ['AUTH_PASSKEY_ORIGINS', 'https://emote.example'],
  ['AUTH_SAML_KEY', '/etc/emote/saml.pem'],
  ['AUTH_WEB3', 'ethereum,bitcoin'],
  ['AUTH_LIMIT_LOGIN_PAIR', '11'],
  ['AUTH_LIMIT_LOGIN_PAIR', '0'],
  ['AUTH_LIMIT_POST_ACCOUNT', '1'],
  ['AUTH_HS256_SECRET', 'maikli'],
  ['AUTH_HS256_SECRET', 'super-secret-jwt-token-with-at-least-32-characters-long'],
  ['AUTH_GOOGLE_ISSUER', 'accounts.google.com'],
  ['SMS_GATEWAY_URL', 'https://sms.example'],
  ['SMS_GATEWAY_TOKEN', 'lihim'],
  ['SMS_GATEWAY_BODY', '{"to":"{phone}"}'],
  ['SMS_GATEWAY_BODY', '{"to":"{phone}","text":{text}}'],
  ['SMS_COUNTRIES', '+63'],
  ['SMS_COUNTRIES', '63, 65'],
  ['SMTP_URL', 'ftp://x'],
  ['REDIS_URL', 'memcached://x'],
  ['REALTIME_KEY', 'two words'],
  ['S3_ENDPOINT', 'https://s3.example'],
  ['AI_BASE_URL', 'api.example/v1'],
  ['AI_MODEL', 'a-model'],
  ['AI_PLACES', '0'],
  ['FREE_QUOTA_DAYS', '-1'],
  ['PUSH_PRIVATE_KEY', 'A'.repeat(43)],
  ['PUSH_PRIVATE_KEY', 'short'],
  ['PAYMONGO_SECRET_KEY', 'pk_test_12345678'],
  ['PAYMONGO_SECRET_KEY', 'sk_test_12345678'],
  ['PAYMONGO_WEBHOOK_SECRET', 'whsk_12345678'],
  ['PAYMONGO_METHODS', 'gcash, card'],
  ['ALLOW_TEST_PAYMENTS', 'yes'],
  ['PUSH_ORIGINS', 'https://push.example,notanaddress'],
  ['MAIL_FROM', 'nobody\r\nBcc: all@example.test'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name)
})

it('an empty value counts as not set', () => {
  expect(readConfig({ PORT: '' }).PORT).toBe(3_000)
})

it('a realtime key without a dot and a colon turns live updates off', () => {
  const keys = ['emote.live:public', 'emote:live', 'emote.live', 'off']
  expect(keys.map((REALTIME_KEY) => readConfig({ REALTIME_KEY }).realtime)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

const passkeysOf = (env: NodeJS.ProcessEnv) => readConfig(env).auth.passkeys

it('passkeys belong to the host of the web app, or to the domain above it that the operator names', () => {
  expect(passkeysOf({})).toBeUndefined()
  expect(passkeysOf({ PUBLIC_URL: 'http://localhost:3000' })).toMatchObject({
    rpId: 'localhost',
    origins: ['http://localhost:3000'],
  })
  const app = { PUBLIC_URL: 'https://app.emote.example' }
  expect(passkeysOf(app)?.rpId).toBe('app.emote.example')
  expect(passkeysOf({ ...app, AUTH_PASSKEY_RP_ID: 'emote.example' })?.rpId).toBe('emote.example')
  expect(passkeysOf({ ...app, AUTH_PASSKEYS: '0' })).toBeUndefined()
  const foreign = { ...app, AUTH_PASSKEY_ORIGINS: 'https://app.emote.example,https://notemote.example' }
  expect(() => passkeysOf({ ...foreign, AUTH_PASSKEY_RP_ID: 'emote.example' })).toThrow(
    'https://notemote.example',
  )
})

it('a provider has an id, a secret, and an issuer unless Emote knows it', () => {
  const google = { AUTH_GOOGLE_CLIENT_ID: 'emote', AUTH_GOOGLE_CLIENT_SECRET: 'lihim' }
  const own = { AUTH_KEYCLOAK_CLIENT_ID: 'emote', AUTH_KEYCLOAK_CLIENT_SECRET: 'lihim' }
  expect(readConfig(google).auth.providers).toMatchObject([{ name: 'google', label: 'Google' }])
  expect(() => readConfig(own)).toThrow('AUTH_KEYCLOAK_ISSUER')
  expect(() => readConfig({ AUTH_GOOGLE_CLIENT_ID: 'emote' })).toThrow('AUTH_GOOGLE_CLIENT_SECRET')
  const issuer = { AUTH_KEYCLOAK_ISSUER: 'https://id.example/realms/emote' }
  expect(readConfig({ ...google, ...own, ...issuer }).auth.providers.map(({ name }) => name)).toEqual([
    'google',
    'keycloak',
  ])
})

it('an operator sets the points of a limit, and the others stay strict', () => {
  expect(readConfig({}).auth.limits).toBe('strict')
  const own = { AUTH_LIMIT_LOGIN_NETWORK: '120', AUTH_LIMIT_MAIL_ADDRESS_HOUR: '10' }
  expect(readConfig(own).auth.limits).toEqual({ loginNetwork: 120, mailAddressHour: 10 })
  expect(readConfig({ ...own, AUTH_LIMITS: 'relaxed' }).auth.limits).toBe('relaxed')
})

it('an S3 store needs all of its settings', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'emote',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  }
  expect(readConfig(s3).s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'emote',
    region: 'auto',
    accessKey: 'a',
    secretKey: 'b',
  })
})

it('a language model needs an address and a name, and may have a key', () => {
  const model = { AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'small' }
  expect(readConfig(model).model).toEqual({
    baseUrl: 'http://127.0.0.1:11434/v1',
    apiKey: undefined,
    model: 'small',
  })
  expect(readConfig({ ...model, AI_API_KEY: 'k' }).model?.apiKey).toBe('k')
  expect(readConfig({}).model).toBeUndefined()
})

const operatorOf = (env: NodeJS.ProcessEnv) => readConfig(env).operator

it('mails to the operator go to SUPPORT_EMAIL, or else to the sender of mails', () => {
  expect(operatorOf({})).toBe('emote@localhost')
  expect(operatorOf({ MAIL_FROM: 'hello@emote.example' })).toBe('hello@emote.example')
  expect(operatorOf({ MAIL_FROM: 'Emote <a@b.example>', SUPPORT_EMAIL: 'c@d.example' })).toBe('c@d.example')
})

const warned = (env: NodeJS.ProcessEnv) => warnAbout(readConfig(env)).join()

it('https without a trusted proxy and relaxed limits are warned of, by the name of the setting', () => {
  expect(warned({ PUBLIC_URL: 'https://emote.example' })).toContain('TRUSTED_PROXY_HOPS')
  expect(warned({ AUTH_LIMITS: 'relaxed' })).toContain('AUTH_LIMITS')
  expect(warned({ PUBLIC_URL: 'https://emote.example', TRUSTED_PROXY_HOPS: '1' })).not.toContain('TRUSTED')
  expect(warned({ PUBLIC_URL: 'http://emote.example' })).toBe('')
})

it('codes by SMS that nobody would get are warned of, where people come in from outside', () => {
  const phones = { PUBLIC_URL: 'https://emote.example', AUTH_PHONE: '1' }
  expect(warned(phones)).toContain('SMS_GATEWAY_URL')
  expect(warned({ ...phones, SMS_GATEWAY_URL: 'https://sms.example/send' })).not.toContain('SMS_GATEWAY')
  expect(warned({ AUTH_PHONE: '1' })).toBe('')
})

const payments = (env: NodeJS.ProcessEnv) => {
  const config = readConfig(env)
  return [config.paymongo?.secretKey, config.testPayments, warnAbout(config).length]
}

it('payments without money need a server of tests, or an operator who asks for them', () => {
  const keys = { PAYMONGO_SECRET_KEY: 'sk_live_12345678', PAYMONGO_WEBHOOK_SECRET: 'whsk_12345678' }
  expect(payments({})).toEqual([undefined, true, 0])
  expect(payments({ NODE_ENV: 'production' })).toEqual([undefined, false, 1])
  expect(payments({ NODE_ENV: 'production', ALLOW_TEST_PAYMENTS: '1' })).toEqual([undefined, true, 1])
  expect(payments({ NODE_ENV: 'production', ...keys })).toEqual(['sk_live_12345678', false, 0])
  expect(payments(keys)).toEqual(['sk_live_12345678', false, 0])
  const https = { PUBLIC_URL: 'https://emote.example', TRUSTED_PROXY_HOPS: '1' }
  const testKeys = { ...keys, PAYMONGO_SECRET_KEY: 'sk_test_12345678' }
  expect(payments(testKeys)).toEqual(['sk_test_12345678', false, 0])
  for (const production of [https, { NODE_ENV: 'production' }]) {
    expect(payments(production)).toEqual([undefined, false, 1])
    expect(payments({ ...production, ...testKeys })).toEqual([undefined, false, 1])
    const asked = { ...production, ALLOW_TEST_PAYMENTS: '1' }
    expect(payments({ ...asked, ...testKeys })).toEqual(['sk_test_12345678', false, 1])
  }
})
