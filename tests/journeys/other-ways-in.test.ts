import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { told } from '../support/page.ts'

// Each of these is off unless the operator switches it on. With the captcha every form also proves its work.
let site: Site
beforeAll(async () => {
  site = await startSite({
    settings: { phone: true, phoneConfirmation: true, anonymous: true, captcha: 'on' },
  })
})
afterAll(() => site.stop())

const password = 'kalma-lang-9'

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
  // The refusals of the captcha and of the wrong code.
  expect(errors.filter((error) => !/status of 40[03]/.test(error))).toEqual([])
})

it('a person begins without an address, is told what a log-out costs, and keeps the account with an address', async () => {
  const { page, errors } = await site.visitor()
  await page.goto('/signup?next=%2Fprofile')
  await page.getByRole('button', { name: 'Wala munang email' }).click()
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
