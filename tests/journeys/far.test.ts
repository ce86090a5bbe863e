import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from '../support/browser.ts'
import { insertEach, enter, type Person, signUp } from '../support/cast.ts'

let site: Site
let mina: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  const rows = Array.from({ length: 195 }, (_, at) => ({ mood: 'Calm', content: `Hinga bilang ${at + 1}` }))
  await insertEach(mina, 'public_posts', rows)
})
afterAll(() => site.stop())

const posts = (page: Page) => page.locator('[data-post]')
const pages = (page: Page) => page.locator('[data-page]')

/** Scrolls to the end repeatedly, because each new page is higher than its estimate and moves the end. */
async function readToTheEnd(page: Page): Promise<void> {
  const end = page.getByText('Dulo na ng pader')
  const scrollOn = async () => {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    return end.count()
  }
  await expect.poll(scrollOn, { timeout: 60_000 }).toBe(1)
  expect(await pages(page).count()).toBe(10)
}

it('posts far from the screen leave the document, their page keeps its height, and they return when the reader scrolls back', async () => {
  const visitor = await site.visitor()
  const { page } = visitor
  await enter(visitor, mina, '/wall/kalma')
  await posts(page).first().waitFor()
  // A post with open comments stays in the document, however far away.
  const open = posts(page).nth(1)
  await open.getByRole('button', { name: /^Komento/ }).click()
  await open.getByRole('textbox').waitFor()
  await open.getByText('Wala pang komento.').waitFor()
  await page.evaluate(async () => void (await document.fonts.ready))
  const first = pages(page).first()
  const second = pages(page).nth(1)
  await first.locator('[data-post]').last().scrollIntoViewIfNeeded()
  const heights = () =>
    Promise.all(
      [first, second].map((one) =>
        one.evaluate((element) => Math.round(element.getBoundingClientRect().height)),
      ),
    )
  await second.locator('[data-post]').last().scrollIntoViewIfNeeded()
  const before = await heights()

  await readToTheEnd(page)
  await second.locator('[data-post]').first().waitFor({ state: 'detached' })
  expect(await open.getByRole('textbox').count()).toBe(1)
  expect(await heights()).toEqual(before)

  // A jump of thousands of pixels: the browser paints the empty page before React brings its posts back.
  const painted = await second.evaluate(async (element) => {
    const seen = new Set<number>()
    element.scrollIntoView({ behavior: 'instant' })
    for (let frames = 0; frames < 600 && (frames < 3 || !element.querySelector('[data-post]')); frames++) {
      await new Promise(requestAnimationFrame)
      seen.add(Math.round(element.getBoundingClientRect().height))
    }
    return [...seen]
  })
  expect(painted).toEqual([before[1]])
  await second.locator('[data-post]').first().waitFor()
  expect(await second.locator('[data-post]').count()).toBe(20)
  await page.getByText('Hinga bilang 175', { exact: true }).waitFor()
})
