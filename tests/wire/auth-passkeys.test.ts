import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, url, type TestApp } from '../support/app.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { mailTo } from '../support/mailbox.ts'
import {
  addPasskey,
  assertionAsked,
  creationAsked,
  logInWith,
  password,
  signUpWithPasskey,
} from '../support/passkeys.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const unknown = '00000000-0000-0000-0000-000000000000'
const minute = 60_000
let app: TestApp
beforeAll(async () => void (app = await startApp({ settings: { anonymous: true } })))
afterAll(() => app.stop())

let count = 0
let email = ''
beforeEach(() => void (email = `susi${++count}@example.test`))

const person = () => signUpWithPasskey(app, email)
const device = () => createAuthenticator({ origin: url })
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000)
const claimsOf = (token: string | undefined) =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
const call = (method: string, path: string, body: unknown, token: string) =>
  app.fetch(`/auth/v1${path}`, {
    method,
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  })
/** Ages the sessions, so that the log-in is no longer fresh. */
const age = (id: string) =>
  app.owner.query(`update auth.sessions set created_at = created_at - interval '1 hour' where user_id = $1`, [
    id,
  ])

describe('adding a passkey', () => {
  it('asks the device for a key that it finds without a name, and that a finger or a PIN unlocks', async () => {
    const { client, device: first } = await person()
    const { challenge_id, expires_at, options } = await creationAsked(client)
    expect(challenge_id).toMatch(uuid)
    expect(expires_at - seconds(Date.now())).toBeGreaterThan(200)
    expect(options).toMatchObject({
      rp: { id: 'emote.test', name: 'Emote' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [{ type: 'public-key', id: first.id }],
    })
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toContain(-7)
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
  })

  it("names the account on the device by the address, and by a handle that is not the account's id", async () => {
    const { client, id } = await person()
    const { options } = await creationAsked(client)
    expect(options.user).toMatchObject({ name: email, displayName: email })
    const handle = Buffer.from(options.user.id, 'base64url')
    expect(handle).toHaveLength(32)
    expect([handle.toString(), handle.toString('hex')].join()).not.toContain(id.replaceAll('-', ''))
    const again = await creationAsked(client)
    expect(again.options.user.id).toBe(options.user.id)
    expect(again.options.challenge).not.toBe(options.challenge)
  })

  it('stores it, and tells the owner by mail', async () => {
    const client = app.client()
    await client.auth.signUp({ email, password })
    await app.owner.query('update auth.users set email_proved_at = now() where email = $1', [email])
    const { data, error } = await addPasskey(client, device())
    expect(error).toBeNull()
    expect(data).toEqual({ id: expect.stringMatching(uuid), created_at: expect.any(String) })
    expect((await mailTo(app, email)).subject).toContain('passkey')
    const { data: list } = await client.auth.passkey.list()
    expect(list).toEqual([{ id: data?.id, created_at: data?.created_at }])
    await client.auth.passkey.delete({ passkeyId: data?.id ?? '' })
    expect((await mailTo(app, email, 2)).subject).toBe('May naalis na passkey sa Emote account mo')
  })

  it.each(['ES256', 'EdDSA', 'RS256'] as const)(
    'takes keys of %s, and logs in with them',
    async (algorithm) => {
      const client = app.client()
      const { data } = await client.auth.signUp({ email, password })
      const phone = createAuthenticator({ origin: url, algorithm, counts: false })
      expect((await addPasskey(client, phone)).error).toBeNull()
      const inside = [await logInWith(app.client(), phone), await logInWith(app.client(), phone)]
      expect(inside.map((one) => one.data?.user?.id)).toEqual([data.user?.id, data.user?.id])
    },
  )

  it('looks at no attestation, so that no certificate leads the server anywhere', async () => {
    const client = app.client()
    await client.auth.signUp({ email, password })
    const attestation = { fmt: 'packed', attStmt: new Map([['x5c', [Buffer.from('not a certificate')]]]) }
    expect((await addPasskey(client, device(), { attestation })).error).toBeNull()
  })

  it('needs a log-in of the last ten minutes, or the password', async () => {
    const { client, id } = await person()
    await age(id)
    const late = await client.auth.passkey.startRegistration()
    expect(late.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const start = (body: object) => call('POST', '/passkeys/registration/options', body, token)
    expect((await start({ current_password: 'mali-ito-8' })).status).toBe(400)
    expect((await start({ current_password: password })).status).toBe(200)
  })

  it('is not for an account without an address, which nothing could restore', async () => {
    const client = app.client()
    await client.auth.signInAnonymously()
    const { error } = await client.auth.passkey.startRegistration()
    expect(error).toMatchObject({ status: 403, code: 'no_authorization' })
  })

  it('belongs to the account that asked', async () => {
    const { client } = await person()
    const { challenge_id, options } = await creationAsked(client)
    const other = await signUpWithPasskey(app, `iba-${email}`)
    const credential = device().create(options)
    const { error } = await other.client.auth.passkey.verifyRegistration({
      challengeId: challenge_id,
      credential,
    })
    expect(error).toMatchObject({ code: 'webauthn_challenge_not_found' })
  })

  it('uses a challenge up, also by a wrong answer', async () => {
    const { client } = await person()
    const { challenge_id: challengeId, options } = await creationAsked(client)
    const answer = (origin: string) =>
      client.auth.passkey.verifyRegistration({
        challengeId,
        credential: device().create(options, { origin }),
      })
    expect((await answer('https://evil.example')).error).toMatchObject({
      code: 'webauthn_verification_failed',
    })
    expect((await answer(url)).error).toMatchObject({ code: 'webauthn_challenge_not_found' })
  })

  it('refuses a challenge after five minutes, and one of a log-in', async () => {
    const { client } = await person()
    const { challenge_id: challengeId, options } = await creationAsked(client)
    const logIn = await assertionAsked(client)
    app.advance(5 * minute)
    const verify = (id: string, asked: typeof options) =>
      client.auth.passkey.verifyRegistration({ challengeId: id, credential: device().create(asked) })
    expect((await verify(challengeId, options)).error).toMatchObject({ code: 'webauthn_challenge_expired' })
    expect((await verify(logIn.challenge_id, options)).error).toMatchObject({
      code: 'webauthn_challenge_not_found',
    })
  })

  it('registers a key once, also for racing requests and for another account', async () => {
    const { client, device: phone } = await person()
    const asked = await Promise.all([creationAsked(client), creationAsked(client)])
    const fresh = device()
    const racing = await Promise.all(
      asked.map(({ challenge_id: challengeId, options }) =>
        client.auth.passkey.verifyRegistration({ challengeId, credential: fresh.create(options) }),
      ),
    )
    expect(racing.map(({ error }) => error?.code ?? '').toSorted()).toEqual([
      '',
      'webauthn_credential_exists',
    ])
    const other = app.client()
    await other.auth.signUp({ email: `iba-${email}`, password })
    expect((await addPasskey(other, phone)).error).toMatchObject({
      status: 422,
      code: 'webauthn_credential_exists',
    })
  })

  it('an account has at most ten, also when it adds them at once', async () => {
    const { client, id } = await person()
    await app.owner.query(
      `insert into auth.passkeys (user_id, user_handle, credential_id, public_key, counter, backed_up)
       select $1, decode(repeat('00', 32), 'hex'), uuid_send(gen_random_uuid()), decode(repeat('00', 77), 'hex'), 0, false
         from generate_series(1, 8)`,
      [id],
    )
    const asked = await Promise.all([creationAsked(client), creationAsked(client), creationAsked(client)])
    const answers = await Promise.all(
      asked.map(({ challenge_id: challengeId, options }) =>
        client.auth.passkey.verifyRegistration({ challengeId, credential: device().create(options) }),
      ),
    )
    expect(answers.map(({ error }) => error?.code ?? '').toSorted()).toEqual([
      '',
      'too_many_passkeys',
      'too_many_passkeys',
    ])
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject({ code: 'too_many_passkeys' })
  })
})

describe('a log-in with a passkey', () => {
  it('asks for no name: the answer is the same for everybody', async () => {
    const { options, challenge_id, expires_at } = await assertionAsked(app.client())
    expect(options).toEqual({
      challenge: expect.any(String),
      timeout: 300_000,
      rpId: 'emote.test',
      allowCredentials: [],
      userVerification: 'required',
    })
    expect(challenge_id).toMatch(uuid)
    expect(expires_at).toBeGreaterThan(seconds(Date.now()))
  })

  it('opens a session that has passed both steps', async () => {
    const { device: phone, id, client } = await person()
    const visitor = app.client()
    const { data, error } = await logInWith(visitor, phone)
    expect(error).toBeNull()
    expect(data?.user).toMatchObject({ id, email })
    expect(claimsOf(data?.session?.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] })
    expect((await visitor.auth.getUser()).data.user?.id).toBe(id)
    const { data: list } = await client.auth.passkey.list()
    expect(list?.[0]?.last_used_at).toEqual(expect.any(String))
    // A refresh keeps the level.
    const { data: later } = await visitor.auth.refreshSession()
    expect(claimsOf(later.session?.access_token)).toMatchObject({ aal: 'aal2' })
  })

  it('works once for each challenge, also for twenty answers at once', async () => {
    const { device: phone, id } = await person()
    const visitor = app.client()
    const { challenge_id, options } = await assertionAsked(visitor)
    const credential = phone.get(options)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.client().auth.passkey.verifyAuthentication({ challengeId: challenge_id, credential }),
      ),
    )
    const failed = answers.filter(({ error }) => error)
    expect(failed).toHaveLength(19)
    expect(new Set(failed.map(({ error }) => error?.code))).toEqual(new Set(['webauthn_challenge_not_found']))
    const { rowCount } = await app.owner.query('select from auth.sessions where user_id = $1', [id])
    expect(rowCount).toBe(2)
  })

  it('refuses a device that was never added, as one that was removed', async () => {
    const { client, device: phone, passkeyId } = await person()
    const stranger = device()
    stranger.create((await creationAsked(client)).options)
    const refused = {
      status: 403,
      code: 'webauthn_verification_failed',
      message: 'Credential verification failed',
    }
    expect((await logInWith(app.client(), stranger)).error).toMatchObject(refused)
    expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull()
    expect((await client.auth.passkey.list()).data).toEqual([])
    expect((await logInWith(app.client(), phone)).error).toMatchObject(refused)
  })

  it('refuses a copied key, whose count does not grow', async () => {
    const { device: phone } = await person()
    expect((await logInWith(app.client(), phone)).error).toBeNull()
    expect((await logInWith(app.client(), phone, { counter: 1 })).error).toMatchObject({
      code: 'webauthn_verification_failed',
    })
    expect((await logInWith(app.client(), phone)).error).toBeNull()
  })

  it('accepts one of two counts that race', async () => {
    const { device: phone } = await person()
    const asked = await Promise.all([assertionAsked(app.client()), assertionAsked(app.client())])
    const answers = await Promise.all(
      asked.map(({ challenge_id, options }) =>
        app.client().auth.passkey.verifyAuthentication({
          challengeId: challenge_id,
          credential: phone.get(options, { counter: 7 }),
        }),
      ),
    )
    expect(answers.map(({ error }) => error?.code ?? '').toSorted()).toEqual([
      '',
      'webauthn_verification_failed',
    ])
  })

  it('reveals a ban to the owner of the key only', async () => {
    const { device: phone, id } = await person()
    await app.owner.query(`update auth.users set banned_until = 'infinity' where id = $1`, [id])
    expect((await logInWith(app.client(), phone, { origin: 'https://evil.example' })).error).toMatchObject({
      code: 'webauthn_verification_failed',
    })
    expect((await logInWith(app.client(), phone)).error).toMatchObject({ status: 403, code: 'user_banned' })
  })

  it('needs a confirmed address', async () => {
    const { device: phone, id } = await person()
    await app.owner.query('update auth.users set email_confirmed_at = null where id = $1', [id])
    expect((await logInWith(app.client(), phone)).error).toMatchObject({ code: 'email_not_confirmed' })
  })
})

it('a passkey from before the first proof of the address goes with it, and a later one stays', async () => {
  const { device: planted } = await person()
  const owner = app.client()
  const recover = async (nth: number) => {
    await owner.auth.resetPasswordForEmail(email)
    const { code } = await mailTo(app, email, nth, 'Bagong password')
    return owner.auth.verifyOtp({ email, token: code, type: 'recovery' })
  }
  expect((await recover(1)).error).toBeNull()
  expect((await logInWith(app.client(), planted)).error).toMatchObject({
    code: 'webauthn_verification_failed',
  })
  const own = device()
  const next = { password: 'bagong-gabi-8' }
  await owner.auth.updateUser(next)
  await owner.auth.signInWithPassword({ email, ...next })
  expect((await addPasskey(owner, own)).error).toBeNull()
  app.advance(2 * minute)
  expect((await recover(2)).error).toBeNull()
  expect((await logInWith(app.client(), own)).error).toBeNull()
})

describe('the list of passkeys', () => {
  it('shows the device that added it, and takes another name', async () => {
    const { client, passkeyId } = await person()
    const { data, error } = await client.auth.passkey.update({
      passkeyId,
      friendlyName: 'Cellphone ni Nanay',
    })
    expect([data, error]).toMatchObject([{ id: passkeyId, friendly_name: 'Cellphone ni Nanay' }, null])
    expect((await client.auth.passkey.list()).data).toMatchObject([{ friendly_name: 'Cellphone ni Nanay' }])
  })

  it.each(['', '   ', 'x'.repeat(121)])('refuses the name %j', async (friendlyName) => {
    const { client, passkeyId } = await person()
    const { error } = await client.auth.passkey.update({ passkeyId, friendlyName })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it("knows no other person's passkeys", async () => {
    const { client } = await person()
    const other = await signUpWithPasskey(app, `iba-${email}`)
    for (const passkeyId of [other.passkeyId, unknown, 'x']) {
      const renamed = await client.auth.passkey.update({ passkeyId, friendlyName: 'Akin na' })
      const removed = await client.auth.passkey.delete({ passkeyId })
      expect([renamed.error, removed.error]).toMatchObject([{ status: 404 }, { status: 404 }])
    }
    expect((await other.client.auth.passkey.list()).data).toHaveLength(1)
  })

  it('is for people with a session', async () => {
    for (const [method, path] of [
      ['POST', '/passkeys/registration/options'],
      ['POST', '/passkeys/registration/verify'],
      ['GET', '/passkeys'],
      ['PATCH', `/passkeys/${unknown}`],
      ['DELETE', `/passkeys/${unknown}`],
    ] as const) {
      const response = await app.fetch(`/auth/v1${path}`, {
        method,
        headers: { apikey: app.keys.anonKey, 'content-type': 'application/json' },
        ...(method === 'POST' || method === 'PATCH'
          ? { body: JSON.stringify({ friendly_name: 'x', challenge_id: unknown, credential: {} }) }
          : {}),
      })
      expect([path, response.status]).toEqual([path, 401])
    }
  })
})

it('old challenges and the passkeys of an erased account go', async () => {
  const { client, id } = await person()
  await creationAsked(client)
  await app.owner.query(`update auth.webauthn_challenges set expires_at = now() - interval '1 second'`)
  await app.db.asService((tx) => tx.last({ text: 'select auth.prune(now(), 100)' }))
  const left = (table: string) => app.owner.query(`select from auth.${table}`)
  expect((await left('webauthn_challenges')).rowCount).toBe(0)
  await app.erasure.leave(id, app.db)
  await app.erasure.idle()
  expect((await app.owner.query('select from auth.passkeys where user_id = $1', [id])).rowCount).toBe(0)
})
