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
  await page.getByRole('banner').locator('output[data-outbox]').waitFor({ state: 'attached' })
  expect(await same.evaluate((before) => before === document)).toBe(true)
  await link.click()
  await page.getByRole('heading', { name: 'May problema sa amin' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/wall/kalma')
  await context.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Subukan ulit' }).click()
  await page.getByRole('heading', { level: 1, name: /Kalma/ }).waitFor()
  await page.goto('/write')
  await expect.poll(() => field(page).inputValue()).toBe('Walang load')
})

it.each([
  {
    name: 'Ana',
    instead: 'a press on another link',
    act: (page: Page) => placeLink(page, 'Diary').click(),
    path: '/diary',
  },
  {
    name: 'Bea',
    instead: 'a press on the link of the open page',
    act: (page: Page) => placeLink(page, 'Profile').click(),
    path: '/profile',
  },
  { name: 'Cora', instead: 'the back button', act: (page: Page) => page.goBack(), path: '/diary' },
])('a page that comes late does not open after $instead', async ({ name, act, path }) => {
  const { page, context } = await welcome(site, name, '/diary')
  await placeLink(page, 'Profile').click()
  await page.waitForURL('**/profile')
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await context.route('**/assets/Wall-*.js', async (route) => {
    asked.resolve()
    await answer.promise
    await route.continue()
  })
  await placeLink(page, 'EmeSpot').click()
  await asked.promise
  await act(page)
  await page.waitForURL(`**${path}`)
  const came = page.waitForResponse('**/assets/Wall-*.js')
  answer.resolve()
  // A page opens at most one frame after its code has come. A string, because Vite would rewrite the import.
  await page.evaluate(`import('${(await came).url()}')
    .then(() => new Promise(requestAnimationFrame))
    .then(() => new Promise(requestAnimationFrame))
    .then(() => undefined)`)
  expect(new URL(page.url()).pathname).toBe(path)
})
