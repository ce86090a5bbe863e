import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'

// Promise: a message is never lost, and never stored twice.
let site: Site
let mina: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  // A new account writes one message in five seconds.
  await site.app.owner.query("update auth.users set created_at = now() - interval '2 days'")
})
afterAll(() => site.stop())

const log = (page: Page) => page.getByRole('log')
const box = (page: Page) => page.getByRole('textbox', { name: 'Mensahe' })
const row = (page: Page, words: string) => log(page).locator('[data-message]').filter({ hasText: words })

async function say(page: Page, words: string): Promise<void> {
  await box(page).fill(words)
  await box(page).press('Enter')
  await row(page, words).waitFor()
}

const stored = async (): Promise<string[]> => {
  const { rows } = await site.app.owner.query<{ message_text: string }>(
    'select message_text from app.room_messages order by seq',
  )
  return rows.map(({ message_text }) => message_text)
}

/** The outbox comes with the first touch. */
async function outboxLoaded(page: Page): Promise<void> {
  await box(page).focus()
  await page.getByRole('banner').locator('output[data-outbox]').waitFor({ state: 'attached' })
}

async function loseAnswer(route: Route): Promise<void> {
  if (route.request().method() === 'POST') await route.fetch()
  await route.abort()
}

it('messages without a signal wait in every tab, and go once and in order when it is back', async () => {
  const visitor = await site.visitor()
  const { page, context } = visitor
  await enter(visitor, mina, '/tambayan')
  await box(page).waitFor()
  await outboxLoaded(page)
  const other = await context.newPage()
  await other.goto('/tambayan')
  await box(other).waitFor()
  await outboxLoaded(other)
  await context.setOffline(true)
  const words = ['Unang salita.', 'Ikalawang salita.', 'Ikatlong salita.']
  for (const one of words) await say(page, one)
  await page.getByRole('button', { name: '3 naghihintay' }).waitFor()
  for (const one of words) await row(other, one).waitFor()
  expect(await stored()).toEqual([])
  await context.setOffline(false)
  await expect.poll(stored, { timeout: 15_000 }).toEqual(words)
  await page.getByRole('button', { name: /naghihintay$/ }).waitFor({ state: 'detached' })
  for (const tab of [page, other]) await expect.poll(() => log(tab).locator('[data-message]').count()).toBe(3)
})

it('a message whose answer was lost shows once after a reload, and a draft stays until the log-out', async () => {
  const visitor = await site.visitor()
  const { page } = visitor
  await enter(visitor, mina, '/tambayan')
  await outboxLoaded(page)
  const before = await stored()
  await page.route('**/rest/v1/live_chat_messages*', loseAnswer)
  await say(page, 'Nawala ang sagot.')
  await page.getByRole('button', { name: '1 naghihintay' }).waitFor()
  await box(page).fill('Hindi pa tapos ang…')
  await page.unrouteAll()
  await page.reload()
  await row(page, 'Nawala ang sagot.').waitFor()
  await expect.poll(() => box(page).inputValue()).toBe('Hindi pa tapos ang…')
  await outboxLoaded(page)
  await page.getByRole('button', { name: /naghihintay$/ }).waitFor({ state: 'detached' })
  expect(await stored()).toEqual([...before, 'Nawala ang sagot.'])
  expect(await row(page, 'Nawala ang sagot.').count()).toBe(1)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/login')
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).not.toContain('Hindi pa tapos')
})
