import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { insertEach, enter, signUp } from '../support/cast.ts'
import { card, chip, choose, openWall, pressed, storedReaction } from '../support/wall.ts'

// Promise: a wall says what is wrong while nothing answers, recovers by itself, and sends what its reader did meanwhile.
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

it('a wall that failed while the server was down opens by itself with its pictures, and one strip says that there is no signal', async () => {
  const writer = await signUp(site.app, 'Kit')
  const row = { mood: 'Joy', content: 'Tuloy lang', template_url: '/templates/masaya-1.svg' }
  await writer.client.from('public_posts').insert(row).throwOnError()
  const visitor = await site.visitor()
  const { page, context } = visitor
  let isDown = true
  await page.route(/\/(rest|templates|readyz)/, (route) => (isDown ? route.abort() : route.continue()))
  await page.routeWebSocket('**/realtime/**', (socket) =>
    isDown ? void socket.close() : void socket.connectToServer(),
  )
  await enter(visitor, writer, '/wall/masaya')
  await page.getByRole('heading', { name: 'May problema sa amin' }).waitFor()
  await expectAccessible(page)
  expect(await page.getByText(/walang internet/i).count()).toBe(0)
  // The failed page says it, and the strip does not repeat it.
  expect(await page.getByText('May problema sa amin').filter({ visible: true }).count()).toBe(1)
  const post = page.getByRole('article').filter({ hasText: 'Tuloy lang' })
  const isDrawn = () =>
    post.locator('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0))
  await page.unroute(/\/(rest|templates|readyz)/)
  await page.route('**/templates/**', (route) => (isDown ? route.abort() : route.continue()))
  // A return to the page looks for the signal at once.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await post.waitFor()
  // The words come first, and the picture fails once more.
  await post.locator('img[data-missing]').waitFor({ state: 'attached' })
  isDown = false
  const strip = page.locator('output', { hasText: 'Walang internet. Hihintayin ka namin.' })
  const topOfPost = () => post.evaluate((element) => element.getBoundingClientRect().top)
  const before = await topOfPost()
  await context.setOffline(true)
  await strip.waitFor()
  expect(await page.getByText(/walang internet/i).count()).toBe(1)
  expect(await topOfPost()).toBe(before)
  await expectAccessible(page)
  await context.setOffline(false)
  await strip.waitFor({ state: 'detached' })
  await expect.poll(isDrawn).toEqual([true])
})

it('a reaction made offline waits on the card, also after a reload, and only the last wish is sent', async () => {
  const mina = await signUp(site.app, 'Mina')
  const rows = ['Una', 'Pangalawa'].map((content) => ({ mood: 'Calm', content }))
  await insertEach(mina, 'public_posts', rows)
  const visitor = await site.visitor()
  const page = await openWall(visitor, mina)
  await page.getByRole('banner').locator('output[data-outbox]').waitFor({ state: 'attached' })
  const [one, two] = [card(page, 'Una'), card(page, 'Pangalawa')]
  const marks = page.getByText('Naghihintay ng signal ang reaksyon mo.')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/post_reactions')) asked.push(request.method())
  })
  await visitor.context.setOffline(true)
  for (const name of ['Like', 'Sad', 'Love']) await choose(page, one, name)
  await choose(page, two, 'Wow')
  await chip(one, 'Love 1').waitFor()
  await expect.poll(() => marks.count()).toBe(2)
  await expectAccessible(page)
  // A second tap takes the reaction back: nothing waits.
  await chip(two, 'Wow 1').click()
  await expect.poll(() => marks.count()).toBe(1)
  expect(asked).toEqual([])
  await visitor.context.setOffline(false)
  await marks.waitFor({ state: 'detached' })
  expect(await pressed(one)).toEqual(['Love 1'])
  expect(asked).toEqual(['POST'])
  expect(await storedReaction(site, 'Una', mina)).toBe('❤️')
  expect(await storedReaction(site, 'Pangalawa', mina)).toBeUndefined()

  // The phone has a network, but the server answers nothing. The wish outlives the page.
  await page.route('**/rest/v1/post_reactions*', (route) => route.abort())
  await choose(page, one, 'Haha')
  await marks.waitFor()
  await page.reload()
  await chip(one, 'Haha 1').waitFor()
  await marks.waitFor()
  await page.unroute('**/rest/v1/post_reactions*')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await marks.waitFor({ state: 'detached' })
  expect(await pressed(one)).toEqual(['Haha 1'])
  expect(await storedReaction(site, 'Una', mina)).toBe('😂')
})
