import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, logIn, type Person, signUp, takeOver, welcome } from '../support/cast.ts'
import { box, item, menuOf, openComments, post, row, say, toggle } from '../support/comments.ts'
import { card } from '../support/wall.ts'
import { placesKept } from '../support/stores.ts'

// Promise: the next person on a phone finds nothing of the one before.
let site: Site
let ada: Person
beforeAll(async () => {
  site = await startSite()
  ada = await signUp(site.app, 'Ada')
})
afterAll(() => site.stop())

/** The person of the stored session. */
const userHere = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('auth-token')) ?? ''
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as { user?: { id: string } }).user?.id
  })

/** A person opens the link of their mail in another tab, while another person is still signed in. The page asks before it switches. */
async function followMail(context: BrowserContext, { client, email }: Person, before: Person): Promise<void> {
  const { data } = await client.auth.getSession()
  const other = await context.newPage()
  await other.goto('/about')
  const flow = JSON.stringify({ at: Date.now(), email })
  await other.evaluate((marker) => localStorage.setItem('emote-flow-started', marker), flow)
  const { access_token = '', refresh_token = '' } = data.session ?? {}
  const tokens = new URLSearchParams({ access_token, refresh_token, expires_in: '900', token_type: 'bearer' })
  await other.goto(`/auth/callback#${tokens}&type=signup`)
  const question = other.getByRole('main')
  await question.getByText(before.email, { exact: true }).waitFor()
  await question.getByText(email, { exact: true }).waitFor()
  // The tokens do not stay in the address, and nothing has changed yet.
  expect(new URL(other.url()).hash).toBe('')
  expect(await userHere(other)).toBe(before.id)
  await expectAccessible(other)
  await question.getByRole('button', { name: 'Lumipat ng account' }).click()
  await other.waitForURL((url) => url.pathname !== '/auth/callback')
  expect(await userHere(other)).not.toBe(before.id)
  await other.close()
}

it('a person who follows the link of their own mail finds nothing of the person signed in before', async () => {
  const [mina, jun] = [await signUp(site.app, 'Mina'), await signUp(site.app, 'Jun')]
  const { id, text } = await post(ada)
  await say(mina, id, 'Salita ni Mina.')
  const muted = await post(await signUp(site.app, 'Oca'))
  const visitor = await site.visitor()
  const { page, context } = visitor
  const place = await openComments(visitor, mina, text)
  await box(place).fill('Lihim ni Mina.')
  await card(page, muted.text)
    .getByRole('button', { name: /^Iba pa sa post ni/ })
    .click()
  await item(page, 'I-mute si Tahimik Oca').click()
  await page.getByRole('dialog').getByRole('button', { name: 'I-mute' }).click()
  await card(page, muted.text).waitFor({ state: 'detached' })
  await menuOf(row(place, 'Salita ni Mina.')).click()
  await item(page, 'I-edit').click()
  const editor = page.getByRole('textbox', { name: 'I-edit ang komento mo' })
  await editor.waitFor()

  await followMail(context, jun, mina)

  await editor.waitFor({ state: 'detached' })
  await card(page, muted.text).waitFor()
  await toggle(place).click()
  await row(place, 'Salita ni Mina.').waitFor()
  expect(await row(place, 'Salita ni Mina.').getByText("ikaw 'to").count()).toBe(0)
  expect(await box(place).inputValue()).toBe('')
})

const secret = 'Lihim ni Nena'
const paper = (page: Page) => page.getByLabel('Ang nararamdaman mo')
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Mga lugar' }).getByRole('link', { name }).click()

it('the next person finds no draft, no diary copy, no search and no PIN after a log-out', async () => {
  const [nena, oca] = [await signUp(site.app, 'Nena'), await signUp(site.app, 'Oka')]
  await nena.client
    .from('diary_posts')
    .insert({ mood: 'Calm', content: `${secret} sa diary` })
    .throwOnError()
  const visitor = await site.visitor()
  const { page, context, errors } = visitor
  await enter(visitor, nena, '/write')
  await paper(page).fill(`${secret} sa papel`)
  await goTo(page, 'Profile')
  await page.getByRole('heading', { name: 'Phone na ginagamit din ng iba' }).click()
  await page.getByLabel('Bagong PIN').fill('2580')
  await page.getByLabel('Ulitin ang PIN').fill('2580')
  await page.keyboard.press('Enter')
  await page.getByText('May PIN ang Emote dito.').waitFor()
  await goTo(page, 'Diary')
  await page.getByRole('searchbox').fill(secret)
  await page.getByText(`${secret} sa diary`).waitFor()
  await expect.poll(() => placesKept(page, `${secret} sa diary`)).toEqual(['indexeddb entries'])
  expect(await placesKept(page, `${secret} sa papel`)).toEqual(['local'])

  // Oca arrives without a log-out of Nena, and sees an empty diary and paper, and no PIN page.
  await followMail(context, oca, nena)
  await page.getByText(`${secret} sa diary`).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Magsulat sa diary' }).click()
  await paper(page).waitFor()
  expect(await paper(page).inputValue()).toBe('')
  await page.goto('/diary')
  // An empty diary says so.
  await page.getByRole('link', { name: 'Magsulat sa diary' }).waitFor()
  expect(await page.content()).not.toContain(secret)

  // Nena returns to her words. After her log-out the stores hold nothing of hers.
  await takeOver(page, nena, '/write')
  expect(await paper(page).inputValue()).toBe(`${secret} sa papel`)
  await goTo(page, 'Diary')
  await page.getByText(`${secret} sa diary`).waitFor()
  await goTo(page, 'Profile')
  await page.getByRole('button', { name: 'Log Out' }).click()
  // A log-out would delete the words on her paper, so the app asks.
  await page.getByRole('dialog').getByRole('button', { name: 'Mag-log out pa rin' }).click()
  await page.waitForURL('**/login')
  await logIn(page, oca)
  await page.goto('/diary')
  // An empty diary says so.
  await page.getByRole('link', { name: 'Magsulat sa diary' }).waitFor()
  expect(await page.content()).not.toContain(secret)
  for (const left of [secret, 'emote-pin', `emote:${nena.id}`])
    await expect.poll(async () => [left, await placesKept(page, left)]).toEqual([left, []])
  // A request that reaches the server after the log-out is refused.
  expect(errors.filter((error) => !error.includes('status of 401'))).toEqual([])
})

it('a late answer to a log-out does not end the session of the next person', async () => {
  const next = await signUp(site.app, 'Pia')
  const { page } = await welcome(site, 'Osang', '/profile')
  const answer = Promise.withResolvers<void>()
  await page.route('**/auth/v1/logout*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await takeOver(page, next, '/profile')
  await page.getByRole('main').getByText('Tahimik Pia').waitFor()
  const came = page.waitForResponse('**/auth/v1/logout*')
  answer.resolve()
  await (await came).finished()
  await page.reload()
  await page.getByRole('main').getByText('Tahimik Pia').waitFor()
})
