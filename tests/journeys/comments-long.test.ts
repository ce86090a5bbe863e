import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { type Person, signUp } from '../support/cast.ts'
import { box, expectFocus, openComments, post, row, say, shown, toggle, topOf } from '../support/comments.ts'

// Promise: a conversation of any length is read in order, and a new comment does not move what is being read.
let site: Site
let mina: Person
let jun: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
})
afterAll(() => site.stop())

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
    await Promise.all(Array.from({ length: 12 }, (__, at) => say(jun, id, `Sabay ${at}`)))
    await expect.poll(() => shown(place).count()).toBe(12)
    await toggle(place).getByText('12', { exact: true }).waitFor()
    expect(asked.length).toBeLessThan(7)
    const theirs = jun.client.from('post_comments')
    await theirs.update({ content: 'Sabay na binago' }).eq('post_id', id).throwOnError()
    await expect.poll(() => shown(place).filter({ hasText: 'Sabay na binago' }).count()).toBe(12)
    await theirs.delete().eq('post_id', id).throwOnError()
    await expect.poll(() => shown(place).count()).toBe(0)
  })
})
