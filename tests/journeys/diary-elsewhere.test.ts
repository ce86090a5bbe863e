import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { createLock } from '../../src/web/domain/diary/keys.ts'
import { type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp, welcome } from '../support/cast.ts'
import { edit, field, keep, kept, rowsOf } from '../support/diary.ts'
import { recordTraffic, told } from '../support/page.ts'

let site: Site
let mina: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
})
afterAll(() => site.stop())

const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

describe('the diary', () => {
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
    // The dialog was closed twice by accident. The words are still there.
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
  })

  it("an edit whose answer was lost is saved again, and does not count as another device's change", async () => {
    const { page, person } = await welcome(site, 'Tina', '/about')
    await keep(person, 'Gitna.')
    await page.goto('/diary')
    await edit(page, 'Gitna.')
    await page.route('**/rest/v1/diary_posts*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await field(page).fill('Gitna, nawala ang sagot.')
    await page.getByRole('button', { name: 'I-save' }).click()
    await page.getByRole('alert').filter({ hasText: 'mahina ang signal mo' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'I-save' }).click()
    await told(page, 'Updated successfully! ✨')
    expect((await kept(person)).map(({ content }) => content)).toEqual(['Gitna, nawala ang sagot.'])
  })

  it('an edit in a diary that was locked elsewhere meanwhile is sent sealed', async () => {
    const { page, person } = await welcome(site, 'Gina', '/about')
    await keep(person, 'Gitna.')
    await page.goto('/diary')
    await edit(page, 'Gitna.')
    const { lock } = await createLock('tatlong pusa sa bubong')
    const { ending: _ending, ...row } = lock
    await person.client.from('diary_locks').insert(row).throwOnError()
    const sent = recordTraffic(page)
    await field(page).fill('Gitna, naka-lock na.')
    await page.getByRole('button', { name: 'I-save' }).click()
    await expect.poll(async () => (await kept(person)).map(({ content }) => content)).toEqual([''])
    // The server runs in this process and may have the change before the browser reports its request.
    await expect.poll(() => sent.join('\n')).toContain(lock.id)
    expect(sent.join('\n')).not.toContain('naka-lock na')
  })

  it('the diary keeps its layout with huge entries', async () => {
    const visitor = await welcome(site, 'Nilo', '/about')
    const { page, person } = visitor
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
  })

  it('the diary opens offline and without storage, and shows waiting entries in their place', async () => {
    const { page, person, context } = await welcome(site, 'Nilda', '/about')
    await keep(person, 'kumusta', 'Huli.')
    await page.clock.install()
    await page.goto('/diary')
    await page.locator('[aria-busy="false"] [data-entry]').first().waitFor()
    await page.route('**/rest/v1/diary_{heads,posts}*', (route) => route.abort('internetdisconnected'))
    await page.reload()
    await page.getByText('kumusta').waitFor()

    // An entry that is written now waits, and the diary shows it in its place.
    await page.getByRole('link', { name: 'Magsulat' }).first().click()
    await field(page).fill('Isinulat sa bundok.')
    await page.getByRole('button', { name: 'Bitawan mo na' }).click()
    await page.getByRole('button', { name: 'Itago sa diary' }).click()
    await told(page, 'Naghihintay ng signal.')
    await page.getByRole('link', { name: 'Diary' }).click()
    const first = rowsOf(page).first()
    await first.getByText('Nasa phone pa lang, naghihintay ng signal').waitFor()
    // The client asks four times first.
    const isCopy = page.getByText('Ang nakikita mo ay ang kopya sa phone na ’to.')
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000)
        return isCopy.isVisible()
      })
      .toBe(true)
    await first.click()
    await page.getByRole('dialog').getByText('Isinulat sa bundok.').waitFor()
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
})
