import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moods } from '../../src/shared/moods.ts'
import { routes } from '../../src/shared/routes.ts'
import {
  accessibilityFaults,
  desk,
  expectAccessible,
  phone,
  type Site,
  startSite,
  type Visitor,
} from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'

let site: Site
let mina: Person
beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  const posts = moods.map(({ value, slug }) => ({
    mood: value,
    content: `Mahaba-haba ito. ${'Hinga muna. '.repeat(60)}`,
    template_url: `/templates/${slug}-2.svg`,
  }))
  await mina.client.from('public_posts').insert(posts).throwOnError()
  await mina.client
    .from('diary_posts')
    .insert(moods.map(({ value, label }) => ({ mood: value, content: `${label}, para sa akin lang.` })))
    .throwOnError()
})
afterAll(() => site.stop())

/** A person who asked their device for less motion: what is measured stands still. */
async function calmVisitor(): Promise<Visitor> {
  const visitor = await site.visitor()
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  return visitor
}

/** The page as it stands, on a phone and on a desk, by day and by night. */
async function check(page: Page): Promise<void> {
  for (const [size, colorScheme] of [
    [phone, 'light'],
    [phone, 'dark'],
    [desk, 'dark'],
    [desk, 'light'],
  ] as const) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }
  await page.setViewportSize(phone)
}

/** What a room shows once it has been fetched; the others come with their code. */
const contents: [root: string, selector: string][] = [
  ['/wall/', '[data-post]'],
  ['/diary', 'main ol button'],
  ['/profile', 'text=Tahimik Mina'],
]

/** One heading of the first rank, and nothing still on its way. */
async function settle(page: Page, path: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const content = contents.find(([root]) => path.startsWith(root))
  if (content) await page.locator(content[1]).first().waitFor()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
}

// The way through /auth/callback shows nothing but a spinner on the way to another page.
const pages = routes.filter(({ path }) => path !== '/auth/callback')

describe('the pages', () => {
  it('the check finds a picture without a text and a faint colour', async () => {
    const { page } = await calmVisitor()
    await page.goto('/about')
    await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const faint = document.createElement('p')
      faint.textContent = 'Malabo'
      Object.assign(faint.style, { color: '#eee', background: '#fff' })
      heading.append(new Image())
      heading.after(faint)
    })
    const rules = (await accessibilityFaults(page)).map((fault) => fault.replace(/:[\s\S]*/, ''))
    expect(rules.toSorted()).toEqual(['color-contrast', 'image-alt'])
  })

  it.each(pages.filter(({ access }) => access === 'public').map(({ path }) => path))(
    'the public page %s has no accessibility fault',
    async (path) => {
      const { page, errors, context } = await calmVisitor()
      await page.goto(path)
      await settle(page, path)
      await check(page)
      expect(errors).toEqual([])
      await context.close()
    },
  )

  const rooms = pages
    .filter(({ access }) => access !== 'public')
    .flatMap(({ path }) => (path === '/wall/:mood' ? moods.map(({ slug }) => `/wall/${slug}`) : [path]))
  it.each(rooms)('the room %s has no accessibility fault', async (path) => {
    const visitor = await calmVisitor()
    await enter(visitor, mina, path)
    await settle(visitor.page, path)
    await check(visitor.page)
    expect(visitor.errors).toEqual([])
    await visitor.context.close()
  })

  it('the forms with their errors and the codename dialog have no accessibility fault', async () => {
    const { page, errors } = await calmVisitor()
    await page.goto('/signup')
    const send = page.getByRole('button', { name: 'Sign up' })
    await send.click()
    await page.getByRole('alert').waitFor()
    await check(page)
    await page.getByLabel('Email').fill('bago@example.test')
    await page.getByLabel('Password', { exact: true }).fill('kalma-lang-9')
    await page.getByLabel('Ulitin ang password', { exact: true }).fill('kalma-lang-9')
    await send.click()
    const picker = page.getByRole('dialog')
    await picker.getByRole('button', { name: 'Gusto kong ako ang mag-type' }).click()
    await check(page)
    expect(errors).toEqual([])
  })

  it('the dialogs of the rooms have no accessibility fault', async () => {
    const visitor = await calmVisitor()
    const { page, errors } = visitor
    await enter(visitor, mina, '/wall/galit')
    await page.getByRole('button', { name: 'Mga notification' }).click()
    await page.getByText('Tahimik pa rito').waitFor()
    await check(page)
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: /Basahin lahat/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await check(page)

    await page.goto('/diary')
    await page.getByRole('button', { name: /Galit, para sa akin lang/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Burahin' }).click()
    await page.getByRole('dialog', { name: 'Burahin ang entry na ’to?' }).waitFor()
    await check(page)

    await page.goto('/write')
    await page.getByLabel('Ang nararamdaman mo').fill('Sige na nga.')
    await page.getByRole('button', { name: 'Bitawan mo na' }).click()
    await page.getByRole('dialog').waitFor()
    await check(page)
    expect(errors).toEqual([])
  })
})
