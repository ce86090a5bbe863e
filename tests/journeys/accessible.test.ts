import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moods } from '../../src/shared/moods.ts'
import { routes } from '../../src/shared/routes.ts'
import { accessibilityFaults, expectAccessibleEverywhere, type Site, startSite } from '../support/browser.ts'
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
    const { page } = await site.visitor()
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
      const { page, errors } = await site.visitor()
      await page.goto(path)
      await settle(page, path)
      await expectAccessibleEverywhere(page)
      expect(errors).toEqual([])
    },
  )

  const rooms = pages
    .filter(({ access }) => access !== 'public')
    .flatMap(({ path }) => (path === '/wall/:mood' ? moods.map(({ slug }) => `/wall/${slug}`) : [path]))
  it.each(rooms)('the room %s has no accessibility fault', async (path) => {
    const visitor = await site.visitor()
    await enter(visitor, mina, path)
    await settle(visitor.page, path)
    await expectAccessibleEverywhere(visitor.page)
    expect(visitor.errors).toEqual([])
  })

  it('the forms with their errors and the codename dialog have no accessibility fault', async () => {
    const { page, errors } = await site.visitor()
    await page.goto('/signup')
    const send = page.getByRole('button', { name: 'Sign up' })
    await send.click()
    await page.getByRole('alert').waitFor()
    await expectAccessibleEverywhere(page)
    await page.getByLabel('Email').fill('bago@example.test')
    await page.getByLabel('Password', { exact: true }).fill('kalma-lang-9')
    await page.getByLabel('Ulitin ang password', { exact: true }).fill('kalma-lang-9')
    await send.click()
    const picker = page.getByRole('dialog')
    await picker.getByRole('button', { name: 'Gusto kong ako ang mag-type' }).click()
    await expectAccessibleEverywhere(page)
    expect(errors).toEqual([])
  })

  it('the dialogs of the rooms have no accessibility fault', async () => {
    const visitor = await site.visitor()
    const { page, errors } = visitor
    await enter(visitor, mina, '/wall/galit')
    await page.getByRole('button', { name: 'Mga notification' }).click()
    await page.getByText('Tahimik pa rito').waitFor()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: /Basahin lahat/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await expectAccessibleEverywhere(page)

    await page.goto('/diary')
    await page.getByRole('button', { name: /Galit, para sa akin lang/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Burahin' }).click()
    await page.getByRole('dialog', { name: 'Burahin ang entry na ’to?' }).waitFor()
    await expectAccessibleEverywhere(page)

    await page.goto('/write')
    await page.getByLabel('Ang nararamdaman mo').fill('Sige na nga.')
    await page.getByRole('button', { name: 'Bitawan mo na' }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessibleEverywhere(page)
    expect(errors).toEqual([])
  })
})
