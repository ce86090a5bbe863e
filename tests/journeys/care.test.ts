import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, phone, type Site, startSite } from '../support/browser.ts'
import { enter, logIn, signUp, takeOver, welcome } from '../support/cast.ts'
import { recordTraffic, told } from '../support/page.ts'

// Promise: a person who writes of dying is shown hotlines, and only their phone knows.
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const grave = 'Pagod na ako. Gusto ko na mamatay.'
const sad = 'Ang lungkot ko ngayon, iyak lang ako nang iyak.'

const help = (page: Page) => page.getByRole('complementary', { name: 'Hindi ka nag-iisa.' })
/** The card is in the document. Its code loads with the first letter. */
const prepared = (page: Page) => page.locator('[data-help]').waitFor({ state: 'attached' })
const numbers = (page: Page) =>
  help(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))

/** The top and the bottom of the element's middle are on the screen and uncovered. */
const isSeen = (element: Element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return [top + 2, bottom - 2].every((y) =>
    element.contains(document.elementFromPoint((left + right) / 2, y)),
  )
}
/** The page scrolls the card into view after drawing it. */
async function expectSeen(one: Locator): Promise<void> {
  await expect.poll(() => one.evaluate(isSeen)).toBe(true)
}
/** Pixels at the end of the page that the card covers when the page is scrolled down. */
const covered = (card: Element) => {
  scrollTo(0, document.documentElement.scrollHeight)
  const end = document.querySelector('#main')?.getBoundingClientRect().bottom ?? NaN
  return end - card.getBoundingClientRect().top
}

const talkBox = (page: Page) => page.getByRole('textbox', { name: 'Mensahe' })
const said = (page: Page, words: string) => page.getByRole('main').locator('li').filter({ hasText: words })

async function write(page: Page, words: string, where: 'I-share sa Pader' | 'Itago sa diary') {
  await page.getByLabel('Malungkot').check()
  await page.getByLabel('Ang nararamdaman mo').fill(words)
  await prepared(page)
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: where }).click()
}

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('the help card on %s', (size, viewport) => {
  it('the help card comes with the post, takes no focus, stays on other pages, and goes when it is closed', async () => {
    const { page, errors } = await welcome(site, `Mina${size.slice(2)}`, '/write', viewport)
    await write(page, grave, 'I-share sa Pader')
    await page.waitForURL('**/wall/malungkot')
    await help(page).waitFor()
    await page.getByRole('article').filter({ hasText: grave }).first().waitFor()
    expect(await numbers(page)).toEqual(['tel:09190571553', 'tel:09178998727', 'tel:1553', 'tel:1383'])
    expect(await help(page).evaluate((card) => card.contains(document.activeElement))).toBe(false)
    await page.getByRole('status').filter({ hasText: 'May mga taong puwede mong tawagan' }).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    // The card covers neither the navigation nor the field.
    const place = page.getByRole('navigation', { name: 'Mga lugar' })
    await place.getByRole('link', { name: 'Diary' }).click({ trial: true })
    await place.getByRole('link', { name: 'Magsulat' }).click({ trial: true })
    await place.getByRole('link', { name: 'Diary' }).click()
    await page.waitForURL('**/diary')
    await help(page).waitFor()
    await help(page).getByRole('button', { name: 'Isara ang card' }).click()
    await help(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(errors).toEqual([])
  })
})

it('the help card comes with a diary entry, and leaves no request, no stored word, no row and no log line', async () => {
  const { page, errors, person } = await welcome(site, 'Jun', '/write')
  await page.getByLabel('Ang nararamdaman mo').fill('P')
  await prepared(page)
  await page.waitForFunction(() => localStorage.getItem('emote-hotlines'))
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/crisis-')),
  )
  const before = await page.evaluate(() => Object.keys(localStorage).toSorted())
  const sent = recordTraffic(page)
  await write(page, grave, 'Itago sa diary')
  await page.waitForURL('**/diary')
  await help(page).waitFor()
  // The words went into the diary once. No request is about the card.
  expect(sent.filter((request) => request.includes('mamatay'))).toHaveLength(1)
  expect(sent.filter((request) => /hotlines|crisis|help/i.test(request))).toEqual([])
  const after = await page.evaluate(() => Object.keys(localStorage).toSorted())
  expect(after.filter((key) => !before.includes(key))).toEqual([])
  const { rows } = await site.app.owner.query('select from public.reports where reporter_id = $1', [
    person.id,
  ])
  expect(rows).toEqual([])
  expect(site.app.logged.filter((line) => /mamatay|crisis/.test(line))).toEqual([])
  expect(errors).toEqual([])
})

describe.each([
  ['a phone', phone],
  ['a desk', desk],
  ['a page at twice its size', { width: 720, height: 450 }],
])('after a comment on %s', (size, viewport) => {
  it('the help card comes below the comment box, shows its numbers, and is the next stop of the Tab key', async () => {
    const mina = await signUp(site.app, `Lina${viewport.width}`)
    const words = `Kumusta kayo sa ${size}?`
    await mina.client.from('public_posts').insert({ mood: 'Calm', content: words }).throwOnError()
    const { page, errors } = await welcome(site, `Ben${viewport.width}`, '/wall/kalma', viewport)
    const card = page.getByRole('article').filter({ hasText: words })
    await card.getByRole('button', { name: /Komento.* sa post ni/ }).click()
    const box = card.getByRole('textbox', { name: /^Komento mo sa post ni/ })
    await box.fill('Ayoko na mabuhay.')
    await prepared(page)
    await box.press('Control+Enter')
    await card.getByText('Ayoko na mabuhay.').waitFor()
    await help(page).waitFor()
    await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--card'))
    await expectSeen(box)
    for (const number of await help(page).getByRole('link').all()) await expectSeen(number)
    await box.pressSequentially('Salamat.')
    await expectSeen(box)

    // The first Tab focuses the skip link to the card, the second one the button. Escape in the card leads back.
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Diretso sa mga numero' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await card.getByRole('button', { name: 'Ipadala' }).and(page.locator(':focus')).waitFor()
    await help(page).getByRole('link').first().focus()
    await page.keyboard.press('Escape')
    await help(page).waitFor({ state: 'detached' })
    await card.getByRole('button', { name: 'Ipadala' }).and(page.locator(':focus')).waitFor()
    expect(errors).toEqual([])
  })
})

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('after a comment under an open post on %s', (size, viewport) => {
  it('the help card comes inside the dialog, where it can be reached, and stays when the dialog closes', async () => {
    const mina = await signUp(site.app, `Nora${viewport.width}`)
    const id = crypto.randomUUID()
    await mina.client
      .from('public_posts')
      .insert({ id, mood: 'Calm', content: `Nandito lang sa ${size}.` })
      .throwOnError()
    const { page, errors } = await welcome(site, `Nilo${viewport.width}`, `/wall/kalma?post=${id}`, viewport)
    const dialog = page.getByRole('dialog')
    const box = dialog.getByRole('textbox', { name: /^Komento mo sa post ni/ })
    await box.fill('Ayoko na mabuhay.')
    await prepared(page)
    await box.press('Control+Enter')
    const inside = help(page).and(dialog.locator('*'))
    await inside.waitFor()
    // A press reaches the link: the card is not behind the dialog.
    await inside.getByRole('link').first().click({ trial: true })
    await expectSeen(box)
    await inside.getByRole('link').first().focus()
    await page.keyboard.press('Escape')
    await help(page).waitFor({ state: 'detached' })
    expect(await dialog.count()).toBe(1)

    await box.fill('Gusto ko nang mamatay.')
    await box.press('Control+Enter')
    await inside.waitFor()
    await dialog.getByRole('button', { name: 'Isara', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await help(page).getByRole('link').first().click({ trial: true })
    expect(errors).toEqual([])
  })
})

describe('in a talk', () => {
  it('the writer of a grave message is shown the help card, above which the box stays, and the room is not', async () => {
    const reader = await welcome(site, 'Owen', '/tambayan', desk)
    const { page, errors } = await welcome(site, 'Mara', '/tambayan')
    await talkBox(reader.page).fill('Kumusta kayo?')
    await prepared(reader.page)
    await talkBox(page).fill(grave)
    await prepared(page)
    await talkBox(page).press('Enter')
    await help(page).waitFor()
    await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--card'))
    await expectSeen(talkBox(page))
    for (const number of await help(page).getByRole('link').all()) await expectSeen(number)
    await said(reader.page, grave).waitFor()
    expect(await help(reader.page).count()).toBe(0)
    expect([...errors, ...reader.errors]).toEqual([])
  })

  it('a person is asked once before a phone number is sent, and may send it', async () => {
    const { page, errors } = await welcome(site, 'Pia', '/tambayan')
    const number = 'Text mo ko, 0917 555 0199'
    await talkBox(page).fill(number)
    await talkBox(page).press('Enter')
    await page.getByText('Mukhang may phone number sa sulat mo.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Aayusin ko muna' }).click()
    await talkBox(page).and(page.locator(':focus')).waitFor()
    await talkBox(page).pressSequentially(' mamaya')
    await page.getByText('Mukhang may').waitFor({ state: 'detached' })
    expect(await said(page, number).count()).toBe(0)
    await talkBox(page).press('Enter')
    await page.getByRole('button', { name: 'Ipadala pa rin' }).click()
    await said(page, `${number} mamaya`).waitFor()
    expect(await talkBox(page).inputValue()).toBe('')
    expect(errors).toEqual([])
  })
})

it('the help card is low and wide on a desk, and the page scrolls until its end is free of it', async () => {
  const { page } = await welcome(site, 'Ika', '/write', desk)
  await write(page, grave, 'Itago sa diary')
  await page.waitForURL('**/diary')
  await help(page).waitFor()
  const { width, height } = (await help(page).boundingBox()) ?? { width: 0, height: 0 }
  expect(width).toBeGreaterThan(1.8 * height)
  expect(height).toBeLessThan(desk.height / 3)
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--card'))
  await expect.poll(() => help(page).evaluate(covered)).toBeLessThanOrEqual(0)
})

it('the help card comes when a post is edited into words of crisis', async () => {
  const { page, person, errors } = await welcome(site, 'Edna', '/about')
  await person.client.from('public_posts').insert({ mood: 'Calm', content: 'Ayos lang.' }).throwOnError()
  await page.goto('/wall/kalma')
  const card = page.getByRole('article').filter({ hasText: 'Ayos lang.' })
  await card.getByRole('button', { name: /^Iba pa sa post ni/ }).click()
  await page.getByRole('menuitem', { name: 'I-edit' }).click()
  await page.getByLabel('Ang nararamdaman mo').fill(grave)
  await prepared(page)
  await page.getByRole('button', { name: 'I-save' }).click()
  await help(page).waitFor()
  expect(errors).toEqual([])
})

it('the help card does not come for a sad day', async () => {
  const { page, errors } = await welcome(site, 'Rey', '/write')
  await write(page, sad, 'I-share sa Pader')
  await page.getByRole('article').filter({ hasText: sad }).waitFor()
  await told(page, 'Nasa pader na. 💛')
  expect(await page.locator('[data-help]').getAttribute('data-help')).toBe('waiting')
  expect(await help(page).count()).toBe(0)
  expect(errors).toEqual([])
})

it('the help card comes offline with the last known hotlines, and not for the next person', async () => {
  await site.app.owner.query(`update public.hotlines set numbers = '{0900-000-0000}' where id = 'makabata'`)
  const { page, context } = await welcome(site, 'Tes', '/write')
  await page.getByLabel('Ang nararamdaman mo').fill(grave)
  await prepared(page)
  await page.waitForFunction(() => localStorage.getItem('emote-hotlines')?.includes('0900-000-0000'))
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Bitawan na lang' }).click()
  await help(page).waitFor()
  expect(await numbers(page)).toContain('tel:09000000000')
  await context.setOffline(false)
  await site.app.owner.query(`update public.hotlines set numbers = '{1383}' where id = 'makabata'`)

  await takeOver(page, await signUp(site.app, 'Oca'), '/write')
  await page.getByLabel('Ang nararamdaman mo').fill('Kumusta.')
  await prepared(page)
  expect(await help(page).count()).toBe(0)
})

it('the help card comes late when its code arrives late', async () => {
  const { page } = await welcome(site, 'Vic', '/write')
  await page.getByLabel('Ang nararamdaman mo').waitFor()
  const code = Promise.withResolvers<void>()
  await page.route(/assets\/crisis-/, async (route) => {
    await code.promise
    await route.continue()
  })
  await write(page, grave, 'Itago sa diary')
  await page.waitForURL('**/diary')
  expect(await help(page).count()).toBe(0)
  code.resolve()
  await help(page).waitFor()
})

it("the help card is not shown to a second person when the answer to the first one's words arrives", async () => {
  const [ela, gil] = [await signUp(site.app, 'Ela'), await signUp(site.app, 'Gil')]
  await ela.client.from('public_posts').insert({ mood: 'Calm', content: 'Magandang gabi.' }).throwOnError()
  const visitor = await site.visitor()
  const { page, context } = visitor
  // No request times out while the two people change places.
  await context.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal
  })
  const answer = Promise.withResolvers<void>()
  await page.route('**/rest/v1/post_comments*', async (route) => {
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  await enter(visitor, ela, '/wall/kalma')
  const box = page.getByRole('textbox', { name: /^Komento mo sa post ni/ })
  const open = () =>
    page
      .getByRole('article')
      .filter({ hasText: 'Magandang gabi.' })
      .getByRole('button', { name: /Komento.* sa post ni/ })
      .click()
  await open()
  await box.fill(grave)
  await prepared(page)
  const sent = page.waitForRequest((request) => request.url().includes('/post_comments'))
  await box.press('Control+Enter')
  await sent
  // Ela logs out in another tab, and Gil logs in.
  const other = await context.newPage()
  await other.goto('/profile')
  await other.getByRole('button', { name: 'Log Out' }).click()
  await other.waitForURL('**/login')
  await page.waitForURL('**/login*')
  await logIn(other, gil)
  await page.waitForURL('**/wall/kalma')
  await open()
  const came = page.waitForResponse((response) => response.url().includes('/post_comments'))
  answer.resolve()
  await (await came).finished()
  await box.fill('Kumusta.')
  await prepared(page)
  expect(await help(page).count()).toBe(0)
})

it('a stored copy of the hotlines with a broken number is replaced by the built-in list', async () => {
  const { page, errors } = await site.visitor()
  await page.goto('/about')
  await page.evaluate(() =>
    localStorage.setItem(
      'emote-hotlines',
      JSON.stringify({
        at: Date.now(),
        lines: [{ id: 'x', name: 'X', note: '', numbers: ['javascript:alert(1)'] }],
      }),
    ),
  )
  await page.reload()
  await page.getByRole('link', { name: '0919-057-1553' }).first().waitFor()
  expect(await page.locator('a[href^="tel:"]').evaluateAll((all) => all.map((a) => a.textContent))).toContain(
    '1383',
  )
  expect(await page.locator('a[href*="javascript"]').count()).toBe(0)
  expect(errors).toEqual([])
})
