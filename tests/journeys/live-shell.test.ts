import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { chip, choose, createWriter } from '../support/wall.ts'

// Promise: a person's action shows on other screens at once, and nothing that is being read moves.
const { lastWritten, write } = createWriter()
let site: Site
let mina: Person
let jun: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
})
afterAll(() => site.stop())

describe('the shell', () => {
  it('the shell counts the people who are here, without those who are invisible', async () => {
    const one = await site.visitor()
    const other = await site.visitor(desk)
    await enter(one, mina, '/diary')
    await enter(other, jun, '/diary')
    await one.page.getByText('2 nandito ngayon').waitFor()
    await other.page.getByText('2 nandito ngayon').waitFor()
    await expectAccessible(one.page)
    await jun.client.from('user_profiles').update({ invisible: true }).eq('id', jun.id).throwOnError()
    // The count is hidden from a person who is alone.
    await one.page.getByText('nandito ngayon').waitFor({ state: 'detached' })
    await jun.client.from('user_profiles').update({ invisible: false }).eq('id', jun.id).throwOnError()
    expect([...one.errors, ...other.errors]).toEqual([])
  })

  it("the socket's code loads after the page, and the socket closes with the session", async () => {
    const visitor = await site.visitor()
    const opened = visitor.page.waitForEvent('websocket')
    await enter(visitor, await signUp(site.app, 'Liza'), '/diary')
    const socket = await opened
    const [there, loaded] = await visitor.page.evaluate(() => [
      (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.loadEventStart ??
        Infinity,
      performance.getEntriesByType('resource').find(({ name }) => name.includes('live-socket'))?.startTime ??
        0,
    ])
    expect(loaded).toBeGreaterThan(there ?? Infinity)
    const closed = socket.waitForEvent('close')
    await visitor.page.getByRole('link', { name: 'Profile' }).click()
    await visitor.page.getByRole('button', { name: 'Log out' }).click()
    await closed
  })

  it.each([
    ['for somebody who saves data', true, '/diary', 'Emote Diary'],
    ['on the paper', false, '/write', 'Isulat mo lang'],
    ['on a profile that is only looked at', false, '/profile', 'Profile'],
  ] as const)("the socket's code is not loaded %s until a wall needs it", async (_, saveData, path, name) => {
    const visitor = await site.visitor()
    const { page } = visitor
    await page.addInitScript((isSaving) => {
      const value = Object.assign(new EventTarget(), { saveData: isSaving })
      Object.defineProperty(navigator, 'connection', { value })
    }, saveData)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('websocket', (socket) => asked.push(socket.url()))
    await enter(visitor, jun, path)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(asked.filter((url) => /live-socket|^ws/.test(url))).toEqual([])
    const opened = page.waitForEvent('websocket')
    await page.getByRole('link', { name: 'EmeSpot' }).last().click()
    await opened
    expect(visitor.errors).toEqual([])
  })
})

describe('without live updates', () => {
  it('a wall without live updates asks for news every half minute', async () => {
    const quiet = await startSite({ realtimeKey: 'off' })
    const ana = await signUp(quiet.app, 'Ana')
    const ben = await signUp(quiet.app, 'Ben')
    await write(ben, 'Calm', 1)
    const visitor = await quiet.visitor()
    const { page } = visitor
    let sockets = 0
    page.on('websocket', () => sockets++)
    await page.clock.install()
    await enter(visitor, ana, '/wall/kalma')
    const post = page.getByRole('article').first()
    await post.waitFor()
    // An answer that the moved clock overtakes would be asked for again.
    const stored = page.waitForResponse('**/rest/v1/post_reactions*')
    await choose(page, post, 'Like')
    await chip(post, 'Like 1').waitFor()
    await stored
    const { data } = await ben.client.from('public_posts').select('id').single().throwOnError()
    await ben.client
      .from('post_reactions')
      .insert({ post_id: data.id, user_id: ben.id, emoji: '👍' })
      .throwOnError()
    await write(ben, 'Calm', 1)
    // Polls repeatedly, because an answer during the person's own reaction is ignored.
    const later = async () => {
      await page.clock.runFor(31_000)
      return chip(post, 'Like 2').count()
    }
    await expect.poll(later).toBe(1)
    await page.getByRole('button', { name: '1 bagong post' }).click()
    await page.getByText(lastWritten(), { exact: true }).waitFor()
    expect(await page.getByText('nandito ngayon').count()).toBe(0)
    expect(sockets).toBe(0)
    expect(visitor.errors).toEqual([])
    await visitor.context.close()
    await quiet.stop()
  })
})
