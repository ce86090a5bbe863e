import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { type Person, signUp } from '../support/cast.ts'
import { holdTime } from '../support/page.ts'
import { card, chip, createWriter, hearPosts, openWall } from '../support/wall.ts'

// Promise: a person's action shows on other screens at once, and nothing that is being read moves.
const { lastWritten, write } = createWriter()
let site: Site
let mina: Person
let jun: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
  await write(mina, 'Calm', 12)
})
afterAll(() => site.stop())

describe('new posts', () => {
  it('new posts are announced without moving what is read, and come on top on request', async () => {
    const visitor = await site.visitor()
    const page = await openWall(visitor, jun)
    const reading = card(page, 'Hinga 6')
    await reading.scrollIntoViewIfNeeded()
    const before = await reading.boundingBox()
    const texts = await write(mina, 'Calm', 3)
    const pill = page.getByRole('button', { name: '3 bagong post' })
    await pill.waitFor()
    expect(await reading.boundingBox()).toEqual(before)
    await expectAccessible(page)
    await pill.click()
    await card(page, texts[2] ?? '').waitFor()
    await pill.waitFor({ state: 'detached' })
    await page.waitForFunction(() => scrollY === 0)
    const ids = await page
      .locator('[data-post]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-post')))
    expect(new Set(ids).size).toBe(ids.length)
    expect(
      await page
        .locator('[data-post]')
        .first()
        .getByText(texts[2] ?? '')
        .count(),
    ).toBe(1)
    expect(await page.evaluate(() => document.activeElement?.closest('[data-post]') !== null)).toBe(true)
    expect(visitor.errors).toEqual([])
  })

  it('new posts by a muted person are never announced', async () => {
    const ana = await signUp(site.app, 'Ana')
    await jun.client.from('user_mutes').insert({ muted_id: ana.id }).throwOnError()
    const visitor = await site.visitor()
    const heard = hearPosts(visitor.page)
    const page = await openWall(visitor, jun)
    const [muted = ''] = await write(ana, 'Calm', 1)
    await expect.poll(() => heard.length).toBe(1)
    const [seen = ''] = await write(mina, 'Calm', 1)
    const pill = page.getByRole('button', { name: /bagong post/ })
    await pill.waitFor()
    expect((await pill.textContent())?.trim()).toBe('1 bagong post')
    await pill.click()
    await card(page, seen).waitFor()
    expect(await card(page, muted).count()).toBe(0)
    expect(visitor.errors).toEqual([])
  })

  it('new posts are fetched one request at a time, and rarely while some are announced', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    const heard = hearPosts(page)
    await openWall(visitor, jun)
    await holdTime(page)
    let asked = 0
    let onTheWay = 0
    let most = 0
    const { promise: slow, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/rest/v1/wall_posts?select=id%2Cseq&*', async (route) => {
      asked++
      most = Math.max(most, ++onTheWay)
      await slow
      await route.continue()
      onTheWay--
    })
    // The network is slower than the people who post.
    await write(mina, 'Calm', 1)
    await expect.poll(() => heard.length).toBe(1)
    const later = async () => {
      await page.clock.runFor(2_000)
      return asked
    }
    await expect.poll(later).toBe(1)
    await write(mina, 'Calm', 1)
    await expect.poll(() => heard.length).toBe(2)
    await page.clock.runFor(2_000)
    answer()
    await page.getByRole('button', { name: '2 bagong post' }).waitFor()
    await write(mina, 'Calm', 1)
    await page.getByRole('button', { name: '3 bagong post' }).waitFor()
    await page.clock.runFor(25_000)
    expect(asked).toBe(1)
    await expect.poll(later).toBe(2)
    expect(most).toBe(1)
    await page.clock.resume()
    await page.getByRole('button', { name: '3 bagong post' }).click()
    await card(page, lastWritten()).waitFor()
    expect(visitor.errors).toEqual([])
  })

  it('posts and reactions that were missed without a connection are fetched when it is back', async () => {
    const visitor = await site.visitor()
    const page = await openWall(visitor, jun)
    const first = page.locator('[data-post]').first()
    const text = (await first.locator('p').first().textContent()) ?? ''
    await visitor.context.setOffline(true)
    const { data } = await mina.client
      .from('public_posts')
      .select('id')
      .eq('content', text)
      .single()
      .throwOnError()
    await mina.client
      .from('post_reactions')
      .insert({ post_id: data.id, user_id: mina.id, emoji: '😮' })
      .throwOnError()
    await write(mina, 'Calm', 1)
    await visitor.context.setOffline(false)
    await chip(first, 'Wow 1').waitFor()
    await page.getByRole('button', { name: '1 bagong post' }).waitFor()
  })
})

it('a hidden page closes its socket, and catches up when it is shown', async () => {
  const visitor = await site.visitor()
  const { page } = visitor
  await page.clock.install()
  const opened = page.waitForEvent('websocket')
  await openWall(visitor, jun)
  const look = (state: string) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const closed = (await opened).waitForEvent('close')
  await look('hidden')
  // In one jump. In steps without real time between them, the socket's heartbeats would time out.
  await page.clock.fastForward(61_000)
  await closed
  await write(mina, 'Calm', 1)
  const again = page.waitForEvent('websocket')
  await look('visible')
  await again
  await page.getByRole('button', { name: '1 bagong post' }).waitFor()
  expect(visitor.errors).toEqual([])
})
