import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, phone, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp, welcome } from '../support/cast.ts'
import { ago, edit, field, keep, kept, rowsOf } from '../support/diary.ts'
import { recordTraffic, told } from '../support/page.ts'

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

const isOnTop = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** Inserts and replaces a refinement in the open edit, then closes the edit without a question. */
async function refineTwice(page: Page): Promise<void> {
  const refine = page.getByRole('dialog', { name: 'AI Refine' })
  const editing = page.getByRole('dialog', { name: 'I-edit ang entry' })
  const save = editing.getByRole('button', { name: 'I-save' })
  await page.keyboard.press('Control+r')
  for (const end of ['Insert', 'Replace']) {
    await page.getByRole('radio', { name: 'Gawing listahan' }).check()
    await refine.getByRole('button', { name: 'Refine', exact: true }).click()
    await refine.getByRole('button', { name: end }).click()
    await page.clock.runFor(1_500)
    await refine.waitFor({ state: 'detached' })
    // The edit is the top dialog again, and its field has the focus.
    await expect.poll(() => save.evaluate(isOnTop)).toBe(true)
    await expect.poll(() => field(page).evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+r')
    await refine.waitFor()
  }
  await page.keyboard.press('Escape')
  await refine.waitFor({ state: 'detached' })
  await save.click({ trial: true })
  await page.keyboard.press('Escape')
  await editing.waitFor({ state: 'detached' })
}

async function expectRows(page: Page, ...words: RegExp[]): Promise<void> {
  await expect
    .poll(() => rowsOf(page).allTextContents())
    .toEqual(words.map((word) => expect.stringMatching(word)))
}

/** Tries each filter by date on entries of now, six days ago, ten days ago, and one in `year`. */
async function searchDates(page: Page, year: number): Promise<void> {
  await page.getByRole('button', { name: 'Petsa' }).click()
  await page.getByLabel('Ngayong araw').check()
  await expectRows(page, /Kanina/)
  await page.getByLabel('Nakaraang 7 araw').check()
  await expectRows(page, /Kanina/, /Anim/)
  await page.getByLabel('Nakaraang buwan').check()
  await expectRows(page, /Kanina/, /Anim/, /Sampung/)
  await page.getByLabel('Pumili ng petsa').check()
  await page.getByLabel('Mula', { exact: true }).fill(`${year}-12-31`)
  await page.getByLabel('Hanggang').fill(`${year}-01-01`)
  await page.getByText('Dapat mas maaga ang “Mula” kaysa sa “Hanggang”.').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Mula', { exact: true }).fill(`${year}-01-01`)
  await page.getByLabel('Hanggang').fill(`${year}-12-31`)
  await expectRows(page, /Noong/)
}

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('the diary on %s', (_, viewport) => {
  it('the diary lists entries newest first, and one is read, edited, and deleted after a confirmation', async () => {
    await keep(mina, 'Luma.', long)
    const visitor = await site.visitor(viewport)
    const { page } = visitor
    await page.clock.install()
    await enter(visitor, mina, '/diary')
    const rows = rowsOf(page)
    await expect
      .poll(() => rows.allTextContents())
      .toEqual([
        expect.stringContaining('Unang linya.\nIkalawang linya na lihim…'),
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
    await expect.poll(() => rows.first().evaluate((row) => row === document.activeElement)).toBe(true)

    await edit(page, 'Luma.')
    await page.evaluate(() => Reflect.set(globalThis, 'isHere', true))
    await page.getByLabel('Masaya').check()
    await field(page).fill('Luma, pero iba na.')
    await expectAccessible(page)
    await refineTwice(page)
    await page.getByRole('button', { name: 'I-edit' }).click()
    await field(page).fill('Luma, pero iba na.')
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isHere'))).toBe(true)
    await page.getByRole('button', { name: 'I-save' }).click()
    await told(page, 'Updated successfully! ✨')
    await page.getByRole('dialog').getByText('Luma, pero iba na.').waitFor()
    await page.goBack()
    await expect.poll(() => rows.nth(1).textContent()).toMatch(/Masaya.*Luma, pero iba na\./)
    expect((await kept(mina))[1]).toEqual({ content: 'Luma, pero iba na.', mood: 'Joy' })

    await rows.first().click()
    await whole.getByRole('button', { name: 'Burahin' }).click()
    const question = page.getByRole('dialog', { name: 'Burahin ang entry na ’to?' })
    await question.getByRole('button', { name: 'Huwag na' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await kept(mina)).toHaveLength(2)
    await whole.getByRole('button', { name: 'Burahin' }).click()
    await question.getByRole('button', { name: 'Burahin' }).click()
    await told(page, 'Deleted successfully 🧼')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => rows.count()).toBe(1)
    expect(await kept(mina)).toHaveLength(1)
    expect(visitor.errors).toEqual([])
  })
})

describe('the diary', () => {
  it('the diary searches words, moods and dates on the device alone, and hides its previews on request', async () => {
    const { page, person, errors } = await welcome(site, 'Liza', '/about')
    // An entry in a year of its own, also in January and at the end of a leap year.
    const longAgo = new Date(ago(400 * 24))
    await keep(
      person,
      { content: 'Noong isang taon, señorita', created_at: longAgo.toISOString() },
      { content: 'Sampung araw na', created_at: ago(240), mood: 'Anger' },
      { content: 'Anim na araw pa lang', created_at: ago(144), mood: 'Joy' },
      { content: 'Kanina 💛', mood: 'Calm' },
    )
    await page.goto('/diary')
    const rows = rowsOf(page)
    const expectFound = (...words: RegExp[]) => expectRows(page, ...words)
    await rows.first().waitFor()
    await expectFound(/Kanina/, /Anim/, /Sampung/, /Noong/)
    await page.locator('[aria-busy="false"] [data-entry]').first().waitFor()
    const asked = recordTraffic(page)
    const box = page.getByLabel('Hanapin sa diary')
    await box.fill('SENORITA')
    await expectFound(/Noong/)
    await box.fill('galit')
    await expectFound(/Sampung/)
    await box.fill('💛')
    await expectFound(/Kanina/)
    await box.fill('wala talaga')
    await page.getByRole('heading', { name: 'Wala rito ang hinahanap mo' }).waitFor()
    // No floating control covers the button.
    const all = page.getByRole('button', { name: 'Ipakita lahat' })
    await expect.poll(() => all.evaluate(isOnTop)).toBe(true)
    await all.click()
    await searchDates(page, longAgo.getFullYear())
    // Idle-time requests may come late, but none concerns the diary.
    expect(asked.filter((one) => /\/rest\/v1\/diary|senorita|galit|wala talaga/i.test(one))).toEqual([])
    expect(page.url()).toBe(`${site.origin}/diary`)

    await page.getByRole('button', { name: 'Iba pa sa diary' }).click()
    await page.getByRole('menuitem', { name: 'Itago ang mga preview' }).click()
    await expectFound(/Nakatago/)
    await page.reload()
    await expectFound(...Array.from({ length: 4 }, () => /Nakatago/))
    expect(await page.locator('main').textContent()).not.toMatch(/Kanina|Noong/)
    expect(errors).toEqual([])
  })

  it('the diary scrolls to its end with each entry once, also after a page that failed', async () => {
    const { page, person, errors } = await welcome(site, 'Bea', '/about')
    const count = 620
    await keep(
      person,
      ...Array.from({ length: count }, (_, number) => ({
        content: `Araw ${number + 1}.`,
        created_at: ago((count - number) * 7),
      })),
    )
    let requests = 0
    await page.route('**/rest/v1/diary_posts*', (route) =>
      ++requests === 3
        ? route.fulfill({
            status: 400,
            json: { code: '57014', message: 'Not today', details: null, hint: null },
          })
        : route.continue(),
    )
    await page.goto('/diary')
    await page.getByText('Araw 620.').waitFor()
    // By keyboard: the jump to the end draws rows above the button, which can move between the two halves of a click.
    await page.getByRole('button', { name: 'Subukan ulit' }).press('Enter')
    await page.locator('[aria-busy="false"] [data-entry]').first().waitFor()
    // Five requests: 20 entries, 500, none, the rest, and those that were written meanwhile.
    await expect.poll(() => requests).toBeGreaterThanOrEqual(5)
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByText('Araw 620.').waitFor()
    const seen = new Set<string>()
    const numbers = () =>
      rowsOf(page).evaluateAll((all) =>
        all.map((row) => /Araw (\d+)\./.exec(row.textContent ?? '')?.[1] ?? ''),
      )
    while (!seen.has('1')) {
      const drawn = await numbers()
      for (const number of drawn) seen.add(number)
      expect(drawn.length).toBeLessThan(200)
      if (seen.has('1')) break
      // Scrolls to the last drawn entry, so that the list draws more below it.
      await rowsOf(page)
        .last()
        .evaluate((row) => row.scrollIntoView())
      await expect.poll(async () => (await numbers()).at(-1)).not.toBe(drawn.at(-1))
    }
    expect([...seen].toSorted((a, b) => Number(b) - Number(a))).toEqual(
      Array.from({ length: count }, (_, at) => String(count - at)),
    )
    expect(errors.filter((error) => !/status of 400/.test(error))).toEqual([])
  })

  it('the diary shows nothing of the first person to the second on the same device', async () => {
    await keep(mina, 'Lihim ni Mina.')
    await keep(jun)
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, mina, '/diary')
    await page.getByText('Lihim ni Mina.').first().waitFor()
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
    // Requests that were under way at the log-out get 401.
    expect(visitor.errors.filter((error) => !error.includes('status of 401'))).toEqual([])
  })
})
