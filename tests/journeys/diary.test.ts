import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { desk, expectAccessible, phone, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp, welcome } from '../support/cast.ts'
import { createLock } from '../../src/web/domain/diary/keys.ts'
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
const hour = 3_600_000

type Writing = { content: string; mood?: string; created_at?: string }
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

/** The diary of this person becomes this, the newest last. */
async function keep({ id, client }: Person, ...entries: (string | Writing)[]): Promise<void> {
  await client.from('diary_posts').delete().eq('user_id', id).throwOnError()
  const rows = entries.map((entry, at) => ({
    mood: 'Sadness',
    template_url: null,
    created_at: new Date(Date.now() - (entries.length - at) * 1_000).toISOString(),
    ...(typeof entry === 'string' ? { content: entry } : entry),
  }))
  if (rows.length > 0) await client.from('diary_posts').insert(rows).throwOnError()
}

const kept = async (person: Person) => {
  const { data } = await person.client
    .from('diary_posts')
    .select('content, mood')
    .order('created_at', { ascending: false })
    .throwOnError()
  return data as { content: string; mood: string }[]
}

const rowsOf = (page: Page) => page.locator('[data-entry]')
const field = (page: Page) => page.getByLabel('Ang nararamdaman mo')
const isOnTop = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))
const edit = async (page: Page, words: string) => {
  await page.getByText(words).first().click()
  await page.getByRole('button', { name: 'I-edit' }).click()
  await field(page).waitFor()
}

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('the diary on %s', (_, viewport) => {
  it('the diary lists entries newest first, and one is read, edited, and deleted after a confirmation', async () => {
    await keep(mina, 'Luma.', long)
    const visitor = await site.visitor(viewport)
    const { page } = visitor
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
    await page.keyboard.press('Control+r')
    const refine = page.getByRole('dialog', { name: 'AI Refine' })
    const editing = page.getByRole('dialog', { name: 'I-edit ang entry' })
    for (const end of ['Insert', 'Replace']) {
      await page.getByRole('radio', { name: 'Gawing listahan' }).check()
      await refine.getByRole('button', { name: 'Refine', exact: true }).click()
      await refine.getByRole('button', { name: end }).click()
      await refine.waitFor({ state: 'detached' })
      // The dialog that was under it is the one on top, and the hand is in its words.
      const save = page.getByRole('button', { name: 'I-save' })
      await expect.poll(() => save.evaluate(isOnTop)).toBe(true)
      await expect.poll(() => field(page).evaluate((box) => box === document.activeElement)).toBe(true)
      await page.keyboard.press('Control+r')
      await refine.waitFor()
    }
    await page.keyboard.press('Escape')
    await refine.waitFor({ state: 'detached' })
    await editing.getByRole('button', { name: 'I-save' }).click({ trial: true })
    await page.keyboard.press('Escape')
    await editing.waitFor({ state: 'detached' })
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
    // In a year of its own, also in January and at the end of a leap year.
    const longAgo = new Date(Date.now() - 400 * 24 * hour)
    await keep(
      person,
      { content: 'Noong isang taon, señorita', created_at: longAgo.toISOString() },
      { content: 'Sampung araw na', created_at: ago(240), mood: 'Anger' },
      { content: 'Anim na araw pa lang', created_at: ago(144), mood: 'Joy' },
      { content: 'Kanina 💛', mood: 'Calm' },
    )
    await page.goto('/diary')
    const rows = rowsOf(page)
    const expectFound = async (...words: RegExp[]) => {
      await expect
        .poll(() => rows.allTextContents())
        .toEqual(words.map((word) => expect.stringMatching(word)))
    }
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
    // Nothing floats over the one way on.
    const all = page.getByRole('button', { name: 'Ipakita lahat' })
    await expect.poll(() => all.evaluate(isOnTop)).toBe(true)
    await all.click()
    await page.getByRole('button', { name: 'Petsa' }).click()
    await page.getByLabel('Ngayong araw').check()
    await expectFound(/Kanina/)
    await page.getByLabel('Nakaraang 7 araw').check()
    await expectFound(/Kanina/, /Anim/)
    await page.getByLabel('Nakaraang buwan').check()
    await expectFound(/Kanina/, /Anim/, /Sampung/)
    await page.getByLabel('Pumili ng petsa').check()
    const year = longAgo.getFullYear()
    await page.getByLabel('Mula', { exact: true }).fill(`${year}-12-31`)
    await page.getByLabel('Hanggang').fill(`${year}-01-01`)
    await page.getByText('Dapat mas maaga ang “Mula” kaysa sa “Hanggang”.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Mula', { exact: true }).fill(`${year}-01-01`)
    await page.getByLabel('Hanggang').fill(`${year}-12-31`)
    await expectFound(/Noong/)
    // What a page asks for while it is idle may come late, but it has nothing to do with the diary.
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

  it("the diary shows the server's reason for a failure, and keeps what was written", async () => {
    await keep(mina, 'Una.', 'Gitna.', 'Huli.')
    const visitor = await site.visitor()
    const { page } = visitor
    const refusal = { code: '57014', message: 'Not today', details: null, hint: null }
    await page.route('**/rest/v1/diary_posts*', (route) =>
      ['DELETE', 'PATCH'].includes(route.request().method())
        ? route.fulfill({ status: 400, json: refusal })
        : route.continue(),
    )
    await enter(visitor, mina, '/diary')
    await page.getByText('Gitna.').click()
    await page.getByRole('button', { name: 'Burahin' }).click()
    const question = page.getByRole('dialog', { name: 'Burahin ang entry' })
    await question.getByRole('button', { name: 'Burahin' }).click()
    await question.getByRole('alert').getByText('Not today').waitFor()
    await question.getByRole('button', { name: 'Huwag na' }).click()

    await page.getByRole('button', { name: 'I-edit' }).click()
    await field(page).fill('Gitna, binago.')
    await page.getByRole('button', { name: 'I-save' }).click()
    await page.getByRole('alert').getByText('Not today').waitFor()
    // Closed by accident, twice: the words are there again.
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'I-edit ang entry' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'I-edit' }).click()
    expect(await field(page).inputValue()).toBe('Gitna, binago.')
    await page.getByRole('button', { name: 'Huwag na' }).click()
    await page
      .getByRole('dialog', { name: 'Itapon ang mga binago mo?' })
      .getByText('Itapon', { exact: true })
      .click()
    await page.getByRole('dialog', { name: 'I-edit ang entry' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'I-edit' }).click()
    expect(await field(page).inputValue()).toBe('Gitna.')
    expect(
      (await rowsOf(page).allTextContents()).map((text) => /(Una|Gitna|Huli)\./.exec(text)?.[1]),
    ).toEqual(['Huli', 'Gitna', 'Una'])
  })

  it('the diary shows what another device changed, also in the middle of an edit', async () => {
    const { page, person, errors } = await welcome(site, 'Rey', '/about')
    await keep(person, 'Una.', 'Gitna.', 'Huli.')
    await page.goto('/diary')
    await edit(page, 'Gitna.')
    await field(page).fill('Gitna, dito.')
    const gitna = () =>
      person.client.from('diary_posts').update({ content: 'Gitna, doon.' }).eq('content', 'Gitna.')
    await gitna().throwOnError()
    await person.client.from('diary_posts').delete().eq('content', 'Una.').throwOnError()
    await page.getByRole('button', { name: 'I-save' }).click()
    await page.getByText('Nabago ang entry na ’to sa ibang device.').waitFor()
    expect(await field(page).inputValue()).toBe('Gitna, dito.')
    await page.getByText('Tingnan ang nasa ibang device').click()
    await page.locator('details').getByText('Gitna, doon.').waitFor()
    await page.getByRole('button', { name: 'I-save' }).click()
    await told(page, 'Updated successfully! ✨')
    expect((await kept(person)).map(({ content }) => content)).toEqual(['Huli.', 'Gitna, dito.'])
    await page.goBack()
    await comeBack(page)
    await page.getByText('Una.').waitFor({ state: 'detached' })

    await edit(page, 'Huli.')
    await field(page).fill('Huli na talaga.')
    await person.client.from('diary_posts').delete().eq('content', 'Huli.').throwOnError()
    await page.getByRole('button', { name: 'I-save' }).click()
    await page.getByText('Nabura na ang entry na ’to sa ibang device.').waitFor()
    expect(await field(page).inputValue()).toBe('Huli na talaga.')
    expect(errors).toEqual([])

    // It arrived, and only its answer got lost: that was nobody else.
    await page.goto('/diary')
    await edit(page, 'Gitna, dito.')
    await page.route('**/rest/v1/diary_posts*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await field(page).fill('Gitna, nawala ang sagot.')
    await page.getByRole('button', { name: 'I-save' }).click()
    await page.getByRole('alert').filter({ hasText: 'walang internet' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'I-save' }).click()
    await told(page, 'Updated successfully! ✨')

    // Locked elsewhere meanwhile: nothing open leaves this device any more.
    await page.getByRole('button', { name: 'I-edit' }).click()
    const { lock } = await createLock('tatlong pusa sa bubong')
    const { ending: _ending, ...row } = lock
    await person.client.from('diary_locks').insert(row).throwOnError()
    const sent = recordTraffic(page)
    await field(page).fill('Gitna, naka-lock na.')
    await page.getByRole('button', { name: 'I-save' }).click()
    await expect.poll(async () => (await kept(person)).map(({ content }) => content)).toEqual([''])
    // The server is in this process: it may have it before the browser says that it was sent.
    await expect.poll(() => sent.join('\n')).toContain(lock.id)
    expect(sent.join('\n')).not.toContain('naka-lock na')
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
    await page.getByRole('button', { name: 'Subukan ulit' }).click()
    await page.locator('[aria-busy="false"] [data-entry]').first().waitFor()
    // Twenty, five hundred, none, the rest, and what came meanwhile.
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
      // The last that is drawn comes into sight, and then others are drawn below it.
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

  it('the diary keeps its layout with huge entries, and opens without a signal and without storage', async () => {
    const visitor = await welcome(site, 'Nilo', '/about')
    const { page, person, context } = visitor
    const giant = 'Napakahaba'.repeat(2_000)
    await keep(person, 'مرحبا 漢字 kumusta Ζαλγο̴̷̸ 👨‍👩‍👧‍👦', giant)
    await page.goto('/diary')
    await rowsOf(page).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const isWide = () =>
      page.evaluate(
        () =>
          document.documentElement.scrollWidth > innerWidth ||
          (document.querySelector('dialog')?.scrollWidth ?? 0) > innerWidth,
      )
    expect(await isWide()).toBe(false)
    await page.getByRole('button', { name: 'I-edit' }).click()
    await page.getByText('20000/20000').waitFor()
    expect(await isWide()).toBe(false)
    await field(page).fill(`${giant}!`)
    expect(await page.getByRole('button', { name: 'I-save' }).isDisabled()).toBe(true)
    await field(page).fill(giant)
    await page.keyboard.press('Escape')
    await page.goBack()
    const entriesOf = '**/rest/v1/diary_{heads,posts}*'
    await page.route(entriesOf, (route) => route.abort('internetdisconnected'))
    await page.reload()
    await page.getByText('kumusta').waitFor()

    // What is written now waits, and is seen waiting in its place.
    await page.getByRole('link', { name: 'Magsulat' }).first().click()
    await field(page).fill('Isinulat sa bundok.')
    await page.getByRole('button', { name: 'Bitawan mo na' }).click()
    await page.getByRole('button', { name: 'Itago sa diary' }).click()
    await told(page, 'Naghihintay ng signal.')
    await page.getByRole('link', { name: 'Diary' }).click()
    const first = rowsOf(page).first()
    await first.getByText('Nasa phone pa lang, naghihintay ng signal').waitFor()
    // The client has asked four times by then.
    await page.getByText('Ang nakikita mo ay ang kopya sa phone na ’to.').waitFor()
    await first.click()
    await dialog.getByText('Isinulat sa bundok.').waitFor()
    expect(await page.getByRole('button', { name: 'I-edit' }).count()).toBe(0)
    await page.goBack()
    await page.unrouteAll({ behavior: 'wait' })
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await first.getByText('Nasa phone pa lang').waitFor({ state: 'detached' })
    await first.getByText('Isinulat sa bundok.').waitFor()
    expect(await kept(person)).toHaveLength(3)

    const blank = await context.newPage()
    await blank.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
    await blank.goto('/diary')
    await blank.getByText('kumusta').waitFor()
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
    // What was still asked for when she logged out is refused.
    expect(visitor.errors.filter((error) => !error.includes('status of 401'))).toEqual([])
  })
})
