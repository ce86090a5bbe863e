import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { mailsTo } from '../support/mailbox.ts'
import { startOidc, type OidcPerson, type OidcServer } from '../support/oidc-server.ts'
import { providerOf } from '../support/provider-config.ts'
import { landed, roamingBrowser, type Roaming } from '../support/roaming.ts'

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
const identitiesOf = async (on: Roaming = browser) => (await userOf(on)).identities ?? []
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
    await link()
    expect(await unlink('subok')).toBeUndefined()
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

describe('linking by hand when it is off', () => {
  it('is refused before anything else is asked', async () => {
    const off = await startApp({ settings: { providers: [providerOf(oidc)] } })
    const page = roamingBrowser(off)
    await page.client.auth.signUp({ email: 'wala@example.test', password })
    const token = await oidc.idToken({ sub: 'x' })
    const answers = [
      (await page.client.auth.linkIdentity({ provider: 'subok' as 'google' })).error,
      (await page.client.auth.linkIdentity({ provider: 'subok', token })).error,
      (await page.client.auth.unlinkIdentity({ identity_id: 'hindi-uuid' } as never)).error,
    ]
    expect(answers.map((error) => [error?.status, error?.code, error?.message])).toEqual(
      Array.from({ length: 3 }, () => [404, 'manual_linking_disabled', 'Manual linking is disabled']),
    )
    await off.stop()
  })
})
