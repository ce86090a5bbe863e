import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { follow, mailsTo, mailTo } from '../support/mailbox.ts'
import { startOidc, type OidcPerson, type OidcServer } from '../support/oidc-server.ts'
import { providerOf } from '../support/provider-config.ts'
import { landed, roamingBrowser, type Roaming } from '../support/roaming.ts'
import { createIdp } from '../support/saml-idp.ts'
import { ethereumWallet, signInText } from '../support/wallets.ts'

const password = 'tahimik-na-gabi-7'
let oidc: OidcServer
let app: TestApp
beforeAll(async () => {
  oidc = await startOidc('http://emote.test/auth/v1/callback')
  const providers = [providerOf(oidc), providerOf(oidc, { name: 'iba', label: 'Iba' })]
  app = await startApp({ settings: { providers, manualLinking: true, anonymous: true } })
})
afterAll(async () => {
  await app.stop()
  await oidc.stop()
})

let count = 0
let person: OidcPerson & { email: string }
let browser: Roaming
beforeEach(() => {
  person = { sub: `susi-${++count}`, email: `susi${count}@example.test`, email_verified: true }
  oidc.logIn(person)
  browser = roamingBrowser(app)
})

const signUp = async (on: Roaming = browser) => {
  const email = `ako${++count}@example.test`
  const { data, error } = await on.client.auth.signUp({ email, password })
  if (error || !data.user) throw error ?? new Error('no user')
  return { id: data.user.id, email }
}
const beginLink = async (on: Roaming = browser, provider = 'subok') => {
  const { data, error } = await on.client.auth.linkIdentity({ provider: provider as 'google' })
  return { address: data.url ?? '', code: error?.code }
}
const link = async (on: Roaming = browser, provider = 'subok') =>
  landed(await on.roam((await beginLink(on, provider)).address))
const userOf = async (on: Roaming = browser) => {
  const { data, error } = await on.client.auth.getUser()
  if (error) throw error
  return data.user
}
const identitiesOf = async (on: Roaming = browser) => {
  const { data, error } = await on.client.auth.getUserIdentities()
  if (error) throw error
  return data.identities
}
const unlink = async (provider: string, on: Roaming = browser) => {
  const identity = (await identitiesOf(on)).find((one) => one.provider === provider)
  if (!identity) throw new Error(`no identity of ${provider}`)
  return (await on.client.auth.unlinkIdentity(identity)).error?.code
}
const logInAt = async (provider: string) => {
  const other = roamingBrowser(app)
  const { data } = await other.client.auth.signInWithOAuth({ provider: provider as 'google' })
  return landed(await other.roam(data.url ?? ''))
}

describe('an identity that its owner links', () => {
  it('opens the same account from then on, and the owner gets a mail', async () => {
    const { id, email } = await signUp()
    expect(await link()).toHaveProperty('access_token')
    expect((await userOf()).id).toBe(id)
    expect((await identitiesOf()).map(({ provider }) => provider)).toEqual(['email', 'subok'])
    const { data } = await app.client().auth.getUser((await logInAt('subok'))['access_token'])
    expect(data.user?.id).toBe(id)
    expect(data.user?.email).toBe(email)
    await app.mails.idle()
    expect((await mailsTo(app, email)).at(-1)?.text).toContain('Subok')
  })

  it('is refused when it belongs to an account already', async () => {
    await signUp()
    await link()
    expect(await link()).toMatchObject({ error_code: 'identity_already_exists' })
    const other = roamingBrowser(app)
    await signUp(other)
    expect(await link(other)).toMatchObject({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    })
    expect(await identitiesOf(other)).toHaveLength(1)
  })

  it('goes to one account when three link it at the same moment', async () => {
    const pages = [browser, roamingBrowser(app), roamingBrowser(app)]
    await Promise.all(pages.map((page) => signUp(page)))
    const codes = await Promise.all(pages.map(async (page) => (await link(page))['error_code'] ?? 'linked'))
    expect(codes.toSorted()).toEqual(['identity_already_exists', 'identity_already_exists', 'linked'])
  })

  it('cannot be another person’s: the address that one browser got is worth nothing in another', async () => {
    await signUp()
    const { address } = await beginLink()
    const victim = roamingBrowser(app)
    expect(landed(await victim.roam(address))).toMatchObject({ error_code: 'bad_oauth_state' })
    expect(await identitiesOf()).toHaveLength(1)
  })

  it('is refused once the session that asked has ended', async () => {
    const { id } = await signUp()
    const { address } = await beginLink()
    await app.owner.query('delete from auth.sessions where user_id = $1', [id])
    expect(landed(await browser.roam(address))).toMatchObject({ error_code: 'bad_oauth_state' })
  })

  it('ends when the mailbox is first proved: a stranger with another’s address may have linked it', async () => {
    const { id, email } = await signUp()
    await link()
    await app.client().auth.resetPasswordForEmail(email)
    // The first mail tells of the link.
    await follow(app, (await mailTo(app, email, 2)).link)
    const { data } = await app.client().auth.getUser((await logInAt('subok'))['access_token'])
    expect(data.user?.id).not.toBe(id)
  })

  it('needs a log-in of the last fifteen minutes', async () => {
    const { id } = await signUp()
    const age =
      'update auth.sessions set created_at = created_at - make_interval(mins => 16) where user_id = $1'
    await app.owner.query(age, [id])
    expect((await beginLink()).code).toBe('reauthentication_needed')
    expect(await unlink('email')).toBe('reauthentication_needed')
    // Of a recovery mail not even that is enough.
    await app.owner.query(
      'update auth.sessions set created_at = now(), via_recovery = true where user_id = $1',
      [id],
    )
    expect((await beginLink()).code).toBe('insufficient_aal')
  })

  it('is refused to an account of an organisation, whose people come in there only', async () => {
    const { id } = await signUp()
    const held = `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'sso:up', 'nene', '{}')`
    await app.owner.query(held, [id])
    expect(await link()).toMatchObject({ error_code: 'user_sso_managed' })
  })

  it('proves the account’s address when both are the same', async () => {
    const { id, email } = await signUp()
    oidc.logIn({ ...person, email })
    await link()
    const { rows } = await app.owner.query(
      'select email_proved_at is not null as proved from auth.users where id = $1',
      [id],
    )
    expect(rows).toEqual([{ proved: true }])
  })

  it('turns an anonymous account into a lasting one and keeps everything', async () => {
    const { data } = await browser.client.auth.signInAnonymously({ options: { data: { himig: 'mababa' } } })
    const fields = await link()
    const { data: found } = await app.client().auth.getUser(fields['access_token'])
    expect(found.user).toMatchObject({
      id: data.user?.id,
      email: person.email,
      is_anonymous: false,
      user_metadata: { himig: 'mababa' },
      app_metadata: { provider: 'subok', providers: ['subok'] },
    })
  })
})

const remove = async (id: string) => {
  const identity = { identity_id: id } as Parameters<typeof browser.client.auth.unlinkIdentity>[0]
  const { error } = await browser.client.auth.unlinkIdentity(identity)
  return [error?.status, error?.code]
}

describe('an identity that its owner unlinks', () => {
  it('opens nothing any more', async () => {
    const { id } = await signUp()
    const fields = await link()
    expect(await unlink('subok')).toBeUndefined()
    // Nor does a log-in that it opened before.
    const before = await app.client().auth.getUser(fields['access_token'])
    expect(before.error?.name).toBe('AuthSessionMissingError')
    expect((await userOf()).app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    const { data } = await app.client().auth.getUser((await logInAt('subok'))['access_token'])
    expect(data.user?.id).not.toBe(id)
  })

  it('takes the password and the address along when it is the mail', async () => {
    const { email } = await signUp()
    await link()
    expect(await unlink('email')).toBeUndefined()
    const user = await userOf()
    expect(user.email).toBe(person.email)
    expect(user.app_metadata).toEqual({ provider: 'subok', providers: ['subok'] })
    for (const address of [email, person.email]) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const { error } = await app.client().auth.signInWithPassword({ email: address, password })
      expect(error?.code).toBe('invalid_credentials')
    }
  })

  it('stays when it is the last, also for two requests at the same moment', async () => {
    await signUp()
    expect(await unlink('email')).toBe('single_identity_not_deletable')
    await link()
    const codes = await Promise.all([unlink('email'), unlink('subok')])
    expect(codes.toSorted()).toEqual(['single_identity_not_deletable', undefined])
    expect(await identitiesOf()).toHaveLength(1)
  })

  it('must be the caller’s own, and its id a UUID', async () => {
    await signUp()
    await link()
    const other = roamingBrowser(app)
    await signUp(other)
    oidc.logIn({ ...person, sub: `${person.sub}-iba`, email: `iba-${person.email}` })
    await link(other)
    const foreign = (await identitiesOf(other))[0]
    expect(await remove(foreign?.identity_id ?? '')).toEqual([422, 'identity_not_found'])
    expect(await remove(randomUUID())).toEqual([422, 'identity_not_found'])
    expect(await remove('hindi-uuid')).toEqual([404, 'validation_failed'])
  })
})

describe('a server that nobody new may enter, and where nobody links', () => {
  const points = {
    providerNetwork: 3,
    idTokenNetwork: 2,
    web3Network: 2,
    ssoNetwork: 6,
    ssoAnswerNetwork: 3,
    smsNetwork: 2,
    reauthenticateAccount: 2,
  }
  let off: TestApp
  let page: Roaming
  beforeAll(async () => {
    const web3 = { ethereum: true, solana: false }
    const ways = { providers: [providerOf(oidc)], web3, saml: {}, phone: true }
    off = await startApp({ settings: { ...ways, signups: false, limits: points }, stoppedClock: true })
    page = roamingBrowser(off)
    const made = { email: 'wala@example.test', password, email_confirm: true }
    await off.client(off.keys.serviceKey).auth.admin.createUser(made)
    await page.client.auth.signInWithPassword(made)
  })
  afterAll(() => off.stop())

  const send = (path: string, body?: unknown, key = off.keys.anonKey) =>
    off.fetch(`/auth/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })

  it('refuses to link before anything else is asked', async () => {
    const token = await oidc.idToken({ sub: 'x' })
    const answers = [
      (await page.client.auth.linkIdentity({ provider: 'subok' as 'google' })).error,
      (await page.client.auth.linkIdentity({ provider: 'subok', token })).error,
      (await page.client.auth.unlinkIdentity({ identity_id: 'hindi-uuid' } as never)).error,
    ]
    expect(answers.map((error) => [error?.status, error?.code, error?.message])).toEqual(
      Array.from({ length: 3 }, () => [404, 'manual_linking_disabled', 'Manual linking is disabled']),
    )
  })

  it('lets no newcomer in by any of the other ways', async () => {
    const { data } = await page.client.auth.signInWithOAuth({ provider: 'subok' as 'google' })
    expect(landed(await page.roam(data.url ?? ''))).toMatchObject({ error_code: 'signup_disabled' })
    const wallet = ethereumWallet()
    const message = signInText(wallet.address)
    const idp = createIdp()
    await send(
      '/admin/sso/providers',
      { type: 'saml', metadata_xml: idp.metadata, domains: ['up.example'] },
      off.keys.serviceKey,
    )
    const begun = await send('/sso', { domain: 'up.example', skip_http_redirect: true })
    const metadata = await (await send('/sso/saml/metadata')).text()
    const answer = await idp.answer((await begun.json()).url, metadata, { nameId: 'bago' })
    const answers = [
      await send('/token?grant_type=id_token', {
        provider: 'subok',
        id_token: await oidc.idToken({ sub: 'bago' }),
      }),
      await send('/token?grant_type=web3', { chain: 'ethereum', message, signature: wallet.sign(message) }),
      await off.fetch('/auth/v1/sso/saml/acs', { method: 'POST', body: new URLSearchParams({ ...answer }) }),
    ]
    for (const refused of answers) {
      // oxlint-disable-next-line no-await-in-loop -- three
      expect(await refused.json()).toMatchObject({ code: 422, error_code: 'signup_disabled' })
    }
    const { rowCount } = await off.owner.query(`select from auth.identities where provider <> 'email'`)
    expect(rowCount).toBe(0)
  })

  it.each<[keyof typeof points, () => Promise<Response>]>([
    ['providerNetwork', () => send('/authorize?provider=subok')],
    ['idTokenNetwork', () => send('/token?grant_type=id_token', { provider: 'subok', id_token: 'basura' })],
    ['web3Network', () => send('/token?grant_type=web3', { chain: 'ethereum' })],
    [
      'ssoAnswerNetwork',
      () => off.fetch('/auth/v1/sso/saml/acs', { method: 'POST', body: new URLSearchParams() }),
    ],
    ['ssoNetwork', () => send('/sso', { domain: 'wala.example' })],
    ['smsNetwork', () => send('/otp', { phone: '+639171234567', create_user: false })],
  ])('counts %s', async (name, ask) => {
    const statuses: number[] = []
    // oxlint-disable-next-line no-await-in-loop -- few
    for (let at = 0; at <= points[name]; at += 1) statuses.push((await ask()).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('counts the codes that one account asks for before a change', async () => {
    const codes: (string | undefined)[] = []
    // oxlint-disable-next-line no-await-in-loop -- three
    for (let at = 0; at < 3; at += 1) codes.push((await page.client.auth.reauthenticate()).error?.code)
    expect(codes).toEqual([undefined, undefined, 'over_request_rate_limit'])
  })
})
