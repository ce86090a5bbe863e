import { createHash, randomBytes } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, url, type TestApp } from '../support/app.ts'
import { formOf, mailTo, press } from '../support/mailbox.ts'

const password = 'tahimik-na-gabi-7'
let app: TestApp
beforeAll(async () => void (app = await startApp({ settings: { requireEmailConfirmation: true } })))
afterAll(() => app.stop())

let count = 0
let email = ''
beforeEach(() => void (email = `daan${++count}@example.test`))

/** The official client, in the flow of servers and apps. */
const pkceClient = (at = app) =>
  createClient(url, at.keys.anonKey, {
    auth: {
      flowType: 'pkce',
      autoRefreshToken: false,
      persistSession: false,
      experimental: { appendPkceFlowIdToRedirects: true },
    },
    global: { fetch: (input, init) => at.app.fetch(new Request(input, init)) },
  })

/** Opens a link as anybody can. Returns where it leads. */
async function open(link: URL, at = app) {
  const response = await at.fetch(link.pathname + link.search)
  const to = new URL(response.headers.get('location') ?? 'http://none.test')
  return { status: response.status, to, code: to.searchParams.get('code') ?? '' }
}

const send = async (path: string, body: unknown) => {
  const response = await app.fetch(`/auth/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const exchange = (code: string, verifier: string) =>
  send('/token?grant_type=pkce', { auth_code: code, code_verifier: verifier })

const makeFlow = () => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, flow: { code_challenge: challenge, code_challenge_method: 's256' } }
}
/** A link for a client whose verifier the test holds. */
const begin = async () => {
  const { verifier, flow } = makeFlow()
  await send('/otp', { email, ...flow })
  const { link } = await mailTo(app, email)
  return { verifier, link }
}
const userOf = async () =>
  (await app.owner.query('select * from auth.users where email = $1', [email])).rows[0]

describe('a link of a client that exchanges by itself', () => {
  it('leads to the client with a code, and the client gets the session', async () => {
    const client = pkceClient()
    const redirectTo = 'http://emote.test/auth/callback?next=%2Fdiary'
    const { error } = await client.auth.signInWithOtp({ email, options: { emailRedirectTo: redirectTo } })
    expect(error).toBeNull()
    const { link, token } = await mailTo(app, email)
    expect(token).toMatch(/^pkce_[\w-]{43}$/)
    const { status, to, code } = await open(link)
    expect([status, to.pathname, to.searchParams.get('next'), to.hash]).toEqual([
      303,
      '/auth/callback',
      '/diary',
      '',
    ])
    const flowId = to.searchParams.get('sb_flow_id') ?? undefined
    expect(flowId).toMatch(/^[\w-]{8,64}$/)
    const { data, error: failure } = await client.auth.exchangeCodeForSession(code, flowId ? { flowId } : {})
    expect(failure).toBeNull()
    expect(data.user?.email).toBe(email)
    expect((await client.auth.getUser()).error).toBeNull()
  })

  it('changes nothing when scanners open it, and every opening gets a code of its own', async () => {
    const { verifier, flow } = makeFlow()
    await send('/signup', { email, password, ...flow })
    const { link } = await mailTo(app, email)
    const codes = [await open(link), await open(link), await open(link)].map(({ code }) => code)
    expect(new Set(codes).size).toBe(3)
    expect(await userOf()).toMatchObject({ email_confirmed_at: null })
    expect(await exchange(codes[1] ?? '', verifier)).toMatchObject({ status: 200, body: { user: { email } } })
    expect((await userOf())?.email_confirmed_at).toBeTruthy()
    // The link is used up, and so are its other codes.
    expect(await exchange(codes[2] ?? '', verifier)).toMatchObject({ status: 404 })
    expect((await open(link)).to.searchParams.get('error_code')).toBe('otp_expired')
  })

  it('keeps the password of a sign-up', async () => {
    const { verifier, flow } = makeFlow()
    await send('/signup', { email, password, ...flow })
    const { code } = await open((await mailTo(app, email)).link)
    await exchange(code, verifier)
    expect((await app.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('resets a password', async () => {
    await send('/signup', { email, password })
    app.advance(61_000)
    const client = pkceClient()
    await client.auth.resetPasswordForEmail(email, { redirectTo: 'http://emote.test/reset-password' })
    const { to, code } = await open((await mailTo(app, email, 2)).link)
    const flowId = to.searchParams.get('sb_flow_id') ?? ''
    const { data, error } = await client.auth.exchangeCodeForSession(code, { flowId })
    expect([error, data]).toMatchObject([null, { redirectType: 'recovery' }])
    expect((await client.auth.updateUser({ password: 'bagong-simula-3' })).error).toBeNull()
  })

  it('still has its code, for another device', async () => {
    await begin()
    const { code } = await mailTo(app, email)
    expect((await app.client().auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
  })
})

describe('a code', () => {
  it('opens nothing without its verifier, and stays for the client that has it', async () => {
    const { verifier, link } = await begin()
    const { code } = await open(link)
    expect(await exchange(code, makeFlow().verifier)).toMatchObject({
      status: 400,
      body: { code: 'bad_code_verifier' },
    })
    expect(await exchange(code, verifier)).toMatchObject({ status: 200 })
    expect(await exchange(code, verifier)).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found' },
    })
  })

  it('opens one session for several requests at once', async () => {
    const { verifier, link } = await begin()
    const { code } = await open(link)
    const answers = await Promise.all([1, 2, 3, 4].map(() => exchange(code, verifier)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404])
    expect(
      (await app.owner.query('select from auth.sessions where user_id = $1', [(await userOf())?.id]))
        .rowCount,
    ).toBe(1)
  })

  it('lives five minutes, and is deleted afterwards', async () => {
    const { verifier, link } = await begin()
    const { code } = await open(link)
    app.advance(300_001)
    expect(await exchange(code, verifier)).toMatchObject({
      status: 422,
      body: { code: 'flow_state_expired' },
    })
    const at = new Date(Date.now() + 2 * 3_600_000)
    await app.owner.query('select auth.prune($1, 1000)', [at])
    expect(await exchange(code, verifier)).toMatchObject({ status: 404 })
  })

  it('opens no banned account', async () => {
    const { verifier, link } = await begin()
    const { code } = await open(link)
    await app.owner.query(`update auth.users set banned_until = 'infinity' where email = $1`, [email])
    expect(await exchange(code, verifier)).toMatchObject({ status: 403, body: { code: 'user_banned' } })
  })

  it.each([
    [{}],
    [{ auth_code: 'x' }],
    [{ code_verifier: 'y' }],
    [{ auth_code: '', code_verifier: '' }],
    [{ auth_code: 1, code_verifier: 'y' }],
    [{ auth_code: 'a'.repeat(200), code_verifier: 'y' }],
    [{ auth_code: 'a\u0000', code_verifier: 'y' }],
  ])('is refused in %j', async (body) => {
    expect(await send('/token?grant_type=pkce', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })
})

describe('a challenge', () => {
  const s256 = 'a'.repeat(43)
  it.each([
    [{ code_challenge: s256 }],
    [{ code_challenge_method: 's256' }],
    [{ code_challenge: s256, code_challenge_method: 'plain' }],
    [{ code_challenge: 'short', code_challenge_method: 's256' }],
    [{ code_challenge: `${s256}a`, code_challenge_method: 's256' }],
    [{ code_challenge: `${s256.slice(1)}+`, code_challenge_method: 's256' }],
    [{ code_challenge: 7, code_challenge_method: 's256' }],
  ])('is refused by every door in %j', async (flow) => {
    for (const path of ['/signup', '/recover', '/otp', '/magiclink'])
      expect(await send(path, { email, password, ...flow })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
  })
})

describe('a change of address by a client with PKCE', () => {
  it('takes effect at the buttons of both mails, and the last one gives the client a code', async () => {
    const client = pkceClient()
    const options = { emailRedirectTo: 'http://emote.test/auth/callback' }
    await client.auth.signUp({ email, password, options })
    const confirmed = await open((await mailTo(app, email)).link)
    await client.auth.exchangeCodeForSession(confirmed.code, {
      flowId: confirmed.to.searchParams.get('sb_flow_id') ?? '',
    })
    const next = `bago-${email}`
    const { error } = await client.auth.updateUser({ email: next, current_password: password }, options)
    expect(error).toBeNull()
    const pressLink = async (link: URL) => {
      const page = await app.fetch(link.pathname + link.search)
      expect(page.status).toBe(200)
      const response = await press(app, formOf(await page.text()))
      return new URL(response.headers.get('location') ?? '')
    }
    const half = await pressLink((await mailTo(app, email, 2)).link)
    expect(half.hash).toContain('Confirmation')
    const { link } = await mailTo(app, next)
    // A double tap presses twice.
    const [, done] = [await pressLink(link), await pressLink(link)]
    const code = done.searchParams.get('code') ?? ''
    const flowId = done.searchParams.get('sb_flow_id') ?? ''
    const { data, error: failure } = await client.auth.exchangeCodeForSession(code, { flowId })
    expect([failure, data.user?.email]).toEqual([null, next])
  })
})

it('without confirmation a sign-up with a challenge gets its session at once', async () => {
  const quick = await startApp()
  try {
    const { data, error } = await pkceClient(quick).auth.signUp({ email, password })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  } finally {
    await quick.stop()
  }
})

it('the server logged no code, no address and no fault', () => {
  expect(app.logged.join('\n')).not.toMatch(/daan\d|pkce_|Fault|Unexpected/)
})
