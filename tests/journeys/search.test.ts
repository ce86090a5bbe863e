import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, phone, type Site, startSite } from '../support/browser.ts'
import { insertEach, enter, type Person, signUp } from '../support/cast.ts'

let site: Site
let reader: Person

beforeAll(async () => {
  site = await startSite()
  reader = await signUp(site.app, 'Mina', 'Tahimik Mina')
  const people: [string, string, number][] = [
    ['Jun', 'Jun 100% pagod', 1],
    ['Ana', 'a_b*c\\d,(e)', 1],
    ['Lito', 'BITUIN ng Gabi', 45],
    ['Sara', '夜の雨🌧️', 1],
  ]
  for (const [name, codename, count] of people)
    await write(await signUp(site.app, name, codename), `${name} `, count)
  await write(reader, 'Mina ', 21)
})
afterAll(() => site.stop())

/** Writes `count` posts, the first as the oldest. */
async function write(person: Person, text: string, count: number) {
  const rows = Array.from({ length: count }, (_, at) => ({ mood: 'Calm', content: `${text}${at + 1}` }))
  await insertEach(person, 'public_posts', rows)
}

/** The texts of the person with 45 posts, newest first. */
const litos = Array.from({ length: 45 }, (_, at) => `Lito ${45 - at}`)
const posts = (page: Page) => page.locator('[data-post]')
const box = (page: Page) => page.getByRole('search').getByRole('searchbox', { name: 'Hanapin ang codename' })

/** A phone shows the box after a press on its icon. */
async function openBox(page: Page) {
  const icon = page.getByRole('button', { name: 'Maghanap', expanded: false })
  if (await icon.isVisible()) await icon.evaluate((one: HTMLElement) => one.click())
}

async function search(page: Page, typed: string) {
  await openBox(page)
  await box(page).fill(typed)
  await searched(page, typed)
}

async function searched(page: Page, typed: string) {
  await page.waitForFunction((q) => new URLSearchParams(location.search).get('q') === q, typed.trim())
  await page.locator('[aria-label="Mga nahanap na post"][aria-busy="false"]').waitFor()
}

/** Searches by Enter. Returns the texts of all results. */
async function found(page: Page, typed: string): Promise<string[]> {
  await openBox(page)
  await box(page).fill(typed)
  await box(page).press('Enter')
  await searched(page, typed)
  return posts(page).locator('p[dir="auto"]').allTextContents()
}

describe('a codename', () => {
  it('a codename is found by any of its letters in any case, and wildcards mean only themselves', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, reader, '/wall/kalma')
    await posts(page).first().waitFor()
    expect(await found(page, '  JUN ')).toEqual(['Jun 1'])
    expect(await found(page, '100%')).toEqual(['Jun 1'])
    expect(await found(page, '%')).toEqual(['Jun 1'])
    expect(await found(page, '_')).toEqual(['Ana 1'])
    expect(await found(page, 'b*C')).toEqual(['Ana 1'])
    expect(await found(page, '\\')).toEqual(['Ana 1'])
    expect(await found(page, ',(e)')).toEqual(['Ana 1'])
    expect(await found(page, '雨🌧️')).toEqual(['Sara 1'])
    expect(await found(page, 'a%b')).toEqual([])
    expect(visitor.errors).toEqual([])
  })

  it('an unknown codename gets a kind answer, and hostile letters stay letters', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, reader, '/wall/kalma')
    await posts(page).first().waitFor()
    await search(page, 'sino kaya')
    await page.getByRole('heading', { name: 'Walang nahanap dito' }).waitFor()
    await expectAccessible(page)
    for (const typed of [
      '<img src=x onerror=',
      '"><script>alert(1)',
      'W'.repeat(20),
      '\u202eabc\u0301\u0302',
      "';drop--",
    ]) {
      await search(page, typed)
      await page.getByText(`“${typed}”`).waitFor()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    await box(page).fill('🌧'.repeat(30))
    expect(await box(page).inputValue()).toBe('🌧'.repeat(20))
    expect(visitor.errors).toEqual([])
  })

  it('a codename in an address is searched at once, on this wall and the next', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, reader, '/wall/kalma?q=bituin%00')
    expect(await box(page).inputValue()).toBe('bituin')
    await page.getByText('Lito 45', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Galit' }).click()
    await page.getByRole('heading', { level: 1, name: 'Pader ng Galit' }).waitFor()
    await page.getByRole('heading', { name: 'Walang nahanap dito' }).waitFor()
    await page.getByRole('button', { name: 'Tapusin ang paghahanap' }).click()
    await page.getByRole('heading', { name: 'Bakante pa ang pader' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(visitor.errors).toEqual([])
  })
})

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('a search on %s', (_, viewport) => {
  it('a search scrolls to its end, opens a post, and leads back to the place on the wall', async () => {
    const visitor = await site.visitor(viewport)
    const { page } = visitor
    await enter(visitor, reader, '/wall/kalma')
    await posts(page).last().scrollIntoViewIfNeeded()
    await page.waitForFunction(() => document.querySelectorAll('[data-post]').length >= 40)
    const seen = page.getByText('Mina 4', { exact: true })
    await seen.scrollIntoViewIfNeeded()
    await page.waitForFunction(() => {
      const { post, top: kept } = (history.state ?? {}) as { post?: string; top?: number }
      const stands = document.querySelector(`[data-post="${post}"]`)?.getBoundingClientRect().top
      return Math.abs((stands ?? Infinity) - (kept ?? 0)) < 2
    })
    const top = (await seen.boundingBox())?.y ?? 0

    await openBox(page)
    // The box is off the screen. A key press would scroll to it and lose the place on the wall.
    await box(page).evaluate((one: HTMLInputElement) => {
      one.focus({ preventScroll: true })
      one.setRangeText('bituin')
      one.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await page.locator('[aria-label="Mga nahanap na post"][aria-busy="false"]').waitFor()
    await page.getByText('Lito 45', { exact: true }).waitFor()
    await expectAccessible(page)
    expect(await box(page).evaluate((one) => one === document.activeElement)).toBe(true)
    for (const count of [40, 45]) {
      await posts(page).last().scrollIntoViewIfNeeded()
      await expect
        .poll(() => posts(page).locator('p[dir="auto"]').allTextContents())
        .toEqual(litos.slice(0, count))
    }

    const last = page.getByRole('article').filter({ has: page.getByText('Lito 2', { exact: true }) })
    await last.getByRole('link').click()
    await page.getByRole('dialog', { name: 'Post ni BITUIN ng Gabi' }).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('bituin')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await last.waitFor()

    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: 'Tapusin ang paghahanap' }).click()
    await seen.waitFor()
    await expect.poll(() => box(page).inputValue()).toBe('')
    await expect.poll(async () => Math.abs(((await seen.boundingBox())?.y ?? -1e6) - top)).toBeLessThan(8)
    expect(visitor.errors).toEqual([])
  })

  it('a search is one history entry: the back button leaves it and the forward button opens it again', async () => {
    const visitor = await site.visitor(viewport)
    const { page } = visitor
    await enter(visitor, reader, '/wall/kalma')
    await posts(page).first().waitFor()
    await search(page, 'jun')
    await search(page, 'bituin')
    await page.goBack()
    await page.waitForFunction(() => location.search === '')
    await expect.poll(() => box(page).inputValue()).toBe('')
    await page.getByText('Mina 21', { exact: true }).waitFor()
    await page.goForward()
    await page.getByText('Lito 45', { exact: true }).waitFor()
    await expect.poll(() => box(page).inputValue()).toBe('bituin')
    // New posts appear on the wall only, not in the results.
    await write(reader, 'Bago ', 1)
    await search(page, 'mina')
    await page.getByText('Bago 1', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /bagong post/ }).count()).toBe(0)
    await reader.client.from('public_posts').delete().eq('content', 'Bago 1').throwOnError()
    expect(visitor.errors).toEqual([])
  })
})
