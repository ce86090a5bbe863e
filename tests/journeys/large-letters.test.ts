import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desk, phone, type Site, startSite } from '../support/browser.ts'
import { insertEach, enter, type Person, signUp } from '../support/cast.ts'
import { holdTime } from '../support/page.ts'

let site: Site
let mina: Person
let jun: Person
const longWords = [
  'Sana makapagkuwentuhan',
  'Magkukuwentuhan tayo',
  'Nakakapagpabagabag',
  'Pinagsisisihan ko na',
  'Kinakabahan',
  'Napakagandang pakiramdam',
  'Pinagtatawanan nila ako, pinagkakatiwalaan ko pa naman sila',
]

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina', 'Malambing na Tahanan')
  jun = await signUp(site.app, 'Jun', 'Nagmamahal')
  const rows = longWords.map((content, at) => ({
    mood: 'Calm',
    content,
    template_url: at % 2 ? null : '/storage/v1/object/public/card-templates/kalma-1.svg',
  }))
  await insertEach(mina, 'public_posts', rows)
  await mina.client
    .from('public_posts')
    .insert({ mood: 'Calm', content: 'Mabigat ito.', content_warning: 'loss' })
    .throwOnError()
  await jun.client.from('public_posts').insert({ mood: 'Calm', content: 'Salamat.' }).throwOnError()
})
afterAll(() => site.stop())

/** Words of the cards, or of the full view, that break across two lines. */
const broken = (page: Page) =>
  page.evaluate(async () => {
    // Until the web font loads, a fallback font is shown.
    await document.fonts.ready
    const found: string[] = []
    const texts = document.querySelectorAll(
      'dialog[open] p[dir=auto], :root:not(:has(dialog[open])) [data-post] p[dir=auto], footer [dir=auto]',
    )
    for (const { firstChild } of texts) {
      if (!firstChild) continue
      for (const { index, 0: word } of (firstChild.textContent ?? '').matchAll(/\p{L}+/gu)) {
        const range = document.createRange()
        range.setStart(firstChild, index)
        range.setEnd(firstChild, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(word)
      }
    }
    return found
  })

it('long everyday words are never broken, on a card or in the full view', async () => {
  const visitor = await site.visitor(phone)
  const { page } = visitor
  await enter(visitor, jun, '/wall/kalma')
  await page.locator('[data-post]').first().waitFor()
  expect(await broken(page)).toEqual([])
  for (const text of longWords) {
    await page
      .getByRole('article')
      .filter({ hasText: text })
      .getByRole('link', { name: /^Buksan/ })
      .click()
    const whole = page.getByRole('dialog')
    await whole.getByText(text, { exact: true }).waitFor()
    expect(await broken(page)).toEqual([])
    await page.goBack()
    await whole.waitFor({ state: 'detached' })
  }
})

it.each([
  ['130 %', '130%', phone],
  ['200 %', '200%', phone],
  ['200 % on a desk', '200%', desk],
])('names are complete and nothing sticks out with letters at %s', async (_, size, viewport) => {
  const visitor = await site.visitor(viewport)
  const { page } = visitor
  await enter(visitor, jun, '/wall/kalma')
  await page.evaluate((letters) => void (document.documentElement.style.fontSize = letters), size)
  await page.locator('[data-post]').first().waitFor()
  const beyond = await page.evaluate(async () => {
    await document.fonts.ready
    const found: string[] = []
    for (const card of document.querySelectorAll('[data-post]')) {
      const box = card.getBoundingClientRect()
      for (const one of card.querySelectorAll('footer *, a, button, time, fieldset, p')) {
        const { left, right, width } = one.getBoundingClientRect()
        if (
          width > 1 &&
          !one.closest('.visually-hidden, [popover]') &&
          (left < box.left - 1 || right > box.right + 1)
        )
          found.push(one.outerHTML.slice(0, 80))
      }
      const name = card.querySelector('footer [dir=auto]')
      const when = card.querySelector('time')
      if (!name || !when) continue
      const [nameBox, whenBox] = [name.getBoundingClientRect(), when.getBoundingClientRect()]
      if (name.scrollHeight > name.clientHeight + 2) found.push(`cut off: ${name.textContent}`)
      if (
        nameBox.right > whenBox.left + 1 &&
        nameBox.bottom > whenBox.top + 1 &&
        nameBox.top < whenBox.bottom - 1
      )
        found.push('the name under the time')
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    return found
  })
  expect(beyond).toEqual([])
  const names = await broken(page)
  expect(names.filter((word) => `${mina.codename} ${jun.codename}`.includes(word))).toEqual([])
})

/** Faults of a small screen: words of headlines that break across two lines, and a sideways scroll. */
const faultsOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const found: string[] = []
    for (const heading of document.querySelectorAll<HTMLElement>('h1, h2')) {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/\p{L}+/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            found.push(word)
        }
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    return found
  })

/** Jun on a small screen, with the button for leaving quickly. */
async function onSmallScreen(width: number, height: number): Promise<Page> {
  const visitor = await site.visitor({ width, height })
  await visitor.page.addInitScript((key) => localStorage.setItem(key, '1'), `emote-exit-button:${jun.id}`)
  await enter(visitor, jun, '/write')
  return visitor.page
}

it.each([
  ['a page zoomed to 200 %', 180, 400],
  ['the smallest phone', 320, 568],
])('no headline breaks a word and nothing scrolls sideways on %s', async (_, width, height) => {
  const page = await onSmallScreen(width, height)
  for (const path of ['/write', '/wall/sisi', '/profile', '/codename', '/', '/signup', '/contact']) {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await expect.poll(() => faultsOf(page).then((faults) => [path, ...faults])).toEqual([path])
  }
})

it('the words, the moods and the button are on the smallest phone at once, below the exit button', async () => {
  const page = await onSmallScreen(320, 568)
  await page.getByRole('button', { name: 'Labas agad' }).waitFor()
  const moods = await page.getByRole('radio', { name: /^(Galit|Malungkot|Sisi|Masaya|Kalma)$/ }).all()
  const tops = await Promise.all(moods.map(async (mood) => (await mood.boundingBox())?.y))
  expect([tops.length, new Set(tops).size]).toEqual([5, 1])
  const [refine, send] = [
    page.getByRole('button', { name: 'AI Refine' }),
    page.getByRole('button', { name: 'Bitawan mo na' }),
  ]
  expect(
    Math.abs(((await refine.boundingBox())?.y ?? 0) - ((await send.boundingBox())?.y ?? 99)),
  ).toBeLessThan(12)
  const { x = 0, y = 0, width = 0 } = (await page.getByLabel('Ang nararamdaman mo').boundingBox()) ?? {}
  const isReached = (point: readonly [number, number]) =>
    page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.matches('textarea'), point)
  expect(await isReached([x + width / 2, y + 20])).toBe(true)
})

it("the let-go's message is in view on a page zoomed to 200 %", async () => {
  const page = await onSmallScreen(180, 400)
  await page.getByLabel('Ang nararamdaman mo').fill('Hinga lang muna.')
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: 'Bitawan na lang' }).waitFor()
  await holdTime(page)
  await page.getByRole('button', { name: 'Bitawan na lang' }).click()
  await page.getByTestId('released').waitFor()
  await page.clock.runFor(2_500)
  const message = page.getByText('Nabitawan mo na.')
  await message.waitFor()
  const exit = (await page.getByRole('button', { name: 'Labas agad' }).boundingBox())?.height ?? 0
  const nav = (await page.getByRole('navigation', { name: 'Mga lugar' }).boundingBox())?.y ?? 0
  const { y = 0, height = 0 } = (await message.boundingBox()) ?? {}
  expect(y).toBeGreaterThanOrEqual(exit)
  expect(y + height).toBeLessThanOrEqual(nav)
})

it('the exit button shares the row of the close button in a whole post, on the smallest phone too', async () => {
  const page = await onSmallScreen(320, 568)
  await page.goto('/wall/kalma')
  await page.locator('[data-post] a[href*="?post="]').first().click()
  const dialog = page.getByRole('dialog')
  const [exit, close] = [
    dialog.getByRole('button', { name: 'Labas agad' }),
    dialog.getByRole('button', { name: 'Isara', exact: true }),
  ]
  await exit.waitFor()
  const [left, right] = [await exit.boundingBox(), await close.boundingBox()]
  expect(left?.y).toBe(right?.y)
  expect((left?.x ?? 999) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
  await exit.click({ trial: true })
  await close.click()
  await dialog.waitFor({ state: 'detached' })
})
