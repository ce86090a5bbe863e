import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, url, type TestApp } from '../support/app.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { follow, formOf, mailsTo, mailTo, press } from '../support/mailbox.ts'
import { addPasskey, creationAsked } from '../support/passkeys.ts'
import { turnOn } from '../support/second-step.ts'

const password = 'tahimik-na-gabi-7'
let app: TestApp
/** Confirmation is on, so no answer tells whether an address has an account. */
let strict: TestApp
beforeAll(async () => {
  app = await startApp({ settings: { phone: true, phoneConfirmation: false, anonymous: true } })
  strict = await startApp({
    settings: { requireEmailConfirmation: true, phone: true, phoneConfirmation: true, codeLength: 8 },
  })
})
afterAll(() => Promise.all([app.stop(), strict.stop()]))

let count = 0
let email = ''
let phone = ''
beforeEach(() => {
  email = `titik${++count}@example.test`
  phone = `63917000${String(count).padStart(4, '0')}`
})

const send = async (to: TestApp, path: string, body: unknown, token = to.keys.anonKey) => {
  const response = await to.fetch(`/auth/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: to.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json(), headers: [...response.headers.keys()] }
}
const signUp = async () => {
  const client = app.client()
  const { data, error } = await client.auth.signUp({ email, password })
  if (error || !data.session) throw error ?? new Error('no session')
  return { client, id: data.session.user.id, token: data.session.access_token }
}
const put = (token: string, body: unknown) =>
  app.fetch('/auth/v1/user', {
    method: 'PUT',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  })
const usersOf = async (at: TestApp, address: string) =>
  (await at.owner.query('select * from auth.users where email = $1 or phone = $1', [address])).rows

describe('a sign-in by mail', () => {
  it('opens a session by code, by the token of the link, and by the link', async () => {
    const { id } = await signUp()
    for (const [round, type] of (['email', 'magiclink'] as const).entries()) {
      app.advance(round * 61_000)
      const { data, error } = await app.client().auth.signInWithOtp({ email })
      expect([data, error]).toEqual([{ user: null, session: null }, null])
      const mail = await mailTo(app, email, round + 1)
      expect(mail.subject).toBe('Ang daan mo papasok sa Emote')
      const by = round === 0 ? { email, token: mail.code, type } : { token_hash: mail.token, type }
      const verified = await app.client().auth.verifyOtp(by)
      expect(verified.data.user?.id).toBe(id)
      expect((await app.client().auth.verifyOtp(by)).error).toMatchObject({
        status: 403,
        code: 'otp_expired',
      })
    }
    app.advance(61_000)
    await send(app, '/magiclink', { email })
    const { to, fragment } = await follow(app, (await mailTo(app, email, 3)).link)
    expect([to, fragment['type']]).toEqual(['http://emote.test/auth/callback', 'magiclink'])
    expect((await app.client().auth.getUser(fragment['access_token'])).data.user?.id).toBe(id)
  })

  it('makes the account of a new address, with its notes, and no password', async () => {
    await app.client().auth.signInWithOtp({ email, options: { data: { mood: 'kalma' } } })
    const { code } = await mailTo(app, email)
    expect((await usersOf(app, email))[0]).toMatchObject({ email_confirmed_at: null, password_hash: null })
    const { data } = await app.client().auth.verifyOtp({ email, token: code, type: 'email' })
    expect(data.user).toMatchObject({ email, user_metadata: { mood: 'kalma' } })
    expect(data.user?.email_confirmed_at).toBeTruthy()
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: true })
  })

  it('that nobody opened lets the owner sign up once, and later ends what a stranger left', async () => {
    await app.client().auth.signInWithOtp({ email })
    const { code: token } = await mailTo(app, email)
    const first = await app.client().auth.signUp({ email, password })
    expect(first.data.session).not.toBeNull()
    const second = await app.client().auth.signUp({ email, password: 'iba-namang-gabi-8' })
    expect(second.error?.code).toBe('user_already_exists')
    expect((await app.client().auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
    expect((await app.client().auth.signInWithPassword({ email, password })).error).not.toBeNull()
  })

  it('refuses an unknown address that may not become an account, and what is no address', async () => {
    const options = { shouldCreateUser: false }
    const unknown = await app.client().auth.signInWithOtp({ email, options })
    expect(unknown.error).toMatchObject({ status: 422, code: 'otp_disabled' })
    const bad = await app.client().auth.signInWithOtp({ email: 'xx:;x@x.x', options })
    expect(bad.error?.message).toBe('Unable to validate email address: invalid format')
    for (const body of [{}, { email, create_user: 'no' }, { email, phone }, { phone, channel: 'whatsapp' }])
      expect(await send(app, '/otp', body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
    await app.mails.idle()
    expect(await usersOf(app, email)).toEqual([])
  })

  it('with confirmation on, is answered alike for any address', async () => {
    await strict.client().auth.signUp({ email, password })
    const known = await send(strict, '/otp', { email, create_user: false })
    expect(known).toMatchObject({ status: 200, body: {} })
    const other = `wala-${email}`
    expect(await send(strict, '/otp', { email: other, create_user: false })).toEqual(known)
    expect((await mailTo(strict, email, 2)).code).toMatch(/^\d{8}$/)
    expect([await usersOf(strict, other), await mailsTo(strict, other)]).toEqual([[], []])
  })

  it('voids the password of a stranger who signed up with the address before', async () => {
    await strict.client().auth.signUp({ email, password: 'galing-sa-iba-1' })
    await strict.client().auth.signInWithOtp({ email })
    const { token } = await mailTo(strict, email, 2)
    expect((await strict.client().auth.verifyOtp({ token_hash: token, type: 'magiclink' })).error).toBeNull()
    const stranger = await strict.client().auth.signInWithPassword({ email, password: 'galing-sa-iba-1' })
    expect(stranger.error?.code).toBe('invalid_credentials')
  })

  it.each(['recovery', 'email'] as const)(
    'ends, by %s, all that a stranger with the address left there before its owner',
    async (type) => {
      const { client: stranger, id } = await signUp()
      await addPasskey(stranger, createAuthenticator({ origin: url }))
      await creationAsked(stranger)
      const proof = { current_password: password }
      expect((await stranger.auth.updateUser({ phone, ...proof })).error).toBeNull()
      expect((await stranger.auth.updateUser({ email: `akin-${email}`, ...proof })).error).toBeNull()
      await app.owner.query(
        `insert into auth.identities (user_id, provider, provider_id, identity_data, proved) values ($1, 'google', $2, '{}', true)`,
        [id, email],
      )
      await turnOn(stranger, app.mailing.now().getTime())
      const token = (await stranger.auth.getSession()).data.session?.access_token
      expect((await send(app, '/factors/recovery-codes', {}, token)).status).toBe(200)
      const owner = app.client()
      await (type === 'email' ? owner.auth.signInWithOtp({ email }) : owner.auth.resetPasswordForEmail(email))
      const subject = type === 'email' ? 'Ang daan mo papasok sa Emote' : 'Bagong password para sa Emote'
      const found = async () => (await mailsTo(app, email)).find((mail) => mail.subject === subject)
      await expect.poll(found, { interval: 10 }).toBeDefined()
      const code = /: (\d{6})$/m.exec((await found())?.text ?? '')?.[1] ?? ''
      const { data, error } = await owner.auth.verifyOtp({ email, token: code, type })
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ id, phone: '', app_metadata: { providers: ['email'] } })
      expect((await owner.from('user_profiles').select('id')).error).toBeNull()
      expect((await stranger.auth.getUser()).error).not.toBeNull()
      const tables = `sessions passkeys mfa_factors recovery_codes one_time_tokens flow_states webauthn_challenges identities`
      const counts = await Promise.all(
        tables.split(' ').map(async (table) => {
          const { rowCount } = await app.owner.query(`select from auth.${table} where user_id = $1`, [id])
          return `${rowCount} ${table}`
        }),
      )
      // The owner's session and address.
      expect(counts.filter((one) => !one.startsWith('0'))).toEqual(['1 sessions', '1 identities'])
      expect(await usersOf(app, email)).toMatchObject([{ password_hash: null, phone: null, new_email: null }])
    },
  )

  it('opens one session for a code that several requests send at once', async () => {
    await signUp()
    await app.client().auth.signInWithOtp({ email })
    const { code: token } = await mailTo(app, email)
    const verify = () => app.client().auth.verifyOtp({ email, token, type: 'email' })
    const answers = await Promise.all([verify(), verify(), verify(), verify()])
    expect(answers.filter(({ data }) => data.session)).toHaveLength(1)
    for (const { error } of answers.filter(({ data }) => !data.session))
      expect(error).toMatchObject({ status: 403, message: 'Token has expired or is invalid' })
  })
})

describe('with sign-ups off', () => {
  it('a code goes to accounts only', async () => {
    const closed = await startApp({ settings: { signups: false } })
    try {
      const { error } = await closed.client().auth.signInWithOtp({ email })
      expect(error).toMatchObject({ status: 422, message: 'Signups not allowed for this instance' })
      await closed.mails.idle()
      expect(await usersOf(closed, email)).toEqual([])
    } finally {
      await closed.stop()
    }
  })
})

const open = (link: URL, agent: string) =>
  app.fetch(link.pathname + link.search, { headers: { 'user-agent': agent } })

describe('a scanner that opens the links of a mail', () => {
  it('gets a page without scripts, and uses nothing up', async () => {
    await signUp()
    await app.client().auth.resetPasswordForEmail(email)
    const { link } = await mailTo(app, email)
    for (const agent of ['Scanner/1', 'Preview/2', 'Phone/3']) {
      const page = await open(link, agent)
      expect(page.status).toBe(200)
      const html = await page.text()
      expect(html).not.toContain('<script')
      expect(formOf(html).get('token')).toBe(link.searchParams.get('token'))
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("form-action 'self' http://emote.test;")
      expect(page.headers.get('referrer-policy')).toBe('same-origin')
    }
    expect((await follow(app, link, { 'user-agent': 'Phone/3' })).fragment['access_token']).toBeTruthy()
    // The button is gone with the link.
    const late = await open(link, 'Scanner/1')
    expect([late.status, late.headers.get('location')]).toEqual([303, expect.stringContaining('otp_expired')])
  })

  it('shows the words of the mail, and escapes what a stranger put into the address', async () => {
    await signUp()
    await app.client().auth.signInWithOtp({ email })
    const { link } = await mailTo(app, email)
    expect(await (await open(link, 'Phone')).text()).toContain('<button>Pumasok sa Emote</button>')
    link.searchParams.set('redirect_to', 'https://evil.test/"><script>alert(1)</script>')
    const html = await (await open(link, 'Phone')).text()
    expect(html).not.toMatch(/evil|alert/)
  })

  it.each([
    ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['a page without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { origin: 'http://emote.test', 'sec-fetch-site': 'same-site' }],
  ])('cannot be pressed from %s', async (_who, headers) => {
    await signUp()
    await app.client().auth.signInWithOtp({ email })
    const { link } = await mailTo(app, email)
    const form = formOf(await (await open(link, 'Phone')).text())
    const refused = await press(app, form, headers)
    expect([refused.status, refused.headers.has('location')]).toEqual([403, false])
    expect(formOf(await refused.text()).get('token')).toBe(link.searchParams.get('token'))
    expect((await press(app, form)).status).toBe(303)
  })

  it.each([
    ['a huge form', 'a'.repeat(9_000), 413],
    ['a NUL', 'token=a%00b&type=signup', 400],
    ['half a pair', 'token=a%ED%A0%80b&type=signup', 303],
  ])('gets a clear answer for %s', async (_what, body, status) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await app.fetch('/auth/v1/verify', { method: 'POST', headers, body })
    expect(response.status).toBe(status)
  })
})

const ask = async (token: string) => {
  const headers = {
    apikey: app.keys.anonKey,
    authorization: `Bearer ${token}`,
    'x-supabase-api-version': '2024-01-01',
  }
  const response = await app.fetch('/auth/v1/reauthenticate', { headers })
  return { status: response.status, body: await response.json() }
}

describe('a proof before a change', () => {
  it('comes by mail as a code only, and permits one change', async () => {
    const { client, token } = await signUp()
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const mail = await mailTo(app, email)
    expect([mail.subject, mail.token, mail.code]).toEqual([
      'Ang code mo sa Emote',
      '',
      expect.stringMatching(/^\d{6}$/),
    ])
    // It signs nobody in.
    for (const type of ['email', 'magiclink', 'recovery'] as const)
      expect((await app.client().auth.verifyOtp({ email, token: mail.code, type })).error?.code).toBe(
        'otp_expired',
      )
    expect((await put(token, { password: 'bagong-simula-3', nonce: mail.code })).status).toBe(200)
    const again = await put(token, { email: `bago-${email}`, nonce: mail.code })
    expect([again.status, await again.json()]).toMatchObject([422, { code: 'reauthentication_not_valid' }])
  })

  it('lets one of two racing changes win', async () => {
    const { token } = await signUp()
    await ask(token)
    const { code: nonce } = await mailTo(app, email)
    const changes = ['isa', 'dalawa'].map((word) => put(token, { email: `${word}-${email}`, nonce }))
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  it('ends after five wrong codes, and after ten minutes', async () => {
    const { token } = await signUp()
    await ask(token)
    const { code } = await mailTo(app, email)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let i = 0; i < 5; i++)
      expect((await put(token, { password: 'bagong-simula-3', nonce: wrong })).status).toBe(422)
    expect((await put(token, { password: 'bagong-simula-3', nonce: code })).status).toBe(422)
    app.advance(61_000)
    await ask(token)
    const next = await mailTo(app, email, 2)
    app.advance(601_000)
    expect((await put(token, { password: 'bagong-simula-3', nonce: next.code })).status).toBe(422)
  })

  it('is asked for once a minute, in silence', async () => {
    const { token } = await signUp()
    for (let i = 0; i < 3; i++) expect(await ask(token)).toEqual({ status: 200, body: {} })
    await mailTo(app, email)
    await app.mails.idle()
    expect(await mailsTo(app, email)).toHaveLength(1)
  })

  it('needs an address, and somebody who is signed in', async () => {
    const { data } = await app.client().auth.signInAnonymously()
    expect(await ask(data.session?.access_token ?? '')).toMatchObject({
      status: 400,
      body: { message: 'Reauthentication requires the user to have an email or a phone number' },
    })
    expect((await ask(app.keys.anonKey)).status).toBe(401)
  })
})

it('of many accounts that ask for one new address, a guess meets the code of the last one alone', async () => {
  const asking = async (number: string) => {
    const client = app.client()
    const { data } = await client.auth.signUp({ phone: number, password })
    const asked = await client.auth.updateUser({ email, current_password: password })
    expect(asked.data.user).toMatchObject({ email: '', new_email: email })
    return data.user?.id ?? ''
  }
  const [first, last] = [await asking(phone), await asking(`${phone}1`)]
  await app.client().auth.verifyOtp({ email, token: '000000', type: 'email_change' })
  const { rows } = await app.owner.query<{ user_id: string; tries: number }>(
    'select user_id, tries from auth.one_time_tokens where email = $1 order by tries',
    [email],
  )
  expect(rows).toEqual([
    { user_id: first, tries: 0 },
    { user_id: last, tries: 1 },
  ])
})

describe('a change of address that needs the new mailbox only', () => {
  it('takes effect at its link, and the old address gets a notice alone', async () => {
    const single = await startApp({ settings: { mailChangeNeedsBoth: false } })
    try {
      const client = single.client()
      await client.auth.signUp({ email, password })
      const next = `bago-${email}`
      await client.auth.updateUser({ email: next, current_password: password })
      await mailTo(single, next)
      single.advance(61_000)
      await client.auth.resend({ type: 'email_change', email })
      const { token } = await mailTo(single, next, 2)
      const { data } = await single.client().auth.verifyOtp({ token_hash: token, type: 'email_change' })
      expect(data.user?.email).toBe(next)
      expect((await mailTo(single, email)).text).toContain('Sabihin agad sa amin')
    } finally {
      await single.stop()
    }
  })
})

describe('a mail', () => {
  it('says the same as text and as HTML, without a picture, and HTML shows what it escapes', async () => {
    await signUp()
    await app.client().auth.signInWithOtp({
      email,
      options: { emailRedirectTo: 'http://emote.test/auth/callback?next=%2Fdiary' },
    })
    const { link, code } = await mailTo(app, email)
    const [mail] = await mailsTo(app, email)
    const html = mail?.html ?? ''
    expect(html).toContain(`>${code}<`)
    expect(html).toContain(`href="${link.href.replaceAll('&', '&#38;')}"`)
    expect(html).not.toMatch(/<img|<script|url\(|@import|<link/)
    expect(Buffer.byteLength(html)).toBeLessThan(6_000)
  })
})
