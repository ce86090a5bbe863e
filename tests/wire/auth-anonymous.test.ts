import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { mailTo } from '../support/mailbox.ts'

const password = 'tahimik-na-gabi-7'

let app: TestApp
beforeAll(async () => void (app = await startApp({ settings: { anonymous: true } })))
afterAll(() => app.stop())

async function comeIn(data?: object) {
  const client = app.client()
  const { data: found, error } = await client.auth.signInAnonymously(data && { options: { data } })
  expect(error).toBeNull()
  return { client, id: found.user?.id ?? '', session: found.session, user: found.user }
}

const post = (id: string, content: string) => ({ id: randomUUID(), user_id: id, content, mood: 'Calm' })

describe('an anonymous person', () => {
  it('has a session at once, with the notes that the client sent', async () => {
    const { client, user, session } = await comeIn({ mood: 'kalma' })
    expect(user).toMatchObject({
      is_anonymous: true,
      email: '',
      phone: '',
      role: 'authenticated',
      user_metadata: { mood: 'kalma' },
      app_metadata: {},
      identities: [],
    })
    const { data } = await client.auth.getClaims(session?.access_token)
    expect(data?.claims).toMatchObject({ is_anonymous: true, email: '', amr: [{ method: 'anonymous' }] })
    const { data: refreshed } = await client.auth.refreshSession()
    expect(refreshed.user?.is_anonymous).toBe(true)
  })

  it.each([
    ['deeper than 4', { a: { b: { c: { d: { e: 1 } } } } }],
    ['larger than 8192 bytes', { long: 'ñ'.repeat(4_100) }],
    ['a field named __proto__', JSON.parse('{"__proto__":{"role":"admin"}}') as object],
  ])('cannot store notes that are %s', async (reason, data) => {
    const { error } = await app.client().auth.signInAnonymously({ options: { data } })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(error?.message).toContain(reason)
  })

  it("has a profile without an address, and cannot claim another person's", async () => {
    const { client, id } = await comeIn()
    const row = { id, email: 'mina@example.test', codename: `Walang Pangalan ${id.slice(0, 3)}` }
    const { data } = await client.from('user_profiles').upsert(row).select('email').single()
    expect(data?.email).toBe('')
  })

  it('keeps everything when they add an address, and logs in with it from then on', async () => {
    const { client, id } = await comeIn({ mood: 'kalma' })
    const kept = post(id, 'Sa akin pa rin ito')
    await client.from('user_profiles').insert({ id, email: '', codename: 'Dating Wala' }).throwOnError()
    await client.from('public_posts').insert(kept).throwOnError()
    const { data, error } = await client.auth.updateUser({ email: 'Dating.Wala@example.test', password })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id,
      is_anonymous: false,
      email: 'dating.wala@example.test',
      user_metadata: { mood: 'kalma' },
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email_verified: false } }],
    })
    const refreshed = await client.auth.refreshSession()
    const claims = await client.auth.getClaims(refreshed.data.session?.access_token)
    expect(claims.data?.claims).toMatchObject({
      sub: id,
      is_anonymous: false,
      email: 'dating.wala@example.test',
    })
    const later = app.client()
    expect(
      (await later.auth.signInWithPassword({ email: 'dating.wala@example.test', password })).error,
    ).toBeNull()
    expect((await later.from('wall_posts').select('id, is_mine').eq('id', kept.id).single()).data).toEqual({
      id: kept.id,
      is_mine: true,
    })
    const profile = await later.from('user_profiles').select('email').eq('id', id).single()
    expect(profile.data?.email).toBe('dating.wala@example.test')
  })

  it('cannot set a password that no address would use', async () => {
    const { client } = await comeIn()
    const { error } = await client.auth.updateUser({ password })
    expect(error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: 'Updating password of an anonymous user without an email or phone is not allowed',
    })
  })

  it('cannot take an address that has an account', async () => {
    await app.client().auth.signUp({ email: 'may-ari@example.test', password })
    const { client } = await comeIn()
    const { error } = await client.auth.updateUser({ email: 'may-ari@example.test' })
    expect(error).toMatchObject({ status: 422, code: 'email_exists' })
    expect((await client.auth.getUser()).data.user?.is_anonymous).toBe(true)
  })

  it('gets the address alone when ten ask for it at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => comeIn()))
    const results = await Promise.all(
      people.map(({ client }) => client.auth.updateUser({ email: 'isa-lang@example.test', password })),
    )
    expect(results.filter(({ error }) => !error)).toHaveLength(1)
    expect(new Set(results.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['email_exists']))
  })

  it('writes at the pace of a young account for good', async () => {
    const { client, id } = await comeIn()
    await app.owner.query(`update auth.users set created_at = now() - interval '3 days' where id = $1`, [id])
    await client.from('user_profiles').insert({ id, email: '', codename: 'Laging Bago' }).throwOnError()
    const say = (text: string) =>
      client.from('live_chat_messages').insert({
        id: randomUUID(),
        wall_id: 'general',
        sender_id: id,
        message_text: text,
      })
    await say('Uy, kumusta kayo?').throwOnError()
    expect((await say('May nandito ba?')).error?.code).toBe('PT429')
  })

  it('deactivates the account without a password, however old the log-in is', async () => {
    const { id, session } = await comeIn()
    await app.owner.query(
      `update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`,
      [id],
    )
    const response = await app.fetch('/functions/v1/delete-user-data', {
      method: 'POST',
      headers: {
        apikey: app.keys.anonKey,
        authorization: `Bearer ${session?.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ user_id: id }),
    })
    expect(response.status).toBe(200)
    await app.erasure.idle()
    expect((await app.owner.query('select from auth.users where id = $1', [id])).rowCount).toBe(0)
  })
})

describe('with confirmation on', () => {
  let strict: TestApp
  beforeAll(
    async () =>
      void (strict = await startApp({ settings: { anonymous: true, requireEmailConfirmation: true } })),
  )
  afterAll(() => strict.stop())

  it('an anonymous person stays so until the mailbox confirms, and the open session goes on', async () => {
    const client = strict.client()
    const { data } = await client.auth.signInAnonymously()
    const asked = await client.auth.updateUser({ email: 'kumpirmado@example.test', password })
    expect(asked.data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      new_email: 'kumpirmado@example.test',
    })
    const early = await strict
      .client()
      .auth.signInWithPassword({ email: 'kumpirmado@example.test', password })
    expect(early.error?.code).toBe('invalid_credentials')
    const { code } = await mailTo(strict, 'kumpirmado@example.test')
    const verified = await strict
      .client()
      .auth.verifyOtp({ email: 'kumpirmado@example.test', token: code, type: 'email_change' })
    expect(verified.data.user).toMatchObject({
      id: data.user?.id,
      is_anonymous: false,
      email: 'kumpirmado@example.test',
      identities: [{ provider: 'email', identity_data: { email_verified: true } }],
    })
    expect((await client.auth.getUser()).data.user?.is_anonymous).toBe(false)
    const now = await strict.client().auth.signInWithPassword({ email: 'kumpirmado@example.test', password })
    expect(now.error).toBeNull()
  })

  it('nobody learns by an upgrade whether an address has an account', async () => {
    const first = strict.client()
    await first.auth.signInAnonymously()
    const { error } = await first.auth.updateUser({ email: 'kumpirmado@example.test' })
    expect(error).toBeNull()
  })
})

describe('when nobody new may come in', () => {
  let closed: TestApp
  beforeAll(
    async () =>
      void (closed = await startApp({ settings: { anonymous: true, signups: false, phone: true } })),
  )
  afterAll(() => closed.stop())

  it.each([{ email: 'bago@example.test', password }, { phone: '639171234567', password }, {}])(
    'a sign-up with %j is refused',
    async (body) => {
      const response = await closed.fetch('/auth/v1/signup', {
        method: 'POST',
        headers: { apikey: closed.keys.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({
        error_code: 'signup_disabled',
        msg: 'Signups not allowed for this instance',
      })
      expect((await closed.owner.query('select from auth.users where banned_until is null')).rowCount).toBe(0)
    },
  )
})
