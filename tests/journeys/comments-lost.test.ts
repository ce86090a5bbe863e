import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, logIn, type Person, signUp } from '../support/cast.ts'
import {
  box,
  expectStored,
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

// Promise: the words of a comment are never lost in transit.
let site: Site
let mina: Person
let jun: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
})
afterAll(() => site.stop())

/** The server carries out the request, but the client gets no answer. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

const waitingIn = (place: Locator) =>
  place.getByRole('list', { name: 'Mga komentong naghihintay ng signal' }).getByRole('listitem')

/** Waits for the outbox, which loads when the page is idle. */
const outboxLoaded = (page: Page) =>
  page.getByRole('banner').locator('output[data-outbox]').waitFor({ state: 'attached' })

/** No comment can be read until the returned function is called. */
async function keepUnknown(page: Page): Promise<() => void> {
  const known = Promise.withResolvers<void>()
  await page.route('**/rest/v1/wall_comments*', async (route) => {
    await known.promise
    await route.continue()
  })
  return known.resolve
}

describe('a comment that does not arrive', () => {
  it('a comment whose answer was lost waits under the post, and leaves without a tap once the thread shows it', async () => {
    const { id, text } = await post(jun)
    const visitor = await site.visitor()
    const { page } = visitor
    const place = await openComments(visitor, mina, text)
    await page.route('**/rest/v1/post_comments*', loseAnswer)
    const find = await keepUnknown(page)
    await box(place).fill('Hinga muna.')
    await place.getByRole('button', { name: 'Ipadala' }).click()
    await waitingIn(place).filter({ hasText: 'Hinga muna.' }).waitFor()
    expect(await box(place).inputValue()).toBe('')
    find()
    await row(place, 'Hinga muna.').getByText('ngayon lang').waitFor()
    await waitingIn(place).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /naghihintay$/ }).waitFor({ state: 'detached' })
    expect(await stored(site, id)).toEqual(['Hinga muna.'])
  })

  it('a comment that the server fails to store keeps its words in the box', async () => {
    const { id, text } = await post(jun)
    const visitor = await site.visitor()
    const { page } = visitor
    const place = await openComments(visitor, mina, text)
    // The comment is stored, its answer becomes a proxy's error, and the thread cannot be read.
    await page.route('**/rest/v1/post_comments*', async (route) => {
      await route.fetch()
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad gateway</html>' })
    })
    await page.route('**/rest/v1/wall_comments*', (route) => route.abort())
    await box(place).fill('Nandito lang ako.')
    await place.getByRole('button', { name: 'Ipadala' }).click()
    await place.getByText('Hindi naipadala. Nasa kahon pa ang sinulat mo.').waitFor()
    expect(await box(place).inputValue()).toBe('Nandito lang ako.')
    expect(await shown(place).count()).toBe(0)
    expect(await stored(site, id)).toEqual(['Nandito lang ako.'])

    await page.unroute('**/rest/v1/post_comments*')
    await box(place).fill('Nandito lang ako, palagi.')
    await place.getByRole('button', { name: 'Ipadala' }).click()
    await row(place, 'Nandito lang ako, palagi.').waitFor()
    await toggle(place).getByText('1', { exact: true }).waitFor()
    await expectStored(site, id, ['Nandito lang ako, palagi.'])
  })

  it("a comment that failed because the session ended returns to its writer's box, and to nobody else's", async () => {
    const { text } = await post(jun)
    const [kit, noel] = [await signUp(site.app, 'Kit'), await signUp(site.app, 'Noel')]
    const visitor = await site.visitor()
    const { page } = visitor
    let place = await openComments(visitor, kit, text)
    await box(place).fill('Mahabang mabuting salita.')
    const end = async () => {
      // The bell would notice an earlier end before the press.
      await page.route('**/rest/v1/post_comments*', async (route) => {
        await site.app.owner.query('delete from auth.sessions where user_id = $1', [kit.id])
        await route.continue()
      })
      await box(place).press('Control+Enter')
      await page.waitForURL('**/login?next=*')
      await page.unrouteAll({ behavior: 'wait' })
    }
    const back = async (person: Person) => {
      await logIn(page, person)
      place = card(page, text)
      await toggle(place).click()
      await box(place).waitFor()
      return box(place).inputValue()
    }
    await end()
    expect(await back(kit)).toBe('Mahabang mabuting salita.')
    await end()
    expect(await back(noel)).toBe('')
  })

  it('an offline comment waits under the post, comes back to the box or is sent once, and missed comments are fetched', async () => {
    const { id, text } = await post(jun)
    await say(jun, id, 'Mabubura ito.')
    const visitor = await site.visitor()
    const { page, context } = visitor
    const place = await openComments(visitor, mina, text)
    await row(place, 'Mabubura ito.').waitFor()
    await outboxLoaded(page)
    await context.setOffline(true)
    const waiting = waitingIn(place)
    const sayNow = async (words: string) => {
      await box(place).fill(words)
      await place.getByRole('button', { name: 'Ipadala' }).click()
      await waiting.filter({ hasText: words }).waitFor()
      expect(await box(place).inputValue()).toBe('')
    }
    await sayNow('Yakap.')
    await sayNow('Isa pa.')
    await expectAccessible(page)
    await waiting.filter({ hasText: 'Isa pa.' }).getByRole('button', { name: 'Bawiin' }).click()
    await waiting.filter({ hasText: 'Isa pa.' }).waitFor({ state: 'detached' })
    expect(await box(place).inputValue()).toBe('Isa pa.')
    await toggle(place).click()
    await panel(place).waitFor({ state: 'detached' })
    await place.getByRole('button', { name: /naghihintay ng signal$/ }).waitFor()
    await say(jun, id, 'May nasabi ako.')
    await jun.client.from('post_comments').delete().eq('content', 'Mabubura ito.').throwOnError()
    await toggle(place).click()
    await waiting.filter({ hasText: 'Yakap.' }).waitFor()
    await context.setOffline(false)
    await row(place, 'May nasabi ako.').waitFor()
    await row(place, 'Mabubura ito.').waitFor({ state: 'detached' })
    await row(place, 'Yakap.').getByText('ngayon lang').waitFor()
    await waiting.waitFor({ state: 'detached' })
    expect(await box(place).inputValue()).toBe('Isa pa.')
    expect(await stored(site, id)).toEqual(['May nasabi ako.', 'Yakap.'])
  })

  it('a comment that a block or a deleted post refuses gets a kind answer', async () => {
    const blocked = await post(jun)
    const gone = await post(jun)
    const lea = await signUp(site.app, 'Lea')
    const visitor = await site.visitor()
    const place = await openComments(visitor, lea, blocked.text)
    await jun.client.from('user_blocks').insert({ blocked_id: lea.id }).throwOnError()
    await box(place).fill('Salamat.')
    await place.getByRole('button', { name: 'Ipadala' }).click()
    await place.getByText('Hindi ka makakapagkomento sa post na ’to. Nasa kahon pa ang sinulat mo.').waitFor()
    expect(await box(place).inputValue()).toBe('Salamat.')

    // Without a live connection the post stays on the screen.
    const quiet = await site.visitor()
    await quiet.page.routeWebSocket('**/realtime/**', (socket) => void socket.close())
    await enter(quiet, mina, '/wall/kalma')
    const other = card(quiet.page, gone.text)
    await toggle(other).click()
    await jun.client.from('public_posts').delete().eq('id', gone.id).throwOnError()
    await box(other).fill('Ingat.')
    await other.getByRole('button', { name: 'Ipadala' }).click()
    await other.getByText('Wala na rito ang post na ’to. Nasa kahon pa ang sinulat mo.').waitFor()
    expect(await box(other).inputValue()).toBe('Ingat.')
  })
})

describe('a comment that is being changed', () => {
  it('an unsaved comment edit stays when its panel folds or Escape is pressed, until its writer discards it', async () => {
    const { id, text } = await post(jun)
    await say(mina, id, 'Una.')
    const visitor = await site.visitor()
    const { page } = visitor
    const place = await openComments(visitor, mina, text)
    const editor = place.getByRole('textbox', { name: 'I-edit ang komento mo' })
    const edit = async () => {
      await menuOf(row(place, 'Una.')).click()
      await item(page, 'I-edit').click()
      return editor.inputValue()
    }
    expect(await edit()).toBe('Una.')
    await editor.fill('Mahabang binago.')
    await toggle(place).click()
    await panel(place).waitFor({ state: 'detached' })
    await toggle(place).click()
    expect(await edit()).toBe('Mahabang binago.')
    await page.keyboard.press('Escape')
    expect(await edit()).toBe('Mahabang binago.')
    await place.getByRole('button', { name: 'Huwag na' }).click()
    expect(await edit()).toBe('Una.')
    expect(await stored(site, id)).toEqual(['Una.'])
  })

  it('an unsaved comment edit goes into the box when the comment is deleted on another device', async () => {
    const { id, text } = await post(jun)
    await say(mina, id, 'Una.')
    const visitor = await site.visitor()
    const place = await openComments(visitor, mina, text)
    await menuOf(row(place, 'Una.')).click()
    await item(visitor.page, 'I-edit').click()
    await place.getByRole('textbox', { name: 'I-edit ang komento mo' }).fill('Mahabang binago.')
    await mina.client.from('post_comments').delete().eq('post_id', id).throwOnError()
    await place.getByText('Nabura na ang komento mo. Nasa kahon pa ang sinulat mo.').waitFor()
    expect(await box(place).inputValue()).toBe('Mahabang binago.')
  })
})
