import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { mailTo } from '../support/mailbox.ts'

const password = 'tahimik-na-gabi-7'
const minute = 60_000
let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.stop())

let count = 0
let email = ''
beforeEach(() => void (email = `siya${++count}@example.test`))

const signUp = async () => {
  const client = app.client()
  const { data, error } = await client.auth.signUp({ email, password })
  if (error || !data.session) throw error ?? new Error('no session')
  return { client, id: data.session.user.id, token: data.session.access_token }
}
const put = async (token: string, body: unknown) => {
  const response = await app.fetch('/auth/v1/user', {
    method: 'PUT',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
/** Ages the session, so that the log-in is no longer fresh. */
const age = (id: string, milliseconds: number) =>
  app.owner.query(
    'update auth.sessions set created_at = created_at - make_interval(secs => $2) where user_id = $1',
    [id, milliseconds / 1_000],
  )

describe('user_metadata', () => {
  it('merges shallowly, and null removes a key', async () => {
    const { client } = await signUp()
    await client.auth.updateUser({ data: { codename: 'Hugot Queen', theme: { dark: true }, old: 1 } })
    const { data, error } = await client.auth.updateUser({
      data: { codename: 'Emo Bituin', theme: { big: true }, old: null },
    })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toEqual({ codename: 'Emo Bituin', theme: { big: true } })
  })

  it('keeps both of two racing updates', async () => {
    const { token } = await signUp()
    await Promise.all(Array.from({ length: 20 }, (_, i) => put(token, { data: { [`k${i}`]: i } })))
    const { body } = await put(token, {})
    expect(Object.keys(body['user_metadata'] as object)).toHaveLength(20)
  })

  it.each([
    ['a prototype', '{"data":{"__proto__":{"admin":true}}}'],
    ['a prototype further in', '{"data":{"a":{"constructor":{"prototype":1}}}}'],
    ['an array', '{"data":[1]}'],
    ['a text', '{"data":"x"}'],
    ['five levels', '{"data":{"a":{"b":{"c":{"d":{}}}}}}'],
    ['9 KB', JSON.stringify({ data: { a: 'x'.repeat(9_000) } })],
  ])('refuses %s', async (_what, body) => {
    const { token } = await signUp()
    expect(await put(token, body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect((await put(token, {})).body['user_metadata']).toEqual({})
  })

  it('cannot grow past 8 KiB in steps', async () => {
    const { token } = await signUp()
    expect((await put(token, { data: { a: 'x'.repeat(5_000) } })).status).toBe(200)
    expect((await put(token, { data: { b: 'x'.repeat(5_000) } })).status).toBe(400)
    expect((await put(token, {})).body['user_metadata']).toEqual({ a: 'x'.repeat(5_000) })
  })

  it('never makes the token too long to be accepted', async () => {
    const { client } = await signUp()
    await client.auth.updateUser({ data: { a: 'x'.repeat(8_000) } })
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.user?.user_metadata['a']).toHaveLength(8_000)
    expect((await client.auth.getUser()).error).toBeNull()
  })
})

describe('a field that only the server may write', () => {
  it('stays unchanged', async () => {
    const { token, id } = await signUp()
    const before = (await put(token, {})).body
    const { status } = await put(token, {
      id: '00000000-0000-4000-8000-000000000000',
      role: 'service_role',
      aud: 'admin',
      banned_until: null,
      email_confirmed_at: '2020-01-01',
      is_anonymous: true,
      created_at: '2020-01-01',
      password_hash: 'x',
      raw_app_meta_data: { role: 'admin' },
      identities: [],
    })
    expect(status).toBe(200)
    const after = (await put(token, {})).body
    expect({ ...after, updated_at: '' }).toEqual({ ...before, updated_at: '' })
    expect(after['id']).toBe(id)
  })

  it('is refused when it is app_metadata', async () => {
    const { token } = await signUp()
    expect(await put(token, { app_metadata: { role: 'admin' }, data: { a: 1 } })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    })
    expect((await put(token, {})).body).toMatchObject({
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
    })
  })
})

describe('a new password', () => {
  it('ends the other sessions and the mailed tokens, and tells the owner', async () => {
    const { client, id } = await signUp()
    const other = app.client()
    await other.auth.signInWithPassword({ email, password })
    await app.client().auth.resetPasswordForEmail(email)
    const { token } = await mailTo(app, email)
    const { error } = await client.auth.updateUser({
      password: 'bagong-simula-3',
      current_password: password,
    })
    expect(error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await other.auth.getUser()).error).not.toBeNull()
    const late = await app.client().auth.verifyOtp({ token_hash: token, type: 'recovery' })
    expect(late.error?.code).toBe('otp_expired')
    expect((await mailTo(app, email, 2)).subject).toBe('Napalitan ang password mo sa Emote')
    expect((await app.owner.query('select from auth.sessions where user_id = $1', [id])).rowCount).toBe(1)
  })

  it('may not be the old one, a weak one, or too long', async () => {
    const { client } = await signUp()
    const change = (next: string) => client.auth.updateUser({ password: next, current_password: password })
    const same = await change(password)
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' })
    const weak = await change('mahalkita')
    expect(weak.error).toMatchObject({ status: 422, reasons: ['pwned'] })
    const short = await change('abc')
    expect(short.error).toMatchObject({ status: 422, reasons: ['length'] })
    const long = await change('x1-'.repeat(30))
    expect(long.error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await app.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it.each([
    ['password', { password: 'bagong-simula-3' }],
    ['address', { email: 'bago-ako@example.test' }],
  ])('on any session, a new %s needs the current password', async (_what, change) => {
    const { token } = await signUp()
    expect(await put(token, change)).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } })
    expect(await put(token, { ...change, current_password: 'mali-ito-8' })).toMatchObject({
      status: 400,
      body: { code: 'current_password_invalid' },
    })
    expect(await put(token, { ...change, nonce: '123456' })).toMatchObject({
      status: 422,
      body: { code: 'reauthentication_not_valid' },
    })
    expect((await put(token, { data: { mood: 'sisi' } })).status).toBe(200)
    expect((await put(token, { ...change, current_password: password })).status).toBe(200)
  })

  it('needs no current password for ten minutes after a recovery, and a recovery never changes the address', async () => {
    await signUp()
    await app.client().auth.resetPasswordForEmail(email)
    const { token: link } = await mailTo(app, email)
    const { data } = await app.client().auth.verifyOtp({ token_hash: link, type: 'recovery' })
    const token = data.session?.access_token ?? ''
    expect(await put(token, { email: 'agaw@example.test' })).toMatchObject({
      body: { code: 'reauthentication_needed' },
    })
    await age(data.user?.id ?? '', 9 * minute)
    expect(await put(token, { password: 'bagong-simula-3' })).toMatchObject({ status: 200 })
    await age(data.user?.id ?? '', 2 * minute)
    expect(await put(token, { password: 'bagong-simula-4' })).toMatchObject({
      body: { code: 'reauthentication_needed' },
    })
  })

  it('is set by one of two racing requests', async () => {
    const { token } = await signUp()
    const results = await Promise.all([
      put(token, { password: 'isang-bago-1', current_password: password }),
      put(token, { password: 'dalawang-bago-2', current_password: password }),
    ])
    const statuses = results.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, 409])
    const winner = results[0]?.status === 200 ? 'isang-bago-1' : 'dalawang-bago-2'
    expect((await app.client().auth.signInWithPassword({ email, password: winner })).error).toBeNull()
  })
})

const get = (headers: Record<string, string>) =>
  app.fetch('/auth/v1/user', { headers: { 'x-supabase-api-version': '2024-01-01', ...headers } })

describe('GET /user', () => {
  it('answers neither visitors nor the service key with a person', async () => {
    const visitor = await get({ apikey: app.keys.anonKey })
    expect([visitor.status, await visitor.json()]).toMatchObject([401, { code: 'no_authorization' }])
    const withKey = await get({ apikey: app.keys.anonKey, authorization: `Bearer ${app.keys.anonKey}` })
    expect(withKey.status).toBe(401)
    const service = await get({ apikey: app.keys.serviceKey, authorization: `Bearer ${app.keys.serviceKey}` })
    expect([service.status, await service.json()]).toMatchObject([403, { code: 'bad_jwt' }])
  })

  it('answers a banned person with user_banned', async () => {
    const { token, id } = await signUp()
    await app.owner.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
      id,
    ])
    const banned = await get({ apikey: app.keys.anonKey, authorization: `Bearer ${token}` })
    expect([banned.status, await banned.json()]).toMatchObject([403, { code: 'user_banned' }])
    await app.owner.query("update auth.users set banned_until = now() - interval '1 hour' where id = $1", [
      id,
    ])
    expect((await get({ apikey: app.keys.anonKey, authorization: `Bearer ${token}` })).status).toBe(200)
  })
})
