import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rateLimits } from '../../src/server/http/limits.ts'
import { startApp, type TestApp } from '../support/app.ts'

const password = 'tahimik-na-gabi-7'

async function getChallenge(app: TestApp): Promise<Challenge> {
  const response = await app.fetch('/auth/v1/captcha', { headers: { apikey: app.keys.anonKey } })
  expect(response.status).toBe(200)
  return (await response.json()) as Challenge
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

async function solve(app: TestApp) {
  const challenge = await getChallenge(app)
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge has no solution')
  return { challenge, solution }
}

describe('with a captcha', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ settings: { captcha: 'on', anonymous: true }, stoppedClock: true })
  })
  afterAll(() => app.stop())

  it('a sign-up opens with a solved challenge, which opens nothing else', async () => {
    const captchaToken = encode(await solve(app))
    const options = { captchaToken }
    const { error } = await app.client().auth.signUp({ email: 'tao@example.test', password, options })
    expect(error).toBeNull()
    const replays = await Promise.all([
      app.client().auth.signInAnonymously({ options }),
      app.client().auth.signInWithPassword({ email: 'tao@example.test', password, options }),
    ])
    for (const replay of replays) expect(replay.error).toMatchObject({ status: 400, code: 'captcha_failed' })
  })

  it('one of ten requests with the same solution passes', async () => {
    const options = { captchaToken: encode(await solve(app)) }
    const results = await Promise.all(
      Array.from({ length: 10 }, () => app.client().auth.signInAnonymously({ options })),
    )
    expect(results.filter(({ error }) => !error)).toHaveLength(1)
  })

  it.each([
    ['POST', '/signup', { email: 'x@example.test', password }],
    ['POST', '/token?grant_type=password', { email: 'tao@example.test', password }],
    ['POST', '/token?grant_type=id_token', { provider: 'google', id_token: 'x' }],
    ['POST', '/token?grant_type=web3', { chain: 'solana' }],
    ['POST', '/recover', { email: 'x@example.test' }],
    ['POST', '/resend', { type: 'signup', email: 'x@example.test' }],
    ['POST', '/otp', { email: 'x@example.test' }],
    ['POST', '/magiclink', { email: 'x@example.test' }],
    ['POST', '/sso', { domain: 'example.test' }],
  ])('%s %s is refused without a solution', async (method, path, body) => {
    const response = await app.fetch(`/auth/v1${path}`, {
      method,
      headers: { apikey: app.keys.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error_code: 'captcha_failed' })
  })

  it('a session goes on without one', async () => {
    const client = app.client()
    await client.auth.signInAnonymously({ options: { captchaToken: encode(await solve(app)) } })
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  it('a solution is refused when it is forged, changed, unsolved, late or not readable', async () => {
    const { challenge, solution } = await solve(app)
    const { parameters } = challenge
    const forged = [
      '',
      'hindi-base64 ¤',
      encode(null),
      encode([]),
      encode({ challenge }),
      encode({ challenge, solution: { counter: 1, derivedKey: '00' } }),
      encode({ challenge, solution: { ...solution, derivedKey: parameters.keyPrefix } }),
      encode({
        challenge,
        solution: { ...solution, derivedKey: `${parameters.keyPrefix}${'0'.repeat(32)}` },
      }),
      encode({ challenge: { ...challenge, signature: undefined }, solution }),
      encode({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution }),
      encode({ challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution }),
      encode({
        challenge: { ...challenge, parameters: { ...parameters, keySignature: undefined } },
        solution,
      }),
      encode({
        challenge: {
          ...challenge,
          parameters: { ...parameters, expiresAt: (parameters.expiresAt ?? 0) + 3_600 },
        },
        solution,
      }),
      encode({ challenge: { ...challenge, parameters: { ...parameters, nonce: '__proto__' } }, solution }),
      encode({ challenge: { parameters: null, signature: {} }, solution: [] }),
    ]
    for (const captchaToken of forged) {
      const { error } = await app.client().auth.signInAnonymously({ options: { captchaToken } })
      expect(error).toMatchObject({ status: 400, code: 'captcha_failed' })
    }
    app.advance(301_000)
    const late = await app
      .client()
      .auth.signInAnonymously({ options: { captchaToken: encode({ challenge, solution }) } })
    expect(late.error?.code).toBe('captcha_failed')
  })
})

describe('with a captcha under attack only', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ settings: { captcha: 'attack', limits: 'strict' }, stoppedClock: true })
    await app.client().auth.signUp({ email: 'tao@example.test', password })
  })
  afterAll(() => app.stop())

  it('people log in without one, however often, until their network asks and fails in masses', async () => {
    const client = app.client()
    const ask = async (count: number) =>
      (await client.auth.resetPasswordForEmail(`hula${count}@example.test`)).error?.code
    let asked = 0
    // The sign-up took a point. Two are left.
    for (; asked < rateLimits.freeNetwork.points - 3; asked++) expect(await ask(asked)).toBeUndefined()
    for (let i = 0; i < 8; i++) {
      const { error } = await client.auth.signInWithPassword({ email: 'tao@example.test', password })
      expect(error).toBeNull()
    }
    const wrong = () => client.auth.signInWithPassword({ email: 'tao@example.test', password: 'mali-ito-9' })
    for (let i = 0; i < 2; i++) expect((await wrong()).error?.code).toBe('invalid_credentials')
    expect(await ask(asked)).toBe('captcha_failed')
    const refused = await client.auth.signInWithPassword({ email: 'tao@example.test', password })
    expect(refused.error?.code).toBe('captcha_failed')
    const options = { captchaToken: encode(await solve(app)) }
    const proven = await client.auth.signInWithPassword({ email: 'tao@example.test', password, options })
    expect(proven.error).toBeNull()
  })
})

it('without a captcha nobody gets a challenge, and a token in the body is ignored', async () => {
  const app = await startApp()
  const response = await app.fetch('/auth/v1/captcha', { headers: { apikey: app.keys.anonKey } })
  expect(response.status).toBe(404)
  const options = { captchaToken: 'x' }
  const { error } = await app.client().auth.signUp({ email: 'tao@example.test', password, options })
  expect(error).toBeNull()
  await app.stop()
})
