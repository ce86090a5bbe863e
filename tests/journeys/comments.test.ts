import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, phone, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import {
  box,
  expectFocus,
  item,
  menuOf,
  openComments,
  panel,
  post,
  row,
  say,
  shown,
  stored,
  toggle,
} from '../support/comments.ts'
import { card } from '../support/wall.ts'

// Promise: a comment arrives at once, stays as its author wrote it, and is never lost in transit.
let site: Site
let mina: Person
let jun: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
})
afterAll(() => site.stop())

describe.each([
  ['a phone', phone],
  ['a desk', desk],
])('comments on %s', (_, viewport) => {
  it('comments are added, edited and deleted, and another person sees each change at once', async () => {
    const { id, text } = await post(mina)
    const watcher = await site.visitor(viewport)
    const theirs = await openComments(watcher, jun, text)
    const actor = await site.visitor(viewport)
    const { page } = actor
    const ours = await openComments(actor, mina, text)

    await box(ours).fill('Kumusta na?')
    await page.keyboard.press('Control+Enter')
    const own = row(ours, 'Kumusta na?')
    await own.getByText("ikaw 'to").waitFor()
    await own.getByText('ang sumulat').waitFor()
    expect(await box(ours).inputValue()).toBe('')
    await expectFocus(box(ours))
    await row(theirs, 'Kumusta na?').getByText('Tahimik Mina').waitFor()
    expect(await row(theirs, 'Kumusta na?').getByText("ikaw 'to").count()).toBe(0)
    await theirs
      .getByRole('status')
      .getByText('Bagong komento ni Tahimik Mina.')
      .waitFor({ state: 'attached' })
    for (const place of [ours, theirs]) await toggle(place).getByText('1', { exact: true }).waitFor()

    await menuOf(own).click()
    await item(page, 'I-edit').click()
    const editor = ours.getByRole('textbox', { name: 'I-edit ang komento mo' })
    await expectFocus(editor)
    await editor.fill('   ')
    await ours.getByRole('button', { name: 'I-save' }).click()
    expect(await stored(site, id)).toEqual(['Kumusta na?'])
    await editor.fill('Kumusta ka na?')
    await ours.getByRole('button', { name: 'I-save' }).click()
    await row(ours, 'Kumusta ka na?').getByText('(edited)').waitFor()
    await row(theirs, 'Kumusta ka na?').getByText('(edited)').waitFor()
    await expectFocus(row(ours, 'Kumusta ka na?'))

    await menuOf(row(ours, 'Kumusta ka na?')).click()
    await item(page, 'Burahin').click()
    const dialog = page.getByRole('dialog', { name: 'Burahin ang komento mo?' })
    await dialog.getByRole('button', { name: 'Huwag na' }).click()
    expect(await stored(site, id)).toEqual(['Kumusta ka na?'])
    await menuOf(row(ours, 'Kumusta ka na?')).click()
    await item(page, 'Burahin').click()
    await dialog.getByRole('button', { name: 'Burahin' }).click()
    for (const place of [ours, theirs]) {
      await place.getByText('Wala pang komento.').waitFor()
      await toggle(place).getByText('Komento', { exact: true }).waitFor()
    }
    await expectFocus(panel(ours))
    expect(await stored(site, id)).toEqual([])
    expect([...actor.errors, ...watcher.errors]).toEqual([])
  })
})

describe('the comment box', () => {
  it('the comment box sends quick taps once, and nothing empty or too long', async () => {
    const { id, text } = await post(jun)
    const visitor = await site.visitor()
    const { page, errors } = visitor
    const place = await openComments(visitor, mina, text)
    const button = place.getByRole('button', { name: 'Ipadala' })
    await box(place).fill(' \n ')
    await button.click({ force: true })
    await box(place).fill('🫂'.repeat(1_001))
    await place.getByText('1001/1000').waitFor()
    await button.click({ force: true })
    await page.keyboard.press('Control+Enter')
    expect(await box(place).inputValue()).toHaveLength(2_002)
    await box(place).fill('🫂'.repeat(1_000))
    await button.dblclick()
    await box(place).press('Control+Enter')
    await row(place, '🫂').getByText('ngayon lang').waitFor()
    await box(place).fill('Dalawa')
    await box(place).press('Enter')
    await box(place).pressSequentially('linya')
    await button.click()
    await row(place, 'linya').getByText('ngayon lang').waitFor()
    expect(await stored(site, id)).toEqual(['🫂'.repeat(1_000), 'Dalawa\nlinya'])
    expect(errors).toEqual([])
  })

  it('the comment box warns the writer of a post without a codename that a comment shows it', async () => {
    const { text } = await post(mina, true)
    const visitor = await site.visitor()
    const place = await openComments(visitor, mina, text)
    await place.getByText('Lalabas ang codename mo sa komento, kahit walang pangalan ang post.').waitFor()
    await box(place).fill('Ako ito.')
    await place.getByRole('button', { name: 'Ipadala' }).click()
    await row(place, 'Ako ito.').getByText('Tahimik Mina').waitFor()
    expect(await row(place, 'Ako ito.').getByText('ang sumulat').count()).toBe(0)
  })
})

describe('the comment panel', () => {
  it('the comment panel keeps its layout whatever people write, and has no accessibility fault', async () => {
    const { id, text } = await post(jun)
    const hostile = [
      'W'.repeat(1_000),
      '👨‍👩‍👧‍👦'.repeat(90),
      'مرحبا بك في هذا الجدار '.repeat(20),
      `a\u200bb\u202ec${'\u0300'.repeat(400)}`,
      'Linya\n'.repeat(40).trim(),
    ]
    for (const words of hostile) await say(jun, id, words)
    await say(mina, id, 'Akin ito.')
    const visitor = await site.visitor()
    const { page, errors } = visitor
    const place = await openComments(visitor, mina, text)
    await row(place, 'Akin ito.').waitFor()
    await expect.poll(() => shown(place).count()).toBe(6)
    await box(place).fill('W'.repeat(5_000))
    await place.getByText('5000/1000').waitFor()
    for (const [size, colorScheme] of [
      [phone, 'light'],
      [phone, 'dark'],
      [desk, 'dark'],
      [desk, 'light'],
    ] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
      const { across, list } = await page.evaluate(() => {
        const ol = document.querySelector('[data-comment]')?.parentElement
        return {
          across: document.documentElement.scrollWidth - innerWidth,
          list: {
            spare: (ol?.scrollWidth ?? 0) - (ol?.clientWidth ?? 0),
            height: ol?.clientHeight ?? 0,
            most: 15 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
          },
        }
      })
      expect(across).toBeLessThanOrEqual(0)
      expect(list.spare).toBe(0)
      expect(list.height).toBeLessThanOrEqual(list.most)
    }
    expect(errors).toEqual([])
  })

  it('the comment panel works by keyboard alone, also in the full view', async () => {
    const { id, text } = await post(jun)
    await say(mina, id, 'Una kong nasabi.')
    const visitor = await site.visitor(desk)
    const { page, errors } = visitor
    await enter(visitor, mina, '/wall/kalma')
    await card(page, text).getByRole('link').click()
    const whole = page.getByRole('dialog', { name: 'Post ni Tahimik Jun' })
    await row(whole, 'Una kong nasabi.').waitFor()
    await expectAccessible(page)
    await whole.getByRole('button', { name: 'Iba pa sa post ni' }).focus()
    await page.keyboard.press('Tab')
    await expectFocus(menuOf(row(whole, 'Una')))
    await page.keyboard.press('Enter')
    await expectFocus(item(page, 'I-edit'))
    await page.keyboard.press('Enter')
    const editor = whole.getByRole('textbox', { name: 'I-edit ang komento mo' })
    await expectFocus(editor)
    await page.keyboard.type(' Iba na.')
    // Escape closes the editor, not the post.
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached' })
    await expectFocus(row(whole, 'Una kong nasabi.'))
    expect(await stored(site, id)).toEqual(['Una kong nasabi.'])

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectFocus(item(page, 'I-edit'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Burahin ang komento mo?' }).waitFor()
    await page.keyboard.press('Escape')
    await expectFocus(menuOf(row(whole, 'Una')))
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ikalawa.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await row(whole, 'Ikalawa.').getByText('ngayon lang').waitFor()
    expect(await stored(site, id)).toEqual(['Una kong nasabi.', 'Ikalawa.'])
    expect(errors).toEqual([])
  })

  it('the menu of a comment reports, mutes and blocks its writer, whose comments then vanish', async () => {
    const { id, text } = await post(mina)
    const ben = await signUp(site.app, 'Ben')
    const ofBen = ['I-message si Tahimik Ben', 'I-mute si Tahimik Ben', 'I-block si Tahimik Ben']
    await say(ben, id, 'Ang babaw mo.')
    await say(jun, id, 'Huwag mo siyang pansinin.')
    const visitor = await site.visitor()
    const { page } = visitor
    const place = await openComments(visitor, mina, text)
    await menuOf(row(place, 'Ang babaw mo.')).click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['I-report', ...ofBen])
    await page.keyboard.press('Escape')
    await row(place, 'Ang babaw mo.').getByRole('button', { name: 'Tahimik Ben: mga puwedeng gawin' }).click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(ofBen)
    const way = await item(page, 'I-message si Tahimik Ben').getAttribute('href')
    expect(way).toBe(`/tambayan?dmUser=${ben.id}&dmCodename=Tahimik%20Ben`)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('I-message si Tahimik Ben')
    await item(page, 'I-mute si Tahimik Ben').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^I-mute/ })
      .click()
    await row(place, 'Ang babaw mo.').waitFor({ state: 'detached' })
    await expect.poll(() => shown(place).count()).toBe(1)
  })
})
