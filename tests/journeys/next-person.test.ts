import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSite, type Site } from '../support/browser.ts'
import { signUp, type Person } from '../support/cast.ts'
import { box, card, item, menuOf, openComments, post, row, say, toggle } from '../support/comments.ts'

// The promise: who comes to a phone after another finds nothing of them, however they came.
let site: Site
let ada: Person
beforeAll(async () => {
  site = await startSite()
  ada = await signUp(site.app, 'Ada')
})
afterAll(() => site.stop())

it('who follows a link of their own mail, while somebody else is signed in, finds nothing of that person', async () => {
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

  const { data } = await jun.client.auth.getSession()
  const other = await context.newPage()
  await other.goto('/about')
  await other.evaluate(() => localStorage.setItem('emote-flow-started', String(Date.now())))
  const { access_token = '', refresh_token = '' } = data.session ?? {}
  const tokens = new URLSearchParams({ access_token, refresh_token, expires_in: '900', token_type: 'bearer' })
  await other.goto(`/auth/callback#${tokens}&type=signup`)
  await other.waitForURL((url) => url.pathname !== '/auth/callback')

  await card(page, muted.text).waitFor()
  expect(await page.getByRole('textbox', { name: 'I-edit ang komento mo' }).count()).toBe(0)
  await toggle(place).click()
  await row(place, 'Salita ni Mina.').waitFor()
  expect(await row(place, 'Salita ni Mina.').getByText("ikaw 'to").count()).toBe(0)
  expect(await box(place).inputValue()).toBe('')
  await context.close()
})
