import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Authenticator, createAuthenticator } from '../support/authenticator.ts'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { type Person, signUp, welcome } from '../support/cast.ts'
import { codeTo, mailTo, openLink } from '../support/mailbox.ts'
import { told } from '../support/page.ts'

let site: Site
beforeAll(async () => {
  // Browsers make no passkeys for an IP address.
  site = await startSite({ host: 'localhost', settings: { phone: true, phoneFactor: true } })
})
afterAll(() => site.stop())

/** A phone whose owner puts a finger on it whenever it asks, until `setFinger(false)`. */
async function giveFingerprint(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** A key that another browser made. */
    putKey: (key: Authenticator) =>
      devtools.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...key.exported(), rpId: 'localhost', isResidentCredential: false, signCount: 1 },
      }),
    setFinger: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

it('a person adds a passkey, logs in with a finger, and removes it; the password keeps working', async () => {
  const { page, person, errors } = await welcome(site, 'Susi', '/profile')
  const phone = await giveFingerprint(page)
  const drawer = page.getByRole('heading', { name: 'Log in nang walang password' })
  await drawer.click()
  await page.getByText('Wala ka pang passkey.').waitFor()
  // A log-in of long ago asks for the password first.
  await site.app.owner.query(
    `update auth.sessions set created_at = created_at - interval '1 hour' where user_id = $1`,
    [person.id],
  )
  await page.getByRole('button', { name: 'Magdagdag ng passkey' }).click()
  await page.getByLabel('Password', { exact: true }).fill('maling-mali-9')
  await page.getByRole('button', { name: 'Ituloy' }).click()
  await page.getByText('Mali ang password. Subukan ulit.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Ituloy' }).click()
  await told(page, 'Ayos! Sa susunod, puwede ka nang pumasok nang walang password.')
  await page.getByRole('listitem').getByText('hindi pa nagagamit').waitFor()
  await expectAccessible(page, 'main')
  // The same phone has it already.
  await page.getByRole('button', { name: 'Magdagdag ng passkey' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Ituloy' }).click()
  await page.getByText('May passkey ka na sa device na ’to.').waitFor()

  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/login')
  const withFinger = page.getByRole('button', { name: 'Gamitin ang fingerprint o PIN' })
  await expectAccessible(page)
  await phone.setFinger(false)
  await withFinger.click()
  await page.getByText('Hindi natuloy. Subukan ulit, o mag-log in gamit ang password mo.').waitFor()
  await phone.setFinger(true)
  await withFinger.click()
  await page.waitForURL(`${site.origin}/`)
  await page.goto('/profile')
  await page.getByText(person.email, { exact: true }).waitFor()

  await drawer.click()
  await page.getByRole('listitem').getByText('huling ginamit').waitFor()
  await page.getByRole('button', { name: 'Palitan ang pangalan ng' }).click()
  await page.getByLabel('Pangalan', { exact: true }).fill('Cellphone ni Nanay')
  await expectAccessible(page, 'dialog')
  await page.keyboard.press('Enter')
  await told(page, 'Napalitan na ang pangalan.')
  await page.getByRole('listitem').getByText('Cellphone ni Nanay').first().waitFor()
  await page.getByRole('button', { name: 'Alisin' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Alisin' }).click()
  await told(page, 'Naalis na ang passkey.')
  await page.getByText('Wala ka pang passkey.').waitFor()
  // The browser logs each refused question for the password.
  expect(errors.filter((error) => !error.includes('status of 400'))).toEqual([])
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/login')
  await withFinger.click()
  await page.getByText('Hindi na kilala ng Emote ang passkey na ’yan.').waitFor()
  await page.locator('[name=email]').fill(person.email)
  await page.locator('[name=password]').fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(`${site.origin}/`)
})

/** Turns on a security key and a phone, which other clients set up. */
async function giveSteps({ client }: Person, number: string): Promise<Authenticator> {
  const key = createAuthenticator({ origin: site.origin })
  const auth = async <Answer>(path: string, body: object): Promise<Answer> => {
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const headers = { apikey: site.app.keys.anonKey, 'content-type': 'application/json' }
    const response = await site.app.fetch(`/auth/v1/factors${path}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Answer
  }
  const { id } = await auth<{ id: string }>('', { factor_type: 'webauthn' })
  type Asked = { id: string; webauthn: { credential_options: { publicKey: never } } }
  const asked = await auth<Asked>(`/${id}/challenge`, {})
  const credential_response = key.create(asked.webauthn.credential_options.publicKey)
  type Tokens = { access_token: string; refresh_token: string }
  const answer = { challenge_id: asked.id, webauthn: { credential_response } }
  await client.auth.setSession(await auth<Tokens>(`/${id}/verify`, answer))
  const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone: `+${number}` })
  const factorId = data?.id ?? ''
  const text = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
  const code = await codeTo(site.app, number)
  const { error } = await client.auth.mfa.verify({ factorId, challengeId: text.data?.id ?? '', code })
  expect(error).toBeNull()
  return key
}

it('a person whose second steps are a key and a phone passes with either, by any way in, and removes them', async () => {
  const number = '639170000077'
  const person = await signUp(site.app, 'Himig')
  const key = await giveSteps(person, number)
  const { admin } = site.app.client(site.app.keys.serviceKey).auth
  const given = await admin.updateUserById(person.id, { phone: number, phone_confirm: true })
  expect(given.error).toBeNull()
  const { page, errors } = await site.visitor()
  const device = await giveFingerprint(page)
  await device.putKey(key)
  // A code of a text logs in, and the key of this device follows.
  await page.goto('/forgot-password')
  await page.locator('[name=email]').fill(number)
  await page.getByRole('button', { name: 'Ipadala' }).click()
  site.app.advance(61_000)
  const field = page.getByLabel('Code mula sa text')
  await field.fill(await codeTo(site.app, number, 2))
  await page.getByRole('button', { name: 'Ituloy' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Isang hakbang na lang' })
  await heading.waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pumasok' }).click()
  await page.waitForURL('**/profile')

  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/login')
  await page.goto('/login?next=%2Fprofile')
  await page.locator('[name=email]').fill(person.email)
  await page.locator('[name=password]').fill(person.password)
  await page.keyboard.press('Enter')
  await heading.waitFor()
  await page.getByRole('button', { name: 'Code sa text' }).click()
  await page.getByRole('button', { name: 'Itext ang code sa ••• 0077' }).click()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await field.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('Mali ang code. Tingnan ulit ang huling text namin.').waitFor()
  await field.fill(await codeTo(site.app, number, 3))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile')

  const drawer = page.locator('details', { hasText: 'Pangalawang hakbang' })
  await drawer.locator('summary').click()
  await drawer.getByRole('button', { name: 'Alisin ang Code sa text' }).click()
  await drawer.getByRole('button', { name: 'Patayin' }).click()
  await told(page, 'Naalis na ang paraang iyon.')
  await drawer.getByRole('button', { name: 'Patayin ang pangalawang hakbang' }).click()
  await drawer.getByRole('button', { name: 'Patayin' }).click()
  await told(page, 'Password na lang ulit ang hihingin.')
  // The browser logs the one refused code.
  expect(errors).toEqual([expect.stringContaining('status of 422')])
})

async function signUpOn(page: Page, email: string) {
  await page.goto('/signup?next=%2Fdiary')
  await page.locator('[name=email]').fill(email)
  for (const name of ['password', 'confirm']) await page.locator(`[name=${name}]`).fill('kalma-lang-9')
  await page.getByRole('button', { name: 'Sign up' }).click()
}

describe('with e-mail confirmation', () => {
  let careful: Site
  beforeAll(async () => {
    careful = await startSite({ settings: { requireEmailConfirmation: true } })
  })
  afterAll(() => careful.stop())

  it('sign-up asks the person to open the mail, whose link signs in and leads to the wanted page', async () => {
    const { page, errors } = await careful.visitor()
    await signUpOn(page, 'ligaya@example.test')
    await page.getByRole('heading', { level: 1, name: 'Tingnan mo ang email mo' }).waitFor()
    await page.getByText('ligaya@example.test', { exact: true }).waitFor()
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('auth-token'))),
    ).toEqual([])
    const { link } = await mailTo(careful.app, 'ligaya@example.test')

    await openLink(page, link, 'Oo, ako ito')
    await page.waitForURL('**/codename?next=%2Fdiary')
    await page.getByRole('button', { name: 'Skip muna' }).click()
    await page.getByRole('heading', { level: 1, name: 'Emote Diary' }).waitFor()
    await page.waitForURL(`${careful.origin}/diary`)
    expect(errors).toEqual([])
  })

  it('the code of the mail signs in on the page that waits', async () => {
    const { page, errors } = await careful.visitor()
    await signUpOn(page, 'lualhati@example.test')
    const field = page.getByLabel('Code mula sa email')
    const { code } = await mailTo(careful.app, 'lualhati@example.test')
    await field.fill(code)
    await page.getByRole('button', { name: 'Ituloy' }).click()
    await page.waitForURL('**/codename?next=%2Fdiary')
    await page.getByRole('button', { name: 'Skip muna' }).click()
    await page.waitForURL(`${careful.origin}/diary`)
    expect(errors).toEqual([])

    // The links of a change of address keep the person logged in, though the change ends the session.
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Palitan ang email' }).click()
    await page.getByLabel('Bagong email').fill('luwalhati@example.test')
    const go = page.getByRole('dialog').getByRole('button', { name: 'Ituloy' })
    await go.click()
    await page.getByLabel('Password mo ngayon', { exact: true }).fill('kalma-lang-9')
    await go.click()
    await page.getByText('May link at code kaming ipinadala sa luwalhati@example.test').waitFor()
    await openLink(page, (await mailTo(careful.app, 'lualhati@example.test', 2)).link, 'Oo, palitan')
    await told(page, 'Isa na lang')
    await page.waitForURL('**/profile')
    await openLink(page, (await mailTo(careful.app, 'luwalhati@example.test')).link, 'Oo, palitan')
    await page.waitForURL('**/profile')
    await page.getByText('luwalhati@example.test', { exact: true }).waitFor()
    // The browser logs the question for the password.
    expect(errors).toEqual([expect.stringContaining('status of 400')])
  })
})
