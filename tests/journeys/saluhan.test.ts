import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { desk, expectAccessible, phone, type Site, startSite } from '../support/browser.ts'
import { type Person, signUp, takeOver, welcome } from '../support/cast.ts'
import { stored } from '../support/comments.ts'

// Promise: a person who offers company sees who waits, and no content that they asked not to see.
let site: Site
let mina: Person
beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
})
beforeEach(() => site.app.owner.query('delete from public.public_posts'))
afterAll(() => site.stop())

/** Writes a post as Mina, dated `hours` ago. */
async function post(content: string, hours: number, content_warning: string | null = null): Promise<string> {
  const id = crypto.randomUUID()
  await mina.client.from('public_posts').insert({ id, mood: 'Calm', content, content_warning }).throwOnError()
  await site.app.owner.query(
    `update public.public_posts set created_at = now() - make_interval(hours => $2) where id = $1`,
    [id, hours],
  )
  return id
}

const strip = (page: Page) => page.getByRole('region', { name: 'Saluhan' })
const lever = (page: Page) => page.getByRole('switch', { name: /^Saluhan/ })
const go = (page: Page, place: string) =>
  page.getByRole('navigation', { name: 'Mga lugar' }).getByRole('link', { name: place }).click()

/** Turns the setting on in the profile, then opens the wall. */
async function optIn(page: Page) {
  const put = page.waitForResponse(
    (answer) => answer.url().includes('/user_profiles') && answer.request().method() === 'PATCH',
  )
  const read = put.then(() => page.waitForResponse((answer) => answer.url().includes('/user_profiles')))
  await lever(page).check()
  await (await read).finished()
  await go(page, 'EmeSpot')
}

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('Saluhan on %s', (size, viewport) => {
  it('Saluhan shows a waiting post to those who asked for it, until somebody has answered', async () => {
    const asking = await post('Gising pa ba kayo?', 5)
    await post('Kakapost ko lang nito', 1)
    const { page, errors } = await welcome(site, `Jun${size.slice(2)}`, '/profile', viewport)
    await optIn(page)
    await strip(page).getByText('Gising pa ba kayo?').waitFor()
    await expectAccessible(page)
    await strip(page)
      .getByRole('link', { name: /Basahin ang post ni Tahimik Mina/ })
      .click()
    const whole = page.getByRole('dialog', { name: 'Post ni Tahimik Mina' })
    const box = whole.getByRole('textbox', { name: /^Komento mo sa post ni/ })
    await box.fill('Gising pa. Nandito lang.')
    await box.press('Control+Enter')
    await whole.getByText('Gising pa. Nandito lang.').waitFor()
    // The comment shows before it is stored, and a reload meanwhile would lose it.
    await expect.poll(() => stored(site, asking)).toEqual(['Gising pa. Nandito lang.'])
    await page.keyboard.press('Escape')
    await strip(page).getByText('May sumagot na. Salamat sa pakikinig. 💛').waitFor()

    // One post is still unanswered but too new, so the strip is gone.
    await page.reload()
    await page.getByRole('article').filter({ hasText: 'Kakapost ko lang nito' }).waitFor()
    expect(await strip(page).count()).toBe(0)
    expect(errors).toEqual([])
  })
})

it('Saluhan appears together with the wall, which does not move', async () => {
  await post('Gising pa ba kayo?', 5)
  const { page, errors } = await welcome(site, 'Ces', '/profile')
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route('**/unanswered_posts*', async (route) => {
    asked.resolve()
    await answer.promise
    await route.continue()
  })
  const wall = page.waitForResponse((response) => response.url().includes('/wall_posts'))
  await optIn(page)
  await Promise.all([asked.promise, wall.then((response) => response.finished())])
  await page.getByText('Kinukuha ang mga post…').waitFor()
  expect(await page.getByRole('article').count()).toBe(0)
  answer.resolve()
  await page.getByRole('article').filter({ hasText: 'Gising pa ba kayo?' }).waitFor()
  expect(await strip(page).count()).toBe(1)
  expect(errors).toEqual([])
})

it('Saluhan is absent for people who did not ask for it, and is hidden for now when it is closed', async () => {
  await post('Gising pa ba kayo?', 5)
  const { page, errors } = await welcome(site, 'Rey', '/profile')
  expect(await lever(page).isChecked()).toBe(false)
  await go(page, 'EmeSpot')
  await page.getByRole('article').filter({ hasText: 'Gising pa ba kayo?' }).waitFor()
  expect(await strip(page).count()).toBe(0)

  await go(page, 'Profile')
  await optIn(page)
  await strip(page).getByRole('button', { name: 'Hindi muna' }).click()
  await strip(page).waitFor({ state: 'detached' })
  await go(page, 'Diary')
  await go(page, 'EmeSpot')
  await page.getByRole('article').filter({ hasText: 'Gising pa ba kayo?' }).waitFor()
  expect(await strip(page).count()).toBe(0)
  expect(errors).toEqual([])
})

it('Saluhan hides the words of a post with a warning', async () => {
  await post('Mabibigat na salita', 5, 'self_harm')
  const { page } = await welcome(site, 'Bea', '/profile')
  await optIn(page)
  await strip(page).getByText('Babala: pananakit sa sarili').waitFor()
  expect(await page.content()).not.toContain('Mabibigat na salita')
})

describe('words that somebody would rather not meet', () => {
  it('avoided words fold the posts that hold them, for this person on this phone, and are not sent', async () => {
    await post('Ang PÁG-IBIG talaga.', 1)
    await post('Pagibigan tayo.', 1)
    const visitor = await welcome(site, 'Liza', '/profile')
    const { page, errors } = visitor
    await page.getByText('Mga salitang iniiwasan ko').click()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
    await page.getByLabel('Salita o parirala').fill('pag-ibig')
    await page.keyboard.press('Enter')
    const list = page.getByRole('list', { name: 'Mga salitang iniiwasan ko' })
    await list.getByText('pag-ibig', { exact: true }).waitFor()
    await page.getByLabel('Salita o parirala').fill('Pagibig')
    await page.getByRole('button', { name: 'Idagdag' }).click()
    await page.getByText('Nasa listahan mo na ’yan.').waitFor()
    for (const viewport of [phone, desk]) {
      await page.setViewportSize(viewport)
      await expectAccessible(page)
    }
    await page.setViewportSize(phone)

    await go(page, 'EmeSpot')
    await page.getByText('May salitang iniiwasan mo: pag-ibig').waitFor()
    await page.getByText('Pagibigan tayo.').waitFor()
    expect(await page.content()).not.toContain('PÁG-IBIG')
    expect(sent.filter((request) => /pag-?ibig/i.test(request))).toEqual([])

    await go(page, 'Profile')
    await page.getByText('Mga salitang iniiwasan ko').click()
    await page.getByRole('button', { name: 'Alisin ang pag-ibig' }).click()
    await list.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    expect(errors).toEqual([])
  })

  it('avoided words are gone for the next person at the same phone', async () => {
    await post('Ang pag-ibig talaga.', 1)
    const { page } = await welcome(site, 'Tes', '/profile')
    await page.getByText('Mga salitang iniiwasan ko').click()
    await page.getByLabel('Salita o parirala').fill('pag-ibig')
    await page.getByRole('button', { name: 'Idagdag' }).click()
    await page.getByRole('list', { name: 'Mga salitang iniiwasan ko' }).waitFor()
    await takeOver(page, await signUp(site.app, 'Oca'), '/wall/kalma')
    await page.getByText('Ang pag-ibig talaga.').waitFor()
  })
})
