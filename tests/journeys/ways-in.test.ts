import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { welcome } from '../support/cast.ts'
import { mailTo, openLink } from '../support/mailbox.ts'
import { told } from '../support/page.ts'

let site: Site
beforeAll(async () => {
  // Browsers make no passkeys for an IP address.
  site = await startSite({ host: 'localhost' })
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

  it('the code of that mail does the same on the page that waits', async () => {
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
  })
})
