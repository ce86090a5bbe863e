import { Client } from 'pg'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, logIn, signUp, welcome } from '../support/cast.ts'
import { waitingForLocks } from '../support/database.ts'
import { placesKept } from '../support/stores.ts'
import { told } from '../support/page.ts'

// Promise: words that are written offline wait visibly on this device, and arrive once, as their writer's.
/** Workers and storage are slow in a browser, ms. */
const soon = { timeout: 20_000 }
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const chip = (page: Page) => page.getByRole('button', { name: /naghihintay$/ })
const field = (page: Page) => page.getByLabel('Ang nararamdaman mo')

/** Waits for the outbox, which loads when the page is idle and then shows how much waits. */
const outboxLoaded = (page: Page) =>
  page.getByRole('banner').locator('output[data-outbox]').waitFor({ state: 'attached' })

async function write(page: Page, words: string, where: string): Promise<void> {
  await field(page).fill(words)
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: where }).click()
}

async function writeOffline(page: Page, words: string, where: string): Promise<void> {
  await write(page, words, where)
  await told(page, 'Naghihintay ng signal. Kusa itong ipapadala.')
  await expect.poll(() => field(page).inputValue()).toBe('')
}

/** Pixels of the dock's button that the strip about the signal covers. */
async function coveredByStrip(page: Page): Promise<number> {
  const strip = await page.locator('[data-signal]').boundingBox()
  const button = await page.getByRole('button', { name: 'Bitawan mo na' }).boundingBox()
  if (!strip || !button) throw new Error('The strip or the button is not shown')
  return button.y + button.height - strip.y
}

const rowsOf = async (words: string) =>
  (
    await site.app.owner.query<{ user_id: string; created_at: Date; place: string }>(
      `select user_id, created_at, 'diary' as place from public.diary_posts where content = $1
       union all select author_id, created_at, 'wall' from public.public_posts where content = $1`,
      [words],
    )
  ).rows

/** The server carries out the requests, but the page gets no answer. */
const loseAnswers = (context: BrowserContext, table: string) =>
  context.route(`**/rest/v1/${table}*`, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })

/** Queues a post that never reaches the server from this page. Returns its id. */
async function queueUnsent(page: Page, words: string): Promise<string> {
  const asked = page.waitForRequest('**/rest/v1/public_posts*')
  await page.route('**/rest/v1/public_posts*', (route) => route.abort('connectionreset'))
  await writeOffline(page, words, 'I-share sa Pader')
  return ((await asked).postDataJSON() as { id: string }).id
}

/** Resolves when the server has withdrawn that post. A tab that closes may leave another withdrawal, which is then repeated first. */
const withdrawalOf = (page: Page, id: string) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/functions/v1/withdraw') &&
      response.ok() &&
      (response.request().postDataJSON() as { id: string }).id === id,
  )

it('offline words are shown waiting, and each is stored once with its time of writing', async () => {
  const { page, context, person, errors } = await welcome(site, 'Mina', '/write')
  await outboxLoaded(page)
  await context.setOffline(true)
  expect(await coveredByStrip(page)).toBeLessThanOrEqual(0)
  await writeOffline(page, 'Sulat na walang signal', 'Itago sa diary')
  const before = new Date()
  await writeOffline(page, 'Pader na walang signal', 'I-share sa Pader')
  await chip(page).filter({ hasText: '2 naghihintay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Naghihintay ng signal' })
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Para sa diary mo' })
    .getByText('Sulat na walang signal')
    .waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'Para sa Pader ng Kalma' }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Isara' }).click()
  await context.setOffline(false)
  await chip(page).waitFor({ state: 'detached' })
  const [entry] = await rowsOf('Sulat na walang signal')
  expect(entry).toMatchObject({ user_id: person.id, place: 'diary' })
  expect(entry?.created_at.getTime()).toBeLessThanOrEqual(before.getTime())
  expect(await rowsOf('Sulat na walang signal')).toHaveLength(1)
  expect(await rowsOf('Pader na walang signal')).toMatchObject([{ user_id: person.id, place: 'wall' }])
  expect(errors.filter((error) => !error.includes('net::ERR_'))).toEqual([])
})

it('offline words are stored once when the answer is lost and when two tabs send them', async () => {
  const { page, context, person } = await welcome(site, 'Jun', '/write')
  await outboxLoaded(page)
  const second = await context.newPage()
  await second.goto('/write')
  await outboxLoaded(second)
  await loseAnswers(context, 'diary_posts')
  await writeOffline(page, 'Nawala ang sagot', 'Itago sa diary')
  expect(await rowsOf('Nawala ang sagot')).toHaveLength(1)
  await chip(second).waitFor()
  await context.unroute('**/rest/v1/diary_posts*')
  // Both tabs get the `online` event.
  await Promise.all([page, second].map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))))
  await Promise.all([chip(page), chip(second)].map((one) => one.waitFor({ state: 'detached' })))
  expect(await rowsOf('Nawala ang sagot')).toMatchObject([{ user_id: person.id }])
})

it('words that are taken back return to the paper and are not sent, also when another tab has sent or is sending them', async () => {
  const { page, context, person } = await welcome(site, 'Bea', '/write')
  await outboxLoaded(page)
  await loseAnswers(context, 'public_posts')
  await writeOffline(page, 'Nasa pader na pala', 'I-share sa Pader')
  expect(await rowsOf('Nasa pader na pala')).toHaveLength(1)
  await context.unroute('**/rest/v1/public_posts*')
  // Another tab sends the words and its answer is delayed. Meanwhile the writer takes them back here.
  const release = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  await context.route('**/rest/v1/public_posts*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    sent.resolve()
    await release.promise
    await route.fulfill({ response })
  })
  const second = await context.newPage()
  await second.goto('/write')
  await sent.promise
  await field(page).fill('Bagong simula')
  await chip(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bawiin' }).click()
  await told(page, 'Nasa papel mo na ulit.')
  expect(await field(page).inputValue()).toBe('Bagong simula\n\nNasa pader na pala')
  await chip(second).waitFor({ state: 'detached' })
  release.resolve()
  await expect.poll(() => rowsOf('Nasa pader na pala'), soon).toEqual([])
  await context.unroute('**/rest/v1/public_posts*')

  await second.close()
  // A slow request reaches the server after `withdraw`.
  await field(page).fill('')
  const id = await queueUnsent(page, 'Dumating pa rin')
  await context.setOffline(true)
  await page.unroute('**/rest/v1/public_posts*')
  await chip(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bawiin' }).click()
  await told(page, 'Nasa papel mo na ulit.')
  await Promise.all([withdrawalOf(page, id), context.setOffline(false)])
  const row = { mood: 'Calm', content: 'Dumating pa rin', template_url: null, anonymous: false }
  const late = await person.client.from('public_posts').insert({ id, ...row })
  expect([late.status, late.error?.code]).toEqual([410, 'PT410'])
  // The words are sent again under a new id.
  await write(page, 'Dumating pa rin', 'I-share sa Pader')
  await page.waitForURL('**/wall/kalma')
  expect(await rowsOf('Dumating pa rin')).toHaveLength(1)
})

it('a post that its writer deleted elsewhere is not sent again by a device that missed the answer', async () => {
  const { page, context, person } = await welcome(site, 'Ana', '/write')
  await outboxLoaded(page)
  const written = { diary_posts: 'Itago sa diary', public_posts: 'I-share sa Pader' }
  for (const [table, where] of Object.entries(written)) {
    await loseAnswers(context, table)
    await writeOffline(page, `Binura sa iba: ${table}`, where)
    await person.client.from(table).delete().eq('content', `Binura sa iba: ${table}`).throwOnError()
  }
  await chip(page).filter({ hasText: '2 naghihintay' }).waitFor()
  for (const table of Object.keys(written)) await context.unroute(`**/rest/v1/${table}*`)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await chip(page).waitFor({ state: 'detached' })
  for (const table of Object.keys(written)) expect(await rowsOf(`Binura sa iba: ${table}`)).toEqual([])
  await page.goto('/diary')
  await page.getByText('Blangko pa').first().waitFor()

  // The person deletes the post elsewhere. The words on the paper are sent only after a second request.
  await page.goto('/write')
  await page.route('**/rest/v1/public_posts*', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad gateway</html>' })
  })
  await write(page, 'Gusto ko pa rin', 'I-share sa Pader')
  await page.getByText('May aberya sa amin ngayon.').first().waitFor()
  await page.unroute('**/rest/v1/public_posts*')
  await person.client.from('public_posts').delete().eq('content', 'Gusto ko pa rin').throwOnError()
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: 'I-share sa Pader' }).click()
  await page.getByText('Naipadala mo na ito kanina at nabura na.').first().waitFor()
  expect(await field(page).inputValue()).toBe('Gusto ko pa rin')
  expect(await rowsOf('Gusto ko pa rin')).toEqual([])
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: 'I-share sa Pader' }).click()
  await page.waitForURL('**/wall/kalma')
  expect(await rowsOf('Gusto ko pa rin')).toHaveLength(1)
})

it('a post that is thrown away while it is being stored is not on the wall, even after a log-out at once', async () => {
  const { page, context, person } = await welcome(site, 'Gil', '/write')
  // Load the profile's code while the phone is online.
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Log Out' }).waitFor()
  await page.goBack()
  await outboxLoaded(page)
  const throwAway = async () => {
    await chip(page).click()
    await page.getByRole('button', { name: 'Itapon' }).click()
    const asked = page.getByRole('dialog', { name: 'Itapon ang isinulat mo?' })
    await asked.getByRole('button', { name: 'Itapon' }).click()
    await page.getByText('Wala nang naghihintay.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Isara' }).click()
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
  }
  // Offline, the page warns that words may remain on the server.
  const left = await queueUnsent(page, 'Baka maiwan')
  await context.setOffline(true)
  await throwAway()
  const question = page.getByRole('dialog', { name: 'May hindi ka pa naipapadala' })
  await question.getByText('May binawi ka na baka umabot na').waitFor()
  expect(await question.getByText('mabubura na nang tuluyan').count()).toBe(0)
  await question.getByRole('button').first().click()
  await Promise.all([withdrawalOf(page, left), context.setOffline(false)])

  await page.goto('/write')
  await outboxLoaded(page)
  const id = await queueUnsent(page, 'Itinapon habang dumarating')
  const server = new Client(site.app.login)
  await server.connect()
  await server.query('begin')
  await server.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ sub: person.id, role: 'authenticated' }),
  ])
  await server.query(`insert into public.public_posts (id, mood, content) values ($1, 'Calm', $2)`, [
    id,
    'Itinapon habang dumarating',
  ])
  await throwAway()
  await waitingForLocks(site.app)
  await server.query('commit')
  await server.end()
  await page.waitForURL('**/login')
  expect(await rowsOf('Itinapon habang dumarating')).toEqual([])
})

it("refused words show the server's reason and stay until they are thrown away, and later words pass them", async () => {
  const { page, context, person } = await welcome(site, 'Tes', '/write')
  await outboxLoaded(page)
  await context.setOffline(true)
  await writeOffline(page, 'Hindi tatanggapin', 'I-share sa Pader')
  await writeOffline(page, 'Hindi nahaharang', 'Itago sa diary')
  // The log-in page of a hotspot does not count as the server's refusal.
  await page.route('**/rest/v1/public_posts*', (route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: '<html>Log in sa hotspot</html>' }),
  )
  await context.setOffline(false)
  await chip(page).filter({ hasText: '1 naghihintay' }).waitFor()
  expect(await rowsOf('Hindi nahaharang')).toMatchObject([{ user_id: person.id, place: 'diary' }])
  await chip(page).click()
  const dialog = page.getByRole('dialog', { name: 'Naghihintay ng signal' })
  await dialog.getByRole('listitem').waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
  await page.unroute('**/rest/v1/public_posts*')
  await page.route('**/rest/v1/public_posts*', (route) =>
    route.fulfill({ status: 403, json: { code: '42501', message: 'Hindi ka muna makakapag-post' } }),
  )
  // The button sends the words again, whether they wait or were refused.
  for (const _ of ['waiting', 'refused']) {
    const asked = page.waitForRequest((request) => request.url().includes('/public_posts'))
    await dialog.getByRole('button', { name: 'Ipadala na' }).click()
    await asked
    await dialog.getByText('Hindi ka muna makakapag-post').waitFor()
  }
  await dialog.getByRole('button', { name: 'Itapon' }).click()
  await page
    .getByRole('dialog', { name: 'Itapon ang isinulat mo?' })
    .getByRole('button', { name: 'Itapon' })
    .click()
  await dialog.getByText('Naipadala na lahat').or(dialog.getByText('Wala nang naghihintay')).first().waitFor()
  await page.unroute('**/rest/v1/public_posts*')
  expect(await rowsOf('Hindi tatanggapin')).toEqual([])
})

it('offline words wait for their writer while another person uses the phone, and a log-out removes them', async () => {
  const canary = 'kanaryo-4b1d9'
  const { page, context, person } = await welcome(site, 'Liza', '/write')
  const jun = await signUp(site.app, 'Jun2')
  await outboxLoaded(page)
  await context.setOffline(true)
  await writeOffline(page, `Kay Liza lang ${canary}`, 'Itago sa diary')
  // Her session ends elsewhere. Her words stay hers.
  await site.app.owner.query('delete from auth.sessions where user_id = $1', [person.id])
  await context.setOffline(false)
  await page.waitForURL('**/login**')
  await logIn(page, jun)
  await page.goto('/write')
  await outboxLoaded(page)
  expect(await chip(page).count()).toBe(0)
  expect(await page.content()).not.toContain(canary)
  expect(await rowsOf(`Kay Liza lang ${canary}`)).toEqual([])
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/login')
  await logIn(page, person)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto('/write')
  await expect.poll(() => rowsOf(`Kay Liza lang ${canary}`), soon).toMatchObject([{ user_id: person.id }])

  // She logs out with words in the outbox. The app asks, then deletes them.
  await outboxLoaded(page)
  await chip(page).waitFor({ state: 'detached' })
  await context.setOffline(true)
  await writeOffline(page, `Mawawala ito ${canary}`, 'Itago sa diary')
  await field(page).fill(`At ito ${canary}`)
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  const dialog = page.getByRole('dialog', { name: 'May hindi ka pa naipapadala' })
  await dialog.getByText('1 ang naghihintay pa ng signal.').waitFor()
  await dialog.getByText('May nakasulat pa sa papel mo.').waitFor()
  await dialog.getByRole('button', { name: 'Mag-log out pa rin' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => placesKept(page, canary), soon).toEqual([])
  await context.setOffline(false)
})

it('the app opens without a signal with its drafts, also after the browser was closed', async () => {
  const person = await signUp(site.app, 'Rey')
  const visitor = await site.visitor(undefined, { serviceWorkers: 'allow' })
  const { page, context } = visitor
  await enter(visitor, person, '/write')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.reload()
  await outboxLoaded(page)
  await write(page, 'Pagkatapos ng reload', 'Itago sa diary')
  await told(page, 'Naghihintay ng signal. Kusa itong ipapadala.')
  await page.getByRole('heading', { level: 1, name: 'Emote Diary' }).waitFor()
  // The diary offers to take back or throw away the waiting entry.
  await page.getByRole('main').getByText('Pagkatapos ng reload').click()
  await page.getByRole('button', { name: 'Bawiin o itapon' }).click()
  const waiting = page.getByRole('dialog', { name: 'Naghihintay ng signal' })
  await waiting.getByText('Pagkatapos ng reload').waitFor()
  await waiting.getByRole('button', { name: 'Isara' }).click()
  await waiting.waitFor({ state: 'detached' })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Log Out' }).waitFor()
  // A page that the worker does not keep says so and links to /write.
  await page.goto('/contact')
  await page.getByRole('heading', { name: 'Walang internet' }).waitFor()
  await page.getByRole('link', { name: 'buksan ang papel' }).click()
  await field(page).waitFor()
  await page.goto('/diary')
  await page.getByRole('main').getByText('Pagkatapos ng reload').waitFor()
  expect(new URL(page.url()).pathname).toBe('/diary')
  // The worker's cache holds no personal data and no answer of the API.
  const caught = await page.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(caught.filter((path) => !path.startsWith('/assets/'))).toEqual(['/kept-page'])
  await page.close()
  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto('/write')
  await expect
    .poll(() => rowsOf('Pagkatapos ng reload'), soon)
    .toMatchObject([{ user_id: person.id, place: 'diary' }])
  const faults = visitor.errors.filter((error) => !/net::ERR_|Failed to fetch dynamically/.test(error))
  expect(faults).toEqual([])
  // The worker does not answer an API address with the app's page.
  const health = await later.goto('/healthz')
  expect(await health?.text()).toContain('ok')
})
