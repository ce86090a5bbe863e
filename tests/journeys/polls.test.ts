import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desk, expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, givePremium, type Person, signUp } from '../support/cast.ts'
import { told } from '../support/page.ts'

// Promise: a vote shows at once and on every screen, counts once, and nothing moves under a thumb.
let site: Site
let mina: Person
let ben: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  ben = await signUp(site.app, 'Ben')
  await givePremium(site.app, [mina.id])
})
afterAll(() => site.stop())

/** Mina asks, through the API. */
async function ask(
  question: string,
  options = ['Kape', 'Tsaa'],
  expires_at: string | null = null,
): Promise<string> {
  const id = crypto.randomUUID()
  const body = { id, question, options, expires_at }
  const { error } = await mina.client.functions.invoke('create-poll', { body })
  if (error) throw error
  return id
}

const card = (page: Page, question: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: question }) })
const votes = async (question: string) =>
  (
    await site.app.owner.query<{ option_index: number }>(
      `select v.option_index from public.poll_votes as v join public.polls as p on p.id = v.poll_id where p.question = $1`,
      [question],
    )
  ).rows.map(({ option_index }) => option_index)

/** Resolves when the page that `open` opens follows the topic of the polls. */
async function following(page: Page, open: () => Promise<unknown>): Promise<void> {
  const followed = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        /polls:global.*"ok"|"ok".*polls:global/.test(String(payload)),
      ),
    )
  await Promise.all([followed, open()])
}

it('two people ask, vote and delete, and each sees at once what the other does', async () => {
  const [asker, voter] = [await site.visitor(desk), await site.visitor()]
  const { page } = asker
  await ask('Ulan o araw?', ['Ulan', 'Araw'])
  await following(voter.page, () => enter(voter, ben, '/tambayan?room=polls'))
  const notice = voter.page.getByRole('complementary', { name: 'Premium Feature' })
  await notice.getByRole('link', { name: 'Upgrade' }).waitFor()
  expect(await voter.page.getByRole('button', { name: 'Create Poll' }).count()).toBe(0)

  await following(page, () => enter(asker, mina, '/polls'))
  // By keyboard: the form, its faults, its options, and the poll.
  await page.getByRole('button', { name: 'Create Poll' }).press('Enter')
  await page.getByRole('button', { name: 'I-post ang poll' }).press('Enter')
  await page.getByText('Please enter a question').waitFor()
  await page.getByText('Please provide at least 2 options').waitFor()
  await page.locator('textarea:focus').waitFor()
  await expectAccessible(page)
  await page.keyboard.type('Kape o tsaa?')
  await page.getByLabel('Pagpipilian 1').fill('Kape')
  await page.getByLabel('Pagpipilian 2').fill(' kape ')
  await page.getByText('Kapareho ito ng nauna').waitFor()
  await page.getByRole('button', { name: 'Magdagdag ng pagpipilian' }).press('Enter')
  await page.keyboard.type('Tsaa')
  await page.getByRole('button', { name: 'Alisin ang pagpipilian 2' }).press('Enter')
  await page.getByLabel('Hanggang kailan').selectOption('day')
  await page.getByRole('button', { name: 'I-post ang poll' }).press('Enter')
  await told(page, 'Nai-post na ang poll mo.')
  await page.getByRole('button', { name: 'Create Poll' }).and(page.locator(':focus')).waitFor()
  const own = card(page, 'Kape o tsaa?')
  await own.getByText('oras na lang').waitFor()

  // The list of the other person is older than the poll.
  await following(voter.page, () => voter.page.reload())
  const theirs = card(voter.page, 'Kape o tsaa?')
  await theirs.getByRole('button', { name: /^Tsaa/ }).dblclick()
  await theirs.getByText('boto mo').waitFor({ state: 'attached' })
  await voter.page.locator(':focus').getByText('Tsaa').waitFor()
  await theirs.getByText('100.0%').waitFor()
  await own.getByText('1 boto', { exact: true }).waitFor()
  await own.getByRole('button', { name: /^Tsaa 100.0%.*1 boto/ }).waitFor()
  await expect.poll(() => votes('Kape o tsaa?')).toEqual([1])
  await expectAccessible(voter.page)

  await own.getByRole('button', { name: /^Iba pa sa poll/ }).click()
  await page.getByRole('menuitem', { name: 'Burahin' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Kape o tsaa?').waitFor()
  await dialog.getByRole('button', { name: 'Burahin' }).click()
  await own.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Ulan o araw?' }).and(page.locator(':focus')).waitFor()
  await voter.page.getByText('Wala na rito ang poll na ’to.').waitFor()
  expect([...asker.errors, ...voter.errors]).toEqual([])
})

it('a vote that fails is taken back with its reason, and the same press counts once afterwards', async () => {
  const visitor = await site.visitor()
  const { page } = visitor
  await ask('Una o huli?', ['Una', 'Huli'])
  // Ben avoids a word of an option.
  await page.addInitScript((key) => localStorage.setItem(key, '["huli"]'), `emote-word-filters:${ben.id}`)
  await enter(visitor, ben, '/polls')
  const folded = card(page, 'May salitang iniiwasan mo: huli')
  expect(await page.getByText('Una o huli?').count()).toBe(0)
  await folded.getByRole('button', { name: 'Ipakita' }).click()
  await page.getByRole('heading', { name: 'Una o huli?' }).and(page.locator(':focus')).waitFor()
  const poll = card(page, 'Una o huli?')
  const option = poll.getByRole('button', { name: /^Huli/ })
  await page.route('**/functions/v1/vote-on-poll', (route) =>
    route.fulfill({ status: 409, json: { success: false, error: 'Sarado na ang botohan dito.' } }),
  )
  await option.click()
  await poll.getByRole('alert').getByText('Sarado na ang botohan dito.').waitFor()
  await option.and(page.locator(':focus')).waitFor()
  await poll.getByText('Wala pang boto', { exact: true }).waitFor()
  // The server stores the vote, and its answer is lost.
  await page.unroute('**/functions/v1/vote-on-poll')
  await page.route('**/functions/v1/vote-on-poll', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await option.press('Enter')
  await expect.poll(() => votes('Una o huli?')).toEqual([1])
  await poll.getByText('boto mo').waitFor({ state: 'attached' })
  await expectAccessible(page)
})

it('a poll closes on the open page by the clock of the database, and new ones wait above', async () => {
  const visitor = await site.visitor()
  const { page } = visitor
  await page.clock.install()
  await ask('Ngayon na?', ['Oo', 'Mamaya'], new Date(Date.now() + 3_300_000).toISOString())
  // The device's clock is a day late.
  await page.clock.setSystemTime(Date.now() - 86_400_000)
  await enter(visitor, ben, '/polls')
  const poll = card(page, 'Ngayon na?')
  await poll.getByText(/^5\d minuto na lang/).waitFor()
  await poll.getByRole('button', { name: /^Oo/ }).waitFor()
  await ask('Bago ba ito?')
  await page.clock.runFor(61_000)
  await page.getByRole('button', { name: '1 bagong poll' }).waitFor()
  expect(await card(page, 'Bago ba ito?').count()).toBe(0)
  await page.getByRole('button', { name: '1 bagong poll' }).click()
  await page.getByRole('heading', { name: 'Bago ba ito?' }).and(page.locator(':focus')).waitFor()
  // Without answers the page's own clock closes it.
  await page.route('**/functions/v1/fetch-polls*', (route) => route.abort())
  await page.clock.fastForward(3_600_000)
  await poll.getByText('Sarado na ang botohan').waitFor()
  expect(await poll.getByRole('button', { name: /^Oo/ }).count()).toBe(0)
})

it('a reader reports a poll, and blocks its creator, whose polls leave the screen', async () => {
  const visitor = await site.visitor()
  const { page, errors } = visitor
  await ask('Bagyo ba?')
  const jun = await signUp(site.app, 'Jun')
  await enter(visitor, jun, '/polls')
  const menu = card(page, 'Bagyo ba?').getByRole('button', { name: /^Iba pa sa poll/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'I-report' }).click()
  const report = page.getByRole('dialog', { name: 'I-report ang poll' })
  await report.getByRole('radio', { name: 'Spam' }).check()
  await report.getByRole('button', { name: 'I-report' }).click()
  await report.getByText('Salamat.').waitFor()
  await page.keyboard.press('Escape')
  await menu.click()
  await page.getByRole('menuitem', { name: /^I-block/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'I-block' }).click()
  await page.getByText('Wala pang balota').waitFor()
  const reports = 'select reported_item_type, reported_content from public.reports where reporter_id = $1'
  expect((await site.app.owner.query(reports, [jun.id])).rows).toEqual([
    { reported_item_type: 'poll', reported_content: 'Bagyo ba?\nKape\nTsaa' },
  ])
  expect(errors).toEqual([])
})

it('a form that is open when Premium ends keeps its words until Premium is back', async () => {
  const visitor = await site.visitor()
  const { page } = visitor
  const liza = await signUp(site.app, 'Liza')
  await givePremium(site.app, [liza.id], '1 hour')
  await page.clock.install()
  await enter(visitor, liza, '/polls')
  await page.getByRole('button', { name: 'Create Poll' }).click()
  await page.getByLabel('Tanong').fill('Uuwi ka ba sa Pasko?')
  // Without an answer of the server, whose clock has not moved.
  await page.route('**/{rest,functions,auth}/v1/**', (route) => route.abort())
  await page.clock.fastForward(3_601_000)
  await page.getByText('Tapos na ang Premium mo.').waitFor()
  expect(await page.getByRole('button', { name: 'I-post ang poll' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Isara ang form' }).click()
  await page.getByRole('complementary', { name: 'Premium Feature' }).waitFor()
  await page.unroute('**/{rest,functions,auth}/v1/**')
  await page.clock.setSystemTime(Date.now())
  await page.clock.runFor(61_000)
  await page.getByRole('link', { name: 'Tambayan' }).first().click()
  await page.getByRole('link', { name: 'Polls' }).click()
  await page.getByRole('button', { name: 'Create Poll' }).click()
  expect(await page.getByLabel('Tanong').inputValue()).toBe('Uuwi ka ba sa Pasko?')
})
