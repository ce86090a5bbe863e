import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, expectAccessibleEverywhere, type Site, startSite } from '../support/browser.ts'
import { enter, givePremium, type Person, signUp, welcome } from '../support/cast.ts'
import { holdTime } from '../support/page.ts'

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
  it('two presses and two tabs pay once, and every open page shows Premium', async () => {
    const { page, context, person, errors } = await welcome(site, 'Petra', '/billing', desk)
    await page.getByText('Plan mo ngayon: Free').waitFor()
    await page.getByText('TEST MODE.').waitFor()
    await page.getByRole('radio', { name: /Yearly/ }).check()
    await page.getByText('₱1,290', { exact: true }).waitFor()
    await page.getByText('Save 2 months').first().waitFor()
    await expectAccessibleEverywhere(page)
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
    await other.getByText('Plan mo ngayon: Premium hanggang').waitFor()
    expect(await checkoutsOf(person)).toEqual([{ status: 'paid' }])

    await page.getByRole('link', { name: 'Mga bayad ko' }).click()
    await page.getByText('TEST, hindi totoong pera').waitFor()
    await page.getByText('Bayad na', { exact: true }).waitFor()
    await expectAccessibleEverywhere(page)
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
      if (request.url().includes('/rest/v1/user_profiles')) looks.push(request.method())
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
