import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usualBody } from '../../src/server/providers/sms/http-gateway.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { startSmsGateway, type SmsGateway } from '../support/sms-gateway.ts'

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

describe('a phone number with confirmation', () => {
  let app: TestApp
  let gateway: SmsGateway
  beforeAll(async () => {
    gateway = await startSmsGateway()
    app = await startApp({
      settings: { phone: true, phoneConfirmation: true },
      smsGateway: { url: gateway.url, token: 'lihim', body: usualBody },
    })
  })
  beforeEach(() => {
    gateway.answer = { status: 200 }
    app.advance(120_000)
  })
  afterAll(async () => {
    await app.stop()
    await gateway.stop()
  })
  const codeTo = async (phone: string, count = 1) => {
    await expect.poll(() => gateway.codesTo(phone).length, { interval: 10 }).toBe(count)
    return gateway.codesTo(phone)[count - 1] ?? ''
  }

  it('gets a code by SMS, and the account opens with it', async () => {
    const phone = '639170000001'
    const client = app.client()
    const signedUp = await client.auth.signUp({ phone, password })
    expect(signedUp.error).toBeNull()
    expect(signedUp.data).toMatchObject({ session: null, user: { phone, email: '' } })
    const early = await client.auth.signInWithPassword({ phone, password })
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' })
    const token = await codeTo(phone)
    const verified = await client.auth.verifyOtp({ phone, token, type: 'sms' })
    expect(verified.error).toBeNull()
    expect(verified.data.user).toMatchObject({
      phone,
      identities: [{ identity_data: { phone_verified: true } }],
    })
    expect((await app.client().auth.signInWithPassword({ phone, password })).error).toBeNull()
    expect(gateway.asked[0]?.headers.authorization).toBe('Bearer lihim')
  })

  it('gets the same answer whether it has an account or not, and no SMS when it has', async () => {
    const known = '639170000002'
    await app.client().auth.signUp({ phone: known, password })
    await app.client().auth.verifyOtp({ phone: known, token: await codeTo(known), type: 'sms' })
    app.advance(120_000)
    const answer = async (phone: string) => {
      const response = await ask(app, '/signup', { phone, password })
      const body = (await response.json()) as Record<string, unknown>
      return { status: response.status, headers: [...response.headers.keys()], keys: Object.keys(body) }
    }
    const fresh = await answer('639170000003')
    expect(fresh.status).toBe(200)
    expect(await answer(known)).toEqual(fresh)
    await codeTo('639170000003')
    await app.mails.idle()
    expect(gateway.codesTo(known)).toHaveLength(1)
  })

  it("replaces a stranger's earlier password when the owner signs up later", async () => {
    const phone = '639170000004'
    await app.client().auth.signUp({ phone, password: 'galing-sa-iba-1' })
    await codeTo(phone)
    app.advance(120_000)
    await app.client().auth.signUp({ phone, password })
    const confirmed = await app.client().auth.verifyOtp({ phone, token: await codeTo(phone, 2), type: 'sms' })
    expect(confirmed.error).toBeNull()
    const stranger = await app.client().auth.signInWithPassword({ phone, password: 'galing-sa-iba-1' })
    expect(stranger.error?.code).toBe('invalid_credentials')
  })

  it('is refused abroad, where SMS are dear, and no SMS is sent', async () => {
    const response = await ask(app, '/signup', { phone: '8821234567890', password })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ msg: 'SMS are not sent to numbers of this country' })
    await app.mails.idle()
    expect(gateway.codesTo('8821234567890')).toEqual([])
  })

  it('is texted once a minute, with the same answer for everybody', async () => {
    const phone = '639170000005'
    for (let i = 0; i < 3; i++) expect((await ask(app, '/signup', { phone, password })).status).toBe(200)
    await codeTo(phone)
    await app.mails.idle()
    expect(gateway.codesTo(phone)).toHaveLength(1)
  })

  it('gets its SMS later when the gateway is down, and no log names it', async () => {
    const phone = '639170000006'
    gateway.answer = { status: 503, text: `no way to +${phone}` }
    await ask(app, '/signup', { phone, password })
    await expect.poll(() => gateway.codesTo(phone).length, { interval: 10 }).toBe(1)
    await app.mails.idle()
    expect(app.logged.at(-1)).toContain('(sms, attempt 1) was not sent: status 503')
    gateway.answer = { status: 200 }
    app.advance(6_000)
    app.mails.wake()
    await codeTo(phone, 2)
    await app.mails.idle()
    expect((await app.owner.query("select from auth.mails where kind = 'sms'")).rowCount).toBe(0)
    expect(app.logged.join()).not.toMatch(/63917000000/)
  })
})
