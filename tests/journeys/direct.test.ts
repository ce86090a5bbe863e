import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { told } from '../support/page.ts'

// Promise: two people find each other, talk alone once both want it, and find the conversation again.
let site: Site
let mina: Person
let jun: Person

beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  jun = await signUp(site.app, 'Jun')
})
afterAll(() => site.stop())

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
/** The first words wait in the box for the code that sends; others in their place would replace them. */
async function write(page: Page, words: string) {
  const box = page.getByRole('textbox', { name: 'Mensahe' }).last()
  await box.fill(words)
  await page.keyboard.press('Enter')
  await expect.poll(() => box.inputValue()).toBe('')
}

describe('a conversation', () => {
  it('a request from the list of those online becomes a conversation once it is accepted', async () => {
    const [one, other] = [await site.visitor(), await site.visitor(desk)]
    await enter(one, mina, '/tambayan')
    await enter(other, jun, '/tambayan')
    const online = other.page.getByRole('list', { name: 'Mga online ngayon' })
    const way = online.getByRole('link', { name: 'Send Message kay Tahimik Mina' })
    await way.waitFor()
    const names = () => online.locator('[data-person] [dir=auto]').allInnerTexts()
    await expect.poll(names).toEqual(['Emi', 'Tahimik Jun', 'Tahimik Mina'])
    const ways = () =>
      online
        .getByRole('link', { name: /^Send Message/ })
        .evaluateAll((links) => links.map((link) => link.ariaLabel))
    expect(await ways()).toEqual(['Send Message kay Emi', 'Send Message kay Tahimik Mina'])
    await way.click()
    const panel = other.page.getByRole('complementary', { name: 'Usapan' })
    await panel.getByRole('heading', { name: 'Tahimik Mina' }).waitFor()
    expect(await focused(other.page)).toBe('Tahimik Mina')
    await write(other.page, 'Kumusta ka?')
    await panel.getByText('Hindi pa sumasagot si Tahimik Mina').waitFor()
    await write(other.page, 'Nandito lang ako.')
    await panel.getByText('Nandito lang ako.').waitFor()
    await write(other.page, 'Ingat ka.')
    // The box leaves with the third message: a fourth one would be refused.
    const full = panel.getByText('Naipadala mo na ang tatlong mensahe.')
    await full.waitFor()
    expect(await panel.getByRole('textbox').count()).toBe(0)

    const { page } = one
    await page.getByRole('button', { name: /^Mga usapan/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Tahimik Jun' }).click()
    const request = page.getByRole('region', { name: 'Request na makipag-usap' })
    await request.getByText('Hindi niya malalaman na nabasa mo').waitFor()
    await expectAccessible(page)
    await request.getByRole('button', { name: 'Tanggapin' }).click()
    await request.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Tahimik Jun')
    // Acceptance shows only with an answer.
    expect(await full.count()).toBe(1)
    await write(page, 'Ayos lang, salamat.')
    await panel.getByText('Ayos lang, salamat.').waitFor()
    await full.waitFor({ state: 'detached' })
    await panel.getByRole('textbox', { name: 'Mensahe' }).waitFor()

    await other.page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => focused(other.page)).toBe('Send Message')
    await other.page.getByRole('button', { name: /^Mga usapan/ }).click()
    await other.page.getByRole('link', { name: /Tahimik Mina.*Ayos lang, salamat\./s }).waitFor()
    await expectAccessible(other.page)
    expect([...one.errors, ...other.errors]).toEqual([])
  })

  it('closes on a phone by a swipe down, Escape or the back button, and the focus returns', async () => {
    const visitor = await site.visitor()
    const { page, context } = visitor
    await enter(visitor, mina, '/tambayan')
    const button = page.getByRole('button', { name: /^Mga usapan/ })
    const sheet = page.getByRole('dialog')
    const devtools = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: y ? [{ x: 180, y }] : [] })
    const swipe = async (down: number) => {
      await touch('touchStart', 90)
      await touch('touchMove', 90 + down / 2)
      await touch('touchMove', 90 + down)
      await touch('touchEnd')
    }
    for (const close of [
      () => swipe(90),
      () => page.keyboard.press('Escape'),
      () => page.goBack().then(() => undefined),
    ]) {
      await button.click()
      await sheet.getByRole('link', { name: 'Tahimik Jun' }).waitFor()
      await close()
      await sheet.waitFor({ state: 'detached' })
      expect(new URL(page.url()).search).toBe('')
      await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    }
    await button.click()
    await swipe(70)
    expect(await sheet.isVisible()).toBe(true)
    expect(visitor.errors).toEqual([])
  })

  it('looks the same to a stranger who was declined, and a block closes it', async () => {
    const liza = await signUp(site.app, 'Liza')
    const id = [mina.id, liza.id].toSorted().join('-')
    const row = { conversation_id: id, sender_id: liza.id, receiver_id: mina.id, text: 'Pautang naman.' }
    await liza.client.from('direct_messages').insert(row).throwOnError()
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, mina, '/tambayan?chats=1')
    const sheet = page.getByRole('dialog')
    const way = sheet.getByRole('link', { name: 'Tahimik Liza' })
    await way.click()
    await sheet.getByRole('button', { name: 'Tanggihan' }).click()
    await told(page, 'Tinanggihan. Hindi namin sasabihin sa kanya.')
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Mga usapan/ }).click()
    await sheet.getByRole('link', { name: 'Tahimik Jun' }).waitFor()
    expect(await way.count()).toBe(0)
    const { data } = await liza.client.from('conversations').select('state, is_pending').throwOnError()
    expect(data).toEqual([{ state: 'open', is_pending: true }])

    await page.goto(`/tambayan?dmUser=${liza.id}`)
    await sheet.getByText('Tinanggihan mo ang request ni Tahimik Liza.').waitFor()
    await sheet.getByRole('button', { name: 'Iba pa tungkol kay Tahimik Liza' }).click()
    await page.getByRole('menuitem', { name: 'I-block si Tahimik Liza' }).click()
    const asked = page.getByRole('dialog', { name: 'I-block si Tahimik Liza?' })
    await asked.getByRole('button', { name: 'I-block', exact: true }).click()
    await sheet.getByRole('heading', { name: 'Naka-block siya' }).waitFor()
    expect(visitor.errors).toEqual([])
  })

  it('opens from an address with the name of the database, and nobody opens one with oneself', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    const heading = page.getByRole('dialog').getByRole('heading', { level: 2 }).last()
    await enter(
      visitor,
      mina,
      `/tambayan?dmUser=${jun.id}&dmCodename=Emi&dmAvatar=https://example.test/x.png`,
    )
    await expect.poll(() => heading.textContent()).toBe('Tahimik Jun')
    await page.goto(`/tambayan?dmUser=${crypto.randomUUID()}&dmCodename=Emi`)
    await page.getByRole('heading', { name: 'Wala na siya rito' }).waitFor()
    await page.goto(`/tambayan?dmUser=${mina.id}`)
    await told(page, "You can't message yourself!")
    await expect.poll(() => new URL(page.url()).search).toBe('')
    expect(visitor.errors).toEqual([])
  })

  it('begins only with people whom its owner lets write', async () => {
    const visitor = await site.visitor()
    const { page } = visitor
    await enter(visitor, mina, '/profile')
    await page.getByText('Sino ang puwedeng sumulat sa ’yo').first().click()
    await page.getByRole('radio', { name: /^Mga nakausap ko na/ }).click()
    const stored = () =>
      site.app.owner
        .query('select may_write from user_profiles where id = $1', [mina.id])
        .then(({ rows }) => rows[0])
    await expect.poll(stored).toEqual({ may_write: 'known' })
    expect(visitor.errors).toEqual([])
  })
})
