import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { follow, mailsTo, mailTo } from '../support/mailbox.ts'
import { startOidc, type OidcPerson, type OidcServer } from '../support/oidc-server.ts'
import { providerOf } from '../support/provider-config.ts'
import { landed, roamingBrowser, type Roaming } from '../support/roaming.ts'

const callback = 'http://emote.test/auth/v1/callback'
const password = 'tahimik-na-gabi-7'
const minute = 60_000
let oidc: OidcServer
let app: TestApp
beforeAll(async () => {
  oidc = await startOidc(callback)
  const providers = [providerOf(oidc), providerOf(oidc, { name: 'iba', label: 'Iba' })]
  app = await startApp({ settings: { providers } })
})
afterAll(async () => {
  await app.stop()
  await oidc.stop()
})

let count = 0
let person: OidcPerson & { email: string }
let browser: Roaming
beforeEach(() => {
  const email = `siya${++count}@example.test`
  person = { sub: `tao-${count}`, email, email_verified: true }
  oidc.logIn(person)
  browser = roamingBrowser(app)
})

/** The address at the provider to which the app leads. */
const begin = async (on: Roaming = browser, provider = 'subok', options = {}) => {
  const { data, error } = await on.client.auth.signInWithOAuth({ provider: provider as 'google', options })
  if (error || !data.url) throw error ?? new Error('no address')
  return data.url
}
const logIn = async (on: Roaming = browser, provider = 'subok', options = {}) =>
  landed(await on.roam(await begin(on, provider, options)))
const userOf = async (fields: Record<string, string>) => {
  const { data, error } = await app.client().auth.getUser(fields['access_token'])
  if (error) throw error
  return data.user
}
/** The way back from the provider, not yet followed. */
const wayBack = async (on: Roaming = browser, options = {}) =>
  (await on.roam(await begin(on, 'subok', options), `${callback}?`)).href
const end = async (address: string, on: Roaming = browser) => landed(await on.roam(address))

describe('a log-in at a provider', () => {
  it('opens an account that keeps neither name nor token of the provider', async () => {
    const fields = await logIn(browser, 'subok', {
      redirectTo: 'http://emote.test/auth/callback?next=/diary',
    })
    expect(Object.keys(fields)).toEqual([
      'next',
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
    ])
    const user = await userOf(fields)
    expect(user).toMatchObject({
      email: person.email,
      app_metadata: { provider: 'subok', providers: ['subok'] },
      user_metadata: {},
    })
    expect(user.email_confirmed_at).toBeTruthy()
    expect(user.identities).toMatchObject([
      {
        provider: 'subok',
        id: person.sub,
        email: person.email,
        identity_data: { sub: person.sub, iss: oidc.issuer, email: person.email, email_verified: true },
      },
    ])
    const opened = await browser.client.auth.setSession({
      access_token: fields['access_token'] ?? '',
      refresh_token: fields['refresh_token'] ?? '',
    })
    expect(opened.error).toBeNull()
  })

  it('finds the account again, also with a new address at the provider', async () => {
    const first = await userOf(await logIn())
    oidc.logIn({ ...person, email: `bago-${person.email}` })
    const second = await userOf(await logIn(roamingBrowser(app)))
    expect(second.id).toBe(first.id)
    expect(second.email).toBe(person.email)
    expect(second.identities?.[0]?.identity_data?.['email']).toBe(`bago-${person.email}`)
  })

  it('sends state, nonce and a challenge to the provider, and no secret', async () => {
    const response = await browser.send(await begin())
    const address = new URL(response.headers.get('location') ?? '')
    expect(response.status).toBe(302)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('set-cookie')).toMatch(
      /^emote-flow=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: oidc.clientId,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    })
  })

  it('gives a client with PKCE a code that only its verifier opens, once', async () => {
    const page = roamingBrowser(app, 'pkce')
    const { code = '', ...rest } = await logIn(page)
    expect(rest).toEqual({})
    const stranger = roamingBrowser(app, 'pkce')
    await begin(stranger)
    expect((await stranger.client.auth.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier')
    const { data, error } = await page.client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(person.email)
    expect((await page.client.auth.exchangeCodeForSession(code)).error).not.toBeNull()
  })

  it('takes the form that some providers send', async () => {
    const address = new URL(await wayBack())
    const form = { method: 'POST', body: address.searchParams }
    const response = await app.fetch('/auth/v1/callback', form)
    expect(response.status).toBe(303)
    expect(await end(response.headers.get('location') ?? '')).toHaveProperty('access_token')
  })

  it('ends in the app with our own words when the person cancels', async () => {
    oidc.cancel()
    const fields = await logIn()
    expect(fields).toEqual({
      error: 'access_denied',
      error_code: 'access_denied',
      error_description: 'The log-in at Subok was cancelled',
      sb: '',
    })
  })

  it('leaves the second step to be asked for', async () => {
    const { id } = await userOf(await logIn())
    const add = `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', '')`
    await app.owner.query(add, [id])
    const { access_token = '', refresh_token = '' } = await logIn()
    await browser.client.auth.setSession({ access_token, refresh_token })
    expect((await browser.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    expect((await browser.client.from('diary_posts').select('id')).error?.message).toBe('insufficient_aal')
  })

  it('is refused to a banned person', async () => {
    const user = await userOf(await logIn())
    await app.owner.query(`update auth.users set banned_until = 'infinity' where id = $1`, [user.id])
    expect(await logIn(roamingBrowser(app))).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    })
  })

  it.each([
    ['a provider that is not configured', 'provider=myspace', /Unsupported provider: myspace is not enabled/],
    ['no provider', '', /Unsupported provider/],
    ['an unknown parameter', 'provider=subok&response_mode=fragment', /Unknown parameter "response_mode"/],
    ['a scope that is not configured', 'provider=subok&scopes=openid+calendar', /The scope calendar/],
    [
      'a plain challenge',
      `provider=subok&code_challenge=${'a'.repeat(43)}&code_challenge_method=plain`,
      /s256/,
    ],
  ])('refuses %s', async (_what, query, words) => {
    const response = await app.fetch(`/auth/v1/authorize?${query}`)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { msg: string }).msg).toMatch(words)
  })

  it('never leads to a foreign page', async () => {
    const at = await browser.roam(await begin(browser, 'subok', { redirectTo: 'https://masama.example/' }))
    expect(at.origin + at.pathname).toBe('http://emote.test/auth/callback')
  })
})

describe('the way back from a provider', () => {
  it('ends a log-in only in the browser that began it, and does not spoil it elsewhere', async () => {
    const address = await wayBack()
    const refused = await end(address, roamingBrowser(app))
    expect(refused).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_state' })
    // With a cookie of its own, too.
    const other = roamingBrowser(app)
    await other.send(await begin(other))
    expect(await end(address, other)).toMatchObject({ error_code: 'bad_oauth_state' })
    expect(await end(address)).toHaveProperty('access_token')
  })

  it('ends a log-in once, also for two requests at the same moment', async () => {
    const address = await wayBack()
    const ends = await Promise.all([end(address), end(address), end(address)])
    expect(ends.filter((fields) => 'access_token' in fields)).toHaveLength(1)
    expect(ends.filter((fields) => fields['error_code'] === 'bad_oauth_state')).toHaveLength(2)
    expect(await end(address)).toMatchObject({ error_code: 'bad_oauth_state' })
  })

  it('is not spent by a HEAD request', async () => {
    const address = await wayBack()
    const head = await browser.send(address, { method: 'HEAD' })
    expect([head.status, head.headers.get('location')]).toEqual([200, null])
    expect(await end(address)).toHaveProperty('access_token')
  })

  it('lets two tabs of one browser end their log-ins', async () => {
    const [one, two] = [await wayBack(), await wayBack()]
    expect(await end(one)).toHaveProperty('access_token')
    expect(await end(two)).toHaveProperty('access_token')
  })

  it.each([
    ['another state', 'state', 'a'.repeat(43)],
    ['a state that is none', 'state', "'; drop table users"],
    ['a forged code', 'code', 'hulaan'],
    ['another issuer', 'iss', 'https://masama.example'],
  ])('refuses %s', async (_what, name, value) => {
    const address = new URL(await wayBack())
    address.searchParams.set(name, value)
    const fields = await end(address.href)
    expect(fields['error_code']).toMatch(/^bad_oauth_(state|callback)$/)
    expect(fields).not.toHaveProperty('access_token')
  })

  it('is too late after ten minutes', async () => {
    const address = await wayBack()
    app.advance(11 * minute)
    expect(await end(address)).toMatchObject({ error_code: 'bad_oauth_state' })
  })
})

const signUp = async (email: string) => {
  const { data, error } = await app.client().auth.signUp({ email, password })
  if (error || !data.user) throw error ?? new Error('no user')
  return data.user.id
}
/** The owner proves the mailbox by the link of a recovery mail. */
const prove = async (email: string) => {
  await app.client().auth.resetPasswordForEmail(email)
  const { fragment } = await follow(app, (await mailTo(app, email)).link)
  expect(fragment).toHaveProperty('access_token')
}

describe('an address that has an account', () => {
  it('joins when both sides proved it, and its owner gets a mail', async () => {
    const id = await signUp(person.email)
    await prove(person.email)
    const user = await userOf(await logIn())
    expect(user.id).toBe(id)
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'subok'] })
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['email', 'subok'])
    await app.mails.idle()
    const mails = await mailsTo(app, person.email)
    expect(mails.at(-1)?.text).toContain('Subok')
  })

  it('does not join while its account never proved it', async () => {
    const id = await signUp(person.email)
    expect(await logIn()).toMatchObject({ error_code: 'email_exists' })
    await prove(person.email)
    expect((await userOf(await logIn(roamingBrowser(app)))).id).toBe(id)
  })

  it('that nobody confirmed goes to its owner, without what a stranger left there', async () => {
    const { data } = await app
      .client(app.keys.serviceKey)
      .auth.admin.createUser({ email: person.email, password: 'galing-sa-iba-1' })
    const values = [data.user?.id]
    await app.owner.query(
      `insert into auth.sessions (id, user_id, amr, created_at, expires_at) values (gen_random_uuid(), $1, '[]', now(), now() + interval '1 day')`,
      values,
    )
    const step = `insert into auth.mfa_factors (user_id, factor_type, phone, status) values ($1, 'phone', '639170000001', 'verified')`
    await app.owner.query(step, values)
    const user = await userOf(await logIn())
    expect(user.id).toBe(data.user?.id)
    expect(user.factors ?? []).toEqual([])
    expect((await app.owner.query('select from auth.sessions where user_id = $1', values)).rowCount).toBe(1)
    const stranger = { email: person.email, password: 'galing-sa-iba-1' }
    expect((await app.client().auth.signInWithPassword(stranger)).error).not.toBeNull()
  })

  it('does not join when the provider did not prove it: a new account without an address begins', async () => {
    const id = await signUp(person.email)
    await prove(person.email)
    oidc.logIn({ ...person, email_verified: false })
    const user = await userOf(await logIn())
    expect(user.id).not.toBe(id)
    expect(user.email ?? '').toBe('')
    expect(user.identities?.[0]?.identity_data).toMatchObject({
      email: person.email,
      email_verified: false,
    })
  })

  it('counts as unproven again after a change of address', async () => {
    const id = await signUp(`luma-${person.email}`)
    await prove(`luma-${person.email}`)
    await app.owner.query('update auth.users set email = $2 where id = $1', [id, person.email])
    expect(await logIn()).toMatchObject({ error_code: 'email_exists' })
  })

  it('makes one account of two log-ins at the same moment', async () => {
    const tabs = [roamingBrowser(app), roamingBrowser(app), roamingBrowser(app)]
    const users = await Promise.all(
      tabs.map(async (tab, at) => userOf(await logIn(tab, at === 0 ? 'iba' : 'subok'))),
    )
    expect(new Set(users.map(({ id }) => id)).size).toBe(1)
    const last = await userOf(await logIn())
    expect(last.identities).toHaveLength(2)
  })
})
