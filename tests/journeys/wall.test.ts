import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, phone, type Site, startSite } from '../support/browser.ts'
import { insertEach, enter, type Person, signUp } from '../support/cast.ts'

let site: Site
let mina: Person
let jun: Person

const long = `Simula ng mahaba. ${'Tapos may nangyari pang iba. '.repeat(40)}\n\nDulo ng mahaba.`

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
  await write(mina, 'Calm', ...Array.from({ length: 45 }, (_, number) => `Hinga bilang ${number + 1}`))
  await write(mina, 'Joy', long)
  await write(jun, 'Joy', 'Pumasa ako!')
})
afterAll(() => site.stop())

/** Writes posts, the first as the oldest. */
async function write(person: Person, mood: string, ...texts: string[]): Promise<void> {
  const rows = texts.map((content, at) => ({
    mood,
    content,
    template_url: at % 3 === 0 ? '/storage/v1/object/public/card-templates/kalma-1.svg' : null,
  }))
  await insertEach(person, 'public_posts', rows)
}

const posts = (page: Page) => page.locator('[data-post]')
const idsOn = (page: Page) =>
  posts(page).evaluateAll((cards) => cards.map((card) => card.getAttribute('data-post')))

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

/** Records layout shifts on the pages that are opened from now on. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const found: string[] = []
    Object.assign(globalThis, { shifts: found })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const what = sources.map(({ node }) => (node instanceof Element ? node.className : node?.textContent))
        if (!hadRecentInput) found.push(`${value}: ${what.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)
}

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('a wall on %s', (_, viewport) => {
  it('a wall scrolls to its end with each post once, and nothing jumps', async () => {
    const visitor = await site.visitor(viewport)
    const { page } = visitor
    // Load the fonts first: this test is not about a late font.
    await page.goto('/about')
    await page.evaluate(async () => void (await document.fonts.ready))
    const shifts = await watchShifts(page)
    await enter(visitor, jun, '/wall/kalma')
    await page.getByRole('heading', { level: 1, name: 'Pader ng Kalma' }).waitFor()
    const { data } = await jun.client
      .from('wall_posts')
      .select('id')
      .eq('mood', 'Calm')
      .order('seq', { ascending: false })
      .throwOnError()
    const all = data.map(({ id }) => String(id))
    expect(all.length).toBe(45)
    await expect.poll(() => idsOn(page)).toEqual(all.slice(0, 20))
    await expectAccessible(page)

    for (const count of [40, 45]) {
      await posts(page).last().scrollIntoViewIfNeeded()
      await expect.poll(() => idsOn(page)).toEqual(all.slice(0, count))
    }
    const oldest = page.getByText('Hinga bilang 1', { exact: true })
    await oldest.scrollIntoViewIfNeeded()
    await page.getByText('Dulo na ng pader').waitFor()
    // On a phone the first page is far away and may have left the document.
    const left = await idsOn(page)
    expect(left).toEqual(all.slice(-left.length))
    expect(await shifts()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(visitor.errors).toEqual([])
  })

  it('a wall is where the reader left it after another page', async () => {
    const visitor = await site.visitor(viewport)
    const { page } = visitor
    await enter(visitor, jun, '/wall/kalma')
    await posts(page).last().scrollIntoViewIfNeeded()
    await page.waitForFunction(() => document.querySelectorAll('[data-post]').length >= 40)
    const seen = page.getByText('Hinga bilang 12', { exact: true })
    await seen.scrollIntoViewIfNeeded()
    // Wait until the history entry holds the present position, not an earlier one.
    await page.waitForFunction(() => {
      const { post, top: kept } = (history.state ?? {}) as { post?: string; top?: number }
      const stands = document.querySelector(`[data-post="${post}"]`)?.getBoundingClientRect().top
      return Math.abs((stands ?? Infinity) - (kept ?? 0)) < 2
    })
    const top = (await seen.boundingBox())?.y ?? 0
    await page.getByRole('link', { name: 'Diary', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Emote Diary' }).waitFor()
    await page.goBack()
    await seen.waitFor()
    await expect.poll(async () => Math.abs(((await seen.boundingBox())?.y ?? -1e6) - top)).toBeLessThan(8)
    expect(visitor.errors).toEqual([])
  })

  it('a post opens in full by keyboard, and the focus returns when it closes', async () => {
    const visitor = await site.visitor(viewport)
    const { page } = visitor
    await enter(visitor, mina, '/wall/masaya')
    const card = page.getByRole('article').filter({ hasText: 'Simula ng mahaba.' })
    await card.waitFor()
    expect(await card.textContent()).toContain("ikaw 'to")
    expect(await page.getByRole('article').filter({ hasText: 'Pumasa ako!' }).textContent()).not.toContain(
      "ikaw 'to",
    )
    expect(await card.textContent()).not.toContain('Dulo ng mahaba.')

    const opener = card.getByRole('link', { name: /Basahin lahat/ })
    await opener.focus()
    await page.keyboard.press('Enter')
    const whole = page.getByRole('dialog', { name: 'Post ni Tahimik Mina' })
    await whole.getByText('Dulo ng mahaba.').waitFor()
    expect(new URL(page.url()).searchParams.get('post')).toBe(await card.getAttribute('data-post'))
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await whole.waitFor({ state: 'detached' })
    await page.waitForFunction(() => !location.search)
    await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)

    await page.keyboard.press('Enter')
    await whole.waitFor()
    const address = page.url()
    await page.goBack()
    await whole.waitFor({ state: 'detached' })

    await page.goto(address)
    await whole.getByText('Dulo ng mahaba.').waitFor()
    await whole.getByRole('button', { name: 'Isara' }).click()
    await whole.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/wall/masaya')
    expect(visitor.errors).toEqual([])
  })
})

/** Letters in lines: the words of the headline that break across two. */
const brokenHeadline = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const text = document.querySelector('h1')?.firstChild
    return [...(text?.textContent ?? '').matchAll(/\p{L}+/gu)].flatMap(({ index, 0: word }) => {
      const range = document.createRange()
      range.setStart(text as Node, index)
      range.setEnd(text as Node, index + word.length)
      return range.getClientRects().length > 1 ? [word] : []
    })
  })

describe('a wall on a small screen', () => {
  it.each([360, 320])(
    'the first post begins above 250 px at %s px, under a headline of one line',
    async (width) => {
      const visitor = await site.visitor({ width, height: 568 })
      const { page } = visitor
      await enter(visitor, jun, '/wall/sisi')
      const heading = page.getByRole('heading', { level: 1, name: 'Pader ng Pagsisisi' })
      await heading.waitFor()
      await page.evaluate(async () => void (await document.fonts.ready))
      expect((await heading.boundingBox())?.height).toBeLessThan(50)
      const masaya = page.getByRole('link', { name: 'Masaya' })
      await masaya.click()
      expect((await posts(page).first().boundingBox())?.y).toBeLessThan(250)

      // The search is one press away, and one press closes it.
      const box = page.getByRole('searchbox')
      expect(await box.isVisible()).toBe(false)
      const icon = page.getByRole('button', { name: 'Maghanap' })
      await icon.click()
      expect(await box.evaluate((one) => one === document.activeElement)).toBe(true)
      await icon.click()
      expect(await box.isVisible()).toBe(false)
    },
  )

  it('the write button is small while the wall scrolls, and gone beside comments, a search or a dialog', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, jun, '/wall/kalma')
    await posts(page).first().waitFor()
    const button = page.getByRole('navigation', { name: 'Mga lugar' }).getByRole('link', { name: 'Magsulat' })
    /** Width of what catches a finger at the height of the button, px. */
    const width = () =>
      button.evaluate((one) => {
        const { right, top, height } = one.getBoundingClientRect()
        const steps = Array.from({ length: 200 }, (_, at) => right - 2 - at)
        return steps.filter((x) => one.contains(document.elementFromPoint(x, top + height / 2))).length
      })
    expect(await width()).toBeGreaterThan(100)
    await page.evaluate(() => scrollTo(0, 400))
    await expect.poll(width).toBeLessThan(60)
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(width).toBeGreaterThan(100)
    // The word would cover what stands on the profile.
    await page.getByRole('navigation', { name: 'Mga lugar' }).getByRole('link', { name: 'Profile' }).click()
    await page.waitForURL('**/profile')
    await expect.poll(width).toBeLessThan(60)
    await page.goBack()
    await posts(page).first().waitFor()

    const comments = posts(page).first().getByRole('button', { name: 'Komento' })
    await comments.click()
    await page.getByPlaceholder('Magkomento…').waitFor()
    expect(await button.isVisible()).toBe(false)
    await comments.click()
    await button.waitFor()
    await page.getByRole('button', { name: 'Maghanap' }).click()
    expect(await button.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Maghanap' }).click()
    await button.waitFor()
    await posts(page).first().getByRole('link').click()
    await page.getByRole('dialog').waitFor()
    expect(await button.isVisible()).toBe(false)
  })
})

describe('a wall', () => {
  it('an empty wall invites to write the first post, and an unknown wall is Kalma', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, jun, '/wall/sisi')
    await page.getByRole('heading', { name: 'Bakante pa ang pader' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Isulat ang una' }).click()
    await page.waitForURL('**/write')
    await page.goto('/wall/bagyo')
    await page.getByRole('heading', { level: 1, name: 'Pader ng Kalma' }).waitFor()
    await page.goto(`/wall/bagyo?post=${await posts(page).first().getAttribute('data-post')}`)
    await page.getByRole('dialog', { name: 'Post ni Tahimik Mina' }).waitFor()
    expect(visitor.errors).toEqual([])
  })

  it('an opened post shows its comments at once, in one scroller above the box', async () => {
    const { data } = await jun.client.from('public_posts').select('id').eq('content', 'Pumasa ako!').single()
    const words = Array.from({ length: 12 }, (_, at) => `Sige pa, ${at + 1} na tayo.`)
    const rows = words.map((content) => ({ post_id: data?.id, user_id: mina.id, content }))
    for (const row of rows) await mina.client.from('post_comments').insert(row).throwOnError()
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, jun, '/wall/masaya')
    await page.getByRole('article').filter({ hasText: 'Pumasa ako!' }).getByRole('link').click()
    const whole = page.getByRole('dialog')
    await whole.getByText('Sige pa, 12 na tayo.').waitFor()
    expect(await whole.locator('[data-comment] p[dir=auto]').allTextContents()).toEqual(words)
    const scrollers = () =>
      whole.evaluate((dialog) =>
        [...dialog.querySelectorAll('*')]
          .filter(
            (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'auto',
          )
          .map(({ scrollTop }) => scrollTop),
      )
    // The post is read first.
    expect(await scrollers()).toEqual([0])
    const box = page.getByPlaceholder('Magkomento…')
    const { y = 0, height = 0 } = (await box.boundingBox()) ?? {}
    expect(800 - y - height).toBeLessThan(40)
    await box.fill('Salamat!')
    await page.getByRole('button', { name: 'Ipadala' }).click()
    // The writer sees their comment: the dialog scrolls to its end.
    await whole.locator('[data-comment]', { hasText: 'Salamat!' }).waitFor()
    await expect.poll(async () => (await scrollers())[0]).toBeGreaterThan(300)
    // Reactions that scroll below the close button take no press of it.
    await whole.getByRole('group', { name: /^Mga reaksyon sa post/ }).evaluate((row) => row.scrollIntoView())
    await whole.getByRole('button', { name: 'Isara', exact: true }).click({ trial: true })
    await expectAccessible(page)
    expect(visitor.errors).toEqual([])
  })

  it('a link that names another wall opens the post on its own wall', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    const { data } = await jun.client.from('public_posts').select('id').eq('content', 'Pumasa ako!').single()
    await enter(visitor, jun, `/wall/galit?post=${data?.id}`)
    await page.waitForURL(`**/wall/masaya?post=${data?.id}`)
    await page.getByRole('dialog', { name: 'Post ni Tahimik Jun' }).getByText('Pumasa ako!').waitFor()
    await page.getByRole('button', { name: 'Isara' }).click()
    await page.getByRole('heading', { level: 1, name: 'Pader ng Masaya' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(visitor.errors).toEqual([])
  })

  it('a new post of the reader is on top, also of a wall that was read a moment ago', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, jun, '/wall/malungkot')
    await page.getByRole('heading', { name: 'Bakante pa ang pader' }).waitFor()
    await page.getByRole('link', { name: 'Galit' }).click()
    await page.getByRole('heading', { level: 1, name: 'Pader ng Galit' }).waitFor()
    await write(jun, 'Sadness', 'Umuulan na naman.')
    await page.getByRole('link', { name: 'Malungkot' }).click()
    await page.getByText('Umuulan na naman.').waitFor()
    await write(jun, 'Sadness', 'Tumila na.')
    await page.getByRole('link', { name: 'Malungkot' }).click()
    await page.getByText('Tumila na.').waitFor()
    expect(await posts(page).count()).toBe(2)
    expect(visitor.errors).toEqual([])
  })

  it('a wall stays within the screen with letters twice as large', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, jun, '/wall/masaya')
    await posts(page).first().waitFor()
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const beyond = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main a, nav a, main button')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth)
          .map((one) => one.textContent),
      )
    await expect.poll(beyond).toEqual([])
    expect(await brokenHeadline(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })

  it("a wall that fails shows the server's reason, and opens at the second try", async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    await page.route('**/rest/v1/wall_posts*', (route) =>
      route.fulfill({
        status: 400,
        json: { code: '22P02', message: 'The wall is wet', details: null, hint: null },
      }),
    )
    await enter(visitor, jun, '/wall/masaya')
    await page.getByRole('alert').getByText('The wall is wet').waitFor()
    await expectAccessible(page)
    await page.unroute('**/rest/v1/wall_posts*')
    await page.getByRole('button', { name: 'Subukan ulit' }).click()
    await page.getByText('Pumasa ako!').waitFor()
  })

  it('a wall keeps what is read when the next page fails, and a button fetches it', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    await page.route('**/rest/v1/wall_posts*seq=lt*', (route) =>
      route.fulfill({
        status: 400,
        json: { code: '57014', message: 'Too slow today', details: null, hint: null },
      }),
    )
    await enter(visitor, jun, '/wall/kalma')
    await posts(page).last().scrollIntoViewIfNeeded()
    await page.getByRole('alert').getByText('Too slow today').waitFor()
    expect(await posts(page).count()).toBe(20)
    await page.unroute('**/rest/v1/wall_posts*seq=lt*')
    await page.getByRole('button', { name: 'Subukan ulit' }).click()
    await page.waitForFunction(() => document.querySelectorAll('[data-post]').length >= 40)
    await page.waitForFunction(() => document.activeElement?.closest('[data-page="1"]') !== null)
  })
})
