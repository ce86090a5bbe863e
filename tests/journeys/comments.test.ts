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
  topOf,
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
    await toggle(whole).focus()
    await page.keyboard.press('Enter')
    await row(whole, 'Una kong nasabi.').waitFor()
    await expectAccessible(page)
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
    await say(ben, id, 'Ang babaw mo.')
    await say(jun, id, 'Huwag mo siyang pansinin.')
    const visitor = await site.visitor()
    const { page } = visitor
    const place = await openComments(visitor, mina, text)
    await menuOf(row(place, 'Ang babaw mo.')).click()
    for (const name of ['I-report', 'I-mute si Tahimik Ben', 'I-block si Tahimik Ben'])
      await item(page, name).waitFor()
    await item(page, 'I-mute si Tahimik Ben').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^I-mute/ })
      .click()
    await row(place, 'Ang babaw mo.').waitFor({ state: 'detached' })
    await expect.poll(() => shown(place).count()).toBe(1)
  })
})

/** Scrolls to the element. The list gets the scroll event in the next frame. */
const goTo = async (element: Element) => {
  element.scrollIntoView({ block: 'start' })
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** Jun says so much under a post, four comments in each second of yesterday. */
const talk = (postId: string, count: number) =>
  site.app.owner.query(
    `insert into public.post_comments (post_id, user_id, content, created_at, updated_at)
     select $1, $2, 'Sabi ' || n, t, t
     from generate_series(1, $3::int) as n, lateral (select now() - interval '1 day' + interval '1 s' * (n / 4) as t)`,
    [postId, jun.id, count],
  )

describe('a long conversation', () => {
  it('a long conversation opens at its newest comment, and older pages do not move what is read', async () => {
    const { id, text } = await post(mina)
    await talk(id, 150)
    const visitor = await site.visitor()
    const place = await openComments(visitor, mina, text)
    await toggle(place).getByText('99+').waitFor()
    const rows = shown(place)
    await rows.first().waitFor()
    // Four comments share each second. A late catch-up may add the other three of the first one's second.
    const others = 3
    expect(await rows.count()).toBeLessThanOrEqual(30 + others)
    const earlier = place.getByRole('button', { name: 'Mga naunang komento' })
    let reading = rows.first()
    for (let seen = await rows.count(); seen < 150; seen = await rows.count()) {
      await earlier.evaluate(goTo)
      const first = await earlier.evaluate((button: HTMLElement) => {
        const comment = button.closest('ol')?.querySelector<HTMLElement>('[data-comment]')
        const top = comment?.getBoundingClientRect().top ?? NaN
        button.focus({ preventScroll: true })
        button.click()
        return { id: comment?.dataset['comment'], top }
      })
      reading = place.locator(`[data-comment="${first.id}"]`)
      await expect.poll(() => rows.count()).toBeGreaterThan(seen + others)
      expect(Math.abs((await topOf(reading)) - first.top)).toBeLessThan(1)
    }
    await earlier.waitFor({ state: 'detached' })
    // The button is gone. The focus is on the comment that was below it.
    await expectFocus(reading)
    const contents = await rows.locator('p').allTextContents()
    expect(new Set(contents).size).toBe(150)
    const { rows: wanted } = await site.app.owner.query<{ content: string }>(
      'select content from public.post_comments where post_id = $1 order by created_at, id',
      [id],
    )
    expect(contents).toEqual(wanted.map(({ content }) => content))
    expect(visitor.errors).toEqual([])
  })

  it('a new comment does not move a reader in the middle, and the end of the list follows what comes', async () => {
    const { id, text } = await post(mina)
    await talk(id, 60)
    const visitor = await site.visitor()
    const { page, errors } = visitor
    const place = await openComments(visitor, mina, text)
    const rows = shown(place)
    await rows.first().waitFor()
    await place.getByRole('button', { name: 'Mga naunang komento' }).click()
    await expect.poll(() => rows.count()).toBe(60)
    await rows.nth(20).evaluate(goTo)
    const top = await topOf(rows.nth(22))
    await say(jun, id, 'Bago ito.')
    const pill = place.getByRole('button', { name: '1 bagong komento' })
    await pill.waitFor()
    expect(Math.abs((await topOf(rows.nth(22))) - top)).toBeLessThan(1)
    // Checks the comments only: the bar may cover half of another button, which scrolling solves.
    await expectAccessible(page, '[aria-label^="Mga komento sa post ni"]')
    await pill.click()
    await pill.waitFor({ state: 'detached' })
    await expectFocus(row(place, 'Bago ito.'))
    // The list scrolls to the reader's own comment. At its end, it follows new comments.
    await rows.nth(20).evaluate(goTo)
    await box(place).fill('Salamat sa inyo.')
    await box(place).press('Control+Enter')
    await row(place, 'Salamat sa inyo.').getByText('ngayon lang').waitFor()
    await say(jun, id, 'At ito pa.')
    await expect.poll(() => rows.last().textContent()).toContain('At ito pa.')
    await expect
      .poll(() =>
        rows
          .last()
          .evaluate(
            ({ parentElement: list }) => list && list.scrollHeight - list.clientHeight - list.scrollTop,
          ),
      )
      .toBeLessThan(2)
    expect(errors).toEqual([])
  })

  it('a conversation that many change at the same moment is fetched in one request', async () => {
    const { id, text } = await post(mina)
    const visitor = await site.visitor()
    const asked: string[] = []
    visitor.page.on('request', (request) => {
      if (request.url().includes('/wall_comments?')) asked.push(request.url())
    })
    const place = await openComments(visitor, mina, text)
    await jun.client
      .from('post_comments')
      .insert(
        Array.from({ length: 12 }, (__, at) => ({ post_id: id, user_id: jun.id, content: `Sabay ${at}` })),
      )
      .throwOnError()
    await expect.poll(() => shown(place).count()).toBe(12)
    await toggle(place).getByText('12', { exact: true }).waitFor()
    expect(asked.length).toBeLessThan(7)
    const theirs = () => jun.client.from('post_comments')
    await theirs().update({ content: 'Sabay na binago' }).eq('post_id', id).throwOnError()
    await expect.poll(() => shown(place).filter({ hasText: 'Sabay na binago' }).count()).toBe(12)
    await theirs().delete().eq('post_id', id).throwOnError()
    await expect.poll(() => shown(place).count()).toBe(0)
  })
})
