import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { follow, mailsTo, mailTo } from '../support/mailbox.ts'

const password = 'tahimik-na-gabi-7'
let app: TestApp
beforeAll(
  async () => void (app = await startApp({ settings: { redirectAllow: ['https://app.example.test'] } })),
)
afterAll(() => app.stop())

let count = 0
let email = ''
beforeEach(() => void (email = `liham${++count}@example.test`))

const signUp = async () => {
  const client = app.client()
  const { data, error } = await client.auth.signUp({ email, password })
  if (error || !data.user) throw error ?? new Error('no user')
  return { client, id: data.user.id }
}
const recover = async (redirectTo?: string) => {
  const { error } = await app.client().auth.resetPasswordForEmail(email, redirectTo ? { redirectTo } : {})
  expect(error).toBeNull()
  return mailTo(app, email)
}
const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10) Mobile' }

describe('recovery', () => {
  it('leads from the mail to the reset page, with a session that may set a new password', async () => {
    const { client } = await signUp()
    const mail = await recover('http://emote.test/reset-password')
    expect(mail.subject).toBe('Bagong password para sa Emote')
    expect(mail.code).toMatch(/^\d{6}$/)
    expect(mail.token.length).toBeGreaterThanOrEqual(43)
    const { response, to, fragment } = await follow(app, mail.link, phone)
    expect(response.status).toBe(303)
    expect(to).toBe('http://emote.test/reset-password')
    expect(Object.keys(fragment)).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ])
    expect(fragment['type']).toBe('recovery')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('no-store')

    const reset = app.client()
    const { error } = await reset.auth.setSession({
      access_token: fragment['access_token'] ?? '',
      refresh_token: fragment['refresh_token'] ?? '',
    })
    expect(error).toBeNull()
    const updated = await reset.auth.updateUser({ password: 'bagong-simula-3' })
    expect(updated.error).toBeNull()
    // Earlier sessions have ended with the new password.
    expect((await client.auth.getUser()).error).not.toBeNull()
    const old = await app.client().auth.signInWithPassword({ email, password })
    expect(old.error?.code).toBe('invalid_credentials')
    const fresh = await app.client().auth.signInWithPassword({ email, password: 'bagong-simula-3' })
    expect(fresh.error).toBeNull()
    expect((await mailTo(app, email, 2)).subject).toBe('Napalitan ang password mo sa Emote')
  })

  it('answers {} for any address, and mails only existing accounts, once a minute', async () => {
    await signUp()
    const ask = async (address: string) => {
      const response = await app.fetch('/auth/v1/recover', {
        method: 'POST',
        headers: { apikey: app.keys.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: address }),
      })
      return [response.status, await response.text(), [...response.headers.keys()]]
    }
    const known = await ask(email)
    expect(known.slice(0, 2)).toEqual([200, '{}'])
    for (let i = 0; i < 3; i++) {
      expect(await ask('wala-dito@example.test')).toEqual(known)
      expect(await ask(email)).toEqual(known)
    }
    await mailTo(app, email)
    // Another person's mail has passed the same queue meanwhile.
    const other = email
    email = `${email}.ph`
    await signUp()
    await recover()
    expect(await mailsTo(app, other)).toHaveLength(1)
    expect(await mailsTo(app, 'wala-dito@example.test')).toHaveLength(0)
    app.advance(61_000)
    await ask(other)
    await mailTo(app, other, 2)
  })

  it('keeps a link valid after HEAD, prefetching and previewing', async () => {
    await signUp()
    const { link } = await recover()
    const path = link.pathname + link.search
    expect((await app.fetch(path, { method: 'HEAD' })).status).toBe(200)
    for (const headers of [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ]) {
      const fetched = await app.fetch(path, { headers })
      expect(fetched.status).toBe(425)
      expect(fetched.headers.has('location')).toBe(false)
    }
    expect((await follow(app, link, phone)).fragment['access_token']).toBeTruthy()
  })

  it('lets the same browser follow a link again within a minute, with a session in place of the first', async () => {
    await signUp()
    const { link } = await recover()
    const first = await follow(app, link, phone)
    app.advance(30_000)
    const stranger = await follow(app, link, { 'user-agent': 'Other/1.0' })
    expect(stranger.fragment).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' })
    const again = await follow(app, link, phone)
    expect(again.fragment['access_token']).toBeTruthy()
    const status = async (token = '') =>
      (
        await app.fetch('/auth/v1/user', {
          headers: { apikey: app.keys.anonKey, authorization: `Bearer ${token}` },
        })
      ).status
    expect(await status(first.fragment['access_token'])).toBe(403)
    expect(await status(again.fragment['access_token'])).toBe(200)
    app.advance(31_000)
    const late = await follow(app, link, phone)
    expect(Object.keys(late.fragment)).toEqual(['error', 'error_code', 'error_description', 'sb'])
    expect(late.fragment).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' })
    expect(late.to).toBe('http://emote.test/reset-password')
  })

  it('refuses a used link once its session has ended', async () => {
    await signUp()
    const { link } = await recover()
    const { fragment } = await follow(app, link, phone)
    await app.fetch('/auth/v1/logout', {
      method: 'POST',
      headers: { apikey: app.keys.anonKey, authorization: `Bearer ${fragment['access_token']}` },
    })
    expect((await follow(app, link, phone)).fragment['error_code']).toBe('otp_expired')
  })

  it('ends links after an hour, and ends the link of the mail before', async () => {
    await signUp()
    const first = await recover()
    app.advance(61_000)
    await app.client().auth.resetPasswordForEmail(email)
    const second = await mailTo(app, email, 2)
    expect((await follow(app, first.link)).fragment['error_code']).toBe('otp_expired')
    app.advance(3_600_000)
    expect((await follow(app, second.link)).fragment['error_code']).toBe('otp_expired')
  })

  it('ends a code after five wrong tries, and keeps the link', async () => {
    await signUp()
    const { code, token } = await recover()
    const wrong = code === '000000' ? '111111' : '000000'
    for (let i = 0; i < 5; i++) {
      const { error } = await app.client().auth.verifyOtp({ email, token: wrong, type: 'recovery' })
      expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
    }
    const right = await app.client().auth.verifyOtp({ email, token: code, type: 'recovery' })
    expect(right.error).toMatchObject({ status: 403, code: 'otp_expired' })
    const link = await app.client().auth.verifyOtp({ token_hash: token, type: 'recovery' })
    expect(link.error).toBeNull()
  })

  it('counts parallel guesses of a code one by one', async () => {
    await signUp()
    const { code } = await recover()
    const others = Array.from({ length: 30 }, (_, i) =>
      String((Number(code) + i + 1) % 1_000_000).padStart(6, '0'),
    )
    await Promise.all(others.map((token) => app.client().auth.verifyOtp({ email, token, type: 'recovery' })))
    const { rows } = await app.owner.query('select tries from auth.one_time_tokens where email = $1', [email])
    expect(rows).toEqual([{ tries: 5 }])
  })

  it('accepts a code once, within ten minutes, for its own purpose', async () => {
    await signUp()
    const { code } = await recover()
    const other = await app.client().auth.verifyOtp({ email, token: code, type: 'email' })
    expect(other.error?.code).toBe('otp_expired')
    const used = await app.client().auth.verifyOtp({ email, token: code, type: 'recovery' })
    expect(used.error).toBeNull()
    const twice = await app.client().auth.verifyOtp({ email, token: code, type: 'recovery' })
    expect(twice.error?.code).toBe('otp_expired')
    app.advance(61_000)
    await app.client().auth.resetPasswordForEmail(email)
    const next = await mailTo(app, email, 2)
    app.advance(601_000)
    const late = await app.client().auth.verifyOtp({ email, token: next.code, type: 'recovery' })
    expect(late.error?.code).toBe('otp_expired')
  })

  it('refuses a banned person', async () => {
    const { id } = await signUp()
    const { link, code } = await recover()
    await app.owner.query("update auth.users set banned_until = 'infinity' where id = $1", [id])
    const { error } = await app.client().auth.verifyOtp({ email, token: code, type: 'recovery' })
    expect(error).toMatchObject({ status: 403, code: 'user_banned' })
    expect((await follow(app, link)).fragment).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    })
  })
})

const go = (query: string) => follow(app, new URL(`http://emote.test/auth/v1/verify?${query}`))

describe('a link', () => {
  it('needs no key, and puts its error into the fragment', async () => {
    expect((await go('token=abc&type=recovery')).fragment['error_code']).toBe('otp_expired')
    expect((await go('token=pkce_abc&type=magiclink')).fragment['error_code']).toBe('otp_expired')
    expect((await go('token=abc')).fragment).toMatchObject({
      error: 'invalid_request',
      error_code: 'validation_failed',
    })
    expect((await go('type=signup')).fragment['error']).toBe('invalid_request')
    expect((await go('token=abc&type=__proto__')).fragment['error']).toBe('invalid_request')
    expect((await go('token=a%00b&type=signup')).response.status).toBe(400)
  })
})

describe('a change of address', () => {
  it('waits until both mailboxes agree, then ends other sessions', async () => {
    const { client } = await signUp()
    const other = app.client()
    await other.auth.signInWithPassword({ email, password })
    const next = `bago-${email}`
    const asked = await client.auth.updateUser({ email: next, current_password: password })
    expect(asked.error).toBeNull()
    expect(asked.data.user).toMatchObject({ email, new_email: next })
    const toOld = await mailTo(app, email)
    const toNew = await mailTo(app, next)

    const half = await follow(app, toOld.link, phone)
    expect(half.to).toBe('http://emote.test/auth/callback')
    expect(half.fragment['message']).toContain('Confirmation link accepted')
    expect((await follow(app, toOld.link, phone)).fragment['message']).toContain('Confirmation link accepted')
    expect((await client.auth.getUser()).data.user?.email).toBe(email)

    const done = await follow(app, toNew.link, phone)
    const { data } = await app.client().auth.getUser(done.fragment['access_token'])
    expect(data.user?.email).toBe(next)
    expect(data.user?.new_email).toBeUndefined()
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: next, email_verified: true })
    expect((await other.auth.getUser()).error).not.toBeNull()
    expect((await app.client().auth.signInWithPassword({ email: next, password })).error).toBeNull()
    expect((await mailTo(app, email, 2)).subject).toBe('Napalitan ang email mo sa Emote')
  })

  it('accepts codes too, and says which half is done', async () => {
    const { client } = await signUp()
    const next = `bago-${email}`
    await client.auth.updateUser({ email: next, current_password: password })
    const [toOld, toNew] = [await mailTo(app, email), await mailTo(app, next)]
    const half = await client.auth.verifyOtp({ email: next, token: toNew.code, type: 'email_change' })
    expect(half.error).toBeNull()
    expect(half.data.session).toBeNull()
    const done = await client.auth.verifyOtp({ email, token: toOld.code, type: 'email_change' })
    expect(done.data.user?.email).toBe(next)
  })

  it('refuses a taken address, also when it is taken meanwhile', async () => {
    const { client } = await signUp()
    const mine = email
    email = `kapatid-${mine}`
    await signUp()
    const taken = await client.auth.updateUser({ email, current_password: password })
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
    const next = `sana-${mine}`
    await client.auth.updateUser({ email: next, current_password: password })
    const [toOld, toNew] = [await mailTo(app, mine), await mailTo(app, next)]
    await follow(app, toOld.link, phone)
    email = next
    await signUp()
    expect((await follow(app, toNew.link, phone)).fragment['error_code']).toBe('email_exists')
  })

  it('is mailed again on request', async () => {
    const { client } = await signUp()
    const next = `bago-${email}`
    await client.auth.updateUser({ email: next, current_password: password })
    await mailTo(app, next)
    app.advance(61_000)
    const { error } = await client.auth.resend({ type: 'email_change', email })
    expect(error).toBeNull()
    const { token } = await mailTo(app, next, 2)
    expect(token).toBeTruthy()
  })
})

describe('resend', () => {
  it('answers {} for any address and refuses unknown types', async () => {
    const client = app.client()
    expect((await client.auth.resend({ type: 'signup', email: 'wala@example.test' })).error).toBeNull()
    const sms = await client.auth.resend({ type: 'sms', phone: '+639171234567' })
    expect(sms.error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
  })

  it('mails a confirmation again', async () => {
    const strict = await startApp({ settings: { requireEmailConfirmation: true } })
    try {
      const client = strict.client()
      await client.auth.signUp({ email, password })
      await mailTo(strict, email)
      strict.advance(61_000)
      await client.auth.resend({ type: 'signup', email })
      const { link } = await mailTo(strict, email, 2)
      const { to, fragment } = await follow(strict, link)
      expect(to).toBe('http://emote.test/auth/callback')
      expect(fragment['access_token']).toBeTruthy()
      expect(strict.logged.join('\n')).not.toContain(email)
    } finally {
      await strict.stop()
    }
  })
})

describe('with confirmation on', () => {
  let strict: TestApp
  beforeAll(async () => void (strict = await startApp({ settings: { requireEmailConfirmation: true } })))
  afterAll(() => strict.stop())

  const join = async (address: string, word = password) => {
    await strict.client().auth.signUp({ email: address, password: word })
    const { token } = await mailTo(strict, address)
    return token
  }

  it('a recovery also confirms the address, and voids a password that a stranger set before', async () => {
    await join(email, 'galing-sa-iba-1')
    strict.advance(61_000)
    await strict.client().auth.resetPasswordForEmail(email)
    const { token } = await mailTo(strict, email, 2)
    const owner = strict.client()
    const { error } = await owner.auth.verifyOtp({ token_hash: token, type: 'recovery' })
    expect(error).toBeNull()
    const stranger = await strict.client().auth.signInWithPassword({ email, password: 'galing-sa-iba-1' })
    expect(stranger.error?.code).toBe('invalid_credentials')
    expect((await owner.auth.updateUser({ password: 'bagong-simula-3' })).error).toBeNull()
    const again = await strict.client().auth.signInWithPassword({ email, password: 'bagong-simula-3' })
    expect(again.error).toBeNull()
  })

  it('a change to a taken address looks like any other, and mails its owner nothing', async () => {
    const other = `kapatid-${email}`
    await join(other)
    const client = strict.client()
    await client.auth.verifyOtp({ token_hash: await join(email), type: 'signup' })
    const { data, error } = await client.auth.updateUser({ email: other, current_password: password })
    expect(error).toBeNull()
    expect(data.user?.new_email).toBe(other)
    await mailTo(strict, email, 2)
    await client.auth.updateUser({ email: `malaya-${email}`, current_password: password })
    await mailTo(strict, `malaya-${email}`)
    expect(await mailsTo(strict, other)).toHaveLength(1)
  })
})
