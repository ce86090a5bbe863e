import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { desk, openBrowser, phone } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { startRestartable, type Restartable } from '../support/restartable.ts'

// Promise: people talk through a restart of the server and a lost connection, nothing is lost or doubled, and each finds everything again
// on a second device.
let server: Restartable
beforeAll(async () => {
  server = await startRestartable()
})
afterAll(() => server.stop())

async function openDevice(person: Person, viewport = phone, path = '/tambayan') {
  const browser = await openBrowser()
  const context = await browser.newContext({
    viewport,
    baseURL: server.origin,
    locale: 'fil-PH',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await enter({ page, context, errors: [] }, person, path)
  return { context, page }
}

/** The list of a talk with its box, also when a sheet covers it. */
const talkOf = (page: Page, name: string): Locator =>
  page
    .locator('section, aside, dialog')
    .filter({ has: page.locator(`[role=log][aria-label="Mga mensahe: ${name}"]`) })
    .last()
const room = (page: Page) => talkOf(page, 'General')
const said = (talk: Locator, text: string) => talk.getByText(text, { exact: true })

async function say(talk: Locator, text: string): Promise<void> {
  const field = talk.getByRole('textbox', { name: 'Mensahe' })
  await field.fill(text)
  await field.press('Enter')
  await said(talk, text).waitFor()
}

const idsOn = (talk: Locator) =>
  talk.locator('[data-message]').evaluateAll((all) => all.map((one) => one.getAttribute('data-message')))

/** The stored messages, oldest first. */
async function stored(table: 'app.room_messages' | 'public.direct_messages', words: string) {
  const { rows } = await server.database.owner.query<{ id: string; words: string }>(
    `select id, ${words} as words from ${table} order by seq`,
  )
  return { ids: rows.map(({ id }) => id), words: rows.map((row) => row.words) }
}

type Device = Awaited<ReturnType<typeof openDevice>>

async function meet() {
  const mina = await signUp(server, 'Mina')
  const jun = await signUp(server, 'Jun')
  const ana = await signUp(server, 'Ana')
  // New accounts write slowly.
  await server.database.owner.query("update auth.users set created_at = now() - interval '30 days'")
  return {
    mina: { person: mina, other: ana.codename, device: await openDevice(mina) },
    jun: { person: jun, other: undefined, device: await openDevice(jun) },
    ana: { person: ana, other: mina.codename, device: await openDevice(ana, desk) },
  }
}

async function openConversation({ page }: Device, codename: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Mga usapan' }).click()
  await page.getByRole('link', { name: codename }).click()
  return talkOf(page, codename)
}

it('three people talk through a restart and a lost connection, and each finds every message on a second device', async () => {
  const everybody = await meet()
  const { mina, jun, ana } = everybody
  const [minas, juns, anas] = [mina, jun, ana].map(({ device }) => room(device.page)) as [
    Locator,
    Locator,
    Locator,
  ]
  await say(minas, 'Isa muna.')
  await say(juns, 'Dalawa na tayo.')
  await say(anas, 'Tatlo!')
  for (const talk of [minas, juns, anas])
    for (const text of ['Isa muna.', 'Dalawa na tayo.', 'Tatlo!']) await said(talk, text).waitFor()

  await ana.device.page.goto(`/tambayan?dmUser=${mina.person.id}`)
  const toMina = talkOf(ana.device.page, mina.person.codename)
  await say(toMina, 'Puwede ba kitang makausap?')
  const toAna = await openConversation(mina.device, ana.person.codename)
  await said(toAna, 'Puwede ba kitang makausap?').waitFor()
  await say(toAna, 'Oo naman, nandito ako.')
  await said(toMina, 'Oo naman, nandito ako.').waitFor()

  await jun.device.context.setOffline(true)
  await say(juns, 'Nasa elevator ako.')
  await server.end()
  await say(toAna, 'Ano ang nangyari?')
  await say(anas, 'Nawala yata ang signal.')
  await say(toMina, 'Mahabang kuwento.')
  await server.begin()
  await jun.device.context.setOffline(false)
  await said(minas, 'Nasa elevator ako.').waitFor()
  await said(juns, 'Nawala yata ang signal.').waitFor()
  await said(toMina, 'Ano ang nangyari?').waitFor()
  await said(toAna, 'Mahabang kuwento.').waitFor()

  const inRoom = await stored('app.room_messages', 'message_text')
  const inPrivate = await stored('public.direct_messages', 'text')
  expect(inRoom.words.slice(0, 3)).toEqual(['Isa muna.', 'Dalawa na tayo.', 'Tatlo!'])
  expect(inRoom.words.slice(3).toSorted()).toEqual(['Nasa elevator ako.', 'Nawala yata ang signal.'])
  expect(inPrivate.words.slice(0, 2)).toEqual(['Puwede ba kitang makausap?', 'Oo naman, nandito ako.'])
  expect(inPrivate.words.slice(2).toSorted()).toEqual(['Ano ang nangyari?', 'Mahabang kuwento.'])
  for (const talk of [minas, juns, anas]) await expect.poll(() => idsOn(talk)).toEqual(inRoom.ids)
  for (const talk of [toAna, toMina]) await expect.poll(() => idsOn(talk)).toEqual(inPrivate.ids)

  for (const { person, other } of Object.values(everybody)) {
    const second = await openDevice(person)
    await expect.poll(() => idsOn(room(second.page))).toEqual(inRoom.ids)
    if (!other) continue
    const talk = await openConversation(second, other)
    await expect.poll(() => idsOn(talk)).toEqual(inPrivate.ids)
  }
})
