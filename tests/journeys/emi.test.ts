import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AiServer, refuses, startAiServer } from '../support/ai-server.ts'
import { emi } from '../../src/shared/emi.ts'
import { freeLimits } from '../../src/shared/plans.ts'
import { actionLines } from '../../src/shared/emi-actions.ts'
import { desk, expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { holdAnswers } from '../support/emi.ts'
import { told } from '../support/page.ts'

// Promise: at two in the morning somebody answers, says what she is, and forgets everything with one tap.
let provider: AiServer
let site: Site
let mina: Person
let jun: Person

beforeAll(async () => {
  provider = await startAiServer()
  const model = { baseUrl: provider.baseUrl, model: 'tagapakinig', answerMs: 60_000 }
  site = await startSite({ emi: { model } })
  mina = await known('Mina')
  jun = await known('Jun')
})
afterAll(async () => {
  await site.stop()
  await provider.stop()
})
beforeEach(async () => {
  // The offline responder answers.
  provider.behave(refuses(500))
  await query('delete from app.room_messages', [])
})
/** She types until a test has seen it. */
const hold = () => holdAnswers(provider, 'Nandito lang ako. Ano ang pinakamabigat ngayon?')

/** A person whose account is not new: a new one writes one message in five seconds. */
async function known(name: string): Promise<Person> {
  const person = await signUp(site.app, name)
  await query("update auth.users set created_at = now() - interval '2 days' where id = $1", [person.id])
  return person
}
const query = async (sql: string, values: unknown[]) => (await site.app.owner.query(sql, values)).rows

const withEmi = `/tambayan?dmUser=${emi.id}&dmCodename=Emi`
const box = (page: Page) => page.getByRole('textbox', { name: 'Mensahe' }).last()
const log = (page: Page) => page.getByRole('log').last()
const answers = (page: Page) => log(page).locator('[data-bot]')
const crisisCheck = /\/crisis-[^/]+\.js$/
/** These requests wait until the returned function is called. */
async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, (route) => promise.then(() => route.continue()))
  return resolve
}

async function write(page: Page, words: string): Promise<void> {
  await box(page).fill(words)
  await page.keyboard.press('Enter')
  await log(page).getByText(words).last().waitFor()
}

describe('in private', () => {
  it('she greets for free, answers as a bot with numbers to call, and forgets on all devices', async () => {
    const [phone, other] = [await site.visitor(), await site.visitor(desk)]
    await enter(phone, mina, withEmi)
    await enter(other, mina, withEmi)
    const { page } = phone
    // The check for words of crisis loads after they were sent and answered.
    const letCheckCome = await holdBack(page, crisisCheck)
    await page.getByText('Ako si Emi, bot ng Emote', { exact: false }).waitFor()
    expect(await query('select from public.usage_emi_messages where user_id = $1', [mina.id])).toEqual([])
    await page.getByRole('button', { name: 'Hindi ako makatulog.' }).click()
    expect(await box(page).inputValue()).toBe('Hindi ako makatulog.')
    const held = hold()
    await page.keyboard.press('Enter')
    await page.getByText('Nagsusulat si Emi').waitFor()
    await held.arrived()
    held.release()
    await answers(page).waitFor()
    await page.getByText('Nagsusulat si Emi').waitFor({ state: 'detached' })
    expect(await answers(page).innerText()).toMatch(/^Emi\s+bot\s/)
    await answers(other.page).waitFor()

    await write(page, 'Gusto ko nang mamatay.')
    const call = answers(page).getByRole('link', { name: '0919-057-1553' })
    await call.waitFor()
    expect(await call.getAttribute('href')).toBe('tel:09190571553')
    const checked = page.waitForResponse(crisisCheck)
    letCheckCome()
    await checked
    await expectAccessible(page)
    // The card with the same numbers would cover her answer.
    expect(await page.locator('[data-help="offered"]').count()).toBe(0)

    await page.getByRole('button', { name: 'Iba pa tungkol kay Emi' }).click()
    await page.getByRole('menuitem', { name: 'Ang naaalala ni Emi' }).click()
    const memory = page.getByRole('dialog', { name: 'Ang naaalala ni Emi' })
    await memory.getByText('Nakatago:').waitFor()
    await expectAccessible(page, 'dialog')
    await memory.getByRole('button', { name: 'Burahin lahat' }).click()
    await told(page, 'Nabura na lahat. Bagong simula.')
    for (const each of [page, other.page]) {
      // oxlint-disable-next-line no-await-in-loop -- one device after the other
      await each.getByText('Ako si Emi, bot ng Emote', { exact: false }).waitFor()
      // oxlint-disable-next-line no-await-in-loop -- see above
      expect(await answers(each).count()).toBe(0)
    }
    expect(
      await query('select from public.direct_messages where $1 in (sender_id, receiver_id)', [mina.id]),
    ).toEqual([])
    expect(await query('select from public.emi_care where user_id = $1', [mina.id])).toEqual([])
    expect([...phone.errors, ...other.errors]).toEqual([])
  })

  it('a lost line costs no answer, the last free one is told, and a block ends it all', async () => {
    const liza = await known('Liza')
    const visitor = await site.visitor()
    const { page, context } = visitor
    const toEmi = page.getByRole('dialog').getByRole('textbox', { name: 'Mensahe' })
    await enter(visitor, liza, withEmi)
    await toEmi.click()
    await context.setOffline(true)
    await write(page, 'Naputol ang signal, pero kausap pa rin kita.')
    await page.getByTitle('Naghihintay na maipadala').waitFor()
    await context.setOffline(false)
    await answers(page).waitFor()
    await query(
      'insert into public.usage_emi_messages (user_id, settled_at) select $1, now() from generate_series(1, $2)',
      [liza.id, freeLimits.emi - 3],
    )
    // The page dies after the message was stored and before the call.
    await page.route('**/functions/v1/emebot-chat', (route) => route.abort())
    await write(page, 'Isa pa bago ako matulog.')
    await expect
      .poll(() => query('select from public.direct_messages where text = $1', ['Isa pa bago ako matulog.']))
      .toHaveLength(1)
    await page.reload()
    await page.unroute('**/functions/v1/emebot-chat')
    await toEmi.click()
    await answers(page).nth(1).waitFor()

    // A free person reads how few answers are left, why there is none, and types on.
    await page.getByText('1 pa ang libreng sagot ni Emi.').waitFor()
    await write(page, 'Pagod na ako.')
    await page.getByText(/Ubos na muna ang libreng sagot ni Emi\. May babalik/).waitFor()
    await write(page, 'Isa pa sana.')
    const alert = page.getByRole('alert').filter({ hasText: `${freeLimits.emi} libreng sagot` })
    await alert.waitFor()
    await box(page).pressSequentially('o')
    await alert.waitFor({ state: 'detached' })

    // A person who has blocked her reads nothing of hers, and gets kind words for a call.
    await page.getByRole('button', { name: 'Iba pa tungkol kay Emi' }).click()
    await page.getByRole('menuitem', { name: 'I-block si Emi' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'I-block', exact: true }).click()
    await page.getByRole('heading', { name: 'Naka-block siya' }).waitFor()
    await page.goto('/tambayan')
    await box(page).click()
    await write(page, '@Emi hoy')
    await page.getByRole('alert').filter({ hasText: 'Naka-block' }).waitFor()
    expect(await answers(page).count()).toBe(0)
    // The list after an @ offers other people, and her no more.
    const row = { wall_id: 'general', sender_id: jun.id, codename: jun.codename, message_text: 'hi' }
    await jun.client.from('live_chat_messages').insert(row).throwOnError()
    await log(page).getByText('hi', { exact: true }).waitFor()
    await box(page).pressSequentially('@')
    const offered = (name: string) => page.getByRole('option', { name }).count()
    await expect.poll(async () => [await offered('Jun'), await offered('Emi')]).toEqual([1, 0])
    const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|403|429/
    expect(visitor.errors.filter((error) => !expected.test(error))).toEqual([])
  })
})

describe('in General', () => {
  it('both people see her answer to a call, and what she offers opens at a tap', async () => {
    const [one, other] = [await site.visitor(), await site.visitor()]
    await enter(one, mina, '/tambayan')
    await enter(other, jun, '/tambayan')
    const { page } = one
    await box(other.page).click()
    await write(other.page, 'Ako lang ba ang gising?')
    const held = hold()
    await write(page, 'Hoy @Emi, nag-away kami ni Mama.')
    await other.page.getByText('Nagsusulat si Emi').waitFor()
    await held.arrived()
    held.release()
    for (const each of [page, other.page])
      // oxlint-disable-next-line no-await-in-loop -- one person after the other
      await answers(each)
        .getByRole('button', { name: /Sagot kay Tahimik Mina/ })
        .waitFor()
    expect(await answers(other.page).count()).toBe(1)

    // Breaths, five things, and a page with the own words.
    for (const action of ['breathe', 'senses', 'write'] as const)
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await query(
        `insert into app.room_messages (wall_id, sender_id, message_text, reply_to)
         select wall_id, $1, $2, id from app.room_messages where sender_id = $3`,
        [emi.id, `Nandito ako.\n${actionLines[action]}`, mina.id],
      )
    const tap = (action: keyof typeof actionLines) =>
      answers(page).getByRole('button', { name: actionLines[action] }).click()
    await page.evaluate(
      `awake = 0; navigator.wakeLock.request = async () => ({ release: async () => awake--, held: awake++ }); 0`,
    )
    await tap('breathe')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Simulan' }).click()
    await dialog.getByText('Inhale…').waitFor()
    await expect.poll(() => page.evaluate('awake')).toBe(1)
    await dialog.getByRole('button', { name: 'Huminto muna' }).click()
    await expect.poll(() => page.evaluate('awake')).toBe(0)
    await expectAccessible(page, 'dialog')
    await page.keyboard.press('Escape')
    await tap('senses')
    for (const sense of ['nakikita', 'nahahawakan', 'naririnig', 'naaamoy', 'nalalasahan']) {
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      await dialog.getByText(sense, { exact: false }).waitFor()
      // oxlint-disable-next-line no-await-in-loop -- see above
      await dialog.getByRole('button', { name: /^(Susunod|Tapos na)$/ }).click()
    }
    await expectAccessible(page, 'dialog')
    await dialog.getByRole('button', { name: 'Okay na muna' }).click()
    await tap('write')
    await page.waitForURL('**/write')
    const paper = page.locator('main textarea')
    await expect.poll(() => paper.inputValue()).toBe('Hoy nag-away kami ni Mama.')
    expect([...one.errors, ...other.errors]).toEqual([])
  })
})
