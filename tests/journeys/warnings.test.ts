import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, phone, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'

let site: Site
let mina: Person
let jun: Person

const heavy = 'Ito ang mga salitang hindi dapat bumungad.'

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
})
afterAll(() => site.stop())

async function write(
  person: Person,
  content: string,
  content_warning: string | null = null,
): Promise<string> {
  const id = crypto.randomUUID()
  await person.client
    .from('public_posts')
    .insert({ id, mood: 'Calm', content, content_warning })
    .throwOnError()
  return id
}

const cardOf = (page: Page, id: string) => page.locator(`[data-post="${id}"]`)
/** The words are nowhere in the document, not even hidden. */
const isWritten = (page: Page, words: string) =>
  page.evaluate((text) => document.documentElement.outerHTML.includes(text), words)

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('a post with a warning on %s', (_, viewport) => {
  it('a post with a warning is folded until its reader opens it, on the wall and in full', async () => {
    const id = await write(mina, heavy, 'self_harm')
    const visitor = await site.visitor(viewport)
    const { page } = visitor
    await enter(visitor, jun, '/wall/kalma')
    const card = cardOf(page, id)
    await card.getByText('Babala: pananakit sa sarili').waitFor()
    expect(await isWritten(page, heavy)).toBe(false)
    await expectAccessible(page)

    await card.getByRole('link', { name: /^Buksan/ }).click()
    const whole = page.getByRole('dialog', { name: 'Post ni Tahimik Mina' })
    await whole.getByText('Babala: pananakit sa sarili').waitFor()
    expect(await isWritten(page, heavy)).toBe(false)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await whole.waitFor({ state: 'detached' })

    await card.getByRole('button', { name: 'Ipakita' }).focus()
    await page.keyboard.press('Enter')
    await card.getByText(heavy).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(heavy)
    await card.getByRole('link', { name: /^Buksan/ }).click()
    // A reader who unfolded the post is not asked again.
    await whole.getByText(heavy).waitFor()

    await page.reload()
    await whole.getByText('Babala: pananakit sa sarili').waitFor()
    await whole.getByRole('button', { name: 'Ipakita' }).click()
    await whole.getByText(heavy).waitFor()
    expect(visitor.errors).toEqual([])
  })

  it('a warning is set while a post is written', async () => {
    const visitor = await site.visitor(viewport)
    const { page } = visitor
    await enter(visitor, mina, '/write')
    await page
      .getByRole('textbox', { name: 'Ang nararamdaman mo' })
      .fill(`Pinost na may babala, ${viewport.width}.`)
    await page.getByRole('button', { name: 'Bitawan mo na' }).click()
    const dialog = page.getByRole('dialog')
    const warning = dialog.getByRole('combobox', { name: 'Babala' })
    expect(await warning.inputValue()).toBe('')
    await warning.selectOption('pagkawala ng mahal sa buhay')
    await expectAccessible(page)
    expect(
      await dialog.evaluate((one) => [
        one.scrollWidth - one.clientWidth,
        document.documentElement.scrollWidth - innerWidth,
      ]),
    ).toEqual([0, expect.toSatisfy((beyond: number) => beyond <= 0)])
    await dialog.getByRole('button', { name: /^I-share sa/ }).click()
    await page.waitForURL('**/wall/kalma')
    const card = page.getByRole('article').first()
    // The writer sees the warning and the words of their own post.
    await card.getByText('Babala: pagkawala ng mahal sa buhay').waitFor()
    await card.getByText(`Pinost na may babala, ${viewport.width}.`).waitFor()
    expect(await card.getByRole('button', { name: 'Ipakita' }).count()).toBe(0)
    // The next post has no warning until its writer chooses one.
    await page.goto('/write')
    await page.getByRole('textbox', { name: 'Ang nararamdaman mo' }).fill('Walang babala.')
    await page.getByRole('button', { name: 'Bitawan mo na' }).click()
    expect(await warning.inputValue()).toBe('')
    expect(visitor.errors).toEqual([])
  })
})

describe('a word that a reader wants to avoid', () => {
  it("an avoided word folds other people's posts that hold it, and never the reader's own", async () => {
    const theirs = await write(mina, 'Namatay ang AHAS sa bakuran.')
    const both = await write(mina, 'May ahas na naman.', 'violence')
    const own = await write(jun, 'Ako mismo ang nagsulat ng ahas.')
    const visitor = await site.visitor()
    const { page } = visitor
    await page.goto('/about')
    await page.evaluate((key) => localStorage.setItem(key, '["ahas"]'), `emote-word-filters:${jun.id}`)
    await enter(visitor, jun, '/wall/kalma')
    await cardOf(page, theirs).getByText('May salitang iniiwasan mo: ahas').waitFor()
    await cardOf(page, both).getByText('Babala: karahasan · May salitang iniiwasan mo: ahas').waitFor()
    await cardOf(page, own).getByText('Ako mismo ang nagsulat ng ahas.').waitFor()
    expect(await isWritten(page, 'AHAS sa bakuran')).toBe(false)
    await cardOf(page, theirs).getByRole('button', { name: 'Ipakita' }).click()
    await cardOf(page, theirs).getByText('Namatay ang AHAS sa bakuran.').waitFor()
    expect(visitor.errors).toEqual([])
  })
})
