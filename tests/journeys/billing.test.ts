import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, type Site, startSite } from '../support/browser.ts'
import { enter, givePremium, type Person, signUp, welcome } from '../support/cast.ts'
import { holdTime, told } from '../support/page.ts'

// Promise: who pays gets what they paid for, once. Nobody becomes Premium by an address, and nobody pays twice by accident.
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const payButton = (page: Page) => page.getByRole('button', { name: /^(Magbayad|Dagdagan) ng ₱/ })
const payByGcash = (page: Page) => page.getByRole('button', { name: 'Kunwari: magbayad gamit ang GCash' })
const atCheckout = (page: Page) => page.waitForURL('**/test-payments/checkout/**')
const premium = (page: Page) => page.getByText('You are now Premium 🎉')
const untilOf = async ({ id }: Person) =>
  (
    await site.app.owner.query<{ months: number | null }>(
      `select round(extract(epoch from premium_until - now()) / 86400 / 30.4)::int as months
       from public.user_profiles where id = $1 and is_premium`,
      [id],
    )
  ).rows[0]?.months
const checkoutsOf = async ({ id }: Person) =>
  (await site.app.owner.query('select status from public.payments where user_id = $1', [id])).rows

describe('a checkout', () => {
  it('two presses and two tabs pay once, and the payment stands on the list', async () => {
    const { page, context, person, errors } = await welcome(site, 'Petra', '/billing')
    await page.getByText('Plan mo ngayon: Free').waitFor()
    await page.getByText('TEST MODE.').waitFor()
    await page.getByRole('radio', { name: /Yearly/ }).check()
    await page.getByText('₱1,290', { exact: true }).waitFor()
    await page.getByText('Save 2 months').first().waitFor()
    await page.getByText('mga 17% na tipid').waitFor()
    const other = await context.newPage()
    await other.goto('/billing?plan=premium_yearly')
    await payButton(page).dblclick()
    await atCheckout(page)
    await payButton(other).click()
    await atCheckout(other)
    expect(other.url()).toBe(page.url())
    expect(await checkoutsOf(person)).toEqual([{ status: 'open' }])
    // The second tab goes back, and its button works again.
    await other.goBack()
    await expect.poll(() => payButton(other).getAttribute('aria-busy')).toBeNull()

    await payByGcash(page).click()
    await premium(page).waitFor()
    expect(new URL(page.url()).search).toBe('?plan=premium_yearly')
    expect(await untilOf(person)).toBe(12)
    await other.reload()
    await other.getByText('Plan mo ngayon: Premium hanggang').waitFor()
    expect(await checkoutsOf(person)).toEqual([{ status: 'paid' }])
    await other.close()

    await page.getByRole('link', { name: 'Mga bayad ko' }).click()
    await page.getByText('TEST, hindi totoong pera').waitFor()
    await page.getByText('Bayad na', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    await page.getByText(`Emote: mga bayad ni ${person.email}`).waitFor()
    expect(await page.getByRole('navigation', { name: 'Mga lugar' }).isHidden()).toBe(true)
    expect(errors).toEqual([])
  })

  it('a checkout that is left, by its link or the back button, costs nothing and can be opened again', async () => {
    const { page, person, errors } = await welcome(site, 'Lito', '/billing?plan=premium_yearly')
    await payButton(page).click()
    await atCheckout(page)
    await page.goBack()
    await payButton(page).click()
    await atCheckout(page)
    await holdTime(page)
    await page.getByRole('link', { name: 'Huwag nang magbayad' }).click()
    const canceled = page.getByText('Payment was canceled.', { exact: true })
    await canceled.waitFor()
    expect(new URL(page.url()).search).toBe('?plan=premium_yearly')
    await page.clock.runFor(4_900)
    expect(await canceled.isVisible()).toBe(true)
    await page.clock.runFor(200)
    await canceled.waitFor({ state: 'detached' })
    expect(await checkoutsOf(person)).toHaveLength(1)
    expect(await untilOf(person)).toBeUndefined()
    expect(errors).toEqual([])
  })

  it('an address makes nobody Premium: the page looks eight times, and a later payment still shows', async () => {
    const { page, person, errors } = await welcome(site, 'Dante', '/about')
    const looks: string[] = []
    page.on('request', (request) => {
      const isOfBilling = page.url().endsWith('/billing?state=success')
      if (isOfBilling && request.url().includes('/rest/v1/user_profiles')) looks.push(request.method())
    })
    await holdTime(page)
    await page.goto('/billing?state=success')
    await page.getByText('Processing your payment…').waitFor()
    expect(await payButton(page).isDisabled()).toBe(true)
    const late = page.getByText('Payment is still processing. Please try refreshing in a moment.')
    await expect
      .poll(async () => {
        await page.clock.runFor(2_000)
        return late.isVisible()
      })
      .toBe(true)
    await page.clock.runFor(60_000)
    expect(looks).toEqual(Array(8).fill('GET'))
    expect(await untilOf(person)).toBeUndefined()
    await givePremium(site.app, [person.id])
    await page.getByRole('button', { name: 'Tingnan ulit' }).click()
    await expect
      .poll(async () => {
        await page.clock.runFor(50)
        return premium(page).isVisible()
      })
      .toBe(true)
    await page.clock.runFor(9_000)
    expect(await premium(page).isVisible()).toBe(true)
    await page.clock.runFor(1_100)
    await premium(page).waitFor({ state: 'detached' })
    for (const [path, title] of [
      ['/billing/success', 'Payment completed (Test Mode)'],
      ['/billing/cancel', 'Payment canceled'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByRole('link', { name: 'Back to Billing' }).click()
      await page.waitForURL('**/billing')
    }
    expect(errors).toEqual([])
  })

  it('a person whose session ended at the checkout logs in, and finds what they paid for', async () => {
    const { page, person } = await welcome(site, 'Nena', '/billing')
    await payButton(page).click()
    await atCheckout(page)
    await site.app.owner.query('delete from auth.sessions where user_id = $1', [person.id])
    await payByGcash(page).click()
    await page.waitForURL('**/login?next=**')
    await page.locator('[name=email]').fill(person.email)
    await page.locator('[name=password]').fill(person.password)
    await page.keyboard.press('Enter')
    await premium(page).waitFor()
    expect(await untilOf(person)).toBe(1)
  })

  it('a phone whose clock is years ahead still shows the Premium that is paid', async () => {
    const person = await signUp(site.app, 'Oryang')
    const visitor = await site.visitor()
    const { page } = visitor
    await givePremium(site.app, [person.id], '3 days')
    await enter(visitor, person, '/about')
    await page.clock.install({ time: Date.now() + 2 * 365 * 86_400_000 })
    await page.goto('/billing')
    await page.getByText('Plan mo ngayon: Premium hanggang').waitFor()
    // More months are no news before they are paid.
    const from = Date.now() + 3 * 86_400_000
    await page.goto(`/billing?state=success&from=${from + 60_000}`)
    await page.getByText('Processing your payment…').waitFor()
    await site.app.owner.query(
      "update public.user_profiles set premium_until = premium_until + interval '1 month' where id = $1",
      [person.id],
    )
    await premium(page).waitFor()
  })

  it('an answer without a checkout is told, and the button works again', async () => {
    const { page } = await welcome(site, 'Rosa', '/billing')
    const answers: [number, object, string][] = [
      [200, { success: true }, 'Missing checkout URL from server'],
      [200, { checkout_url: 'javascript:alert(1)' }, 'Missing checkout URL from server'],
      [500, {}, 'Failed to create payment session (500)'],
      [409, { error: 'Sapat na muna iyon.' }, 'Sapat na muna iyon.'],
    ]
    for (const [status, json, words] of answers) {
      await page.route('**/paymongo-create-session', (route) => route.fulfill({ status, json }), { times: 1 })
      await payButton(page).click()
      await page.getByRole('alert').getByText(words, { exact: true }).waitFor()
      expect(await payButton(page).getAttribute('aria-busy')).toBeNull()
    }
    expect(new URL(page.url()).pathname).toBe('/billing')
  })
})

async function screenshot(format: 'png' | 'jpeg', width = 90, height = 160) {
  const sheet = { create: { width, height, channels: 3, background: '#eee' } } as const
  const buffer = await sharp(sheet).toFormat(format).toBuffer()
  return { name: `Resibo ko (1).${format}`, mimeType: `image/${format}`, buffer }
}
const choose = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('form input[type=file]').setInputFiles(file)
const submit = (page: Page) => page.getByRole('button', { name: 'I-submit ang proof' })
const alert = (page: Page, words: string) => page.getByRole('alert').getByText(words).waitFor()
const proofsOf = async ({ id }: Person) =>
  (
    await site.app.owner.query<{ id: string; status: string }>(
      'select id, status from public.manual_payments where user_id = $1 order by created_at',
      [id],
    )
  ).rows

describe('a manual payment', () => {
  it('the QR can be saved, and opens in a new tab when that fails', async () => {
    const { page, context } = await welcome(site, 'Luz', '/billing-manual')
    await page.getByText('TEST QR.').waitFor()
    const save = page.getByRole('button', { name: 'I-save ang QR' })
    const [saved] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(saved.suggestedFilename()).toBe('emote-qr.svg')
    await page.route('**/payment-qr', (route) => route.fulfill({ status: 503 }))
    const [tab] = await Promise.all([context.waitForEvent('page'), save.click()])
    expect(new URL(tab.url()).pathname).toBe('/payment-qr')
    await page.getByText('Failed to fetch QR image.').waitFor()
    await page.getByText('diinan nang matagal ang larawan').waitFor()
  })

  it('a proof is checked on the phone, and one that is sent again over a bad line is stored once', async () => {
    const { page, context, person } = await welcome(site, 'Tomas', '/billing-manual')
    await submit(page).click()
    await alert(page, 'Please upload your payment screenshot/receipt.')
    const pdf = { name: 'resibo.pdf', mimeType: 'application/pdf' }
    const huge = join(site.app.dataDir, 'resibo.pdf')
    await writeFile(huge, '%PDF-1.7')
    await truncate(huge, 50 * 1_048_576)
    await choose(page, huge)
    await submit(page).click()
    await alert(page, 'File size exceeds 10MB limit')
    await choose(page, { ...pdf, buffer: Buffer.from('MZ not a document') })
    await submit(page).click()
    await alert(page, 'File type not allowed.')
    const other = await context.newPage()
    await other.goto('/billing-manual')
    await submit(other).waitFor()

    await choose(page, await screenshot('png', 900, 1_800))
    // The line breaks after the upload, and the list of proofs does not come. Then the server stores the row, and its answer is lost.
    await page.route('**/rest/v1/manual_payments', (route) => route.abort(), { times: 1 })
    await page.route(/manual_payments\?.*order=/, () => undefined, { times: 1 })
    await submit(page).click()
    await alert(page, 'Walang nawala sa nilagay mo')
    expect(await submit(page).getAttribute('aria-busy')).toBeNull()
    await page.route(
      '**/rest/v1/manual_payments',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await submit(page).click()
    await told(page, 'Naipadala na ang proof mo.')
    const submitted = page.getByRole('button', { name: 'Submitted' })
    await submitted.waitFor()
    expect(await submitted.isDisabled()).toBe(true)
    // A disabled button loses the focus.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('prove')
    expect(await proofsOf(person)).toEqual([{ id: expect.any(String), status: 'pending' }])

    // A tab that was open before knows nothing of it.
    await choose(other, await screenshot('jpeg'))
    await submit(other).click()
    await alert(other, 'You already have a pending proof for this plan. We’ll verify it soon. 💜')
    await other.getByRole('button', { name: 'Submitted' }).waitFor()
    expect(await proofsOf(person)).toHaveLength(1)
    await page.getByRole('radio', { name: /Yearly/ }).check()
    await submit(page).waitFor()
  })

  it('the person sees what became of their proof', async () => {
    const { page, person } = await welcome(site, 'Felisa', '/billing-manual')
    await choose(page, await screenshot('jpeg'))
    await submit(page).click()
    await page.getByText('Natanggap namin ang proof mo').waitFor()
    await page.getByRole('link', { name: 'Billing at mga plan' }).click()
    await page.getByRole('button', { name: 'Manual na bayad sa QR' }).click()
    await page
      .getByText('You already submitted a payment proof for this plan. Please wait for verification.')
      .waitFor()
    expect(new URL(page.url()).pathname).toBe('/billing')
    const [proof] = await proofsOf(person)
    const decide = (id: string | undefined, verdict: string, reason: string | null) =>
      site.app.owner.query('select app.decide_manual_payment($1, $2, $3)', [id, verdict, reason])
    await decide(proof?.id, 'rejected', 'Malabo ang screenshot.')
    await page.goto('/billing/receipts')
    await page.getByText('Dahilan: Malabo ang screenshot.').waitFor()
    await page.goto('/billing-manual')
    await page.getByText('Dahilan: Malabo ang screenshot.').waitFor()
    await expectAccessible(page)
    await choose(page, await screenshot('jpeg'))
    await submit(page).click()
    await page.getByText('Natanggap namin ang proof mo').waitFor()
    await decide((await proofsOf(person))[1]?.id, 'verified', null)
    // The open page hears it, long before it would ask again.
    await page.getByText('Na-verify na ang bayad mo').waitFor()
    await page.goto('/billing')
    await page.getByText('Plan mo ngayon: Premium hanggang').waitFor()
  })
})
