import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

const password = 'tahimik-na-gabi-7'

const ask = (app: TestApp, path: string, body: object) =>
  app.fetch(`/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: app.keys.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('a phone number without confirmation', () => {
  let app: TestApp
  beforeAll(async () => void (app = await startApp({ settings: { phone: true, phoneConfirmation: false } })))
  afterAll(() => app.stop())

  it('opens an account at once, and logs in with it', async () => {
    const client = app.client()
    const { data, error } = await client.auth.signUp({
      phone: '639171234567',
      password,
      options: { data: { mood: 'kalma' } },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      phone: '639171234567',
      email: '',
      is_anonymous: false,
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { mood: 'kalma' },
      identities: [{ provider: 'phone', identity_data: { phone: '639171234567', phone_verified: false } }],
    })
    expect(data.user?.phone_confirmed_at).toBeTruthy()
    expect(data.user?.confirmed_at).toBe(data.user?.phone_confirmed_at)
    const claims = await client.auth.getClaims(data.session?.access_token)
    expect(claims.data?.claims).toMatchObject({ phone: '639171234567', email: '' })
    // A plus sign and spaces are spelling.
    const again = await app.client().auth.signInWithPassword({ phone: '+63 917 123 4567', password })
    expect(again.data.user?.id).toBe(data.user?.id)
  })

  it('has one account, whoever signs up at the same moment', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, () => app.client().auth.signUp({ phone: '639180000001', password })),
    )
    expect(results.filter(({ error }) => !error)).toHaveLength(1)
    expect(new Set(results.flatMap(({ error }) => error?.code ?? []))).toEqual(
      new Set(['user_already_exists']),
    )
  })

  it.each([
    '0917123456',
    '+',
    '12345',
    '1234567890123456',
    '63917x234567',
    '1795-invalid',
    '63917\u0000123456',
  ])('is refused as %j', async (phone) => {
    for (const path of ['/signup', '/token?grant_type=password']) {
      const response = await ask(app, path, { phone, password })
      expect(response.status).toBe(400)
      const { error_code, msg } = (await response.json()) as { error_code: string; msg: string }
      expect(error_code).toBe('validation_failed')
      if (!phone.includes('\u0000')) expect(msg).toBe('Invalid phone number format (E.164 required)')
    }
  })

  it('is refused beside an address, and as its own password', async () => {
    const both = await ask(app, '/signup', { phone: '639171234567', email: 'mina@example.test', password })
    expect(both.status).toBe(400)
    const weak = await ask(app, '/signup', { phone: '639199999999', password: '639199999999' })
    expect(await weak.json()).toMatchObject({ error_code: 'weak_password' })
  })

  it('gets the answer of a wrong password when it has no account', async () => {
    await app.client().auth.signUp({ phone: '639180000002', password })
    const answers = await Promise.all(
      ['639180000002', '639180000003'].map(async (phone) => {
        const response = await ask(app, '/token?grant_type=password', { phone, password: 'mali-ito-9' })
        return { status: response.status, text: await response.text(), headers: [...response.headers.keys()] }
      }),
    )
    expect(answers[0]).toMatchObject({ status: 400 })
    expect(answers[0]?.text).toContain('invalid_credentials')
    expect(answers[1]).toEqual(answers[0])
  })

  it('leaves with its owner, and is free for a new account', async () => {
    const phone = '639180000004'
    const { data } = await app.client().auth.signUp({ phone, password })
    const headers = {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
    }
    const mine = await app.fetch('/functions/v1/my-data', { headers })
    expect(mine.status).toBe(200)
    expect(Buffer.from(await mine.arrayBuffer()).includes('account.json')).toBe(true)
    const body = JSON.stringify({ user_id: data.user?.id })
    const left = await app.fetch('/functions/v1/delete-user-data', { method: 'POST', headers, body })
    expect(left.status).toBe(200)
    await app.erasure.idle()
    const next = await app.client().auth.signUp({ phone, password })
    expect(next.error).toBeNull()
    expect(next.data.user?.id).not.toBe(data.user?.id)
  })
})
