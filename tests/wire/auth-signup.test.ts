import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { follow, mailsTo, mailTo } from '../support/mailbox.ts'

const password = 'tahimik-na-gabi-7'

describe('sign-up without confirmation', () => {
  let app: TestApp
  beforeAll(async () => void (app = await startApp()))
  afterAll(() => app.stop())

  it('gives a session that works at once', async () => {
    const client = app.client()
    const { data, error } = await client.auth.signUp({
      email: 'Mina@Example.test',
      password,
      options: { data: { codename: 'Hugot Queen' } },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: 'mina@example.test',
      aud: 'authenticated',
      role: 'authenticated',
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { codename: 'Hugot Queen' },
    })
    expect(data.user?.identities).toHaveLength(1)
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 900 })
    const mine = await client.auth.getUser()
    expect(mine.data.user?.id).toBe(data.user?.id)
  })

  it('never calls an address verified that nobody has proven, whatever the person claims', async () => {
    const client = app.client()
    const claim = { email_verified: true, phone_verified: true, mood: 'kalma' }
    const { data } = await client.auth.signUp({
      email: 'unproved@example.test',
      password,
      options: { data: claim },
    })
    const updated = await client.auth.updateUser({ data: claim })
    const claims = await client.auth.getClaims(data.session?.access_token)
    for (const seen of [data.user, updated.data.user, claims.data?.claims]) {
      expect(seen?.user_metadata).toEqual({ mood: 'kalma' })
      expect(JSON.stringify(seen)).not.toContain('verified":true')
    }
    await client.auth.resetPasswordForEmail('unproved@example.test')
    const { token } = await mailTo(app, 'unproved@example.test')
    const proven = await app.client().auth.verifyOtp({ token_hash: token, type: 'recovery' })
    expect(proven.data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true })
  })

  it('signs tokens that the published keys verify, with the claims that clients read', async () => {
    const client = app.client()
    const { data } = await client.auth.signUp({ email: 'claims@example.test', password })
    const verified = await client.auth.getClaims(data.session?.access_token)
    expect(verified.error).toBeNull()
    expect(verified.data?.claims).toMatchObject({
      iss: 'http://emote.test/auth/v1',
      aud: 'authenticated',
      role: 'authenticated',
      sub: data.user?.id,
      email: 'claims@example.test',
      aal: 'aal1',
      is_anonymous: false,
      amr: [{ method: 'password' }],
    })
    const { exp, iat } = verified.data?.claims ?? { exp: 0, iat: 0 }
    expect(exp - iat).toBeLessThanOrEqual(900)
  })

  it('says that an address is registered, in any case of letters, and stores nothing', async () => {
    await app.client().auth.signUp({ email: 'twice@example.test', password })
    const { data, error } = await app.client().auth.signUp({ email: 'TWICE@example.test', password })
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    })
    expect(data.session).toBeNull()
    const { rows } = await app.owner.query("select from auth.users where email ilike 'twice@%'")
    expect(rows).toHaveLength(1)
  })

  it('accepts one of twenty parallel sign-ups of an address', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, () => app.client().auth.signUp({ email: 'race@example.test', password })),
    )
    expect(results.filter(({ error }) => !error)).toHaveLength(1)
    expect(new Set(results.flatMap(({ error }) => error?.code ?? []))).toEqual(
      new Set(['user_already_exists']),
    )
  })

  it.each([
    ['12345', 'length'],
    ['🔥🔥🔥', 'length'],
    ['password', 'pwned'],
    ['Mahalkita2020!', 'pwned'],
    ['123456789', 'pwned'],
    ['111111', 'pwned'],
    ['weak@example.test', 'pwned'],
  ])('refuses the password %j as weak: %s', async (weak, reason) => {
    const { error } = await app.client().auth.signUp({ email: 'weak@example.test', password: weak })
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: [reason] })
  })

  it('accepts a password of 72 bytes and refuses one of 73 bytes', async () => {
    const fits = await app
      .client()
      .auth.signUp({ email: 'long@example.test', password: 'ñ'.repeat(35) + 'xy' })
    expect(fits.error).toBeNull()
    const over = await app
      .client()
      .auth.signUp({ email: 'long2@example.test', password: `${'ñ'.repeat(36)}x` })
    expect(over.error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('ignores fields that a person may not set', async () => {
    const response = await app.fetch('/auth/v1/signup', {
      method: 'POST',
      headers: { apikey: app.keys.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'sneaky@example.test',
        password,
        data: { role: 'admin' },
        role: 'service_role',
        app_metadata: { role: 'admin' },
        aud: 'x',
        banned_until: 'none',
        email_confirmed_at: null,
      }),
    })
    const { user } = (await response.json()) as { user: Record<string, unknown> }
    expect(user).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { role: 'admin' },
    })
  })

  it('refuses by name what the service does not offer', async () => {
    const anonymous = await app.client().auth.signInAnonymously()
    expect(anonymous.error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' })
    const phone = await app.client().auth.signUp({ phone: '+639171234567', password })
    expect(phone.error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
  })

  it('stores passwords as argon2id only', async () => {
    const { rows } = await app.owner.query<{ password_hash: string }>(
      'select password_hash from auth.users where banned_until is null and password_hash is not null',
    )
    for (const { password_hash } of rows)
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('sign-up with confirmation', () => {
  let app: TestApp
  beforeAll(async () => void (app = await startApp({ settings: { requireEmailConfirmation: true } })))
  afterAll(() => app.stop())

  const answer = async (email: string) => {
    const response = await app.fetch('/auth/v1/signup', {
      method: 'POST',
      headers: { apikey: app.keys.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, data: { codename: 'Tita Bro' } }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: [...response.headers.keys()],
      text,
      body: JSON.parse(text) as object,
    }
  }
  /** Key names at every depth, with the length of each text. */
  const shapeOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]))
      : typeof value === 'string'
        ? value.length
        : value

  it('answers the same for a new, a waiting and a confirmed address', async () => {
    await answer('known@example.test')
    const { link } = await mailTo(app, 'known@example.test')
    await follow(app, link)
    app.advance(120_000)
    await answer('wait1@example.test')
    app.advance(120_000)
    const [confirmed, fresh, waiting] = [
      await answer('known@example.test'),
      await answer('fresh@example.test'),
      await answer('wait1@example.test'),
    ]
    expect(fresh.status).toBe(200)
    for (const other of [confirmed, waiting]) {
      expect(other.status).toBe(200)
      expect(other.headers).toEqual(fresh.headers)
      expect(shapeOf(other.body)).toEqual(shapeOf(fresh.body))
      expect(other.text.length).toBe(fresh.text.length)
    }
  })

  it('never shows the id that the person will post under', async () => {
    const { body } = await answer('hidden@example.test')
    const { rows } = await app.owner.query<{ id: string }>(
      "select id from auth.users where email = 'hidden@example.test'",
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(body)).not.toContain(rows[0]?.id)
  })

  it('tells the owner of a taken address by mail, and tells the caller nothing', async () => {
    app.advance(120_000)
    await answer('known@example.test')
    const { subject } = await mailTo(app, 'known@example.test', 3)
    expect(subject).toBe('May account ka na sa Emote')
  })

  it('opens no session before confirmation, and then with the right password only', async () => {
    const client = app.client()
    const signedUp = await client.auth.signUp({ email: 'lila@example.test', password })
    expect(signedUp.data.session).toBeNull()
    const early = await client.auth.signInWithPassword({ email: 'lila@example.test', password })
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    const wrong = await client.auth.signInWithPassword({ email: 'lila@example.test', password: 'iba-ito-9' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    const { code } = await mailTo(app, 'lila@example.test')
    const verified = await client.auth.verifyOtp({ email: 'lila@example.test', token: code, type: 'email' })
    expect(verified.error).toBeNull()
    expect(verified.data.user?.email_confirmed_at).toBeTruthy()
    const now = await client.auth.signInWithPassword({ email: 'lila@example.test', password })
    expect(now.error).toBeNull()
  })

  it("replaces a stranger's earlier password when the owner signs up later", async () => {
    const email = 'prehijack@example.test'
    await app.client().auth.signUp({ email, password: 'galing-sa-iba-1' })
    await mailTo(app, email)
    app.advance(120_000)
    await app.client().auth.signUp({ email, password })
    const { token } = await mailTo(app, email, 2)
    const confirmed = await app.client().auth.verifyOtp({ token_hash: token, type: 'signup' })
    expect(confirmed.error).toBeNull()
    const stranger = await app.client().auth.signInWithPassword({ email, password: 'galing-sa-iba-1' })
    expect(stranger.error?.code).toBe('invalid_credentials')
    const owner = await app.client().auth.signInWithPassword({ email, password })
    expect(owner.error).toBeNull()
  })

  it('mails one address once a minute, with the same answer for everybody', async () => {
    const email = 'bombed@example.test'
    for (let i = 0; i < 3; i++) expect((await answer(email)).status).toBe(200)
    await mailTo(app, email)
    await answer('after@example.test')
    await mailTo(app, 'after@example.test')
    expect(await mailsTo(app, email)).toHaveLength(1)
  })
})
