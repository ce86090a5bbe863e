import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, phone, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { longestWord, shapes } from '../support/hostile-texts.ts'

let site: Site
let reader: Person
const ids: string[] = []
const names = [
  'W'.repeat(20),
  '😭'.repeat(20),
  '﷽'.repeat(20),
  `\u202e${'ש'.repeat(19)}`,
  'a\u0330\u0302\u0336'.repeat(5),
]

beforeAll(async () => {
  site = await startSite()
  reader = await signUp(site.app, 'Mina')
  const people: Person[] = []
  for (const [at, name] of names.entries()) people.push(await signUp(site.app, `Lapad${at}`, name))
  for (const [at, content] of [longestWord, ...shapes].entries()) {
    const id = crypto.randomUUID()
    ids.push(id)
    const warning = at % 7 === 6 ? 'loss' : null
    await people[at % people.length]?.client
      .from('public_posts')
      .insert({ id, mood: 'Joy', content, content_warning: warning })
      .throwOnError()
  }
})
afterAll(() => site.stop())

/** Elements that stick out of their card, and cards that leave the screen or overlap. */
function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const cards = [...document.querySelectorAll<HTMLElement>('[data-post]')]
    const boxes = cards.map((card) => card.getBoundingClientRect())
    cards.forEach((card, at) => {
      const box = boxes[at]
      if (!box) return
      if (box.left < 0 || box.right > innerWidth) found.push(`${at} leaves the screen`)
      for (const inner of card.querySelectorAll('a, button, time, footer, fieldset, span, p')) {
        const { left, right, width, height } = inner.getBoundingClientRect()
        const isSeen = width > 1 && height > 1 && !inner.closest('.visually-hidden, [popover]')
        if (isSeen && (left < box.left - 1 || right > box.right + 1))
          found.push(`${at} ${inner.outerHTML.slice(0, 60)}`)
      }
      const over = boxes.findIndex(
        (other, index) =>
          index > at &&
          other.left < box.right - 1 &&
          box.left < other.right - 1 &&
          other.top < box.bottom - 1 &&
          box.top < other.bottom - 1,
      )
      if (over >= 0) found.push(`${at} lies over ${over}`)
    })
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    return found
  })
}

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('words of any shape on %s', (_, viewport) => {
  it('words of any shape stay in their card, and the cards on the screen', async () => {
    const visitor = await site.visitor(viewport)
    const { page } = visitor
    await enter(visitor, reader, '/wall/masaya')
    await page.locator('[data-post]').first().waitFor()
    while (await page.getByText('Dulo na ng pader').isHidden())
      await page.locator('[data-post]').last().scrollIntoViewIfNeeded()
    await expect.poll(() => page.locator('[data-post]').count()).toBe(ids.length)
    // Force the layout of all posts, also those off the screen.
    await page.evaluate(() => {
      for (const one of document.querySelectorAll<HTMLElement>('[data-page]'))
        one.style.contentVisibility = 'visible'
    })
    const folded = page.getByRole('button', { name: 'Ipakita' })
    expect(await layoutFaults(page)).toEqual([])
    while ((await folded.count()) > 0) await folded.first().click()
    expect(await layoutFaults(page)).toEqual([])
    await expectAccessible(page)
  })

  it('words of any shape can be read completely without a sideways scroll', async () => {
    const visitor = await site.visitor(viewport)
    const { page } = visitor
    await enter(visitor, reader, '/wall/masaya')
    await page.locator('[data-post]').first().waitFor()
    for (const id of ids) {
      await page.evaluate((post) => {
        history.pushState({ ...(history.state as object), opened: true }, '', `/wall/masaya?post=${post}`)
      }, id)
      const whole = page.locator('dialog[open]')
      await whole.getByRole('button', { name: /^Iba pa sa post ni/ }).waitFor()
      const beyond = await whole.evaluate((dialog) =>
        [dialog, ...dialog.querySelectorAll('div')]
          .filter(
            (one) =>
              one.scrollWidth > one.clientWidth + 1 &&
              getComputedStyle(one).overflowX !== 'hidden' &&
              one.clientWidth > 0,
          )
          .map((one) => `${one.className} ${one.scrollWidth - one.clientWidth}`),
      )
      expect([id, beyond]).toEqual([id, []])
      await page.evaluate(() => {
        history.back()
        return new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
      })
      await whole.waitFor({ state: 'detached' })
    }
  })
})
