import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, phone, type Site, startSite, type Visitor } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { holdTime, told } from '../support/page.ts'

// The promise: what one person does, another sees at once, and nothing that is being read moves.
let site: Site
let mina: Person
let jun: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
  await write(mina, 'Calm', 12)
})
afterAll(() => site.stop())

let written = 0
/** The texts, the newest last; `Hinga 1` is the first of all. They come at once: who asks for one of them finds them all. */
async function write(person: Person, mood: string, count: number): Promise<string[]> {
  const texts = Array.from({ length: count }, () => `Hinga ${++written}`)
  const rows = texts.map((content) => ({ mood, content }))
  await person.client.from('public_posts').insert(rows).throwOnError()
  return texts
}

const card = (page: Page, text: string) =>
  page.getByRole('article').filter({ has: page.getByText(text, { exact: true }) })
const chip = (post: Locator, name: string) => post.getByRole('button', { name, exact: true })

/** Opens the wall; resolves when the wall and its first eight posts are followed, which is when they are asked about again, and its letters are here. */
async function openWall(visitor: Visitor, person: Person): Promise<Page> {
  const { page } = visitor
  const { data } = await person.client
    .from('wall_posts')
    .select('id')
    .eq('mood', 'Calm')
    .order('seq', { ascending: false })
    .limit(8)
    .throwOnError()
  const left = new Set(data.map(({ id }) => String(id)))
  const followed = page.waitForResponse((response) => {
    if (asksFor(response.url(), 'id,reaction_counts,my_reaction,comment_count'))
      for (const id of left) if (response.url().includes(id)) left.delete(id)
    return left.size === 0
  })
  const caughtUp = page.waitForResponse((response) => asksFor(response.url(), 'id,seq'))
  await enter(visitor, person, '/wall/kalma')
  await page.locator('[data-post]').first().waitFor()
  await Promise.all([followed, caughtUp])
  await page.evaluate(async () => void (await document.fonts.ready))
  return page
}
const asksFor = (url: string, columns: string) => new URL(url).searchParams.get('select') === columns

/** The news of posts that come over the socket, from now on. */
function hearPosts(page: Page): unknown[] {
  const heard: unknown[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('new_post')) heard.push(payload)
    }),
  )
  return heard
}

async function choose(page: Page, post: Locator, name: string): Promise<void> {
  await post.getByRole('button', { name: /^(Mag-react|Reaksyon mo)/ }).click()
  await page.getByRole('group', { name: 'Pumili ng reaksyon' }).getByRole('button', { name }).click()
}

/** The reader's own reaction, by its name. */
const pressed = (post: Locator) =>
  post
    .getByRole('button', { pressed: true })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))

async function storedReaction(text: string, person: Person): Promise<string | undefined> {
  const { rows } = await site.app.owner.query<{ emoji: string }>(
    `select emoji from public.post_reactions as r join public.public_posts as p on p.id = r.post_id
     where p.content = $1 and r.user_id = $2`,
    [text, person.id],
  )
  return rows[0]?.emoji
}

describe.each([
  ['a phone', phone, 'Hinga 12'],
  ['a desk', desk, 'Hinga 11'],
])('reactions on %s', (_, viewport, text) => {
  it('reactions are added, replaced and taken back, and another person sees each change at once', async () => {
    const watcher = await site.visitor(viewport)
    const theirs = card(await openWall(watcher, jun), text)
    // From here on only the socket can tell.
    await watcher.page.route('**/rest/v1/**', (route) => route.abort())
    const actor = await site.visitor(viewport)
    const page = await openWall(actor, mina)
    const post = card(page, text)
    // Where it stands on the wall: a press may scroll to what it presses.
    const place = () =>
      post.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return { x, y: y + scrollY, width, height }
      })
    const before = await place()

    await choose(page, post, 'Love')
    await post.getByRole('button', { name: 'Love 1', pressed: true }).waitFor()
    await theirs.getByRole('button', { name: 'Love 1', pressed: false }).waitFor()
    await choose(page, post, 'Sad')
    await chip(theirs, 'Sad 1').waitFor()
    expect(await chip(theirs, 'Love 1').count()).toBe(0)
    await expect.poll(() => storedReaction(text, mina)).toBe('😢')
    await expectAccessible(page)
    await chip(post, 'Sad 1').click()
    await chip(theirs, 'Sad 1').waitFor({ state: 'detached' })
    await post.getByRole('button', { name: 'Mag-react' }).waitFor()
    await expect.poll(() => storedReaction(text, mina)).toBeUndefined()

    expect(await place()).toEqual(before)
    expect(actor.errors).toEqual([])
  })
})

describe('reactions', () => {
  it('reactions are chosen by keyboard, also in the full view, and the focus returns', async () => {
    const visitor = await site.visitor()
    const page = await openWall(visitor, jun)
    await card(page, 'Hinga 10').getByRole('link').click()
    const whole = page.getByRole('dialog', { name: 'Post ni Tahimik Mina' })
    const opener = whole.getByRole('button', { name: /^(Mag-react|Reaksyon mo)/ })
    await opener.focus()
    await page.keyboard.press('Enter')
    const choices = page.getByRole('group', { name: 'Pumili ng reaksyon' })
    await choices.waitFor()
    await page.waitForFunction(() => document.activeElement?.closest('fieldset[aria-label^="Pumili"]'))
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await chip(whole, 'Haha 1').waitFor()
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await choices.waitFor()
    await page.keyboard.press('Escape')
    await choices.waitFor({ state: 'detached' })
    await whole.waitFor()
    await expect.poll(() => storedReaction('Hinga 10', jun)).toBe('😂')
    expect(visitor.errors).toEqual([])
  })

  it('quick taps on reactions end at the last one, with one request at a time', async () => {
    const visitor = await site.visitor()
    const page = await openWall(visitor, jun)
    const post = card(page, 'Hinga 11')
    let onTheWay = 0
    let most = 0
    const { promise: tapped, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/rest/v1/post_reactions*', async (route) => {
      most = Math.max(most, ++onTheWay)
      await tapped
      const response = await route.fetch()
      onTheWay--
      await route.fulfill({ response })
    })
    await choose(page, post, 'Like')
    await choose(page, post, 'Wow')
    await choose(page, post, 'Angry')
    await post.getByRole('button', { name: 'Angry 1', pressed: true }).waitFor()
    letGo()
    await expect.poll(() => storedReaction('Hinga 11', jun)).toBe('😡')
    await chip(post, 'Angry 1').waitFor()
    // News of the first tap can come after the answer to the last.
    await expect.poll(() => pressed(post)).toEqual(['Angry 1'])
    expect(most).toBe(1)
    expect(visitor.errors).toEqual([])
  })

  it('a person has one reaction on a post, also from two tabs', async () => {
    const visitor = await site.visitor()
    const page = await openWall(visitor, jun)
    const other = await visitor.context.newPage()
    await other.goto('/wall/kalma')
    const [here, there] = [card(page, 'Hinga 9'), card(other, 'Hinga 9')]
    await there.scrollIntoViewIfNeeded()
    await choose(page, here, 'Like')
    await chip(there, 'Like 1').waitFor()
    // An event does not say whose it is: the tabs tell each other.
    await there.getByRole('button', { name: 'Like 1', pressed: true }).waitFor()
    await choose(other, there, 'Love')
    await there.getByRole('button', { name: 'Love 1', pressed: true }).waitFor()
    await here.getByRole('button', { name: 'Love 1', pressed: true }).waitFor()
    await chip(here, 'Like 1').waitFor({ state: 'detached' })
    await expect.poll(() => storedReaction('Hinga 9', jun)).toBe('❤️')
    // The chip that goes leaves the focus to the button beside it.
    await chip(here, 'Love 1').focus()
    await page.keyboard.press('Enter')
    await chip(there, 'Love 1').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Mag-react')
  })

  it("a reaction shows on the person's other device, and a deleted post says that it is gone", async () => {
    const [onPhone, onDesk] = [await site.visitor(phone), await site.visitor(desk)]
    const [text = ''] = await write(mina, 'Calm', 1)
    const [page, other] = [await openWall(onPhone, jun), await openWall(onDesk, jun)]
    const [here, there] = [card(page, text), card(other, text)]
    await choose(page, here, 'Haha')
    await chip(there, 'Haha 1').waitFor()
    // This device knows of no own reaction: what it inserts meets the one that is there.
    await choose(other, there, 'Love')
    await here.getByRole('button', { name: 'Love 1', pressed: true }).waitFor()
    await chip(there, 'Haha 1').waitFor({ state: 'detached' })
    await expect.poll(() => pressed(here)).toEqual(['Love 1'])

    // It is taken down while the reaction is on its way.
    await page.route('**/rest/v1/post_reactions*', async (route) => {
      await mina.client.from('public_posts').delete().eq('content', text).throwOnError()
      await route.continue()
    })
    await choose(page, here, 'Wow')
    await told(page, 'Wala na rito ang post na ’to.')
    await here.waitFor({ state: 'detached' })
  })

  it('a reaction that cannot be saved is undone without a message', async () => {
    const visitor = await site.visitor()
    const page = await openWall(visitor, mina)
    const post = card(page, 'Hinga 12')
    await page.route('**/rest/v1/post_reactions*', (route) => route.abort())
    const given = page.waitForEvent('console', (message) =>
      message.text().startsWith('A reaction was not saved'),
    )
    await choose(page, post, 'Love')
    await given
    await chip(post, 'Love 1').waitFor({ state: 'detached' })
    await post.getByRole('button', { name: 'Mag-react' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

describe('new posts', () => {
  it('new posts are announced without moving what is read, and come on top on request', async () => {
    const visitor = await site.visitor()
    const page = await openWall(visitor, jun)
    const reading = card(page, 'Hinga 6')
    await reading.scrollIntoViewIfNeeded()
    const before = await reading.boundingBox()
    const texts = await write(mina, 'Calm', 3)
    const pill = page.getByRole('button', { name: '3 bagong post' })
    await pill.waitFor()
    expect(await reading.boundingBox()).toEqual(before)
    await expectAccessible(page)
    await pill.click()
    await card(page, texts[2] ?? '').waitFor()
    await pill.waitFor({ state: 'detached' })
    await page.waitForFunction(() => scrollY === 0)
    const ids = await page
      .locator('[data-post]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-post')))
    expect(new Set(ids).size).toBe(ids.length)
    expect(
      await page
        .locator('[data-post]')
        .first()
        .getByText(texts[2] ?? '')
        .count(),
    ).toBe(1)
    expect(await page.evaluate(() => document.activeElement?.closest('[data-post]') !== null)).toBe(true)
    expect(visitor.errors).toEqual([])
  })

  it('new posts by a muted person are never announced', async () => {
    const ana = await signUp(site.app, 'Ana')
    await jun.client.from('user_mutes').insert({ muted_id: ana.id }).throwOnError()
    const visitor = await site.visitor()
    const heard = hearPosts(visitor.page)
    const page = await openWall(visitor, jun)
    const [muted = ''] = await write(ana, 'Calm', 1)
    await expect.poll(() => heard.length).toBe(1)
    const [seen = ''] = await write(mina, 'Calm', 1)
    const pill = page.getByRole('button', { name: /bagong post/ })
    await pill.waitFor()
    expect((await pill.textContent())?.trim()).toBe('1 bagong post')
    await pill.click()
    await card(page, seen).waitFor()
    expect(await card(page, muted).count()).toBe(0)
    expect(visitor.errors).toEqual([])
  })

  it('new posts are fetched one request at a time, and rarely while some are announced', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    const heard = hearPosts(page)
    await openWall(visitor, jun)
    await holdTime(page)
    let asked = 0
    let onTheWay = 0
    let most = 0
    const { promise: slow, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/rest/v1/wall_posts?select=id%2Cseq&*', async (route) => {
      asked++
      most = Math.max(most, ++onTheWay)
      await slow
      await route.continue()
      onTheWay--
    })
    // The network takes longer than people do.
    await write(mina, 'Calm', 1)
    await expect.poll(() => heard.length).toBe(1)
    const later = async () => {
      await page.clock.runFor(2_000)
      return asked
    }
    await expect.poll(later).toBe(1)
    await write(mina, 'Calm', 1)
    await expect.poll(() => heard.length).toBe(2)
    await page.clock.runFor(2_000)
    answer()
    await page.getByRole('button', { name: '2 bagong post' }).waitFor()
    await write(mina, 'Calm', 1)
    await page.getByRole('button', { name: '3 bagong post' }).waitFor()
    await page.clock.runFor(25_000)
    expect(asked).toBe(1)
    await expect.poll(later).toBe(2)
    expect(most).toBe(1)
    await page.clock.resume()
    await page.getByRole('button', { name: '3 bagong post' }).click()
    await card(page, `Hinga ${written}`).waitFor()
    expect(visitor.errors).toEqual([])
  })

  it('posts and reactions that were missed without a connection are fetched when it is back', async () => {
    const visitor = await site.visitor()
    const page = await openWall(visitor, jun)
    const first = page.locator('[data-post]').first()
    const text = (await first.locator('p').first().textContent()) ?? ''
    await visitor.context.setOffline(true)
    const { data } = await mina.client
      .from('public_posts')
      .select('id')
      .eq('content', text)
      .single()
      .throwOnError()
    await mina.client
      .from('post_reactions')
      .insert({ post_id: data.id, user_id: mina.id, emoji: '😮' })
      .throwOnError()
    await write(mina, 'Calm', 1)
    await visitor.context.setOffline(false)
    await chip(first, 'Wow 1').waitFor()
    await page.getByRole('button', { name: '1 bagong post' }).waitFor()
  })
})

it('a hidden page closes its socket, and catches up when it is shown', async () => {
  const visitor = await site.visitor()
  const { page } = visitor
  await page.clock.install()
  const opened = page.waitForEvent('websocket')
  await openWall(visitor, jun)
  const look = (state: string) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const closed = (await opened).waitForEvent('close')
  await look('hidden')
  // At one go, as in a pocket: with no pause between two beats of its pulse the socket would be taken for dead.
  await page.clock.fastForward(61_000)
  await closed
  await write(mina, 'Calm', 1)
  const again = page.waitForEvent('websocket')
  await look('visible')
  await again
  await page.getByRole('button', { name: '1 bagong post' }).waitFor()
  expect(visitor.errors).toEqual([])
})

describe('the shell', () => {
  it('the shell counts the people who are here, without those who are invisible', async () => {
    const one = await site.visitor()
    const other = await site.visitor(desk)
    await enter(one, mina, '/diary')
    await enter(other, jun, '/diary')
    await one.page.getByText('2 nandito ngayon').waitFor()
    await other.page.getByText('2 nandito ngayon').waitFor()
    await expectAccessible(one.page)
    await jun.client.from('user_profiles').update({ invisible: true }).eq('id', jun.id).throwOnError()
    // Somebody alone is not told so.
    await one.page.getByText('nandito ngayon').waitFor({ state: 'detached' })
    await jun.client.from('user_profiles').update({ invisible: false }).eq('id', jun.id).throwOnError()
    expect([...one.errors, ...other.errors]).toEqual([])
  })

  it("the socket's code loads after the page, and the socket closes with the session", async () => {
    const visitor = await site.visitor()
    const opened = visitor.page.waitForEvent('websocket')
    await enter(visitor, await signUp(site.app, 'Liza'), '/profile')
    const socket = await opened
    const [there, loaded] = await visitor.page.evaluate(() => [
      (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.loadEventStart ??
        Infinity,
      performance.getEntriesByType('resource').find(({ name }) => name.includes('live-socket'))?.startTime ??
        0,
    ])
    expect(loaded).toBeGreaterThan(there ?? Infinity)
    const closed = socket.waitForEvent('close')
    await visitor.page.getByRole('button', { name: 'Log out' }).click()
    await closed
  })

  it.each([
    ['for somebody who saves data', true, '/diary', 'Emote Diary'],
    ['on the paper', false, '/write', 'Isulat mo lang'],
  ] as const)("the socket's code is not loaded %s until a wall needs it", async (_, saveData, path, name) => {
    const visitor = await site.visitor()
    const { page } = visitor
    await page.addInitScript((isSaving) => {
      const value = Object.assign(new EventTarget(), { saveData: isSaving })
      Object.defineProperty(navigator, 'connection', { value })
    }, saveData)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('websocket', (socket) => asked.push(socket.url()))
    await enter(visitor, jun, path)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(asked.filter((url) => /live-socket|^ws/.test(url))).toEqual([])
    const opened = page.waitForEvent('websocket')
    await page.getByRole('link', { name: 'EmeSpot' }).click()
    await opened
    expect(visitor.errors).toEqual([])
  })
})

describe('without live updates', () => {
  it('a wall without live updates asks for news every half minute', async () => {
    const quiet = await startSite({ realtimeKey: 'off' })
    const ana = await signUp(quiet.app, 'Ana')
    const ben = await signUp(quiet.app, 'Ben')
    await write(ben, 'Calm', 1)
    const visitor = await quiet.visitor()
    const { page } = visitor
    let sockets = 0
    page.on('websocket', () => sockets++)
    await page.clock.install()
    await enter(visitor, ana, '/wall/kalma')
    const post = page.getByRole('article').first()
    await post.waitFor()
    await choose(page, post, 'Like')
    await chip(post, 'Like 1').waitFor()
    const { data } = await ben.client.from('public_posts').select('id').single().throwOnError()
    await ben.client
      .from('post_reactions')
      .insert({ post_id: data.id, user_id: ben.id, emoji: '👍' })
      .throwOnError()
    await write(ben, 'Calm', 1)
    // As often as it takes: what is asked while an own reaction is on its way says nothing of it.
    const later = async () => {
      await page.clock.runFor(31_000)
      return chip(post, 'Like 2').count()
    }
    await expect.poll(later).toBe(1)
    await page.getByRole('button', { name: '1 bagong post' }).click()
    await page.getByText(`Hinga ${written}`, { exact: true }).waitFor()
    expect(await page.getByText('nandito ngayon').count()).toBe(0)
    expect(sockets).toBe(0)
    expect(visitor.errors).toEqual([])
    await visitor.context.close()
    await quiet.stop()
  })
})
