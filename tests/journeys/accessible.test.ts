import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/shared/routes.ts'
import { accessibilityFaults, expectAccessibleEverywhere, type Site, startSite } from '../support/browser.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

// /auth/callback shows a spinner and redirects.
const pages = routes.filter(({ path, access }) => access === 'public' && path !== '/auth/callback')

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

  it.each(pages.map(({ path }) => path))('the public page %s has no accessibility fault', async (path) => {
    const { page, errors } = await site.visitor()
    await page.goto(path)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await expectAccessibleEverywhere(page)
    expect(errors).toEqual([])
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
})
