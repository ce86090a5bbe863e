import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'

// Promise: the bell shows what is new, the same on every device, and nothing that was read.
let site: Site
let mina: Person
let ben: Person
let postId: string

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  ben = await signUp(site.app, 'Ben')
  // New accounts write one message in five seconds.
  await site.app.owner.query(`update auth.users set created_at = now() - interval '2 days'`)
  const { data } = await mina.client
    .from('public_posts')
    .insert({ content: 'Ang haba ng araw na ’to.', mood: 'Calm' })
    .select('id')
    .single()
    .throwOnError()
  postId = data.id
})
afterAll(() => site.stop())

const bell = (page: Page) => page.getByRole('button', { name: 'Mga notification' })
const row = (page: Page, words: string) => page.getByRole('link').filter({ hasText: words })
const words = (page: Page) => page.getByRole('status').filter({ hasText: /bago$/ })
async function told(page: Page, said: string) {
  await words(page).filter({ hasText: said }).waitFor({ state: 'attached' })
}

const conversation = () => [mina.id, ben.id].toSorted().join('-')
const toMina = (text: string) => ({
  id: randomUUID(),
  conversation_id: conversation(),
  sender_id: ben.id,
  receiver_id: mina.id,
  text,
})
const say = (text: string) =>
  ben.client
    .from('live_chat_messages')
    .insert({ id: randomUUID(), wall_id: 'general', message_text: text })
    .throwOnError()
const unreadMentions = async () =>
  (await mina.client.from('mentions').select('id').is('read_at', null).throwOnError()).data

describe('the bell', () => {
  it('rings on both devices, shows the same after a reload, and what is read on one leaves the other', async () => {
    const one = await site.visitor()
    const other = await site.visitor(desk)
    await enter(one, mina, '/diary')
    await enter(other, mina, '/profile')
    await bell(one.page).click()
    await one.page.getByText('Tahimik pa rito').waitFor()
    await one.page.keyboard.press('Escape')
    await Promise.all([
      ben.client.from('post_reactions').insert({ post_id: postId, emoji: '❤️' }).throwOnError(),
      ben.client.from('direct_messages').insert(toMina('Kumusta ka na?')).throwOnError(),
      say(`@{${mina.id}} nandito ka ba?`),
    ])
    for (const { page } of [one, other]) await told(page, '3 bago')
    await expect.poll(() => other.page.title()).toBe('(3) Profile · Emote')
    await one.page.reload()
    await told(one.page, '3 bago')
    await bell(one.page).click()
    // The bell shows no words of a request.
    await row(one.page, 'Gustong makipag-usap sa ’yo').waitFor()
    expect(await one.page.getByText('Kumusta ka na?').count()).toBe(0)
    await row(one.page, 'May nag-react').waitFor()
    await bell(other.page).click()
    await other.page.keyboard.press('Escape')
    await expectAccessible(one.page)
    await row(one.page, 'nandito ka ba?').click()
    await one.page.waitForURL('**/tambayan*')
    await told(other.page, '2 bago')
    // A mention in the room that is open was seen.
    await say(`@{${mina.id}} buti naman`)
    await one.page.getByText('buti naman').waitFor()
    await expect.poll(unreadMentions).toEqual([])
    await bell(other.page).click()
    await other.page.getByRole('button', { name: 'Nabasa ko na lahat' }).click()
    await other.page.getByText('Tahimik pa rito').waitFor()
    await words(one.page).waitFor({ state: 'detached' })
    expect(await other.page.title()).toBe('Profile · Emote')
    expect([...one.errors, ...other.errors]).toEqual([])
  })
})

/** A stand-in for the push service: the browser of the tests has none. */
function standInForPush() {
  let made: object | null = null
  const keys = { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) }
  const endpoint = 'https://fcm.googleapis.com/fcm/send/mina'
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => (made = null),
  }
  // The browser without a screen refuses every notification.
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Notification.requestPermission = async () => 'granted'
  Object.assign(PushManager.prototype, {
    subscribe: async () => (made = subscription),
    getSubscription: async () => made,
  })
}

it('a person chooses what rings and when, and asks this browser for pushes by a button', async () => {
  const visitor = await site.visitor(undefined, { serviceWorkers: 'allow' })
  const { page, context, errors } = visitor
  await context.addInitScript(standInForPush)
  const liza = await signUp(site.app, 'Liza')
  await enter(visitor, liza, '/profile#notifications')
  const lever = (name: string) => page.getByRole('switch', { name })
  await lever('Mga reaction sa post ko').click()
  await lever('Patahimikin muna').click()
  await page.getByLabel('Mula', { exact: true }).fill('21:30')
  await page.getByLabel('Mula', { exact: true }).blur()
  await lever('Mahinang tunog').click()
  const browsers = async () =>
    (await liza.client.from('push_subscriptions').select('endpoint').throwOnError()).data
  await page.getByRole('button', { name: 'I-on ang push dito' }).click()
  await page.getByText('Makakatanggap ka ng push').waitFor()
  expect(await browsers()).toHaveLength(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Patayin ang push dito' }).click()
  await page.getByRole('button', { name: 'I-on ang push dito' }).waitFor()
  expect(await browsers()).toEqual([])
  await page.reload()
  expect(await lever('Mga komento sa post ko').isChecked()).toBe(true)
  expect(await lever('Mga reaction sa post ko').isChecked()).toBe(false)
  expect(await lever('Mahinang tunog').isChecked()).toBe(true)
  expect(await page.getByLabel('Mula', { exact: true }).inputValue()).toBe('21:30')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/login')
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept.filter((key) => key.includes('sound'))).toEqual([])
  expect(errors).toEqual([])
})
