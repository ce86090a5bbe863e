import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLimiter } from '../../src/server/http/limiter.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { signUp, type Person } from '../support/cast.ts'
import { codeAt, turnOn } from '../support/second-step.ts'

let app: TestApp
let count = 0
let mina: Person
beforeAll(
  async () =>
    void (app = await startApp({
      stoppedClock: true,
      settings: { limits: 'strict', phone: true, phoneFactor: true },
    })),
)
afterAll(() => app.stop())
beforeEach(async () => void (mina = await signUp(app, `Luna${++count}`)))

type Answer = {
  status: number
  code?: string
  id: string
  webauthn: { type: string; credential_options: { publicKey: never } }
}
/** A request with the client's session, from an address. */
async function call(
  client: SupabaseClient,
  method: string,
  path: string,
  body: unknown = {},
  from = '203.0.113.7',
): Promise<Answer> {
  const { data } = await client.auth.getSession()
  const response = await app.app.fetch(
    new Request(`http://emote.test/auth/v1${path}`, {
      method,
      headers: {
        apikey: app.keys.anonKey,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
        authorization: `Bearer ${data.session?.access_token ?? ''}`,
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    }),
    from,
  )
  return { ...((await response.json()) as Answer), status: response.status }
}

const logIn = async ({ email, password }: Person): Promise<SupabaseClient> => {
  const client = app.client()
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

const device = () => createAuthenticator({ origin: 'http://emote.test' })
const ask = (client: SupabaseClient, id: string) => call(client, 'POST', `/factors/${id}/challenge`)
const answer = (client: SupabaseClient, id: string, challenge_id: string, credential_response: unknown) =>
  call(client, 'POST', `/factors/${id}/verify`, {
    challenge_id,
    webauthn: { type: 'any', rpId: 'emote.test', rpOrigins: ['http://emote.test'], credential_response },
  })
const now = () => app.mailing.now().getTime()

/** The newest text to a number, once there are `wanted`. */
async function textTo(phone: string, wanted = 1): Promise<string> {
  const all = async () => {
    const names = (await readdir(app.outbox)).filter((name) => name.endsWith('.sms')).toSorted()
    const texts = await Promise.all(names.map((name) => readFile(join(app.outbox, name), 'utf8')))
    return texts.filter((text) => text.startsWith(`To: +${phone}\n`))
  }
  await expect.poll(async () => (await all()).length, { interval: 10 }).toBe(wanted)
  return (await all()).at(-1) ?? ''
}
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? ''

async function connect(key: ReturnType<typeof device>) {
  const { data, error } = await mina.client.auth.mfa.enroll({
    factorType: 'webauthn',
    friendlyName: 'Susi',
  })
  expect(error).toBeNull()
  expect(data).toMatchObject({ type: 'webauthn', friendly_name: 'Susi' })
  const id = data?.id ?? ''
  const asked = await ask(mina.client, id)
  expect(asked.webauthn.type).toBe('create')
  const made = await answer(
    mina.client,
    id,
    asked.id,
    key.create(asked.webauthn.credential_options.publicKey),
  )
  expect(made.status).toBe(200)
  return id
}

describe('a security key', () => {
  it('raises the session of a log-in, and no other device, page or challenge does', async () => {
    const key = device()
    const id = await connect(key)
    const half = await logIn(mina)
    expect((await half.from('user_profiles').select('id')).status).toBe(401)
    const asked = await ask(half, id)
    expect(asked.webauthn.type).toBe('request')
    const options = asked.webauthn.credential_options.publicKey
    const other = device()
    const wrong = [
      other.get(options),
      key.get(options, { origin: 'http://emote.test.evil.example' }),
      key.get(options, { challenge: 'YWJj' }),
      key.get(options, { flags: 0 }),
    ]
    for (const credential of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- five tries of one challenge
      const refused = await answer(half, id, asked.id, credential)
      expect(refused).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    }
    const right = key.get(options)
    expect((await answer(half, id, asked.id, right)).status).toBe(200)
    expect((await half.from('user_profiles').select('id')).error).toBeNull()
    const again = await answer(half, id, asked.id, right)
    expect(again).toMatchObject({ status: 422, code: 'mfa_factor_not_found' })
  })

  it.each(['', 'Susi ni Nanay', undefined])('may be named %j', async (friendly_name) => {
    const enrolled = await call(mina.client, 'POST', '/factors', { factor_type: 'webauthn', friendly_name })
    expect(enrolled).toMatchObject({ status: 200, type: 'webauthn', friendly_name: friendly_name ?? '' })
    const asked = await ask(mina.client, enrolled.id)
    expect(asked).toMatchObject({ status: 200, type: 'webauthn', expires_at: expect.any(Number) as number })
  })

  it('answers rubbish with a refusal', async () => {
    const id = await connect(device())
    const half = await logIn(mina)
    const { id: asked } = await ask(half, id)
    for (const rubbish of [undefined, null, 7, 'susi', [], { id: 'x' }]) {
      // oxlint-disable-next-line no-await-in-loop -- five tries of one challenge
      expect((await answer(half, id, asked, rubbish)).status).toBe(422)
    }
  })
})

describe('a phone', () => {
  it('gets an SMS with a code, which opens the second step once', async () => {
    const phone = `63917000000${count}`
    const { data, error } = await mina.client.auth.mfa.enroll({ factorType: 'phone', phone: `+${phone}` })
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'phone', phone })
    const id = data?.id ?? ''
    const asked = await mina.client.auth.mfa.challenge({ factorId: id, channel: 'sms' })
    const text = await textTo(phone)
    expect(text).not.toContain(mina.email)
    const right = { factorId: id, challengeId: asked.data?.id ?? '', code: codeIn(text) }
    const wrong = await mina.client.auth.mfa.verify({ ...right, code: '000000' })
    expect(wrong.error?.code).toBe('mfa_verification_failed')
    expect((await mina.client.auth.mfa.verify(right)).error).toBeNull()
    expect((await mina.client.auth.mfa.verify(right)).error?.code).toBe('mfa_factor_not_found')
    const { data: level } = await mina.client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/phone' })

    const half = await logIn(mina)
    expect((await half.from('user_profiles').select('id')).status).toBe(401)
    app.advance(61_000)
    // A stranger who names the number takes no text from its owner, nor do many who name others.
    const stranger = (await signUp(app, 'Iba')).client
    const theirs = await stranger.auth.mfa.enroll({ factorType: 'phone', phone })
    expect((await ask(stranger, theirs.data?.id ?? '')).status).toBe(200)
    await textTo(phone, 2)
    const limiter = createLimiter({
      db: app.db,
      secret: app.keys.secret,
      mode: 'strict',
      refuse: () => new Error(),
    })
    await limiter.tryTake(new Date(now()), ...Array.from({ length: 300 }, () => ['smsUnproved'] as const))
    const other = await stranger.auth.mfa.enroll({ factorType: 'phone', phone: '639180000002' })
    expect((await ask(stranger, other.data?.id ?? '')).status).toBe(200)
    // Nor does a stranger with the password, elsewhere.
    const path = `/factors/${id}/challenge`
    expect((await call(await logIn(mina), 'POST', path, {}, '198.51.100.9')).status).toBe(200)
    await textTo(phone, 3)
    const again = await half.auth.mfa.challenge({ factorId: id, channel: 'sms' })
    const code = codeIn(await textTo(phone, 4))
    await textTo('639180000002', 0)
    // One text a minute to a number.
    expect((await half.auth.mfa.challenge({ factorId: id, channel: 'sms' })).error?.status).toBe(429)
    const { error: refused } = await half.auth.mfa.verify({
      factorId: id,
      challengeId: again.data?.id ?? '',
      code,
    })
    expect(refused).toBeNull()
    expect((await half.from('user_profiles').select('id')).error).toBeNull()
  })

  it('abroad, or without a number, is refused', async () => {
    for (const phone of ['+12025550123', '', '1795-invalid', '+0917']) {
      // oxlint-disable-next-line no-await-in-loop -- one after another is clearer
      expect(await call(mina.client, 'POST', '/factors', { factor_type: 'phone', phone })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
  })
})

describe('guessing codes', () => {
  it('is slowed for a stranger with the password, while the owner’s network still gets in', async () => {
    const { id, secret } = await turnOn(mina.client, now() - 30_000)
    const half = await logIn(mina)
    const guess = async (from: string) => {
      const asked = await call(half, 'POST', `/factors/${id}/challenge`, {}, from)
      const body = { challenge_id: asked.id, code: '000000' }
      return (await call(half, 'POST', `/factors/${id}/verify`, body, from)).status
    }
    const statuses: number[] = []
    for (let at = 0; at < 30; at++) {
      app.advance(11_000)
      // oxlint-disable-next-line no-await-in-loop -- a guesser with many networks
      statuses.push(await guess(`198.51.${at}.7`))
    }
    expect(statuses.filter((status) => status === 422).length).toBeLessThan(14)
    expect(statuses.at(-1)).toBe(429)
    const asked = await half.auth.mfa.challenge({ factorId: id })
    const right = { factorId: id, challengeId: asked.data?.id ?? '', code: codeAt(secret, now()) }
    expect((await half.auth.mfa.verify(right)).error).toBeNull()
  })

  it('of recovery codes is slowed too', async () => {
    await turnOn(mina.client, now())
    await call(mina.client, 'POST', '/factors/recovery-codes')
    const half = await logIn(mina)
    const guess = () => call(half, 'POST', '/factors/recovery-codes/verify', { code: 'aaaabbbbcccc' })
    const answers = await Promise.all(Array.from({ length: 14 }, guess))
    expect(answers.filter(({ code }) => code === 'mfa_verification_failed')).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 'mfa_recovery_codes_locked')).toHaveLength(4)
  })
})

it('a question that nobody answered goes after its time, and a set-up after a day', async () => {
  const { data } = await mina.client.auth.mfa.enroll({ factorType: 'totp' })
  await mina.client.auth.mfa.challenge({ factorId: data?.id ?? '' })
  const left = async (minutes: number) => {
    const values = [new Date(now() + minutes * 60_000)]
    await app.db.asService((tx) => tx.last({ text: 'select auth.prune($1, 100)', values }))
    const { rows } = await app.owner.query(
      `select count(distinct f.id)::int as set_ups, count(c.id)::int as challenges from auth.users u
        left join auth.mfa_factors f on f.user_id = u.id left join auth.mfa_challenges c on c.factor_id = f.id where u.id = $1`,
      [mina.id],
    )
    return rows[0]
  }
  expect(await left(0)).toEqual({ set_ups: 1, challenges: 1 })
  expect(await left(6)).toEqual({ set_ups: 1, challenges: 0 })
  expect(await left(25 * 60)).toEqual({ set_ups: 0, challenges: 0 })
})
