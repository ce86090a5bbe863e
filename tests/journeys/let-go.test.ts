import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desk, expectAccessible, phone, type Site, startSite } from '../support/browser.ts'
import { enter, signUp } from '../support/cast.ts'
import { holdTime, recordTraffic } from '../support/page.ts'
import { placesKept, placesWith } from '../support/stores.ts'

// Promise: words that are let go are stored nowhere and sent nowhere.
const canary = 'kanaryo-7f3a9'
const freed = 'Nabitawan mo na. Hinga ka muna. 🌬️'
const words = `Hindi ko na kayang dalhin ito. ${canary}`

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

async function write(page: Page): Promise<void> {
  await page.getByLabel('Malungkot').check()
  await page.getByLabel('Ang nararamdaman mo').fill(words)
  await page.getByLabel('Basang dahon ng saging').check()
}

/** A person whose device has the service worker. */
async function arrive(name: string, viewport = phone) {
  const person = await signUp(site.app, name)
  const visitor = await site.visitor(viewport, { serviceWorkers: 'allow' })
  const { page } = visitor
  await enter(visitor, person, '/write')
  // The service worker installs when the page is idle. Wait until it has its files.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  return { ...visitor, person }
}

/** Starts a let-go. The words leave until `page.clock.runFor(leaveMs)`. */
async function letGo(page: Page): Promise<void> {
  await holdTime(page)
  await page.getByRole('button', { name: 'Bitawan na lang' }).click()
  await page.getByTestId('released').waitFor()
}
/** Records the paper's text in every frame, with the frames' own clock. Returns the texts seen under the film and after it, so far. */
async function filmPaper(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const texts = new Set<string>()
    const nextFrame = requestAnimationFrame.bind(globalThis)
    let isOver = false
    const look = () => {
      const paper = document.querySelector<HTMLElement>('label:has(textarea)')?.parentElement
      const film = document.querySelector('[data-testid="released"]')
      isOver ||= film !== null
      const shown = paper?.querySelector<HTMLElement>('output')
      const isShown = shown && Number(getComputedStyle(shown).opacity) > 0
      if (isOver) texts.add(`${paper?.querySelector('textarea')?.value}${isShown ? shown.textContent : ''}`)
      // The film itself shows the words from its first frame: they never disappear in between.
      if (film && !film.textContent.includes('kanaryo')) texts.add('a film without words')
      nextFrame(look)
    }
    nextFrame(look)
    return texts
  })
  return () => seen.evaluate((texts) => [...texts])
}

/** Duration of the words' animation, ms. */
const leaveMs = 2_500
/** Duration of the message after it, ms. */
const messageMs = 3_000

/** The stored analytics. A let-go adds no row. */
const counted = async () => (await site.app.owner.query('select * from app.analytics_events')).rows

const probe = (place: string) => `kanaryo-sa-${place}`
it('the search of this journey finds words wherever a browser or the server can keep them', async () => {
  const { page, person } = await arrive('Sinta')
  await page.evaluate(async () => {
    sessionStorage.setItem('x', 'kanaryo-sa-session')
    document.cookie = 'x=kanaryo-sa-cookies'
    history.replaceState({ x: 'kanaryo-sa-history' }, '')
    const cache = await caches.open('x')
    await cache.put('/x', new Response('kanaryo-sa-cache'))
    await new Promise<void>((resolve) => {
      const request = indexedDB.open('x')
      request.addEventListener('upgradeneeded', () =>
        request.result.createObjectStore('x').put({ deep: ['kanaryo-sa-indexeddb x'] }, 'x'),
      )
      request.addEventListener('success', () => {
        request.result.close()
        resolve()
      })
    })
  })
  await page.getByLabel('Ang nararamdaman mo').fill(probe('local'))
  await page.waitForFunction((text) => Object.values(localStorage).join().includes(text), probe('local'))
  for (const place of ['session', 'cookies', 'history', 'cache', 'indexeddb x', 'local'])
    expect(await placesKept(page, probe(place))).toContain(place)
  await person.client
    .from('diary_posts')
    .insert({ mood: 'Calm', content: probe('server') })
    .throwOnError()
  expect(await placesWith(site.app, probe('server'))).toContain('public.diary_posts')
})

it('a let-go leaves the words in no request, no storage, no row and no log', async () => {
  const { page, errors } = await arrive('Mina')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const before = await counted()
  await write(page)
  await page.waitForFunction((text) => Object.values(localStorage).join().includes(text), canary)
  const sent = recordTraffic(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await expectAccessible(page)

  // The words are still leaving, but no store holds them: the tab may close at any moment.
  await letGo(page)
  expect(await page.getByTestId('released').textContent()).toContain('Walang ipinadala')
  expect(await placesKept(page, canary)).toEqual([])

  await page.clock.runFor(leaveMs)
  await page.getByText(freed).waitFor()
  expect(await page.getByLabel('Ang nararamdaman mo').inputValue()).toBe('')
  expect(await page.getByLabel('Walang larawan').isChecked()).toBe(true)
  expect(await page.getByLabel('Malungkot').isChecked()).toBe(true)
  expect(await page.content()).not.toContain(canary)
  await page.clock.runFor(messageMs)
  await page.getByText('Nabitawan mo na.').waitFor({ state: 'hidden' })

  await page.clock.resume()
  await page.reload()
  expect(await page.getByLabel('Ang nararamdaman mo').inputValue()).toBe('')
  expect(await placesKept(page, canary)).toEqual([])
  expect(sent.filter((request) => request.includes(canary))).toEqual([])
  expect(await placesWith(site.app, canary)).toEqual([])
  expect(await counted()).toEqual(before)
  expect(errors).toEqual([])
})

it('a let-go makes no request at all, online or offline', async () => {
  const { page, context, errors } = await arrive('Jun', desk)
  const hotlines = page.waitForResponse('**/rest/v1/hotlines*')
  await write(page)
  // Wait for everything that loads while a person writes.
  await Promise.all([hotlines, page.locator('[data-help]').waitFor({ state: 'attached' })])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await expectAccessible(page)
  await context.setOffline(true)
  const sent = recordTraffic(page)
  await page.getByText('Punitin').click()
  await letGo(page)
  await page.clock.runFor(leaveMs)
  await page.getByText('Nabitawan mo na.').waitFor()
  await page.clock.resume()
  await page.getByText('Nabitawan mo na.').waitFor({ state: 'hidden' })
  expect(sent).toEqual([])
  // Back online, no delayed request follows.
  await context.setOffline(false)
  await page.reload()
  await page.getByLabel('Ang nararamdaman mo').waitFor()
  expect(sent.filter((one) => one.includes(canary))).toEqual([])
  expect(await placesKept(page, canary)).toEqual([])
  expect(errors).toEqual([])
})

it('a let-go of words of crisis offers help, and still makes no request at all', async () => {
  const { page, errors } = await arrive('Ana')
  const hotlines = page.waitForResponse('**/rest/v1/hotlines*')
  await page.getByLabel('Ang nararamdaman mo').fill(`Gusto ko na mamatay. ${canary}`)
  await Promise.all([hotlines, page.locator('[data-help]').waitFor({ state: 'attached' })])
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  const sent = recordTraffic(page)
  await letGo(page)
  await page.clock.runFor(leaveMs)
  const card = page.getByRole('complementary', { name: 'Hindi ka nag-iisa.' })
  // The leaf's message is shown first, then the card.
  await page.getByText(freed).waitFor()
  expect(await card.count()).toBe(0)
  await page.clock.runFor(messageMs)
  await card.getByRole('link', { name: '0919-057-1553' }).waitFor()
  expect(await placesKept(page, canary)).toEqual([])
  await card.getByRole('button', { name: 'Isara ang card' }).click()
  await card.waitFor({ state: 'detached' })
  // The bell asks whenever its channels are joined.
  expect(sent.filter((one) => !/ \S+\/rest\/v1\/notices\?/.test(one))).toEqual([])
  expect(await page.content()).not.toContain(canary)
  expect(errors).toEqual([])
})

it('a let-go leaves no words when the tab closes in the middle', async () => {
  const { page, context } = await arrive('Liza')
  await write(page)
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await letGo(page)
  // A late key must not save the words again.
  await page.getByLabel('Ang nararamdaman mo').focus()
  await page.keyboard.type('!')
  await page.getByLabel('Masaya').evaluate((radio: HTMLInputElement) => radio.click())
  await page.close({ runBeforeUnload: false })
  await context.clock.resume()
  const later = await context.newPage()
  await later.goto('/write')
  await later.getByLabel('Ang nararamdaman mo').waitFor()
  expect(await placesKept(later, canary)).toEqual([])
})

it('a let-go removes the words from the other tab of their writer too', async () => {
  const { page, context, errors } = await arrive('Nena')
  await write(page)
  await page.waitForFunction((text) => Object.values(localStorage).join().includes(text), canary)
  const other = await context.newPage()
  await other.goto('/write')
  const field = other.getByLabel('Ang nararamdaman mo')
  expect(await field.inputValue()).toBe(words)
  await other.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await letGo(page)
  await other.waitForFunction(() => document.querySelector('textarea')?.value === '')
  // The other tab has nothing to send, and a tap does not store the words again.
  await other.getByRole('dialog').waitFor({ state: 'detached' })
  await other.getByLabel('Galit').check()
  await other.reload()
  await field.waitFor()
  expect(await placesKept(other, canary)).toEqual([])
  // Words that are written in the other tab during the let-go stay.
  await field.fill('Bagong simula')
  await page.clock.runFor(leaveMs)
  await page.getByText('Nabitawan mo na.').waitFor()
  await page.clock.resume()
  await other.reload()
  expect(await field.inputValue()).toBe('Bagong simula')
  expect(errors).toEqual([])
})

it.each(['Punitin', 'Ipaanod', 'Ipahangin'])(
  'the words of a let-go leave an empty paper, by transform and opacity only, for at most 2.5 s: %s',
  async (way) => {
    const { page } = await arrive(`Bea${way}`)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await write(page)
    await page.getByRole('button', { name: 'Bitawan mo na' }).click()
    await page.getByText(way, { exact: true }).click()
    const papers = await filmPaper(page)
    await letGo(page)
    const moving = await page.getByTestId('released').evaluate((sky) =>
      sky.getAnimations({ subtree: true }).map(({ effect }) => ({
        end: Number(effect?.getComputedTiming().endTime),
        properties: (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame)),
      })),
    )
    expect(moving.length).toBeGreaterThan(5)
    const ends = moving.map(({ end }) => end).filter(Number.isFinite)
    expect(Math.max(...ends)).toBeLessThanOrEqual(leaveMs)
    const moved = new Set(moving.flatMap(({ properties }) => properties))
    for (const known of ['offset', 'computedOffset', 'easing', 'composite']) moved.delete(known)
    expect([...moved].toSorted()).toEqual(['opacity', 'transform'])
    await page.clock.runFor(leaveMs)
    await page.getByText(freed).waitFor()
    await page.getByTestId('released').waitFor({ state: 'detached' })
    expect((await papers()).filter((paper) => paper !== '' && paper !== freed)).toEqual([])
  },
)

it('people who asked for less motion see the words fade, and hear the same', async () => {
  const { page, errors } = await arrive('Rey')
  await write(page)
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  const papers = await filmPaper(page)
  await letGo(page)
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
  // They are whole in the first frame, where they were written: words that fade in would return for a moment.
  const [opacity, offset] = await page
    .getByTestId('released')
    .getByText(canary)
    .evaluate((leaving) => {
      for (const animation of document.getAnimations()) animation.currentTime = 0
      let whole = 1
      for (
        let one: Element | null = leaving;
        one && !one.matches('[data-testid=released]');
        one = one.parentElement
      )
        whole *= Number(getComputedStyle(one).opacity)
      const paper = document.querySelector('label:has(textarea)')?.parentElement?.getBoundingClientRect()
      const sheet = leaving.parentElement?.getBoundingClientRect()
      return [whole, Math.abs((sheet?.width ?? 0) - (paper?.width ?? 0))]
    })
  expect(opacity).toBe(1)
  expect(offset).toBeLessThan(2)
  await page.clock.runFor(leaveMs)
  await page.getByText(freed).waitFor()
  expect((await papers()).filter((paper) => paper !== '' && paper !== freed)).toEqual([])
  expect(errors).toEqual([])
})
