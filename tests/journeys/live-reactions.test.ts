import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, phone, type Site, startSite } from '../support/browser.ts'
import { type Person, signUp } from '../support/cast.ts'
import { told } from '../support/page.ts'
import { card, chip, choose, createWriter, openWall, pressed, storedReaction } from '../support/wall.ts'

// Promise: a person's action shows on other screens at once, and nothing that is being read moves.
const { write } = createWriter()
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

describe.each([
  ['a phone', phone, 'Hinga 12'],
  ['a desk', desk, 'Hinga 11'],
])('reactions on %s', (_, viewport, text) => {
  it('reactions are added, replaced and taken back, and another person sees each change at once', async () => {
    const watcher = await site.visitor(viewport)
    const theirs = card(await openWall(watcher, jun), text)
    // From here on updates arrive through the socket only.
    await watcher.page.route('**/rest/v1/**', (route) => route.abort())
    const actor = await site.visitor(viewport)
    const page = await openWall(actor, mina)
    const post = card(page, text)
    // The post's place on the wall. A press may scroll the page, so the screen is no measure.
    const place = () =>
      post.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return { x, y: y + scrollY, width, height }
      })
    const before = await place()

    await choose(page, post, 'Love')
    await post.getByRole('button', { name: 'Love 1', pressed: true }).waitFor()
    await theirs.getByRole('button', { name: 'Love 1', pressed: false }).waitFor()
    await choose(page, post, 'Sad')
    await chip(theirs, 'Sad 1').waitFor()
    expect(await chip(theirs, 'Love 1').count()).toBe(0)
    await expect.poll(() => storedReaction(site, text, mina)).toBe('😢')
    await expectAccessible(page)
    await chip(post, 'Sad 1').click()
    await chip(theirs, 'Sad 1').waitFor({ state: 'detached' })
    await post.getByRole('button', { name: 'Mag-react' }).waitFor()
    await expect.poll(() => storedReaction(site, text, mina)).toBeUndefined()

    expect(await place()).toEqual(before)
    expect(actor.errors).toEqual([])
  })
})

describe('reactions', () => {
  it('reactions are chosen by keyboard, also in the full view, and the focus returns', async () => {
    const visitor = await site.visitor()
    const page = await openWall(visitor, jun)
    await card(page, 'Hinga 10').getByRole('link').click()
    const whole = page.getByRole('dialog', { name: 'Post ni Tahimik Mina' })
    const opener = whole.getByRole('button', { name: /^(Mag-react|Reaksyon mo)/ })
    await opener.focus()
    await page.keyboard.press('Enter')
    const choices = page.getByRole('group', { name: 'Pumili ng reaksyon' })
    await choices.waitFor()
    await page.waitForFunction(() => document.activeElement?.closest('fieldset[aria-label^="Pumili"]'))
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await chip(whole, 'Haha 1').waitFor()
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await choices.waitFor()
    await page.keyboard.press('Escape')
    await choices.waitFor({ state: 'detached' })
    await whole.waitFor()
    await expect.poll(() => storedReaction(site, 'Hinga 10', jun)).toBe('😂')
    expect(visitor.errors).toEqual([])
  })

  it('quick taps on reactions end at the last one, with one request at a time', async () => {
    const visitor = await site.visitor()
    const page = await openWall(visitor, jun)
    const post = card(page, 'Hinga 11')
    let onTheWay = 0
    let most = 0
    const { promise: tapped, resolve: releaseFirst } = Promise.withResolvers<void>()
    await page.route('**/rest/v1/post_reactions*', async (route) => {
      most = Math.max(most, ++onTheWay)
      await tapped
      const response = await route.fetch()
      onTheWay--
      await route.fulfill({ response })
    })
    await choose(page, post, 'Like')
    await choose(page, post, 'Wow')
    await choose(page, post, 'Angry')
    await post.getByRole('button', { name: 'Angry 1', pressed: true }).waitFor()
    releaseFirst()
    await expect.poll(() => storedReaction(site, 'Hinga 11', jun)).toBe('😡')
    await chip(post, 'Angry 1').waitFor()
    // The event of the first tap may arrive after the answer to the last.
    await expect.poll(() => pressed(post)).toEqual(['Angry 1'])
    expect(most).toBe(1)
    expect(visitor.errors).toEqual([])
  })

  it('a person has one reaction on a post, also from two tabs', async () => {
    const visitor = await site.visitor()
    const page = await openWall(visitor, jun)
    const other = await visitor.context.newPage()
    await other.goto('/wall/kalma')
    const [here, there] = [card(page, 'Hinga 9'), card(other, 'Hinga 9')]
    await there.scrollIntoViewIfNeeded()
    await choose(page, here, 'Like')
    await chip(there, 'Like 1').waitFor()
    // An event does not name its person. The tabs tell each other.
    await there.getByRole('button', { name: 'Like 1', pressed: true }).waitFor()
    await choose(other, there, 'Love')
    await there.getByRole('button', { name: 'Love 1', pressed: true }).waitFor()
    await here.getByRole('button', { name: 'Love 1', pressed: true }).waitFor()
    await chip(here, 'Like 1').waitFor({ state: 'detached' })
    await expect.poll(() => storedReaction(site, 'Hinga 9', jun)).toBe('❤️')
    // The removed chip had the focus. The button beside it gets it.
    await chip(here, 'Love 1').focus()
    await page.keyboard.press('Enter')
    await chip(there, 'Love 1').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Mag-react')
  })

  it("a reaction shows on the person's other device, and a deleted post says that it is gone", async () => {
    const [onPhone, onDesk] = [await site.visitor(phone), await site.visitor(desk)]
    const [text = ''] = await write(mina, 'Calm', 1)
    const [page, other] = [await openWall(onPhone, jun), await openWall(onDesk, jun)]
    const [here, there] = [card(page, text), card(other, text)]
    await choose(page, here, 'Haha')
    await chip(there, 'Haha 1').waitFor()
    // This device does not know the person's reaction. Its insert meets the existing row.
    await choose(other, there, 'Love')
    await here.getByRole('button', { name: 'Love 1', pressed: true }).waitFor()
    await chip(there, 'Haha 1').waitFor({ state: 'detached' })
    await expect.poll(() => pressed(here)).toEqual(['Love 1'])

    // Mina deletes the post while the reaction is under way.
    await page.route('**/rest/v1/post_reactions*', async (route) => {
      await mina.client.from('public_posts').delete().eq('content', text).throwOnError()
      await route.continue()
    })
    await choose(page, here, 'Wow')
    await told(page, 'Wala na rito ang post na ’to.')
    await here.waitFor({ state: 'detached' })
  })

  it('a reaction that cannot be saved is undone without a message', async () => {
    const visitor = await site.visitor()
    const page = await openWall(visitor, mina)
    const post = card(page, 'Hinga 12')
    await page.route('**/rest/v1/post_reactions*', (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'Internal error' } }),
    )
    const given = page.waitForEvent('console', (message) =>
      message.text().startsWith('A reaction was not saved'),
    )
    await choose(page, post, 'Love')
    await given
    await chip(post, 'Love 1').waitFor({ state: 'detached' })
    await post.getByRole('button', { name: 'Mag-react' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
