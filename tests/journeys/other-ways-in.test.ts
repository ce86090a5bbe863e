import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { mailTo } from '../support/mailbox.ts'
import { startOidc, type OidcServer } from '../support/oidc-server.ts'
import { told } from '../support/page.ts'
import { createIdp } from '../support/saml-idp.ts'
import { providerOf } from '../support/provider-config.ts'

// Each of these is off unless the operator switches it on. With the captcha every form also proves its work.
let site: Site
let oidc: OidcServer
beforeAll(async () => {
  oidc = await startOidc('http://127.0.0.1/auth/v1/callback')
  const settings = { phone: true, phoneConfirmation: true, anonymous: true, captcha: 'on', saml: {} } as const
  site = await startSite({ settings: { ...settings, providers: [providerOf(oidc)] } })
})
afterAll(async () => {
  await site.stop()
  await oidc.stop()
})

const password = 'kalma-lang-9'

/** How far the page has jumped since it was opened. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += value
        }).observe({ type: 'layout-shift', buffered: true })
        // The browser hands over what it recorded in a task of its own.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum), 0)))
      }),
  )

/** The code of the text to this number. */
async function codeTo(phone: string): Promise<string> {
  const find = async () => {
    const names = (await readdir(site.app.outbox)).filter((name) => name.endsWith('.sms'))
    const texts = await Promise.all(names.map((name) => readFile(join(site.app.outbox, name), 'utf8')))
    return /\b\d{6}\b/.exec(texts.findLast((text) => text.includes(`+${phone}\n`)) ?? '')?.[0]
  }
  await expect.poll(find, { interval: 20 }).toBeDefined()
  return (await find()) ?? ''
}

it('a person signs up with a number as it is written here, and the code of a text lets them in', async () => {
  const { page, errors } = await site.visitor()
  await page.goto('/signup?next=%2Fdiary')
  const address = page.getByLabel('Email o cellphone number')
  await address.fill('0917')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Ulitin ang password', { exact: true }).fill(password)
  const send = page.getByRole('button', { name: 'Sign up', exact: true })
  await send.click()
  await page.getByRole('alert').getByText('Kulang yata ang number').waitFor()
  await address.fill('+1 415 555 0123')
  await send.click()
  await page.getByRole('alert').getByText('Hindi kami makapagpadala roon').waitFor()
  await address.fill('0917 123 4567')
  await send.click()
  await page.getByRole('heading', { name: 'Tingnan mo ang text namin' }).waitFor()
  await page.getByText('+639171234567').waitFor()
  await expectAccessible(page)
  const code = page.getByLabel('Code mula sa text')
  await code.fill('000 000')
  await page.getByRole('button', { name: 'Ituloy' }).click()
  await page.getByRole('alert').getByText('Mali ang code').waitFor()
  await code.fill(await codeTo('639171234567'))
  await page.getByRole('button', { name: 'Ituloy' }).click()
  await page.waitForURL('**/diary')
  await page.goto('/profile')
  await page.getByText('+639171234567').waitFor()
  await addAndChangeMail(page)
  // The refusals of the captcha, of the wrong code and of a change without a proof.
  expect(errors.filter((error) => !/status of 40[03]/.test(error))).toEqual([])
})

/** The first address needs its code, another one the codes of both mailboxes, and each change a proof. */
async function addAndChangeMail(page: Page) {
  const go = page.getByRole('dialog').getByRole('button', { name: 'Ituloy' })
  const field = page.getByLabel('Bagong email')
  const code = page.getByLabel('Code mula sa email')
  await page.getByRole('button', { name: 'Maglagay ng email' }).click()
  await field.fill('luz@example.test')
  await go.click()
  await page.getByLabel('Password mo ngayon', { exact: true }).fill(password)
  await go.click()
  await page.getByText('May link at code kaming ipinadala sa luz@example.test').waitFor()
  await code.fill((await mailTo(site.app, 'luz@example.test')).code)
  await go.click()
  await told(page, 'bago na ang email mo')
  await page.getByRole('button', { name: 'Palitan ang email' }).click()
  await field.fill('luzviminda@example.test')
  await go.click()
  await page.getByRole('button', { name: 'Wala akong password' }).click()
  await code.fill((await mailTo(site.app, 'luz@example.test', 2)).code)
  await expectAccessible(page, '[role=dialog], dialog')
  await go.click()
  await page.getByText('May link at code kaming ipinadala sa luzviminda@example.test').waitFor()
  await code.fill((await mailTo(site.app, 'luzviminda@example.test')).code)
  await go.click()
  await page.getByText('may code din sa luma mong email, luz@example.test').waitFor()
  await code.fill((await mailTo(site.app, 'luz@example.test', 3)).code)
  await go.click()
  await told(page, 'bago na ang email mo')
  await page.getByText('luzviminda@example.test', { exact: true }).waitFor()
}

it('a person begins without an address, is told what a log-out costs, and keeps the account with an address', async () => {
  const { page, errors } = await site.visitor()
  await page.goto('/signup?next=%2Fprofile')
  const start = page.getByRole('button', { name: 'Wala munang email' })
  await start.waitFor()
  expect(await shiftOf(page)).toBe(0)
  await start.click()
  await page.waitForURL('**/profile')
  await page.getByRole('heading', { name: 'Para hindi ito mawala' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('dialog').getByText('sa device na ito lang nabubuksan').waitFor()
  await page.getByRole('button', { name: 'Huwag' }).first().click()
  await page.getByLabel('Email').fill('nene@example.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'I-save ang account ko' }).click()
  await told(page, 'sa ’yo na talaga ang account na ito')
  await page.getByText('nene@example.test').waitFor()
  await page.getByRole('heading', { name: 'Para hindi ito mawala' }).waitFor({ state: 'hidden' })
  expect(errors.filter((error) => !error.includes('status of 400'))).toEqual([])
})

it('an account that got its address on another device says so here, too', async () => {
  const { page, errors } = await site.visitor()
  await page.goto('/signup?next=%2Fprofile')
  await page.getByRole('button', { name: 'Wala munang email' }).click()
  const question = page.getByRole('heading', { name: 'Para hindi ito mawala' })
  await question.waitFor()
  await site.app.owner.query(
    `update auth.users set is_anonymous = false, email = 'nita@example.test', email_confirmed_at = now() where is_anonymous`,
  )
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByText('nita@example.test').waitFor()
  await question.waitFor({ state: 'hidden' })
  expect(errors.filter((error) => !error.includes('status of 400'))).toEqual([])
})

it('a person comes in by the button of a provider, and hears kindly when it leads nowhere', async () => {
  const { page, errors } = await site.visitor()
  const leave = page.getByRole('button', { name: 'Ituloy gamit ang Subok' })
  oidc.cancel()
  await page.goto('/login?next=%2Fdiary')
  await leave.click()
  await page.getByText('Hindi natuloy ang pag-log in. Subukan mo ulit').waitFor()
  // Their address has an account that nobody proved.
  const email = 'tala@example.test'
  await site.app.client(site.app.keys.serviceKey).auth.signUp({ email, password })
  oidc.logIn({ sub: 'tala', email, email_verified: true })
  await leave.click()
  await page.getByText('May account na rito ang email mo').waitFor()
  await expectAccessible(page)
  oidc.logIn({ sub: 'tala', email: 'tala-ng-umaga@example.test', email_verified: true })
  await leave.click()
  await page.waitForURL('**/codename?next=%2Fdiary')
  await page.getByRole('button', { name: 'Skip muna' }).click()
  await page.getByRole('heading', { level: 1, name: 'Emote Diary' }).waitFor()
  expect(errors).toEqual([])
})

it('a person of a school logs in at the school, and a school that is not linked is told kindly', async () => {
  const { page, context, errors } = await site.visitor()
  const idp = createIdp()
  const metadata = await (await site.app.fetch('/auth/v1/sso/saml/metadata')).text()
  const key = site.app.keys.serviceKey
  await site.app.fetch('/auth/v1/admin/sso/providers', {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'saml', metadata_xml: idp.metadata, domains: ['up.example'] }),
  })
  // The school's page sends its answer by itself, as they do.
  await context.route('https://idp.up.example/**', async (route) => {
    const answer = await idp.answer(route.request().url(), metadata, { nameId: 'mina-123' })
    const fields = Object.entries(answer).map(([name, value]) => `<input name="${name}" value="${value}">`)
    const form = `<form method="post" action="${site.origin}/auth/v1/sso/saml/acs">${fields.join('')}</form>`
    await route.fulfill({
      contentType: 'text/html',
      body: `${form}<script>document.forms[0].submit()</script>`,
    })
  })
  await page.goto('/login?next=%2Fdiary')
  await page.getByRole('button', { name: 'Mag-log in gamit ang paaralan o opisina' }).click()
  const field = page.getByLabel('Email sa paaralan o opisina')
  await field.fill('mina@ibang-paaralan.example')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Hindi pa naka-link sa Emote').waitFor()
  await expectAccessible(page)
  await field.fill('Mina@UP.example')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/codename?next=%2Fdiary')
  // The refusals of the captcha and of the first school.
  expect(errors.filter((error) => !/status of 40[04]/.test(error))).toEqual([])
})
