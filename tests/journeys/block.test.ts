import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectAccessibleEverywhere, type Site, startSite, type Visitor } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { told } from '../support/page.ts'
import { openWall } from '../support/wall.ts'

let site: Site
let mina: Person
let ben: Person
let jun: Person
/** Each person's named post, a nameless one of Mina's, and comments by Mina and Ben below Jun's post. */
const posts = {
  mina: crypto.randomUUID(),
  ben: crypto.randomUUID(),
  jun: crypto.randomUUID(),
  nameless: crypto.randomUUID(),
}
const comments = { mina: crypto.randomUUID(), ben: crypto.randomUUID() }

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  ben = await signUp(site.app, 'Ben')
  jun = await signUp(site.app, 'Jun')
  for (const [person, id, content, anonymous] of [
    [mina, posts.mina, 'Ako si Mina, at ayos lang ako.', false],
    [mina, posts.nameless, 'Wala akong pangalan dito.', true],
    [ben, posts.ben, 'Ako si Ben, at inaantok ako.', false],
    [jun, posts.jun, 'Kumusta kayong lahat?', false],
  ] as const)
    await person.client.from('public_posts').insert({ id, mood: 'Calm', content, anonymous }).throwOnError()
  for (const [person, id] of [
    [mina, comments.mina],
    [ben, comments.ben],
  ] as const)
    await person.client
      .from('post_comments')
      .insert({ id, post_id: posts.jun, user_id: person.id, content: 'Ayos naman.' })
      .throwOnError()
})
afterAll(() => site.stop())
// Two statements, because a late request of the test before may hold locks on both tables.
beforeEach(async () => {
  await site.app.owner.query('truncate public.user_blocks')
  await site.app.owner.query('truncate public.user_mutes')
})

const cardOf = (page: Page, id: string) => page.locator(`[data-post="${id}"]`)
const commentOf = (page: Page, id: string) => page.locator(`[data-comment="${id}"]`)

async function choose(page: Page, place: string, item: string) {
  await page.locator(place).getByRole('button', { name: 'Iba pa sa' }).last().click()
  await page.getByRole('menuitem', { name: item }).click()
}
/** The comments below Jun's post that this reader sees. */
async function openComments(page: Page) {
  await cardOf(page, posts.jun)
    .getByRole('button', { name: 'sa post ni Tahimik Jun', expanded: false })
    .first()
    .click()
}
async function confirm(page: Page, word: string) {
  const dialog = page.getByRole('dialog', { name: `${word} si Tahimik Mina?` })
  await dialog.getByRole('button', { name: word, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Loads the wall and expects exactly these posts, newest first. */
async function expectPosts(page: Page, wanted: (keyof typeof posts)[]): Promise<void> {
  await page.goto('/wall/kalma')
  const idsOn = () => page.locator('[data-post]').evaluateAll((all) => all.map((one) => one.dataset['post']))
  await expect.poll(idsOn).toEqual(wanted.map((name) => posts[name]))
}
async function commentsOn(page: Page, wanted: (keyof typeof comments)[]): Promise<void> {
  await openComments(page)
  for (const name of wanted) await commentOf(page, comments[name]).waitFor()
  await expect.poll(() => page.locator('[data-comment]').count()).toBe(wanted.length)
}

async function arrive(person: Person, path = '/wall/kalma'): Promise<Visitor> {
  const visitor = await site.visitor()
  await enter(visitor, person, path)
  return visitor
}
const openList = async (page: Page) => {
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByText('Naka-block at naka-mute', { exact: true }).click()
  return page.locator('details[open]')
}

describe('blocking a person', () => {
  it('two people see nothing of each other after a block, except posts without a name, until it is undone', async () => {
    const one = await arrive(ben)
    const { page } = one
    await openComments(page)
    await commentOf(page, comments.mina).waitFor()
    await choose(page, `[data-post="${posts.mina}"]`, 'I-block si Tahimik Mina')
    const dialog = page.getByRole('dialog', { name: 'I-block si Tahimik Mina?' })
    await dialog.getByText('Hindi namin sasabihin sa kanya.').waitFor()
    await expectAccessibleEverywhere(page)
    await confirm(page, 'I-block')
    await told(page, 'Naka-block na si Tahimik Mina.')
    await cardOf(page, posts.mina).waitFor({ state: 'detached' })
    await commentOf(page, comments.mina).waitFor({ state: 'detached' })
    expect(await commentOf(page, comments.ben).count()).toBe(1)
    // The button that opened the menu is gone. The focus is on the heading.
    await page.locator('h1:focus').waitFor({ state: 'attached' })
    await expectPosts(page, ['jun', 'ben', 'nameless'])
    await commentsOn(page, ['ben'])

    const other = await arrive(mina)
    await expectPosts(other.page, ['jun', 'nameless', 'mina'])
    await commentsOn(other.page, ['mina'])
    await other.page.goto('/profile')
    const hers = await openList(other.page)
    await hers.getByText('Wala kang naka-block.', { exact: true }).waitFor()

    const list = await openList(page)
    await list.getByText('Tahimik Mina', { exact: true }).waitFor()
    await expectAccessibleEverywhere(page)
    await list.getByRole('button', { name: 'I-unblock si Tahimik Mina' }).click()
    await told(page, 'Makikita mo na ulit si Tahimik Mina.')
    await list.getByText('Wala kang naka-block.', { exact: true }).waitFor()
    await page.locator('h4:focus').waitFor()
    // The person goes back to the wall without a reload.
    await page.goBack()
    await cardOf(page, posts.mina).waitFor()
    await commentsOn(page, ['mina', 'ben'])
    await expectPosts(other.page, ['jun', 'ben', 'nameless', 'mina'])
    expect([...one.errors, ...other.errors]).toEqual([])
  })

  it('a person blocks from a comment, and the dialog stays open without a signal', async () => {
    const { page, context, errors } = await arrive(ben)
    await openComments(page)
    await choose(page, `[data-comment="${comments.mina}"]`, 'I-block si Tahimik Mina')
    const dialog = page.getByRole('dialog', { name: 'I-block si Tahimik Mina?' })
    await dialog.waitFor()
    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'I-block', exact: true }).click()
    await dialog.getByRole('alert').getByText('Mukhang walang internet.').waitFor()
    await context.setOffline(false)
    await confirm(page, 'I-block')
    await commentOf(page, comments.mina).waitFor({ state: 'detached' })
    await cardOf(page, posts.mina).waitFor({ state: 'detached' })
    await expectPosts(page, ['jun', 'ben', 'nameless'])
    expect(errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })

  it('a person reads that the list is full, and blocking twice counts once', async () => {
    const { page, errors } = await arrive(ben)
    await cardOf(page, posts.mina).waitFor()
    // Ben blocked Mina on another device, and this page missed the event.
    await site.app.owner.query('insert into public.user_blocks (blocker_id, blocked_id) values ($1, $2)', [
      ben.id,
      mina.id,
    ])
    await choose(page, `[data-post="${posts.mina}"]`, 'I-block si Tahimik Mina')
    await confirm(page, 'I-block')
    await cardOf(page, posts.mina).waitFor({ state: 'detached' })

    await site.app.owner.query('truncate public.user_blocks')
    await site.app.owner.query(
      `with others as (
         insert into auth.users (id, email) select gen_random_uuid(), 'tao' || each || '@example.test' from generate_series(1, 1000) as each
         returning id)
       insert into public.user_blocks (blocker_id, blocked_id) select $1, id from others`,
      [ben.id],
    )
    await page.reload()
    await choose(page, `[data-post="${posts.mina}"]`, 'I-block si Tahimik Mina')
    const dialog = page.getByRole('dialog', { name: 'I-block si Tahimik Mina?' })
    await dialog.getByRole('button', { name: 'I-block', exact: true }).click()
    await dialog.getByRole('alert').getByText('Puno na ang listahan mo').waitFor()
    await page.keyboard.press('Escape')
    expect(await cardOf(page, posts.mina).count()).toBe(1)
    expect(errors.filter((error) => !/status of (409|400)/.test(error))).toEqual([])
  })
})

describe('muting a person', () => {
  it('a person no longer sees somebody they muted, is still seen by them, and can undo it', async () => {
    const one = await arrive(ben)
    const { page } = one
    await openComments(page)
    await choose(page, `[data-comment="${comments.mina}"]`, 'I-mute si Tahimik Mina')
    await page.getByText('Ikaw lang: makikita pa rin niya ang sa ’yo.').waitFor()
    await expectAccessibleEverywhere(page)
    await confirm(page, 'I-mute')
    await told(page, 'Naka-mute na si Tahimik Mina.')
    await cardOf(page, posts.mina).waitFor({ state: 'detached' })
    await commentOf(page, comments.mina).waitFor({ state: 'detached' })
    await expectPosts(page, ['jun', 'ben', 'nameless'])

    const other = await arrive(mina)
    await expectPosts(other.page, ['jun', 'ben', 'nameless', 'mina'])
    await commentsOn(other.page, ['mina', 'ben'])

    const list = await openList(page)
    await list.getByRole('button', { name: 'I-unmute si Tahimik Mina' }).click()
    await list.getByText('Wala kang naka-mute o itinago.', { exact: true }).waitFor()
    await expectPosts(page, ['jun', 'ben', 'nameless', 'mina'])
    expect([...one.errors, ...other.errors]).toEqual([])
  })
})

describe('two devices', () => {
  it("a block on another device takes the person's posts, comments and their number off an open page at once, and tells the blocked person's page nothing", async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    const isFollowing = new Promise<void>((resolve) => {
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (/user-notifications-.*phx_reply.*"ok"/.test(String(payload))) resolve()
        }),
      )
    })
    await openWall(visitor, ben)
    const other = await openWall(await site.visitor(), mina)
    await isFollowing
    for (const reader of [page, other]) {
      await openComments(reader)
      await commentOf(reader, comments.mina).waitFor()
    }
    const toggle = cardOf(page, posts.jun).getByRole('button', {
      name: 'sa post ni Tahimik Jun',
      expanded: true,
    })
    await expect.poll(() => toggle.innerText()).toMatch(/2/)
    await ben.client.from('user_blocks').insert({ blocked_id: mina.id }).throwOnError()
    await cardOf(page, posts.mina).waitFor({ state: 'detached' })
    await commentOf(page, comments.mina).waitFor({ state: 'detached' })
    await expect.poll(() => toggle.innerText()).toMatch(/1/)
    expect(await cardOf(other, posts.ben).count()).toBe(1)
    expect(await commentOf(other, comments.ben).count()).toBe(1)
  })
})

describe('two tabs', () => {
  it('a block that is set and undone in one tab shows in the other', async () => {
    const { page, context } = await arrive(ben)
    await cardOf(page, posts.mina).waitFor()
    const other = await context.newPage()
    await other.goto('/wall/kalma')
    await cardOf(other, posts.mina).waitFor()
    await choose(page, `[data-post="${posts.mina}"]`, 'I-mute si Tahimik Mina')
    await confirm(page, 'I-mute')
    await cardOf(other, posts.mina).waitFor({ state: 'detached' })
    const list = await openList(other)
    await list.getByRole('button', { name: 'I-unmute si Tahimik Mina' }).click()
    await told(other, 'Makikita mo na ulit si Tahimik Mina.')
    await cardOf(page, posts.mina).waitFor()
  })
})

describe('a post without a codename', () => {
  it('a post without a codename names nobody to block, and can be hidden and brought back', async () => {
    const { page, errors } = await arrive(ben)
    const place = `[data-post="${posts.nameless}"]`
    await page.locator(place).getByRole('button', { name: 'Iba pa sa' }).last().click()
    const items = page.getByRole('menuitem')
    await expect.poll(() => items.allInnerTexts()).toEqual(['I-report', 'Itago ang post na ’to'])
    await items.last().click()
    await told(page, 'Itinago ang post. Maibabalik mo ito sa Profile.')
    await cardOf(page, posts.nameless).waitFor({ state: 'detached' })
    await expectPosts(page, ['jun', 'ben', 'mina'])

    const list = await openList(page)
    await list.getByText('Isang post na walang codename', { exact: true }).waitFor()
    await list.getByRole('button', { name: 'Ipakita ulit' }).click()
    await told(page, 'Makikita mo na ulit ang post.')
    await page.goBack()
    await cardOf(page, posts.nameless).waitFor()
    await expectPosts(page, ['jun', 'ben', 'nameless', 'mina'])
    expect(errors).toEqual([])
  })

  it('a hidden post that was the only one leaves a note with the focus and an undo, also in the full view', async () => {
    await site.app.owner.query(`delete from public.public_posts where id <> $1`, [posts.nameless])
    const { page, errors } = await arrive(ben)
    await choose(page, `[data-post="${posts.nameless}"]`, 'Itago ang post na ’to')
    const trace = page.locator(`[data-trace="${posts.nameless}"]`)
    await trace.and(page.locator(':focus')).waitFor()
    await trace.getByRole('button', { name: 'Ibalik' }).click()
    await cardOf(page, posts.nameless)
      .getByRole('link', { name: /^Buksan/ })
      .click()
    const view = page.getByRole('dialog')
    await view.getByRole('button', { name: 'Iba pa sa' }).click()
    await page.getByRole('menuitem', { name: 'Itago ang post na ’to' }).click()
    await view.getByText('Hindi mo na makikita ang post na ’to.').waitFor()
    await view.locator('h2:focus').waitFor()
    expect(errors).toEqual([])
  })

  it('a wall whose only writer is muted invites to write, and shows no end mark', async () => {
    await site.app.owner.query('delete from public.public_posts')
    const id = crypto.randomUUID()
    await mina.client
      .from('public_posts')
      .insert({ id, mood: 'Calm', content: 'Ako lang dito.' })
      .throwOnError()
    const { page } = await arrive(ben)
    await choose(page, `[data-post="${id}"]`, 'I-mute si Tahimik Mina')
    await confirm(page, 'I-mute')
    await page.getByText('Bakante pa ang pader').waitFor()
    expect(await page.getByText('Dulo na ng pader.').count()).toBe(0)
  })
})
