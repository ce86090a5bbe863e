import { argon2 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

vi.mock('node:crypto', { spy: true })

const password = 'tahimik-na-gabi-7'
let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.stop())

type Tokens = { access_token: string; refresh_token: string; user: { id: string } }
let count = 0
let email = ''
beforeEach(() => void (email = `tao${++count}@example.test`))

const post = (path: string, body: unknown, token?: string) =>
  app.fetch(`/auth/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
const signUp = async () => (await (await post('/signup', { email, password })).json()) as Tokens
const logIn = async () =>
  (await (await post('/token?grant_type=password', { email, password })).json()) as Tokens
const refresh = async (refresh_token: string) => {
  const response = await post('/token?grant_type=refresh_token', { refresh_token })
  const body = (await response.json()) as Tokens & { code?: string }
  return {
    status: response.status,
    code: body.code,
    token: body.refresh_token,
    body,
    headers: response.headers,
  }
}
const userStatus = async (token: string) =>
  (
    await app.fetch('/auth/v1/user', {
      headers: { apikey: app.keys.anonKey, authorization: `Bearer ${token}` },
    })
  ).status
const sessionsOf = async (id: string) =>
  (await app.owner.query('select from auth.sessions where user_id = $1', [id])).rowCount

describe('log-in', () => {
  it('opens a new session each time', async () => {
    const first = await signUp()
    const second = await logIn()
    expect(second.user.id).toBe(first.user.id)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await sessionsOf(first.user.id)).toBe(2)
  })

  it('answers a wrong password and an unknown address alike', async () => {
    await signUp()
    const wrong = await post('/token?grant_type=password', { email, password: 'mali-ito-8' })
    const unknown = await post('/token?grant_type=password', { email: 'wala@example.test', password })
    expect(wrong.status).toBe(400)
    expect(unknown.status).toBe(400)
    const said = await wrong.text()
    expect(await unknown.text()).toBe(said)
    expect(JSON.parse(said)).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()])
  })

  it('hashes for an unknown address too, at the same cost', async () => {
    await signUp()
    const hashed = vi.mocked(argon2)
    const costs = []
    for (const address of [email, 'wala@example.test']) {
      hashed.mockClear()
      await post('/token?grant_type=password', { email: address, password: 'mali-ito-8' })
      costs.push(
        hashed.mock.calls.map(([, { memory, passes, parallelism, tagLength }]) => [
          memory,
          passes,
          parallelism,
          tagLength,
        ]),
      )
    }
    expect(costs).toEqual([[[19_456, 2, 1, 32]], [[19_456, 2, 1, 32]]])
  })

  it('reveals a ban only after the right password', async () => {
    const { user } = await signUp()
    await app.owner.query("update auth.users set banned_until = 'infinity' where id = $1", [user.id])
    const stranger = await post('/token?grant_type=password', { email, password: 'mali-ito-8' })
    expect(await stranger.json()).toMatchObject({ code: 'invalid_credentials' })
    const owner = await post('/token?grant_type=password', { email, password })
    expect(owner.status).toBe(400)
    expect(await owner.json()).toMatchObject({ code: 'user_banned' })
  })

  it('keeps the thirty newest sessions of a person', async () => {
    const { user, access_token: first } = await signUp()
    await app.owner.query(
      `insert into auth.sessions (user_id, amr, created_at, expires_at)
       select $1, '[]', now() - make_interval(mins => 100 - n), now() + interval '1 day' from generate_series(1, 40) n`,
      [user.id],
    )
    const last = await logIn()
    expect(await sessionsOf(user.id)).toBe(30)
    expect(await userStatus(last.access_token)).toBe(200)
    expect(await userStatus(first)).toBe(200)
  })
})

describe('refresh', () => {
  it('replaces the token by a child, and names it in headers without any piece of it', async () => {
    const { refresh_token: t1 } = await signUp()
    const child = await refresh(t1)
    expect(child.status).toBe(200)
    expect(child.token).not.toBe(t1)
    expect(child.headers.get('sb-auth-refresh-token-rotated')).toBe('true')
    expect(JSON.stringify([...child.headers])).not.toContain(child.token.slice(0, 8))
    expect(await userStatus(child.body.access_token)).toBe(200)
  })

  it('gives a hundred parallel refreshes of one token the same child', async () => {
    const { refresh_token: t1, user } = await signUp()
    const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(t1)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ token }) => token)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.has('sb-auth-refresh-token-rotated'))).toHaveLength(1)
    const { rows } = await app.owner.query('select refresh_counter from auth.sessions where user_id = $1', [
      user.id,
    ])
    expect(rows).toEqual([{ refresh_counter: 2 }])
  })

  it('returns the active child again to a client that lost the answer, however late', async () => {
    const { refresh_token: t1 } = await signUp()
    const { token: t2 } = await refresh(t1)
    app.advance(3_600_000)
    const again = await refresh(t1)
    expect(again).toMatchObject({ status: 200, token: t2 })
    expect((await refresh(t2)).status).toBe(200)
  })

  it('accepts a grandparent within ten seconds', async () => {
    const { refresh_token: t1 } = await signUp()
    const { token: t2 } = await refresh(t1)
    const { token: t3 } = await refresh(t2)
    app.advance(9_000)
    expect(await refresh(t1)).toMatchObject({ status: 200, token: t3 })
  })

  it('ends the whole family when an old token comes back after ten seconds', async () => {
    const { refresh_token: t1, user } = await signUp()
    const { token: t2 } = await refresh(t1)
    const { token: t3, body } = await refresh(t2)
    const elsewhere = await logIn()
    app.advance(11_000)
    expect(await refresh(t1)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    expect((await refresh(t3)).status).toBe(400)
    expect(await userStatus(body.access_token)).toBe(403)
    // Another log-in of the same person starts another session.
    expect(await userStatus(elsewhere.access_token)).toBe(200)
    expect(await sessionsOf(user.id)).toBe(1)
  })

  it('measures the ten seconds from the use of the old token', async () => {
    const { refresh_token: t1 } = await signUp()
    const { token: t2 } = await refresh(t1)
    app.advance(11_000)
    const { token: t3 } = await refresh(t2)
    expect(await refresh(t1)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    expect((await refresh(t3)).status).toBe(400)
  })

  it('refuses tokens that the server did not make', async () => {
    const { refresh_token: token } = await signUp()
    const flipped = Buffer.from(token, 'base64url')
    flipped[20] = (flipped[20] ?? 0) + 1
    const forged = [
      'abcdefghijkl',
      '',
      `${token}A`,
      `${token}=`,
      token.slice(0, -1),
      token.toUpperCase(),
      flipped.toString('base64url'),
      'A'.repeat(2_000),
      "' or 1=1 --",
    ]
    for (const one of forged) {
      const { status, code } = await refresh(one)
      expect([status, code]).toEqual([400, one ? 'refresh_token_not_found' : 'validation_failed'])
    }
    expect((await refresh(token)).status).toBe(200)
  })

  it('refuses a banned person and an idle session', async () => {
    const { refresh_token: token, user } = await signUp()
    await app.owner.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      user.id,
    ])
    expect(await refresh(token)).toMatchObject({ status: 400, code: 'user_banned' })
    await app.owner.query('update auth.users set banned_until = null where id = $1', [user.id])
    await app.owner.query("update auth.sessions set expires_at = '2020-01-01' where user_id = $1", [user.id])
    expect(await refresh(token)).toMatchObject({ status: 400, code: 'session_expired' })
  })

  it('never moves the end of a session beyond 180 days after its log-in', async () => {
    const { refresh_token: token, user } = await signUp()
    const { rows } = await app.owner.query<{ end: Date }>(
      `update auth.sessions set created_at = now() - interval '178 days', expires_at = now() + interval '1 day'
        where user_id = $1 returning created_at + interval '4320 hours' as end`,
      [user.id],
    )
    const { token: child } = await refresh(token)
    const kept = await app.owner.query('select expires_at from auth.sessions where user_id = $1', [user.id])
    expect(kept.rows).toEqual([{ expires_at: rows[0]?.end }])
    // The check of each transaction asks for expires_at, which the database itself bounds.
    const longer = app.owner.query(
      "update auth.sessions set expires_at = expires_at + interval '1 second' where user_id = $1",
      [user.id],
    )
    await expect(longer).rejects.toThrow('sessions_end_check')
    app.advance(3 * 86_400_000)
    expect(await refresh(child)).toMatchObject({ status: 400, code: 'session_expired' })
  })

  it('leaves nothing in the database that could refresh or log in', async () => {
    const tokens = await signUp()
    const { rows } = await app.owner.query<{ row: string }>(`
      select to_jsonb(t)::text as row from auth.sessions t union all select to_jsonb(t)::text from auth.users t
      union all select to_jsonb(t)::text from auth.one_time_tokens t union all select to_jsonb(t)::text from auth.identities t`)
    const dump = rows.map(({ row }) => row).join('\n')
    for (const secret of [tokens.refresh_token, tokens.access_token, password]) {
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })
})

describe('log-out', () => {
  it.each([
    ['global', 403, 403],
    ['local', 403, 200],
    ['others', 200, 403],
  ])('%s ends the right sessions at once', async (scope, own, other) => {
    const mine = await signUp()
    const theirs = await logIn()
    const response = await post(`/logout?scope=${scope}`, undefined, mine.access_token)
    expect(response.status).toBe(204)
    expect(await userStatus(mine.access_token)).toBe(own)
    expect(await userStatus(theirs.access_token)).toBe(other)
    // The data API refuses an ended session too (threat 11).
    const rest = await app.fetch('/rest/v1/user_profiles?select=id', {
      headers: { apikey: app.keys.anonKey, authorization: `Bearer ${mine.access_token}` },
    })
    expect(rest.status).toBe(own === 200 ? 200 : 401)
  })

  it('is global when no scope is named, and refuses an unknown one', async () => {
    const mine = await signUp()
    const theirs = await logIn()
    const bad = await post('/logout?scope=everyone', undefined, mine.access_token)
    expect(bad.status).toBe(400)
    expect(await bad.json()).toMatchObject({ code: 'validation_failed' })
    expect((await post('/logout', undefined, mine.access_token)).status).toBe(204)
    expect(await userStatus(theirs.access_token)).toBe(403)
  })

  it('works through the official client', async () => {
    const client = app.client()
    await client.auth.signUp({ email, password })
    const { error } = await client.auth.signOut()
    expect(error).toBeNull()
    expect((await client.auth.getSession()).data.session).toBeNull()
  })
})

const logInOn = async (userAgent: string) => {
  const response = await app.fetch('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey: app.keys.anonKey, 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password }),
  })
  return (await response.json()) as Tokens
}
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/148.0.0.0 Mobile Safari/537.36'

describe('the list of devices', () => {
  type Device = {
    id: string
    device: string | null
    created_at: string
    last_seen_at: string
    is_current: boolean
  }
  const ask = async (token: string, path = '', method = 'GET') => {
    const response = await app.fetch(`/auth/v1/sessions${path}`, {
      method,
      headers: {
        apikey: app.keys.anonKey,
        authorization: `Bearer ${token}`,
        'x-supabase-api-version': '2024-01-01',
      },
    })
    const body =
      response.status === 204 ? {} : ((await response.json()) as { sessions?: Device[]; code?: string })
    return { status: response.status, ...body }
  }
  it('names each by browser and system, the own one first, with the time it was last seen, and stores no more', async () => {
    const { access_token: own, user } = await signUp()
    const other = await logInOn(phone)
    await app.owner.query(
      `update auth.sessions set created_at = now() - interval '3 days' where user_id = $1`,
      [user.id],
    )
    const seen = async () => {
      const { sessions = [] } = await ask(own)
      return sessions.map(({ device, created_at, last_seen_at, is_current }) => [
        device,
        is_current,
        Date.parse(last_seen_at) > Date.parse(created_at),
      ])
    }
    expect(await seen()).toEqual([
      [null, true, false],
      ['Chrome · Android', false, false],
    ])
    expect((await refresh(other.refresh_token)).status).toBe(200)
    expect((await seen())[1]).toEqual(['Chrome · Android', false, true])
    const { rows } = await app.owner.query(
      'select to_jsonb(s)::text as row from auth.sessions s where user_id = $1',
      [user.id],
    )
    // The number alone may stand in an id or a time.
    expect(JSON.stringify(rows)).not.toMatch(/148\.0|Mozilla/)
  })

  it('logs out one of them at once, and only one’s own', async () => {
    const mine = await signUp()
    const other = await logInOn(phone)
    email = `iba${++count}@example.test`
    const stranger = await signUp()
    const { sessions = [] } = await ask(mine.access_token)
    const id = sessions.find(({ is_current }) => !is_current)?.id ?? ''
    for (const path of [`/${id}`, '/wala', `/${id}/`, `/x/${id}`, "/' or true"])
      expect(await ask(stranger.access_token, path, 'DELETE')).toMatchObject({ status: 404 })
    expect(await userStatus(other.access_token)).toBe(200)
    const ends = await Promise.all([1, 2].map(() => ask(mine.access_token, `/${id}`, 'DELETE')))
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
    expect([await userStatus(other.access_token), await userStatus(mine.access_token)]).toEqual([403, 200])
    expect((await refresh(other.refresh_token)).code).toBe('session_not_found')
  })

  it('needs a session', async () => {
    expect(await ask(app.keys.anonKey)).toMatchObject({ status: 401, code: 'no_authorization' })
    expect(await ask(app.keys.anonKey, '/x', 'DELETE')).toMatchObject({ status: 401 })
    expect((await ask(app.keys.anonKey, '', 'POST')).status).toBe(405)
  })
})

describe('a deleted person', () => {
  it('gets user_not_found, and no answer from the data API', async () => {
    const { access_token: token, user } = await signUp()
    await app.owner.query('delete from auth.users where id = $1', [user.id])
    expect(await userStatus(token)).toBe(403)
    const rest = await app.fetch('/rest/v1/public_posts?select=id', {
      headers: { apikey: app.keys.anonKey, authorization: `Bearer ${token}` },
    })
    expect(rest.status).toBe(401)
  })
})
