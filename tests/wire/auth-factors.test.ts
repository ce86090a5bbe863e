import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { mailTo } from '../support/mailbox.ts'
import { caller, codeAt, passStep, turnOn } from '../support/second-step.ts'

const minute = 60_000
let app: TestApp
let count = 0
let mina: Person
beforeAll(async () => void (app = await startApp({ stoppedClock: true })))
afterAll(() => app.stop())
beforeEach(async () => void (mina = await signUp(app, `Mina${++count}`)))

const timeOf = (steps: number) => app.mailing.now().getTime() + steps * 30_000
/** The code of `steps` half minutes from the server's time. */
const code = (secret: string, steps = 0) => codeAt(secret, timeOf(steps))
/** Uses the code of the step before, so that the test has the present one. */
const turnMinaOn = () => turnOn(mina.client, timeOf(-1))

const logIn = async ({ email, password }: Person = mina): Promise<SupabaseClient> => {
  const client = app.client()
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}
const call = caller(() => app)
const sessions = async (id: string) =>
  (
    await app.owner.query<{ aal: string; n: string }>(
      'select aal, count(*) as n from auth.sessions where user_id = $1 group by aal order by aal',
      [id],
    )
  ).rows.map(({ aal, n }) => `${n} ${aal}`)

const service = async (method: string, path: string) => {
  const headers = { apikey: app.keys.serviceKey, authorization: `Bearer ${app.keys.serviceKey}` }
  const response = await app.fetch(`/auth/v1/admin/users/${path}`, { method, headers })
  return { status: response.status, body: await response.json() }
}

describe('setting up an authenticator app', () => {
  it('answers with a picture to scan, the key and the address, and changes nothing yet', async () => {
    const { data, error } = await mina.client.auth.mfa.enroll({ factorType: 'totp', issuer: 'Emote dito' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'totp', friendly_name: '' })
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/)
    expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(data?.totp.uri ?? '')
    expect(uri.searchParams.get('secret')).toBe(data?.totp.secret)
    expect(decodeURIComponent(uri.pathname)).toContain(`Emote dito:${mina.email}`)
    const { data: list } = await mina.client.auth.mfa.listFactors()
    expect(list?.all).toMatchObject([{ id: data?.id, factor_type: 'totp', status: 'unverified' }])
    expect(list?.totp).toEqual([])
    expect((await logIn().then((again) => again.from('user_profiles').select('id'))).error).toBeNull()
  })

  it('ends with the first right code, which raises this session and ends the others', async () => {
    const other = await logIn()
    const { data } = await mina.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telepono' })
    const secret = data?.totp.secret ?? ''
    const asked = await mina.client.auth.mfa.challenge({ factorId: data?.id ?? '' })
    expect(asked.data).toMatchObject({ type: 'totp', id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string })
    expect(asked.data?.expires_at).toBeGreaterThan(Date.now() / 1_000 + 60)
    const ids = { factorId: data?.id ?? '', challengeId: asked.data?.id ?? '' }
    const wrong = await mina.client.auth.mfa.verify({ ...ids, code: '000000' })
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect(wrong.error?.message).toContain('Invalid TOTP code')
    const right = await mina.client.auth.mfa.verify({ ...ids, code: code(secret) })
    expect(right.error).toBeNull()
    const { data: level } = await mina.client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(level?.currentAuthenticationMethods).toMatchObject([{ method: 'totp' }, { method: 'password' }])
    expect((await mina.client.from('user_profiles').select('id')).data).toHaveLength(1)
    expect(await sessions(mina.id)).toEqual(['1 aal2'])
    expect((await other.from('user_profiles').select('id')).status).toBe(401)
  })

  it('keeps the key where a dump of the database does not show it', async () => {
    const { secret } = await turnMinaOn()
    const { rows } = await app.owner.query<{ row: string }>(
      'select to_jsonb(f)::text as row from auth.mfa_factors f where user_id = $1',
      [mina.id],
    )
    expect(rows[0]?.row).not.toContain(secret)
    expect(rows[0]?.row).not.toContain(Buffer.from(secret).toString('hex'))
    const user = await call(mina.client, 'GET', '/auth/v1/user')
    expect(Object.keys((user.answer['factors'] as object[])[0] ?? {}).toSorted()).toEqual(
      'created_at factor_type friendly_name id last_challenged_at status updated_at'.split(' '),
    )
  })

  it('takes each name once, and holds at most ten', async () => {
    const enroll = (friendly_name?: string) =>
      call(mina.client, 'POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name })
    expect((await enroll('Isa')).status).toBe(200)
    expect(await enroll('Isa')).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    const all = await Promise.all(Array.from({ length: 12 }, () => enroll()))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(9)
    expect(all.find(({ status }) => status !== 200)?.code).toBe('too_many_enrolled_mfa_factors')
    app.advance(61 * minute)
    await logIn().then((again) => call(again, 'POST', '/auth/v1/factors', { factor_type: 'totp' }))
    const { rows } = await app.owner.query('select from auth.mfa_factors where user_id = $1', [mina.id])
    expect(rows).toHaveLength(1)
  })

  it('asks for the password at a session that is older than ten minutes', async () => {
    app.advance(11 * minute)
    const enroll = (current_password?: string) =>
      call(mina.client, 'POST', '/auth/v1/factors', { factor_type: 'totp', current_password })
    expect(await enroll()).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    expect(await enroll('mali-ito-9')).toMatchObject({ status: 400, code: 'current_password_invalid' })
    expect((await enroll(mina.password)).status).toBe(200)
  })

  it('refuses other kinds, other ids and visitors by name', async () => {
    const post = (path: string, body: unknown) => call(mina.client, 'POST', `/auth/v1/factors${path}`, body)
    expect(await post('', { factor_type: 'sulat' })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await post('', { factor_type: 7 })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await post('', { factor_type: 'totp', friendly_name: 'x'.repeat(61) })).toMatchObject({
      status: 400,
    })
    expect(await post('', { factor_type: 'phone', phone: '+639170000000' })).toMatchObject({
      status: 422,
      code: 'mfa_phone_enroll_not_enabled',
    })
    const unknown = '/00000000-0000-4000-8000-000000000000'
    for (const path of [unknown, '/wala', '/%00'])
      expect((await post(`${path}/challenge`, {})).status).toBe(404)
    const { id } = await turnMinaOn()
    for (const challenge_id of [undefined, 'wala', unknown.slice(1), 7, "' or true"]) {
      const answer = await post(`/${id}/verify`, { challenge_id, code: '123456' })
      expect([400, 422]).toContain(answer.status)
    }
    const ben = await signUp(app, `Ben${count}`)
    expect((await call(ben.client, 'POST', `/auth/v1/factors/${id}/challenge`, {})).status).toBe(404)
    expect((await call(ben.client, 'DELETE', `/auth/v1/factors/${id}`)).status).toBe(404)
    const visitor = await call(undefined, 'POST', '/auth/v1/factors', { factor_type: 'totp' })
    expect(visitor.status).toBe(401)
    expect(visitor.answer['message']).toContain('Bearer token')
  })
})

describe('a log-in of an account with a second step', () => {
  it('reaches nothing before the second step, and everything after it', async () => {
    const { id, secret } = await turnMinaOn()
    const half = await logIn()
    const { data: level } = await half.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const refused = await half.from('user_profiles').select('id')
    expect([refused.status, refused.error?.code, refused.error?.message]).toEqual([
      401,
      'PT401',
      'insufficient_aal',
    ])
    expect((await half.functions.invoke('my-limits', { method: 'GET' })).error).not.toBeNull()
    expect(
      (await half.storage.from('avatars').upload(`${mina.id}/a.png`, new Blob(['x']))).error,
    ).not.toBeNull()
    const leaving = { user_id: mina.id, password: mina.password }
    expect((await call(half, 'POST', '/functions/v1/delete-user-data', leaving)).status).toBe(401)
    const closed = [
      await call(half, 'PUT', '/auth/v1/user', {
        password: 'bagong-salita-8',
        current_password: mina.password,
      }),
      await call(half, 'PUT', '/auth/v1/user', { data: { a: 1 } }),
      await call(half, 'GET', '/auth/v1/sessions'),
    ]
    for (const { status, code: word } of closed) expect([status, word]).toEqual([401, 'insufficient_aal'])
    const enroll = await call(half, 'POST', '/auth/v1/factors', { factor_type: 'totp' })
    expect([enroll.status, enroll.code]).toEqual([403, 'insufficient_aal'])

    await passStep(half, id, code(secret))
    expect((await half.from('user_profiles').select('id')).data).toHaveLength(1)
    expect((await call(half, 'GET', '/auth/v1/sessions')).status).toBe(200)
  })

  it('keeps its level through a refresh, and a refresh token from before the second step ends the session', async () => {
    const { id, secret } = await turnMinaOn()
    const half = await logIn()
    const before = (await half.auth.getSession()).data.session?.refresh_token ?? ''
    await passStep(half, id, code(secret))
    await half.auth.refreshSession()
    expect((await half.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    expect((await half.from('user_profiles').select('id')).error).toBeNull()
    const old = await call(undefined, 'POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: before,
    })
    expect(old).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    expect((await half.from('user_profiles').select('id')).status).toBe(401)
  })

  it('logs out alone: a stolen password does not log the owner out', async () => {
    await turnMinaOn()
    const half = await logIn()
    expect((await half.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect(await sessions(mina.id)).toEqual(['1 aal2'])
    // Nor do as many log-ins as an account may have sessions.
    await app.owner.query(
      `insert into auth.sessions (id, user_id, amr, created_at, expires_at)
        select gen_random_uuid(), $1, '[]', now() + interval '1 minute', now() + interval '1 day' from generate_series(1, 30)`,
      [mina.id],
    )
    await logIn()
    expect(await sessions(mina.id)).toEqual(['30 aal1', '1 aal2'])
  })

  it('may end while it asks for the step, and nothing breaks', async () => {
    const { id } = await turnMinaOn()
    const challenge = () => call(mina.client, 'POST', `/auth/v1/factors/${id}/challenge`)
    const end = call(mina.client, 'POST', '/auth/v1/logout?scope=global')
    const answers = await Promise.all([...Array.from({ length: 8 }, challenge), end])
    expect([200, 204, 403, 404]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)))
  })

  it('does not make its network known before the second step, and keeps no other from before it', async () => {
    await app.owner.query(
      `insert into auth.known_networks (seen_at, user_id, network) values (now(), $1, '\\x${'ab'.repeat(16)}')`,
      [mina.id],
    )
    await turnMinaOn()
    const networks = async () =>
      (await app.owner.query('select from auth.known_networks where user_id = $1', [mina.id])).rowCount
    expect(await networks()).toBe(1)
    await app.app.fetch(
      new Request('http://emote.test/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { apikey: app.keys.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: mina.email, password: mina.password }),
      }),
      '198.51.100.77',
    )
    expect(await networks()).toBe(1)
  })
})

describe('a code', () => {
  it('opens once, for one of many requests that send it at the same moment', async () => {
    const { id, secret } = await turnMinaOn()
    const clients = await Promise.all(Array.from({ length: 4 }, () => logIn()))
    const now = code(secret)
    const asked = await Promise.all(clients.map((client) => client.auth.mfa.challenge({ factorId: id })))
    const answers = await Promise.all(
      clients.map((client, at) =>
        client.auth.mfa.verify({ factorId: id, challengeId: asked[at]?.data?.id ?? '', code: now }),
      ),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    const later = await logIn()
    expect((await later.auth.mfa.challengeAndVerify({ factorId: id, code: now })).error?.code).toBe(
      'mfa_verification_failed',
    )
    await passStep(later, id, code(secret, 1))
  })

  it('of an older step than the last one is refused', async () => {
    const { id, secret } = await turnMinaOn()
    const half = await logIn()
    await passStep(half, id, code(secret, 1))
    const again = await logIn()
    expect(
      (await again.auth.mfa.challengeAndVerify({ factorId: id, code: code(secret) })).error,
    ).not.toBeNull()
    expect(
      (await again.auth.mfa.challengeAndVerify({ factorId: id, code: code(secret, -4) })).error,
    ).not.toBeNull()
  })

  it('has five tries and five minutes, in the session that asked', async () => {
    const { id, secret } = await turnMinaOn()
    const [half, other] = [await logIn(), await logIn()]
    const ask = async () => (await half.auth.mfa.challenge({ factorId: id })).data?.id ?? ''
    const answer = (client: SupabaseClient, challenge_id: string, typed: string) =>
      call(client, 'POST', `/auth/v1/factors/${id}/verify`, { challenge_id, code: typed })
    const first = await ask()
    expect(await answer(other, first, code(secret))).toMatchObject({
      status: 422,
      code: 'mfa_factor_not_found',
    })
    const guesses = await Promise.all(Array.from({ length: 8 }, (_, at) => answer(half, first, `00000${at}`)))
    expect(guesses.filter(({ code: word }) => word === 'mfa_verification_failed')).toHaveLength(5)
    expect(await answer(half, first, code(secret))).toMatchObject({
      status: 422,
      code: 'mfa_challenge_expired',
    })
    const second = await ask()
    app.advance(6 * minute)
    expect(await answer(half, second, code(secret))).toMatchObject({ code: 'mfa_challenge_expired' })
    const third = await ask()
    expect((await answer(half, third, code(secret).replace(/^.../, '$& '))).status).toBe(200)
  })

  it('is a wrong one unless it is six digits', async () => {
    const { id } = await turnMinaOn()
    const half = await logIn()
    for (const typed of ['', '12345', '1234567', 'abcdef', '１２３４５６', ' ', "0' or '1"]) {
      const { error } = await half.auth.mfa.challengeAndVerify({ factorId: id, code: typed })
      expect(error?.code).toBe('mfa_verification_failed')
    }
  })
})

describe('turning it off', () => {
  it('needs a second step of the last ten minutes', async () => {
    // A mail goes to a proved address only.
    const { id, secret } = await turnMinaOn()
    await app.owner.query('update auth.users set email_proved_at = now() where id = $1', [mina.id])
    const half = await logIn()
    expect((await half.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
    await passStep(half, id, code(secret))
    app.advance(11 * minute)
    expect((await half.auth.mfa.unenroll({ factorId: id })).error?.code).toBe('insufficient_aal')
    await passStep(half, id, code(secret))
    expect((await half.auth.mfa.unenroll({ factorId: id })).data).toEqual({ id })
    expect((await half.auth.mfa.listFactors()).data?.all).toEqual([])
    expect((await half.from('user_profiles').select('id')).error).toBeNull()
    expect((await (await logIn()).from('user_profiles').select('id')).error).toBeNull()
    expect((await mailTo(app, mina.email)).subject).toMatch('May natanggal na pangalawang hakbang')
  })

  it('of a set-up that was not finished needs no second step', async () => {
    const { data } = await mina.client.auth.mfa.enroll({ factorType: 'totp' })
    expect((await mina.client.auth.mfa.unenroll({ factorId: data?.id ?? '' })).data).toEqual({ id: data?.id })
    expect((await mina.client.auth.mfa.listFactors()).data?.all).toEqual([])
  })

  it('of one of two ends the sessions that it raised elsewhere', async () => {
    const first = await turnMinaOn()
    const second = await turnOn(mina.client, timeOf(-1), 'Tablet')
    const elsewhere = await logIn()
    await passStep(elsewhere, second.id, code(second.secret))
    const kept = await logIn()
    await passStep(kept, first.id, code(first.secret))
    expect((await mina.client.auth.mfa.unenroll({ factorId: second.id })).error).toBeNull()
    expect((await elsewhere.from('user_profiles').select('id')).status).toBe(401)
    expect((await kept.from('user_profiles').select('id')).error).toBeNull()
    expect((await mina.client.from('user_profiles').select('id')).error).toBeNull()
  })

  it('is removed by the service for a person who lost the phone', async () => {
    const { id } = await turnMinaOn()
    const factor = { id, factor_type: 'totp', status: 'verified' }
    expect((await service('GET', `${mina.id}/factors`)).body).toMatchObject([factor])
    expect(await service('DELETE', `${mina.id}/factors/${mina.id}`)).toMatchObject({ status: 404 })
    expect(await service('DELETE', `${mina.id}/factors/${id}`)).toEqual({ status: 200, body: { id } })
    expect((await service('GET', `${id}/factors`)).status).toBe(404)
    expect((await call(mina.client, 'GET', `/auth/v1/admin/users/${mina.id}/factors`)).status).toBe(403)
    expect((await (await logIn()).from('user_profiles').select('id')).error).toBeNull()
  })

  it('is as strict as turning a second one on: both need the first within ten minutes', async () => {
    await turnMinaOn()
    app.advance(11 * minute)
    const { error } = await mina.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  })
})

describe('a session from a recovery mail', () => {
  it('sets a new password, never passes the second step and turns nothing off', async () => {
    // The first proof of an address ends a second step from before.
    await app.owner.query('update auth.users set email_proved_at = now() where id = $1', [mina.id])
    const { id, secret } = await turnMinaOn()
    const { subject } = await mailTo(app, mina.email)
    expect(subject).toBe('May pangalawang hakbang na sa Emote account mo')
    const lost = app.client()
    await lost.auth.resetPasswordForEmail(mina.email)
    const { token } = await mailTo(app, mina.email, 2)
    expect((await lost.auth.verifyOtp({ token_hash: token, type: 'recovery' })).error).toBeNull()
    expect((await lost.from('user_profiles').select('id')).error?.message).toBe('insufficient_aal')
    expect((await lost.auth.mfa.challenge({ factorId: id })).error?.code).toBe('insufficient_aal')
    expect((await lost.auth.mfa.unenroll({ factorId: id })).error?.code).toBe('insufficient_aal')
    const change = { email: 'iba@example.test', current_password: mina.password }
    expect((await call(lost, 'PUT', '/auth/v1/user', change)).code).toBe('insufficient_aal')
    expect((await lost.auth.updateUser({ password: 'bagong-salita-8' })).error).toBeNull()
    await expect(
      app.owner.query(`update auth.sessions set aal = 'aal2' where user_id = $1 and via_recovery`, [mina.id]),
    ).rejects.toThrow('sessions_recovery_check')
    const half = await logIn({ ...mina, password: 'bagong-salita-8' })
    expect((await half.from('user_profiles').select('id')).status).toBe(401)
    await passStep(half, id, code(secret, 1))
    expect((await half.from('user_profiles').select('id')).error).toBeNull()
  })

  it('sets up no second step on an account without one', async () => {
    const lost = app.client()
    await lost.auth.resetPasswordForEmail(mina.email)
    const { token } = await mailTo(app, mina.email)
    await lost.auth.verifyOtp({ token_hash: token, type: 'recovery' })
    expect((await lost.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('insufficient_aal')
  })
})
