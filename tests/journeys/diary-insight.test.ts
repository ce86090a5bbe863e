import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { desk, expectAccessible, phone, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { recordTraffic } from '../support/page.ts'

let site: Site
let mina: Person
let jun: Person

const now = new Date()
/** Today's date four years ago exists even on a leap day. */
const memory = new Date(now.getFullYear() - 4, now.getMonth(), now.getDate(), 12)
const year = now.getFullYear() - 1
const at = (month: number, date: number, hour = 12) => new Date(year, month, date, hour)

const write = (person: Person, content: string, mood: string, when: Date) =>
  person.client.from('diary_posts').insert({ content, mood, created_at: when.toISOString() }).throwOnError()

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
  await write(mina, 'Lihim ng Marso.', 'Sadness', at(2, 10))
  await write(mina, 'Lihim pa ng Marso.', 'Joy', at(2, 10, 20))
  await write(mina, 'Lihim kinabukasan.', 'Calm', at(2, 11))
  await write(mina, 'Lihim ng Hunyo.', 'Anger', at(5, 12, 0))
  await write(mina, 'Lihim ng araw na ito.', 'Regret', memory)
})
afterAll(() => site.stop())

/** The charts' code has loaded. */
const loaded = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/Insight-.*\.js/.test(name)),
  )

async function openInsight(page: Page) {
  await page.getByRole('button', { name: 'Iba pa sa diary' }).click()
  await page.getByRole('menuitem', { name: 'Mga kulay ng diary' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mga kulay ng diary mo' })
  await dialog.waitFor()
  return dialog
}

/** Closes the day, and opens another from the table of the same year. */
async function readAsTable(dialog: Locator): Promise<void> {
  const calendar = dialog.getByRole('listbox', { name: `Ang ${year} mo` })
  const slip = dialog.getByRole('region', { name: 'Napiling araw' })
  await slip.getByRole('button', { name: 'Isara ang araw' }).click()
  await expect.poll(() => calendar.evaluate((element) => element === document.activeElement)).toBe(true)
  await dialog.getByRole('button', { name: 'Ipakita bilang table' }).first().click()
  await calendar.waitFor({ state: 'detached' })
  const table = dialog.getByRole('table', { name: `Mga araw na may sulat, ${year}` })
  await expect.poll(() => table.getByRole('row').count()).toBe(4)
  await table.getByRole('button', { name: /Marso 11/ }).click()
  await slip.getByText('Marso 11').waitFor()
}

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('the colours of a diary on %s', (_, viewport) => {
  it('the colours of a diary show a year by day, lead to the entries, and are a table too', async () => {
    const visitor = await site.visitor(viewport)
    const { page } = visitor
    await enter(visitor, mina, '/diary')
    await page.getByText('Lihim ng Hunyo.').waitFor()
    const sent = recordTraffic(page)
    expect(await loaded(page)).toBe(false)
    const dialog = await openInsight(page)
    await expect.poll(() => loaded(page)).toBe(true)
    const calendar = dialog.getByRole('listbox', { name: `Ang ${year} mo` })
    const days = calendar.getByRole('option')
    await expect.poll(() => days.count()).toBe(3)
    expect(await days.first().getAttribute('aria-label')).toMatch(
      /Marso 10.*: Malungkot \(1\), Masaya \(1\)$/,
    )
    // Each mood fills half of the day, with its own pattern.
    expect(
      await days
        .first()
        .locator('rect[fill^=url]')
        .evaluateAll((parts) => parts.map((part) => [part.getAttribute('width'), part.getAttribute('fill')])),
    ).toEqual([
      ['12', 'url(#weave-malungkot)'],
      ['12', 'url(#weave-masaya)'],
    ])
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    )
    if (viewport === phone) await expectAccessible(page, 'dialog')

    await days.first().click()
    const slip = dialog.getByRole('region', { name: 'Napiling araw' })
    await slip.waitFor()
    expect(await slip.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^Malungkot12:00/),
      expect.stringMatching(/^Masaya8:00/),
    ])
    await slip.getByRole('button', { name: 'Sunod na araw na may sulat' }).click()
    await slip.getByText('Marso 11').waitFor()
    await calendar.focus()
    await page.keyboard.press(viewport === phone ? 'ArrowRight' : 'ArrowDown')
    await slip.getByText('Hunyo 12').waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('End')
    expect(await calendar.getByRole('option', { selected: true }).getAttribute('aria-label')).toMatch(
      /Hunyo 12/,
    )
    // No word of the entry shows before a person opens it.
    expect(await dialog.innerText()).not.toContain('Lihim')
    await slip.getByRole('button', { name: 'Galit' }).click()
    await page.getByRole('dialog').getByText('Lihim ng Hunyo.').waitFor()
    await page.goBack()
    await slip.waitFor()

    await readAsTable(dialog)
    if (viewport === desk) await expectAccessible(page, 'dialog')
    expect(sent.join('\n')).not.toMatch(/Lihim|functions/)
    expect(visitor.errors).toEqual([])
  })
})

describe('the colours of a diary', () => {
  it('the colours of a diary count weeks and weekdays of the chosen time, and show old entries only on request', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, mina, '/diary')
    await page.getByText('Lihim ng Hunyo.').waitFor()
    const dialog = await openInsight(page)
    await dialog.getByText('Walang naisulat sa panahong ito. Ayos lang.').waitFor()
    await dialog.getByLabel('Panahon').selectOption(`Buong ${year}`)
    await dialog.getByRole('img', { name: 'Linggo-linggo' }).waitFor()
    const weekdays = dialog.getByRole('img', { name: 'Sa bawat araw ng linggo' })
    await expect.poll(() => weekdays.locator('rect').count()).toBe(4)
    const weeks = dialog.getByRole('table', { name: 'Mga linggong may sulat' })
    expect(await weeks.getByRole('cell').allTextContents()).toEqual(
      // Two consecutive days may be in different weeks.
      at(2, 11).getDay() === 0
        ? ['Malungkot (1), Masaya (1)', 'Kalma (1)', 'Galit (1)']
        : ['Malungkot (1), Masaya (1), Kalma (1)', 'Galit (1)'],
    )

    await dialog.getByLabel('Taon').selectOption(String(memory.getFullYear()))
    const calendar = dialog.getByRole('listbox', { name: `Ang ${memory.getFullYear()} mo` })
    await expect.poll(() => calendar.getByRole('option').count()).toBe(1)
    const back = dialog.getByRole('button', { name: 'Sisi' })
    expect(await back.isVisible()).toBe(false)
    await dialog.getByText('Sa araw na ito').click()
    await dialog.getByText('4 taon na').waitFor()
    await back.click()
    await page.getByRole('dialog').getByText('Lihim ng araw na ito.').waitFor()
  })

  it('the colours of an empty diary invite to write, and show little after the first entries', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, jun, '/diary')
    await page.getByText('Blangko pa ang unang pahina').waitFor()
    await (await openInsight(page)).getByText('Wala pang kulay dito').waitFor()
    await write(jun, 'Una.', 'Joy', now)
    await page.reload()
    await page.getByText('Una.').waitFor()
    const dialog = await openInsight(page)
    await dialog.getByText('Isang araw pa lang ang may kulay.').waitFor()
    expect(await dialog.locator('svg').getByRole('option').count()).toBe(1)
    expect(await dialog.getByText('Linggo-linggo').count()).toBe(0)
    expect(visitor.errors).toEqual([])
  })
})
