import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublicPost } from '../../src/shared/rows.ts'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { shapes } from '../support/hostile-texts.ts'
import { told } from '../support/page.ts'

let site: Site
let mina: Person
let jun: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
})
afterAll(() => site.stop())

const long = `Simula ng mahaba. ${'Tapos may nangyari pang iba. '.repeat(40)}\n\nDulo ng mahaba.`

async function write(content: string, rest: Partial<PublicPost> = {}): Promise<string> {
  const id = randomUUID()
  await mina.client
    .from('public_posts')
    .insert({ id, mood: 'Sadness', content, ...rest })
    .throwOnError()
  return id
}
const remove = (id: string) => mina.client.from('public_posts').delete().eq('id', id).throwOnError()
const linkTo = (id: string) => `${site.origin}/wall/malungkot?post=${id}`
const gone = 'Wala na rito ang post'

/** Jun's page on the wall, with the share menu of this post open. */
async function openMenu(id: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const visitor = await site.visitor()
  await prepare?.(visitor.page)
  await enter(visitor, jun, '/wall/malungkot')
  await visitor.page.locator(`[data-post="${id}"]`).getByRole('button', { name: 'Ibahagi' }).click()
  return visitor.page
}
const choose = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click()

type Opened = [address: string, target: string, features: string]

/** Records the windows that the page would open, and opens none. */
const noteWindows = (page: Page) =>
  page.addInitScript(() => {
    const opened: unknown[] = []
    Object.assign(globalThis, { opened })
    window.open = (...how) => {
      opened.push(how)
      return null
    }
  })
const openedBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { opened: Opened[] }).opened)

const quote = (page: Page) => page.locator('blockquote')

describe('sharing a post', () => {
  const content = `Umuulan na naman & "nag-iisa" ako. ${'Miss na kita. '.repeat(20)}`
  it('a small window of each network opens with the link and the first 80 letters', async () => {
    const id = await write(content)
    const page = await openMenu(id, noteWindows)
    await expectAccessible(page)
    await choose(page, 'Facebook')
    await page.getByRole('button', { name: 'Ibahagi' }).first().click()
    await choose(page, 'X')
    const opened = await openedBy(page)
    const [facebook, x] = opened.map(([address]) => new URL(address))
    expect([facebook?.origin, facebook?.pathname]).toEqual(['https://www.facebook.com', '/sharer/sharer.php'])
    expect(facebook?.searchParams.get('u')).toBe(linkTo(id))
    expect([x?.origin, x?.pathname]).toEqual(['https://x.com', '/intent/tweet'])
    expect(x?.searchParams.get('url')).toBe(linkTo(id))
    expect(x?.searchParams.get('text')).toBe(`${content.slice(0, 80).trimEnd()}…`)
    for (const [, target, features] of opened)
      expect([target, features]).toEqual(['_blank', expect.stringMatching(/width=600,height=400,noopener/)])
  })

  it('a shared link does not carry the words behind a warning', async () => {
    const page = await openMenu(
      await write('Ayoko na talaga.', { content_warning: 'self_harm' }),
      noteWindows,
    )
    await choose(page, 'X')
    const [[address]] = (await openedBy(page)) as [Opened]
    expect(new URL(address).searchParams.get('text')).toBe('Pader ng Lungkot')
  })

  it('the link of a post is copied', async () => {
    const id = await write(content)
    const page = await openMenu(id)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await choose(page, 'Kopyahin ang link')
    await told(page, 'Nakopya ang link!')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(linkTo(id))
  })

  it('the link is copied where the clipboard refuses, on the wall and in the full view', async () => {
    const id = await write(content)
    const page = await openMenu(id, (blank) =>
      blank.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
      }),
    )
    await page.context().grantPermissions(['clipboard-read'])
    await choose(page, 'Kopyahin ang link')
    await told(page, 'Nakopya ang link!')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(linkTo(id))

    const other = await write('Isa pa.')
    await page.goto(`/wall/malungkot?post=${other}`)
    const button = page.getByRole('dialog').getByRole('button', { name: 'Ibahagi' })
    await button.click()
    await choose(page, 'Kopyahin ang link')
    await told(page, 'Nakopya ang link!')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(linkTo(other))
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('the link is shown and selected where nothing can be copied', async () => {
    const id = await write(content)
    const page = await openMenu(id, (blank) =>
      blank.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined })
        document.execCommand = () => false
      }),
    )
    await choose(page, 'Kopyahin ang link')
    const field = page.getByRole('dialog').getByLabel('Ang link ng post')
    await field.waitFor()
    expect(await page.evaluate(() => String(getSelection()))).toBe(linkTo(id))
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    const button = page.locator(`[data-post="${id}"]`).getByRole('button', { name: 'Ibahagi' })
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('a phone with a share sheet gets the post in it', async () => {
    const id = await write('Sabihin mo sa kanya.')
    const page = await openMenu(id, (blank) =>
      blank.addInitScript(() => {
        navigator.share = (data) => {
          Object.assign(globalThis, { handed: data })
          return Promise.resolve()
        }
      }),
    )
    await choose(page, 'Iba pang app')
    const handed = await page.evaluate(() => (globalThis as unknown as { handed: ShareData }).handed)
    expect(handed).toEqual({ text: 'Sabihin mo sa kanya.', url: linkTo(id) })
  })
})

describe('a visitor who follows a shared link', () => {
  it('a visitor sees the post above the form, signs up and lands on it, and a deleted post answers 410', async () => {
    const id = await write('Para sa ’yo ito, kung sino ka man.')
    const { page, errors } = await site.visitor()
    expect((await page.goto(linkTo(id)))?.status()).toBe(200)
    await page.waitForURL('**/signup?next=*')
    await quote(page).getByText('Para sa ’yo ito').waitFor()
    expect(await quote(page).textContent()).toContain('Tahimik Mina · Pader ng Lungkot')
    await expectAccessible(page)
    await page.locator('[name=email]').fill('bagong.dating@example.test')
    await page.locator('[name=password]').fill('lihim-ko-9')
    await page.locator('[name=confirm]').fill('lihim-ko-9')
    await page.locator('main button[type=submit]').click()
    await page.waitForURL(linkTo(id))
    await page.getByRole('dialog').getByText('Para sa ’yo ito').waitFor()
    expect(errors).toEqual([])

    await remove(id)
    expect((await page.goto(linkTo(id)))?.status()).toBe(410)
    await page.getByRole('dialog').getByText(gone).waitFor()
    const stranger = await site.visitor()
    expect((await stranger.page.goto(linkTo(id)))?.status()).toBe(410)
    await stranger.page.waitForURL('**/signup?next=*')
    await stranger.page.getByText(gone).waitFor()
    await expectAccessible(stranger.page)
  })

  it('a visitor sees the words behind a warning only after asking for them', async () => {
    const id = await write('Ayoko na talaga.', { content_warning: 'self_harm' })
    const { page } = await site.visitor()
    await page.goto(linkTo(id))
    await quote(page).getByText('Babala: pananakit sa sarili').waitFor()
    expect(await page.content()).not.toContain('Ayoko')
    await quote(page).getByRole('button', { name: 'Ipakita' }).press('Enter')
    await quote(page).getByText('Ayoko na talaga.').waitFor()
  })

  it("a visitor's form does not move when the post arrives, and a long post is read to its end", async () => {
    // This wall has the longest name.
    const id = await write(long, { mood: 'Regret' })
    const { page } = await site.visitor()
    const { promise: delivered, resolve: deliver } = Promise.withResolvers<void>()
    await page.route('**/rest/v1/public_posts?*', async (route) => {
      await delivered
      await route.continue()
    })
    await page.goto(linkTo(id))
    await page.waitForURL('**/signup?next=*')
    const heading = page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    // Late fonts would move the heading too.
    await page.evaluate(async () => void (await document.fonts.ready))
    const before = await heading.boundingBox()
    deliver()
    const more = quote(page).getByRole('button', { name: 'Basahin lahat' })
    await more.waitFor()
    expect(await heading.boundingBox()).toEqual(before)
    const words = quote(page).locator('p')
    const isCut = () => words.evaluate((text) => text.scrollHeight > text.clientHeight)
    expect(await isCut()).toBe(true)
    await more.press('Enter')
    await quote(page).getByRole('button', { name: 'Paikliin' }).waitFor()
    expect([await isCut(), (await words.textContent())?.endsWith('Dulo ng mahaba.')]).toEqual([false, true])
  })

  it('a shared page keeps its layout whatever somebody wrote', async () => {
    const ids = await Promise.all(shapes.map((shape) => write(shape)))
    const { page } = await site.visitor()
    for (const id of ids) {
      await page.goto(`/signup?next=${encodeURIComponent(`/wall/kalma?post=${id}`)}`)
      await quote(page).waitFor()
      const { wide, quoteHigh } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        quoteHigh: document.querySelector('blockquote')?.getBoundingClientRect().height ?? 0,
      }))
      expect(wide).toBe(360)
      expect(quoteHigh).toBeLessThan(280)
    }
  })
})
