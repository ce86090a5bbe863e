import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, phone, startSite, type Site } from '../support/browser.ts'
import { signUp, type Person } from '../support/cast.ts'
import { enter } from '../support/enter.ts'

let site: Site
let mina: Person
let jun: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
})
afterAll(() => site.stop())

const long = `Unang linya.\nIkalawang linya na lihim.\nIkatlong linya na hindi dapat makita sa listahan.`

async function keep(person: Person, ...texts: string[]): Promise<void> {
  await person.client.from('diary_posts').delete().eq('user_id', person.id).throwOnError()
  // One request each: rows of one statement share their moment, and this is about their order.
  for (const content of texts)
    await person.client.from('diary_posts').insert({ mood: 'Sadness', content }).throwOnError()
}

const kept = async (person: Person) => {
  const { data } = await person.client
    .from('diary_posts')
    .select('content')
    .order('created_at', { ascending: false })
    .throwOnError()
  return data.map(({ content }) => content as string)
}

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('the diary on %s', (_, viewport) => {
  it('lists entries newest first, opens one whole, and deletes it after a second thought', async () => {
    await keep(mina, 'Luma.', long)
    const visitor = await site.visitor(viewport)
    const { page } = visitor
    await enter(visitor, mina, '/diary')
    const rows = page.locator('main ol').getByRole('button')
    await rows.first().waitFor()
    expect(await rows.allTextContents()).toEqual([
      expect.stringContaining('Unang linya.\nIkalawang linya na lihim.…'),
      expect.stringContaining('Luma.'),
    ])
    await expectAccessible(page)

    await rows.first().focus()
    await page.keyboard.press('Enter')
    const whole = page.getByRole('dialog')
    await whole.getByText('Ikatlong linya').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.goBack()
    await whole.waitFor({ state: 'detached' })
    expect(await rows.first().evaluate((row) => row === document.activeElement)).toBe(true)

    await rows.first().click()
    await whole.getByRole('button', { name: 'Burahin' }).click()
    const question = page.getByRole('dialog', { name: 'Burahin ang entry na ’to?' })
    await question.getByRole('button', { name: 'Huwag na' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await kept(mina)).toHaveLength(2)
    await whole.getByRole('button', { name: 'Burahin' }).click()
    await question.getByRole('button', { name: 'Burahin' }).click()
    await page.getByText('Deleted successfully 🧼').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await rows.count()).toBe(1)
    expect(await kept(mina)).toEqual(['Luma.'])
    expect(visitor.errors).toEqual([])
    await visitor.context.close()
  })
})

describe('the diary', () => {
  it('puts an entry back in its place when it could not be deleted', async () => {
    await keep(mina, 'Una.', 'Gitna.', 'Huli.')
    const visitor = await site.visitor()
    const { page } = visitor
    await page.route('**/rest/v1/diary_posts*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({
            status: 400,
            json: { code: '57014', message: 'Not today', details: null, hint: null },
          })
        : route.continue(),
    )
    await enter(visitor, mina, '/diary')
    await page.getByText('Gitna.').click()
    await page.getByRole('button', { name: 'Burahin' }).click()
    await page
      .getByRole('dialog', { name: 'Burahin ang entry' })
      .getByRole('button', { name: 'Burahin' })
      .click()
    await page.getByText('Not today').waitFor()
    const rows = page.locator('main ol').getByRole('button')
    expect((await rows.allTextContents()).map((text) => /(Una|Gitna|Huli)\./.exec(text)?.[1])).toEqual([
      'Huli',
      'Gitna',
      'Una',
    ])
    await visitor.context.close()
  })

  it('is read to its end by scrolling, each entry once', async () => {
    await keep(mina, ...Array.from({ length: 45 }, (_, number) => `Araw ${number + 1}.`))
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, mina, '/diary')
    const rows = page.locator('main ol').getByRole('button')
    for (const count of [20, 40, 45]) {
      await page.waitForFunction(
        (wanted) => document.querySelectorAll('main ol button').length >= wanted,
        count,
      )
      await rows.last().scrollIntoViewIfNeeded()
    }
    const days = (await rows.allTextContents()).map((text) => Number(/Araw (\d+)\./.exec(text)?.[1]))
    expect(days).toEqual(Array.from({ length: 45 }, (_, at) => 45 - at))
    expect(visitor.errors).toEqual([])
    await visitor.context.close()
  })

  it('shows nothing of the first person to the second on the same device', async () => {
    await keep(mina, 'Lihim ni Mina.')
    await keep(jun)
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, mina, '/diary')
    await page.getByText('Lihim ni Mina.').waitFor()
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL('**/login*')

    await page.evaluate(() => Object.assign(globalThis, { sawMina: false }))
    await page.addInitScript(() => {
      Object.assign(globalThis, { sawMina: false })
      new MutationObserver(() => {
        if (document.body?.textContent?.includes('Lihim ni Mina'))
          Object.assign(globalThis, { sawMina: true })
      }).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await page.goto('/diary')
    await page.waitForURL('**/signup*')
    await enter(visitor, jun, '/diary')
    await page.getByRole('heading', { name: 'Blangko pa ang unang pahina' }).waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => (globalThis as unknown as { sawMina: boolean }).sawMina)).toBe(false)
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(stored).not.toContain('Lihim ni Mina')
    expect(visitor.errors).toEqual([])
    await visitor.context.close()
  })
})
