import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from '../support/browser.ts'
import { welcome } from '../support/cast.ts'

// Promise: a link leads to its page, also when the page's code comes late, and says so when it does not come.
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const field = (page: Page) => page.getByLabel('Ang nararamdaman mo')
const placeLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Mga lugar' }).getByRole('link', { name, exact: true })

it('a link to a page that cannot be fetched keeps the present page and offers another try', async () => {
  const { page, context } = await welcome(site, 'Wes', '/write')
  // The phone reports a connection, but requests fail.
  await context.route('**/assets/Wall-*', (route) => route.abort('connectionreset'))
  await field(page).fill('Walang load')
  const same = await page.evaluateHandle(() => document)
  const link = placeLink(page, 'EmeSpot')
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/Wall-'))
  await link.hover()
  await failed
  // The page was not reloaded.
  await page.getByRole('banner').locator('output').waitFor({ state: 'attached' })
  expect(await same.evaluate((before) => before === document)).toBe(true)
  await link.click()
  await page.getByRole('heading', { name: 'Walang internet' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/wall/kalma')
  await context.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Subukan ulit' }).click()
  await page.getByRole('heading', { level: 1, name: /Kalma/ }).waitFor()
  await page.goto('/write')
  await expect.poll(() => field(page).inputValue()).toBe('Walang load')
})

it('the last of several presses on links decides which page opens', async () => {
  const { page, context } = await welcome(site, 'Fe', '/write')
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await context.route('**/assets/Wall-*', async (route) => {
    asked.resolve()
    await answer.promise
    await route.continue()
  })
  await placeLink(page, 'EmeSpot').click()
  await asked.promise
  await placeLink(page, 'Diary').click()
  await page.getByRole('heading', { level: 1, name: 'Emote Diary' }).waitFor()
  const came = page.waitForResponse('**/assets/Wall-*')
  answer.resolve()
  await (await came).finished()
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
  expect(new URL(page.url()).pathname).toBe('/diary')
})
