import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desk, expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { box, expectFocus, openComments, panel, post, toggle } from '../support/comments.ts'
import { card } from '../support/wall.ts'
import { told } from '../support/page.ts'

let site: Site
let mina: Person
let jun: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
})
afterAll(() => site.stop())

const burn = (id: string) => jun.client.from('public_posts').delete().eq('id', id).throwOnError()
const kind = 'Yakap nang mahigpit. Nandito lang ako, kahit gaano katagal.'

it('the words of an unsent comment stay when its post is deleted, and can be copied', async () => {
  const { id, text } = await post(jun)
  const visitor = await site.visitor()
  const { page } = visitor
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const place = await openComments(visitor, mina, text)
  await box(place).fill(kind)
  await burn(id)
  const trace = page.locator('div', { has: page.getByText('Binura na ito ng sumulat.') }).last()
  await trace.getByText(kind).waitFor()
  await expectFocus(trace)
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await told(page, 'Nakopya ang sinulat mo.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(kind)
  expect(visitor.errors).toEqual([])
})

it('the words of an unsent comment stay in the full view too', async () => {
  const { id } = await post(jun)
  const visitor = await site.visitor()
  await enter(visitor, mina, `/wall/kalma?post=${id}`)
  const whole = visitor.page.getByRole('dialog')
  await box(whole).fill(kind)
  await burn(id)
  await whole.getByText('Wala na rito ang post na ’to.').waitFor()
  await whole.getByText(kind).waitFor()
  await expectFocus(whole)
  await whole.getByRole('button', { name: 'Kopyahin' }).waitFor()
  expect(visitor.errors).toEqual([])
})

it('a person without a codename reads how they will appear, and returns after choosing one', async () => {
  const ana = await signUp(site.app, 'Ana')
  await site.app.owner.query('update public.user_profiles set codename = null where id = $1', [ana.id])
  const { text } = await post(jun)
  const visitor = await site.visitor()
  const { page } = visitor
  const place = await openComments(visitor, ana, text)
  await place.getByText('Lalabas kang Anonymous.').waitFor()
  await expectAccessible(page)
  await place.getByRole('link', { name: 'Pumili ng codename' }).click()
  await page.getByRole('heading', { name: 'Ano’ng itatawag namin sa ’yo?' }).waitFor()
  await page.locator('form button[type=submit]').click()
  await card(page, text).waitFor()
  await toggle(card(page, text)).click()
  await box(card(page, text)).waitFor()
  await page.getByText('Lalabas kang Anonymous.').waitFor({ state: 'detached' })
})

const height = async (place: Locator) => Math.round((await place.boundingBox())?.height ?? 0)
/** Distance from the top of the card, measured at one moment, because the page may be scrolling. */
const footOf = (place: Locator) =>
  toggle(place).evaluate((button) => {
    const top = button.closest('article')?.getBoundingClientRect().top ?? NaN
    return Math.round(button.getBoundingClientRect().top - top)
  })

it('the posts beside keep their height on a desk while comments are open, and nothing else moves', async () => {
  await jun.client
    .from('public_posts')
    .insert({ mood: 'Joy', content: 'Kahit maliit na tuwa, isinusulat ko. '.repeat(5) })
    .throwOnError()
  for (const content of ['Salamat.', 'Ang saya.'])
    await jun.client.from('public_posts').insert({ mood: 'Joy', content }).throwOnError()
  const visitor = await site.visitor(desk)
  const { page } = visitor
  await enter(visitor, mina, '/wall/masaya')
  const [one, two] = [card(page, 'Ang saya.'), card(page, 'Salamat.')]
  await one.waitFor()
  // Until the browser has drawn a card, it keeps 1,900 pixels free for it.
  await expect.poll(() => height(two)).toBeLessThan(1_000)
  const before = await height(two)
  const foot = await footOf(one)
  expect(foot).toBeGreaterThan(100)
  expect(await height(one)).toBe(before)
  await toggle(one).click()
  await box(one).waitFor()
  expect(await footOf(one)).toBe(foot)
  expect(await height(one)).toBeGreaterThan(before)
  expect(await height(two)).toBe(before)
  await toggle(two).click()
  await box(two).waitFor()
  await toggle(one).click()
  await panel(one).waitFor({ state: 'detached' })
  expect(await height(one)).toBe(before)
  await toggle(two).click()
  await panel(two).waitFor({ state: 'detached' })
  expect([await height(one), await height(two)]).toEqual([before, before])
  expect(await page.locator('[data-held]').count()).toBe(0)
})
