import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, phone, startSite, type Site } from '../support/browser.ts'
import { welcome } from '../support/newcomer.ts'
import { isPresence, recordTraffic } from '../support/traffic.ts'

// The promise: what is let go is stored nowhere and sent nowhere.
const canary = 'kanaryo-7f3a9'
const words = `Hindi ko na kayang dalhin ito. ${canary}`

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** Every table of the database that holds the canary in any column. */
async function tablesWithCanary(): Promise<string[]> {
  const { rows } = await site.app.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(rows.length).toBeGreaterThan(8)
  const found: string[] = []
  for (const { name } of rows) {
    const hit = await site.app.owner.query(
      `select from ${name} as t where t::text like '%' || $1 || '%' limit 1`,
      [canary],
    )
    if (hit.rowCount) found.push(name)
  }
  return found
}

const storages = () =>
  [localStorage, sessionStorage]
    .flatMap((store) => Object.entries(store).flat())
    .concat(document.cookie, JSON.stringify(history.state), location.href)
    .join('\n')

async function write(page: Page): Promise<void> {
  await page.getByLabel('Malungkot').check()
  await page.getByLabel('Ang nararamdaman mo').fill(words)
  await page.getByLabel('Basang dahon ng saging').check()
}

/** A person whose device shows motion. */
async function arrive(...where: Parameters<typeof welcome>): ReturnType<typeof welcome> {
  const person = await welcome(...where)
  await person.page.emulateMedia({ reducedMotion: 'no-preference' })
  return person
}

describe.each([
  ['phone', phone],
  ['desk', desk],
])('letting go at %s size', (size, viewport) => {
  it('leaves the words nowhere: no request, no storage, no row, no log', async () => {
    const { page, errors } = await arrive(site, `Mina${size}`, '/write', viewport)
    await write(page)
    await page.waitForFunction((text) => Object.values(localStorage).join().includes(text), canary)
    const sent = recordTraffic(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Bitawan mo na' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Bitawan na lang' }).click()

    // The words are on their way out, and already nothing of them is kept: the tab may close at any moment.
    const released = page.getByTestId('released')
    await released.waitFor()
    expect(await released.textContent()).toContain('Walang ipinadala')
    expect(await page.evaluate(storages)).not.toContain(canary)

    await page.getByText('Nabitawan mo na. Hinga ka muna. 🌬️').waitFor()
    expect(await page.getByLabel('Ang nararamdaman mo').inputValue()).toBe('')
    expect(await page.getByLabel('Walang larawan').isChecked()).toBe(true)
    expect(await page.getByLabel('Malungkot').isChecked()).toBe(true)
    expect(await page.content()).not.toContain(canary)
    await page.getByText('Nabitawan mo na.').waitFor({ state: 'hidden' })

    await page.reload()
    expect(await page.getByLabel('Ang nararamdaman mo').inputValue()).toBe('')
    expect(await page.evaluate(storages)).not.toContain(canary)
    expect(sent.filter((request) => request.includes(canary))).toEqual([])
    expect(await tablesWithCanary()).toEqual([])
    expect(site.app.logged.filter((line) => line.includes(canary))).toEqual([])
    expect(
      readdirSync(site.app.outbox).filter((file) =>
        readFileSync(join(site.app.outbox, file), 'utf8').includes(canary),
      ),
    ).toEqual([])
    expect(errors).toEqual([])
  })
})

it('makes no request at all, online or not', async () => {
  const { page, context, errors } = await arrive(site, 'Jun', '/write')
  await write(page)
  // What comes while somebody writes has come.
  await page.locator('[data-help]').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await context.setOffline(true)
  const sent = recordTraffic(page)
  await page.getByText('Punitin').click()
  await page.getByRole('button', { name: 'Bitawan na lang' }).click()
  await page.getByText('Nabitawan mo na.').waitFor()
  expect(sent.filter((one) => !isPresence(one))).toEqual([])
  expect(errors).toEqual([])
})

it('offers help to who let go of words of crisis, and still makes no request at all', async () => {
  const { page, errors } = await arrive(site, 'Ana', '/write')
  await page.getByLabel('Ang nararamdaman mo').fill(`Gusto ko na mamatay. ${canary}`)
  await page.locator('[data-help]').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  const sent = recordTraffic(page)
  await page.getByRole('button', { name: 'Bitawan na lang' }).click()
  const card = page.getByRole('complementary', { name: 'Hindi ka nag-iisa.' })
  // What is said on the leaf is seen first, and then the card.
  await page.getByText('Nabitawan mo na. Hinga ka muna. 🌬️').waitFor()
  expect(await card.count()).toBe(0)
  await card.getByRole('link', { name: '0919-057-1553' }).waitFor()
  expect(await page.evaluate(storages)).not.toContain(canary)
  await card.getByRole('button', { name: 'Isara ang card' }).click()
  await card.waitFor({ state: 'detached' })
  expect(sent.filter((one) => !isPresence(one))).toEqual([])
  expect(await page.content()).not.toContain(canary)
  expect(errors).toEqual([])
})

it('holds when the tab closes while the words are leaving', async () => {
  const { page, context } = await arrive(site, 'Liza', '/write')
  await write(page)
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: 'Bitawan na lang' }).click()
  await page.getByTestId('released').waitFor()
  // A late key must not save the words again.
  await page.getByLabel('Ang nararamdaman mo').fill(`${words}!`)
  await page.getByLabel('Masaya').evaluate((radio: HTMLInputElement) => radio.click())
  await page.close({ runBeforeUnload: false })
  const later = await context.newPage()
  await later.goto('/write')
  await later.getByLabel('Ang nararamdaman mo').waitFor()
  expect(await later.evaluate(storages)).not.toContain(canary)
})

it.each(['Punitin', 'Ipaanod', 'Ipahangin'])(
  '%s: moves by transform and opacity only, for 2.5 s at most',
  async (way) => {
    const { page } = await arrive(site, `Bea${way}`, '/write')
    await write(page)
    await page.getByRole('button', { name: 'Bitawan mo na' }).click()
    await page.getByText(way).click()
    await page.getByRole('button', { name: 'Bitawan na lang' }).click()
    await page.getByTestId('released').waitFor()
    const moving = await page.getByTestId('released').evaluate((sky) =>
      sky.getAnimations({ subtree: true }).map(({ effect }) => ({
        end: Number(effect?.getComputedTiming().endTime),
        properties: (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame)),
      })),
    )
    expect(moving.length).toBeGreaterThan(5)
    const ends = moving.map(({ end }) => end).filter(Number.isFinite)
    expect(Math.max(...ends)).toBeLessThanOrEqual(2500)
    const moved = new Set(moving.flatMap(({ properties }) => properties))
    for (const known of ['offset', 'computedOffset', 'easing', 'composite']) moved.delete(known)
    expect([...moved].toSorted()).toEqual(['opacity', 'transform'])
  },
)

it('people who asked for less motion see the words grow faint, and hear the same', async () => {
  const { page, errors } = await arrive(site, 'Rey', '/write')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await write(page)
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: 'Bitawan na lang' }).click()
  await page.getByTestId('released').getByText(canary).waitFor()
  await page.getByRole('status').filter({ hasText: 'Walang ipinadala, walang itinago.' }).waitFor()
  const moved = await page
    .getByTestId('released')
    .evaluate((sky) =>
      sky
        .getAnimations({ subtree: true })
        .flatMap(({ effect }) =>
          (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame)),
        ),
    )
  expect(moved).toContain('opacity')
  expect(moved).not.toContain('transform')
  await page.getByText('Nabitawan mo na.').waitFor()
  expect(errors).toEqual([])
})
