import { randomUUID } from 'node:crypto'
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { routes } from '../../src/server/auth/routes.ts'
import { ledgerKey } from '../../src/server/erasure/ledger.ts'
import { emi } from '../../src/shared/emi.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { mailTo, mailsTo } from '../support/mailbox.ts'

const password = 'tahimik-na-gabi-7'
let app: TestApp
let service: SupabaseClient
beforeAll(async () => {
  app = await startApp({ settings: { requireEmailConfirmation: true } })
  service = app.client(app.keys.serviceKey)
})
afterAll(() => app.stop())

let count = 0
let email = ''
beforeEach(() => void (email = `tao${++count}@example.test`))

const call = async (method: string, path: string, body?: unknown, key = app.keys.serviceKey) => {
  const response = await app.fetch(`/auth/v1${path}`, {
    method,
    headers: {
      apikey: key,
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  }
}
/** An account of an administrator's making, confirmed. */
const make = async (more: object = {}) => {
  const { data, error } = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    ...more,
  })
  if (error) throw error
  return data.user
}
const logIn = (secret = password, address = email) =>
  app.client().auth.signInWithPassword({ email: address, password: secret })

const isIn = async (session: Session | null) =>
  (await app.client().auth.getUser(session?.access_token)).data.user !== null

describe('the calls of administrators', () => {
  const doors = Object.entries(routes).flatMap(([path, { methods }]) =>
    path.startsWith('/admin/') || path === '/invite'
      ? Object.keys(methods).map((method) => [method, path.replaceAll('*', randomUUID())] as const)
      : [],
  )

  it.each(doors)('%s %s is for the service key alone', async (method, path) => {
    const { id, token } = await visitorAndPerson()
    for (const key of [app.keys.anonKey, token]) {
      const answer = await call(method, path, method === 'GET' ? undefined : { email, id }, key)
      expect([answer.status, answer.body['code']]).toEqual([403, 'not_admin'])
    }
  })

  let person: { id: string; token: string } | undefined
  async function visitorAndPerson() {
    if (person) return person
    await make()
    const { data } = await logIn()
    person = { id: data.user?.id ?? '', token: data.session?.access_token ?? '' }
    return person
  }

  it('find no account for an id that is no UUID, an unknown id, and Emi', async () => {
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { user_metadata: { a: 1 } }],
      ['DELETE', {}],
    ] as const) {
      const none = await call(method, '/admin/users/si-mina', body)
      expect([none.status, none.body['code']]).toEqual([404, 'validation_failed'])
      for (const id of [randomUUID(), emi.id]) {
        const unknown = await call(method, `/admin/users/${id}`, body)
        expect([unknown.status, unknown.body['code']]).toEqual([404, 'user_not_found'])
      }
    }
  })
})

describe('an account that an administrator makes', () => {
  it('has the given notes, providers and password, and can log in when it is confirmed', async () => {
    const user = await make({ user_metadata: { codename: 'Tala' }, app_metadata: { roles: ['tagabantay'] } })
    expect(user).toMatchObject({
      email,
      user_metadata: { codename: 'Tala' },
      app_metadata: { provider: 'email', providers: ['email'], roles: ['tagabantay'] },
      identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
    })
    expect(user.email_confirmed_at).toBeTruthy()
    expect((await logIn()).error).toBeNull()
    expect(await mailsTo(app, email)).toEqual([])
  })

  it('waits for its confirmation otherwise', async () => {
    const user = await make({ email_confirm: false })
    expect(user.email_confirmed_at).toBeUndefined()
    expect((await logIn()).error?.code).toBe('email_not_confirmed')
  })

  it('may have an id, a number and a hash of another server', async () => {
    const id = randomUUID()
    const phone = `6391712${String(count).padStart(5, '0')}`
    const hash = await bcrypt(password, 4)
    const user = await make({ id, phone, phone_confirm: true, password: undefined, password_hash: hash })
    expect(user).toMatchObject({ id, phone, app_metadata: { providers: ['email', 'phone'] } })
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['email', 'phone'])
    expect((await logIn('mali-ito-8')).error?.code).toBe('invalid_credentials')
    expect((await logIn()).error).toBeNull()
    const { rows } = await app.owner.query('select password_hash from auth.users where id = $1', [id])
    expect(rows).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,/) }])
    expect((await logIn()).error).toBeNull()
  })

  it('is made once by racing calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', '/admin/users', { email, password })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422])
    expect(answers.find(({ status }) => status === 422)?.body['code']).toBe('email_exists')
  })

  it('has no id of another person, or of one who left', async () => {
    const { id } = await make()
    const taken = await call('POST', '/admin/users', { email: `iba${email}`, id })
    expect([taken.status, taken.body['code']]).toEqual([422, 'conflict'])
    const left = randomUUID()
    await app.owner.query('insert into app.erased_people (key) values ($1)', [
      ledgerKey(app.keys.secret, left),
    ])
    expect((await call('POST', '/admin/users', { email: `iba${email}`, id: left })).status).toBe(422)
  })

  it.each([
    [{}, 'Cannot create a user without either an email or phone'],
    [{ email: 'xx:;x@x.x' }, 'Unable to validate email address: invalid format'],
    [{ email: 'emi@emote.invalid' }, 'Unable to validate email address: invalid format'],
    [{ phone: '1795-invalid' }, 'Invalid phone number format (E.164 required)'],
    [{ email: 'a@x.test', id: 'mina' }, 'ID must conform to the uuid v4 format'],
    [{ email: 'a@x.test', role: 'service_role' }, 'role can only be authenticated'],
    [{ email: 'a@x.test', email_confirm: 'yes' }, 'email_confirm must be a boolean'],
    [{ email: 'a@x.test', ban_duration: '3 days' }, 'invalid format for ban duration: 3 days'],
    [{ email: 'a@x.test', ban_duration: '9999999999h' }, 'invalid format for ban duration: 9999999999h'],
    [{ email: 'a@x.test', password_hash: '$1$abc$def' }, 'password_hash must be bcrypt or argon2'],
    [
      { email: 'a@x.test', password: 'x'.repeat(9), password_hash: 'x' },
      'Only a password or a password hash should be provided',
    ],
    [
      { email: 'a@x.test', app_metadata: { a: 'x'.repeat(2_048) } },
      'app_metadata may not be larger than 2048 bytes',
    ],
    [{ email: 'a@x.test', user_metadata: 'x' }, 'user_metadata must be an object'],
  ])('%j is refused: %s', async (body, message) => {
    expect(await call('POST', '/admin/users', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message },
    })
  })
})

describe('the list of accounts', () => {
  it('is paged, newest first, with the total and the links that the client reads', async () => {
    for (let n = 0; n < 3; n++) {
      email = `pila${n}-${count}@example.test`
      // oxlint-disable-next-line no-await-in-loop -- the last one is the newest
      await make()
    }
    const { data, error } = await service.auth.admin.listUsers({ page: 1, perPage: 2 })
    expect(error).toBeNull()
    expect(data.users.map((user) => user.email)).toEqual([email, `pila1-${count}@example.test`])
    const { rows } = await app.owner.query<{ n: number }>('select count(*)::int - 1 as n from auth.users')
    const total = rows[0]?.n ?? 0
    expect(data).toMatchObject({ aud: 'authenticated', total, nextPage: 2, lastPage: Math.ceil(total / 2) })
    const all = await service.auth.admin.listUsers()
    expect(all.data.users.length).toBe(Math.min(50, rows[0]?.n ?? 0))
    expect(all.data.users.map(({ id }) => id)).not.toContain(emi.id)
    const past = await call('GET', '/admin/users?page=9999&per_page=50')
    expect([past.status, past.body['users']]).toEqual([200, []])
    expect(past.headers.get('x-total-count')).toBe(String(rows[0]?.n))
  })

  it.each(['page=-1', 'page=0', 'page=x', 'per_page=0', 'per_page=1.5', 'filter=mina'])(
    '%s is refused',
    async (query) => {
      expect((await call('GET', `/admin/users?${query}`)).status).toBe(400)
    },
  )
})

describe('a change by an administrator', () => {
  it('sets an address at once, ends all sessions, and tells the old address', async () => {
    const { id } = await make()
    const { data: before } = await logIn()
    const next = `bago-${email}`
    const { data, error } = await service.auth.admin.updateUserById(id, { email: next })
    expect([error, data.user?.email]).toEqual([null, next])
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: next, email_verified: false })
    expect(await isIn(before.session)).toBe(false)
    expect((await mailTo(app, email)).subject).toBe('Napalitan ang email mo sa Emote')
    expect((await logIn(password, next)).error).toBeNull()
  })

  it('sets a password, and the old one and its sessions end', async () => {
    const { id } = await make()
    const { data: before } = await logIn()
    expect((await service.auth.admin.updateUserById(id, { password: 'bagong-simula-4' })).error).toBeNull()
    expect((await logIn()).error?.code).toBe('invalid_credentials')
    expect((await logIn('bagong-simula-4')).error).toBeNull()
    expect(await isIn(before.session)).toBe(false)
    expect((await mailTo(app, email)).subject).toBe('Napalitan ang password mo sa Emote')
    const weak = await service.auth.admin.updateUserById(id, { password: '123456' })
    expect(weak.error?.code).toBe('weak_password')
  })

  it('merges notes, confirms, bans for a time, and lifts the ban', async () => {
    const { id } = await make({ email_confirm: false, user_metadata: { a: 1, b: 2 } })
    const { data } = await service.auth.admin.updateUserById(id, {
      email_confirm: true,
      user_metadata: { b: null, c: 3 },
      app_metadata: { roles: ['x'] },
      ban_duration: '2h30m',
    })
    expect(data.user).toMatchObject({
      user_metadata: { a: 1, c: 3 },
      app_metadata: { provider: 'email', roles: ['x'] },
    })
    expect(data.user?.email_confirmed_at).toBeTruthy()
    const until = (data.user as { banned_until?: string } | null)?.banned_until ?? ''
    expect(Math.round((Date.parse(until) - Date.now()) / 60_000)).toBe(150)
    expect((await logIn()).error?.code).toBe('user_banned')
    await service.auth.admin.updateUserById(id, { ban_duration: 'none' })
    expect((await logIn()).error).toBeNull()
  })

  it('gives nobody the address or the number of another', async () => {
    await make({ phone: '639171230001' })
    const taken = email
    email = `iba-${email}`
    const { id } = await make()
    expect(await call('PUT', `/admin/users/${id}`, { email: taken })).toMatchObject({
      status: 422,
      body: { code: 'email_exists' },
    })
    expect(await call('PUT', `/admin/users/${id}`, { phone: '639171230001' })).toMatchObject({
      status: 422,
      body: { code: 'phone_exists' },
    })
    expect((await service.auth.admin.getUserById(id)).data.user?.email).toBe(email)
  })

  it('logs a person out, with a token of theirs or without', async () => {
    const { id } = await make()
    const [{ data: one }, { data: two }] = [await logIn(), await logIn()]
    expect((await service.auth.admin.signOut(one.session?.access_token ?? '', 'local')).error).toBeNull()
    expect(await isIn(one.session)).toBe(false)
    expect(await isIn(two.session)).toBe(true)
    expect((await call('POST', `/admin/users/${id}/logout`)).status).toBe(204)
    expect(await isIn(two.session)).toBe(false)
  })
})
