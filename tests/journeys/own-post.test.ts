import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, phone, type Site, startSite, type Visitor } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
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

async function write(person: Person, content: string, mood = 'Calm'): Promise<string> {
  const id = crypto.randomUUID()
  await person.client.from('public_posts').insert({ id, mood, content }).throwOnError()
  return id
}

const stored = async (id: string) =>
  (await jun.client.from('wall_posts').select('mood, content, content_warning').eq('id', id)).data

async function arrive(person: Person, path: string): Promise<Visitor> {
  const visitor = await site.visitor(phone)
  await enter(visitor, person, path)
  return visitor
}

const cardOf = (page: Page, id: string) => page.locator(`[data-post="${id}"]`)

async function choose(card: Locator, item: string) {
  await card.getByRole('button', { name: /^Iba pa sa post ni/ }).click()
  await card.page().getByRole('menuitem', { name: item }).click()
}

describe("one's own post", () => {
  it('an edited post changes on the wall, a toast says so, and the focus returns to the menu', async () => {
    const id = await write(mina, 'Unang sulat.')
    const { page, errors } = await arrive(mina, '/wall/kalma')
    const card = cardOf(page, id)
    await choose(card, 'I-edit')
    const dialog = page.getByRole('dialog', { name: 'I-edit ang post' })
    const box = dialog.getByRole('textbox', { name: 'Ang nararamdaman mo' })
    expect(await box.inputValue()).toBe('Unang sulat.')
    expect(await box.evaluate((one) => one === document.activeElement)).toBe(true)
    await expectAccessible(page)

    const save = dialog.getByRole('button', { name: 'I-save' })
    await box.fill('  \n ')
    expect(await save.isDisabled()).toBe(true)
    await box.fill('🌧'.repeat(5001))
    expect(await save.isDisabled()).toBe(true)
    await dialog.getByText('5001/5000').waitFor()
    await box.fill('  Pangalawang <b>sulat</b>.  ')
    await save.click()
    await told(page, 'Updated successfully! ✨')
    await dialog.waitFor({ state: 'detached' })
    await card.getByText('Pangalawang <b>sulat</b>.').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Iba pa sa post ni Tahimik Mina')
    expect(await stored(id)).toEqual([
      { mood: 'Calm', content: 'Pangalawang <b>sulat</b>.', content_warning: null },
    ])
    expect(errors).toEqual([])
  })

  it('a post with a changed mood moves to the other wall, and its old place says where it is', async () => {
    const id = await write(mina, 'Akala ko kalmado ako.')
    const { page, errors } = await arrive(mina, '/wall/kalma')
    await choose(cardOf(page, id), 'I-edit')
    const dialog = page.getByRole('dialog', { name: 'I-edit ang post' })
    await dialog.getByRole('radio', { name: 'Galit' }).check()
    await dialog.getByRole('combobox', { name: 'Babala' }).selectOption('karahasan')
    await dialog.getByRole('button', { name: 'I-save' }).click()
    await told(page, 'Updated successfully! ✨')
    await cardOf(page, id).waitFor({ state: 'detached' })
    expect(await stored(id)).toEqual([
      { mood: 'Anger', content: 'Akala ko kalmado ako.', content_warning: 'violence' },
    ])
    await page.getByText('Lumipat na ang post mo sa Pader ng Galit.').waitFor()
    await page.waitForFunction(() => document.activeElement?.closest('[data-post]'))
    await page.getByRole('link', { name: 'Pader ng Galit' }).click()
    await page.getByRole('dialog', { name: 'Post ni Tahimik Mina' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Pader ng Galit', includeHidden: true }).waitFor()
    expect(errors).toEqual([])
  })

  it('an edit that cannot be stored keeps its words in the box, and says why', async () => {
    const id = await write(mina, 'Hindi pa tapos.')
    const { page } = await arrive(mina, '/wall/kalma')
    await choose(cardOf(page, id), 'I-edit')
    const dialog = page.getByRole('dialog', { name: 'I-edit ang post' })
    const box = dialog.getByRole('textbox', { name: 'Ang nararamdaman mo' })
    await box.fill('Tapos na.')

    // An old version of the app may send a mood that the database does not know.
    await page.route('**/rest/v1/public_posts*', async (route) => {
      const change = route.request().postDataJSON() as object
      await route.continue({ postData: JSON.stringify({ ...change, mood: 'Bagyo' }) })
    })
    await dialog.getByRole('button', { name: 'I-save' }).click()
    await dialog.getByRole('alert').getByText('Invalid mood', { exact: true }).waitFor()
    await page.unroute('**/rest/v1/public_posts*')

    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'I-save' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/Mukhang walang internet/)
      .waitFor()
    await page.context().setOffline(false)

    // Mina deletes the post on another phone.
    await mina.client.from('public_posts').delete().eq('id', id).throwOnError()
    await dialog.getByRole('button', { name: 'I-save' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/Nabura na pala ang post na ’to/)
      .waitFor()
    expect(await box.inputValue()).toBe('Tapos na.')
  })

  it('an unsaved edit is there when its box opens again, until its writer discards it', async () => {
    const id = await write(mina, 'Gaya ng dati.')
    const { page, errors } = await arrive(mina, '/wall/kalma')
    const box = page.getByRole('textbox', { name: 'Ang nararamdaman mo' })
    const reopened = async () => {
      await box.waitFor({ state: 'detached' })
      await choose(cardOf(page, id), 'I-edit')
      return box.inputValue()
    }
    await choose(cardOf(page, id), 'I-edit')
    await box.fill('Nasa kalahati na ako nang')
    await page.keyboard.press('Escape')
    expect(await reopened()).toBe('Nasa kalahati na ako nang')
    await page.getByRole('button', { name: 'Huwag na' }).click()
    expect(await reopened()).toBe('Gaya ng dati.')
    expect(errors).toEqual([])
  })

  it('a post is deleted after a confirmation, is gone at once, and the focus is on the next post', async () => {
    const next = await write(mina, 'Maiiwan ito.')
    const id = await write(mina, 'Aalis ito.')
    const { page, errors } = await arrive(mina, '/wall/kalma')
    const dialog = page.getByRole('dialog', { name: 'Burahin ang post na ’to?' })
    await choose(cardOf(page, id), 'Burahin')
    await dialog.getByText('Aalis ito.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Huwag na' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await stored(id)).toHaveLength(1)

    await choose(cardOf(page, id), 'Burahin')
    await dialog.getByRole('button', { name: 'Burahin' }).click()
    await told(page, 'Deleted successfully 🧼')
    await cardOf(page, id).waitFor({ state: 'detached' })
    expect(await page.getByText('Binura').count()).toBe(0)
    expect(await stored(id)).toEqual([])
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest('[data-post]')?.getAttribute('data-post')),
      )
      .toBe(next)
    expect(errors).toEqual([])
  })

  it('a deleted post is not announced as a new one', async () => {
    const id = await write(mina, 'Sandali lang ito.')
    const visitor = await site.visitor(phone)
    const { page } = visitor
    const known = page.waitForResponse((response) => response.url().includes('/wall_posts?select=id%2Cseq'))
    await enter(visitor, mina, '/wall/kalma')
    await known
    await choose(cardOf(page, id), 'Burahin')
    await page.getByRole('dialog').getByRole('button', { name: 'Burahin' }).click()
    await cardOf(page, id).waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: /bagong post/ }).count()).toBe(0)
  })

  it('a post is deleted from its full view, which closes', async () => {
    const id = await write(mina, 'Binuksan para burahin.')
    const { page, errors } = await arrive(mina, `/wall/kalma?post=${id}`)
    const whole = page.getByRole('dialog', { name: 'Post ni Tahimik Mina' })
    await whole.getByRole('button', { name: /^Iba pa sa post ni/ }).click()
    await page.getByRole('menuitem', { name: 'Burahin' }).click()
    await page
      .getByRole('dialog', { name: 'Burahin ang post na ’to?' })
      .getByRole('button', { name: 'Burahin' })
      .click()
    await whole.waitFor({ state: 'detached' })
    await page.waitForFunction(() => location.search === '')
    await cardOf(page, id).waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })

  it("the menu of another person's post shows the reader's actions, and none of its writer's", async () => {
    const named = await write(mina, 'May pangalan.')
    const nameless = crypto.randomUUID()
    await mina.client
      .from('public_posts')
      .insert({
        id: nameless,
        mood: 'Calm',
        content: 'Walang pangalan.',
        anonymous: true,
        user_id: null,
        codename: 'Anonymous',
      })
      .throwOnError()
    const { page, errors } = await arrive(jun, '/wall/kalma')
    const items = async (id: string) => {
      await cardOf(page, id)
        .getByRole('button', { name: /^Iba pa sa post ni/ })
        .click()
      await page.getByRole('menu').waitFor()
      const words = await page.getByRole('menuitem').allTextContents()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      return words
    }
    expect(await items(named)).toEqual([
      'I-report',
      ...['I-message', 'I-mute', 'I-block'].map((way) => `${way} si Tahimik Mina`),
    ])
    expect(await items(nameless)).toEqual(['I-report', 'Itago ang post na ’to'])

    await choose(cardOf(page, nameless), 'Itago ang post na ’to')
    await page.getByText('Itinago mo ang post na ’to.').waitFor()
    await page.waitForFunction(() => document.activeElement?.closest('[data-trace]'))
    expect((await jun.client.from('wall_posts').select('id').eq('id', nameless)).data).toEqual([])
    await page.getByRole('button', { name: 'Ibalik' }).click()
    await cardOf(page, nameless).waitFor()
    expect((await jun.client.from('wall_posts').select('id').eq('id', nameless)).data).toHaveLength(1)
    expect(errors).toEqual([])
  })
})

describe('the menu of a post', () => {
  it('the menu of a post works by keyboard and stays on the screen', async () => {
    const id = await write(mina, 'Para sa menu.')
    const { page } = await arrive(jun, '/wall/kalma')
    const button = cardOf(page, id).getByRole('button', { name: /^Iba pa sa post ni/ })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.waitForFunction(() => document.activeElement?.textContent === 'I-report')
    await expectAccessible(page)
    await page.keyboard.press('ArrowUp')
    expect(await focused()).toBe('I-block si Tahimik Mina')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('I-message si Tahimik Mina')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('I-mute si Tahimik Mina')
    await page.keyboard.press('End')
    expect(await focused()).toBe('I-block si Tahimik Mina')
    await page.keyboard.press('Home')
    expect(await focused()).toBe('I-report')
    const box = await page.getByRole('menu').boundingBox()
    expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 360 && box.y + box.height <= 800).toBe(
      true,
    )
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)
  })
})

describe("somebody else's post on the screen", () => {
  it('a post on the screen changes as its writer edits it, and becomes a note of the same size when it is deleted', async () => {
    const below = await write(mina, 'Nasa ibaba ito at hindi gagalaw.')
    const id = await write(mina, 'Binabasa na ito ni Jun.')
    const visitor = await site.visitor(phone)
    const { page, errors } = visitor
    // After the subscription the post is fetched again. Wait for that.
    const followed = page.waitForResponse(
      (response) => response.url().includes('reaction_counts') && response.url().includes(id),
    )
    await enter(visitor, jun, '/wall/kalma')
    const card = cardOf(page, id)
    await card.waitFor()
    await followed
    await page.evaluate(async () => void (await document.fonts.ready))
    await mina.client
      .from('public_posts')
      .update({ content: 'Binago habang binabasa.' })
      .eq('id', id)
      .throwOnError()
    await card.getByText('Binago habang binabasa.').waitFor()

    const top = async () => (await cardOf(page, below).boundingBox())?.y
    const before = await top()
    await mina.client.from('public_posts').delete().eq('id', id).throwOnError()
    await page.getByText('Binura na ito ng sumulat.').waitFor()
    expect(await card.count()).toBe(0)
    expect(await top()).toBe(before)
    expect(await page.getByText('Binago habang binabasa.').count()).toBe(0)
    await expectAccessible(page)

    await page.goto('/wall/kalma')
    await cardOf(page, below).waitFor()
    expect(await page.getByText('Binura na ito ng sumulat.').count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('a deleted post says in its full view that it is gone', async () => {
    const id = await write(mina, 'Nakabukas nang buo.')
    const { page, errors } = await arrive(jun, `/wall/kalma?post=${id}`)
    const whole = page.getByRole('dialog')
    await whole.getByText('Nakabukas nang buo.').waitFor()
    await mina.client.from('public_posts').delete().eq('id', id).throwOnError()
    await whole.getByText('Wala na rito ang post na ’to.').waitFor()
    expect(errors).toEqual([])
  })
})
