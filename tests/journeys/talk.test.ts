import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { holdTime } from '../support/page.ts'

// Promise: in a talk nothing moves under a reader's eyes, and the keyboard does all that a finger does.
let site: Site
let mina: Person
let liza: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  liza = await signUp(site.app, 'Liza')
  // A new account writes one message in five seconds.
  await site.app.owner.query("update auth.users set created_at = now() - interval '2 days'")
  await site.app.owner.query(
    `insert into app.room_messages (wall_id, sender_id, message_text, created_at)
     select 'general', $1, 'Kuwento ' || n || repeat(' at isa pang salita', n % 7), now() - interval '1 day' + n * interval '1 minute'
     from generate_series(1, 90) as n`,
    [liza.id],
  )
})
afterAll(() => site.stop())

const log = (page: Page) => page.getByRole('log')
const box = (page: Page) => page.getByRole('textbox', { name: 'Mensahe' })
const row = (page: Page, words: string | RegExp) =>
  log(page).locator('[data-message]').filter({ hasText: words })

const say = (words: string) =>
  liza.client
    .from('live_chat_messages')
    .insert({ id: crypto.randomUUID(), sender_id: liza.id, wall_id: 'general', message_text: words })
    .throwOnError()

/** The words at the top edge of the list, and where they stand. A browser scrolls by whole pixels of the screen. */
const topRow = (page: Page) =>
  log(page).evaluate((list) => {
    const edge = list.getBoundingClientRect().top
    const first = [...list.querySelectorAll('[data-message]')].find(
      (one) => one.getBoundingClientRect().bottom > edge,
    )
    return { words: first?.textContent, top: (first?.getBoundingClientRect().top ?? 0) - edge }
  })

/** Opens the menu of the row with the focus, and chooses once the menu has taken the focus. */
async function choose(page: Page, role: 'menuitem' | 'menuitemradio', name: string): Promise<void> {
  await page.keyboard.press('Enter')
  await page.getByRole('menu').locator(':focus').waitFor()
  await page.getByRole(role, { name }).focus()
  await page.keyboard.press('Enter')
}

it('what comes, and what is loaded above, moves nothing; a pill and a line lead to what is new', async () => {
  const visitor = await site.visitor()
  const { page, errors } = visitor
  const shifts: unknown[] = []
  await page.exposeFunction('noteShift', (value: unknown) => shifts.push(value))
  await page.addInitScript(`new PerformanceObserver((list) => list.getEntries().forEach((entry) => noteShift(entry.value)))
    .observe({ type: 'layout-shift', buffered: true })`)
  await enter(visitor, mina, '/tambayan')
  await row(page, 'Kuwento 90').waitFor()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(shifts).toEqual([])
  await log(page).evaluate((list) => list.scrollTo({ top: -list.scrollHeight }))
  await expect.poll(() => log(page).evaluate((list) => list.scrollTop)).toBeLessThan(-1_000)
  // The earlier page comes by itself.
  await row(page, 'Kuwento 30').waitFor({ state: 'attached' })
  const before = await topRow(page)
  await say('Kararating lang.')
  await page.getByRole('button', { name: '1 bagong mensahe' }).waitFor()
  const after = await topRow(page)
  expect(after.words).toBe(before.words)
  expect(after.top).toBeCloseTo(before.top, 0)
  await page.getByRole('button', { name: '1 bagong mensahe' }).click()
  await row(page, 'Kararating lang.').waitFor()
  await page.getByText('Bago mula rito').waitFor()
  await page.getByRole('button', { name: /bagong mensahe/ }).waitFor({ state: 'detached' })
  await expectAccessible(page)
  expect(errors).toEqual([])
})

it('a person names, answers, reacts, edits and deletes by keyboard', async () => {
  const visitor = await site.visitor()
  const { page, errors } = visitor
  await enter(visitor, mina, '/tambayan')
  await row(page, 'Kuwento 90').waitFor()
  // Tab enters the list at its last row, arrows move, Enter opens the menu.
  await box(page).focus()
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('button', { name: 'Maglakip ng larawan o file' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('menu').locator(':focus').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await choose(page, 'menuitemradio', 'Heart')
  await log(page).getByText('❤️ 1').waitFor({ state: 'attached' })
  await choose(page, 'menuitem', 'Sagutin')
  await expect.poll(() => box(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Oo nga @liz')
  await page.getByRole('option', { name: 'Tahimik Liza' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('salamat')
  await page.keyboard.press('Enter')
  const own = row(page, 'salamat')
  await own.getByText('@Tahimik Liza').waitFor()
  await own.getByRole('button', { name: /Sagot kay Tahimik Liza/ }).waitFor()
  const stored = async () =>
    (
      await site.app.owner.query<{ message_text: string }>(
        'select message_text from app.room_messages where sender_id = $1',
        [mina.id],
      )
    ).rows.map(({ message_text }) => message_text)
  await expect.poll(stored).toEqual([`Oo nga @{${liza.id}} \nsalamat`])
  // The arrow up in the empty box edits the last own message; the name stays an id.
  await expect.poll(() => own.getByText('Ipinapadala').count()).toBe(0)
  await page.keyboard.press('ArrowUp')
  await page.getByRole('textbox', { name: 'I-edit ang mensahe mo' }).waitFor()
  await page.keyboard.type(' ulit')
  await page.keyboard.press('Enter')
  await row(page, 'salamat ulit').getByText('(edited)').waitFor()
  await expect.poll(stored).toEqual([`Oo nga @{${liza.id}} \nsalamat ulit`])
  await row(page, 'salamat ulit').focus()
  await choose(page, 'menuitem', 'Burahin')
  await page.getByRole('dialog').getByRole('button', { name: 'Burahin' }).click()
  await row(page, 'salamat ulit').waitFor({ state: 'detached' })
  await expect.poll(stored).toEqual([])
  expect(errors).toEqual([])
})

/** Removes the file beside the box, and drops one onto the open talk. */
async function dropAgain(page: Page, slip: Locator, name: string, bytes: Buffer): Promise<void> {
  await slip.getByRole('button', { name: 'Alisin ang kalakip' }).click()
  await slip.waitFor({ state: 'detached' })
  const dataTransfer = await page.evaluateHandle(
    ([fileName, base64]) => {
      const transfer = new DataTransfer()
      const letters = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([letters], fileName, { type: 'image/jpeg' }))
      return transfer
    },
    [name, bytes.toString('base64')] as const,
  )
  for (const type of ['dragover', 'drop']) await page.getByRole('log').dispatchEvent(type, { dataTransfer })
  await slip.getByText(name).waitFor()
  await slip.getByText('mabubura pagkalipas ng 3 araw').waitFor()
}

/** Moves the page's clock past the end of its files. */
async function waitThreeDays(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.now() + 3 * 86_400_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

async function editLast(page: Page, before: string, after: string): Promise<void> {
  await box(page).press('ArrowUp')
  const editor = page.getByRole('textbox', { name: 'I-edit ang mensahe mo' })
  await expect.poll(() => editor.inputValue()).toBe(before)
  await editor.fill(after)
  await editor.press('Enter')
}

/** The reporter's page drops the picture. */
async function reportPicture(page: Page, words: string): Promise<void> {
  await row(page, words).locator('[data-act="message"] > svg').click()
  await page.getByRole('menuitem', { name: 'I-report' }).click()
  const dialog = page.getByRole('dialog', { name: 'I-report ang mensahe' })
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'I-report' }).click()
  await row(page, words).getByText('Hindi na ito mabubuksan.').waitFor()
}

/** A finger finds the report of a message without opening its picture. */
async function reachReport(page: Page, words: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await row(page, words).locator('[data-act="message"] > svg').click()
  await page.getByRole('menuitem', { name: 'I-report' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

async function storedWidths(): Promise<number[]> {
  const { rows } = await site.app.owner.query<{ file: { width: number } }>(
    `select file from app.room_messages where message_text like 'Umuulan dito%' and file is not null`,
  )
  return rows.map(({ file }) => file.width)
}

it('a picture travels small, waits for a tap and moves nothing when it comes; a sticker goes beside the words', async () => {
  const [one, other] = [await site.visitor(), await site.visitor()]
  await enter(one, mina, '/tambayan')
  await row(one.page, 'Kararating lang.').waitFor()
  await one.page.route('**/functions/v1/upload-chat-file', (route) => route.abort(), { times: 1 })
  const buffer = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#5b8a9a' } })
    .withExif({ IFD3: { GPSLatitude: '14/1 35/1 0/1' } })
    .jpeg()
    .toBuffer()
  await one.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bintana.jpg', mimeType: 'image/jpeg', buffer })
  const slip = one.page.getByRole('region', { name: 'Kalakip' })
  await slip.getByText('mabubura pagkalipas ng 3 araw').waitFor()
  await dropAgain(one.page, slip, 'bintana.jpg', buffer)
  await box(one.page).fill('Umuulan dito')
  await expectAccessible(one.page, 'form')
  await box(one.page).press('Enter')
  await slip.getByRole('alert').waitFor()
  expect(await box(one.page).inputValue()).toBe('Umuulan dito')
  await box(one.page).press('Enter')
  await row(one.page, 'Umuulan dito').getByRole('button', { name: 'Larawan mo. Palakihin' }).waitFor()
  await slip.waitFor({ state: 'detached' })
  // Her page shows the picture before the server has stored the message.
  await expect.poll(storedWidths).toEqual([1280])
  // An edit changes the words and keeps the file.
  await editLast(one.page, 'Umuulan dito', 'Umuulan dito sa amin')
  await row(one.page, 'Umuulan dito sa amin(edited)')
    .getByRole('button', { name: /Palakihin/ })
    .waitFor()
  await say('Kita mo? https://i.imgur.com/ulan.jpg')

  const asked: string[] = []
  other.context.on('request', (request) => {
    if (/chat-files|imgur/.test(request.url())) asked.push(request.url())
  })
  await enter(other, liza, '/tambayan')
  const curtain = row(other.page, 'Umuulan dito').getByRole('button', { name: /^Tingnan/ })
  await curtain.waitFor()
  await row(other.page, 'Kita mo?').getByRole('link', { name: 'Larawan sa i.imgur.com' }).waitFor()
  await expectAccessible(other.page)
  expect(asked).toEqual([])
  await reachReport(other.page, 'Umuulan dito')
  expect(asked).toEqual([])
  const before = await curtain.boundingBox()
  await curtain.click()
  const shown = row(other.page, 'Umuulan dito').getByRole('button', {
    name: /^Larawan mula kay Tahimik Mina/,
  })
  await expect
    .poll(() => shown.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(1280)
  expect(await shown.boundingBox()).toEqual(before)
  await reportPicture(other.page, 'Umuulan dito')
  await shown.waitFor({ state: 'detached' })
  // An open page shows the end of a file too.
  await waitThreeDays(other.page)
  await row(other.page, 'Umuulan dito').getByText('Tatlong araw lang').waitFor()
  await sendSticker(one.page)
  expect([...one.errors, ...other.errors].filter((error) => !/ERR_FAILED|502/.test(error))).toEqual([])
})

/** A sticker is looked for, sent beside the words in the box, and stands still for people who prefer that. */
async function sendSticker(page: Page): Promise<void> {
  await box(page).fill('Teka lang')
  await page.route('**/functions/v1/gifs*', (route) => route.fulfill({ status: 502, json: {} }))
  await page.getByRole('button', { name: 'Mga sticker' }).press('Enter')
  const picker = page.getByRole('dialog', { name: 'Pumili ng sticker' })
  await picker.getByText('GIFs failed to load').waitFor()
  await page.unroute('**/functions/v1/gifs*')
  await picker.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => picker.getByRole('listitem').count()).toBe(12)
  await picker.getByRole('button', { name: 'Iba pa' }).press('Enter')
  await expect.poll(() => picker.getByRole('listitem').count()).toBe(24)
  await expectAccessible(page, 'dialog')
  await picker.getByRole('searchbox').fill('walangganito')
  await picker.getByText('No GIFs found').waitFor()
  await picker.getByRole('button', { name: 'Refresh' }).waitFor()
  await picker.getByRole('searchbox').fill('i miss you')
  await picker.getByRole('button', { name: 'Miss kita' }).press('Enter')
  await picker.waitFor({ state: 'detached' })
  expect(await box(page).inputValue()).toBe('Teka lang')
  await page.getByRole('button', { name: 'Mga sticker' }).and(page.locator(':focus')).waitFor()
  const newest = async () => {
    const { rows } = await site.app.owner.query<{ message_text: string }>(
      'select message_text from app.room_messages where sender_id = $1 order by seq desc limit 1',
      [mina.id],
    )
    return rows[0]?.message_text
  }
  await expect.poll(newest).toBe(`${site.origin}/stickers/miss-kita.svg`)
  const sticker = log(page).getByRole('img', { name: 'Sticker: Miss kita' })
  expect(await sticker.getAttribute('src')).toBe('/stickers/still/miss-kita.svg')
  await expect.poll(() => sticker.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(200)
  // Nothing moves beside words for longer than five seconds.
  await holdTime(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(() => sticker.getAttribute('src')).toBe('/stickers/miss-kita.svg')
  await page.clock.runFor(5_000)
  await expect.poll(() => sticker.getAttribute('src')).toBe('/stickers/still/miss-kita.svg')
}
