import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phone, startSite, type Site } from '../support/browser.ts'
import { mailTo } from '../support/mailbox.ts'
import { holdTime } from '../support/page.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const sections = ['hero-title', 'features', 'walls', 'steps', 'voices', 'showcase', 'donation']

/** Width of the page in the frame where the newest poster's emoji is largest. */
function widestFrame(): number {
  const moving = document.querySelector('section figure:last-of-type')?.getAnimations({ subtree: true }) ?? []
  for (const one of moving) one.currentTime = 0
  return document.documentElement.scrollWidth
}

/** The page before its styles have come, on a device whose system has the other theme. */
it.each(['dark', 'light'] as const)(
  'a chosen theme colours the page before its styles come: %s',
  async (theme) => {
    const { page, context } = await site.visitor()
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' })
    await page.goto('/about')
    await page.evaluate((chosen) => localStorage.setItem('emote-theme', chosen), theme)
    await context.route('**/*.css', () => {})
    await page.goto('/write', { waitUntil: 'commit' })
    const root = page.locator('#root')
    await root.waitFor({ state: 'attached' })
    const [canvas, bars] = await root.evaluate((element) => {
      element.style.backgroundColor = 'Canvas'
      const metas = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
      const shown = [...metas].filter(({ media }) => matchMedia(media).matches).map(({ content }) => content)
      return [getComputedStyle(element).backgroundColor, shown]
    })
    expect(canvas === 'rgb(255, 255, 255)').toBe(theme === 'light')
    expect(bars).toEqual([theme === 'light' ? '#e6e3dc' : '#14181f'])
  },
)

describe('the landing page', () => {
  it('the landing page is readable and its links work before any script', async () => {
    const { context } = await site.visitor()
    const still = await context
      .browser()
      ?.newContext({ javaScriptEnabled: false, viewport: phone, baseURL: site.origin })
    if (!still) throw new Error('The browser has gone')
    const page = await still.newPage()
    await page.goto('/')
    expect(await page.locator('h1').innerText()).toMatch(/Bawal\s+manghusga\s+dito\./)
    const order = await page
      .locator('main section')
      .evaluateAll((found) => found.map((one) => one.getAttribute('aria-labelledby')))
    expect(order).toEqual(sections)
    expect(await page.getByRole('link', { name: 'Start Writing' }).getAttribute('href')).toBe('/signup')
    expect(await page.getByRole('link', { name: 'Silipin ang pader' }).getAttribute('href')).toBe(
      '/wall/kalma',
    )
    const picker = page.locator('section[aria-labelledby="walls"] a')
    expect(await picker.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      ['galit', 'malungkot', 'sisi', 'masaya', 'kalma'].map((slug) => `/wall/${slug}`),
    )
    for (const [name, path] of [
      ['About', '/about'],
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
      ['Contact', '/contact'],
    ] as const) {
      await page.goto('/')
      await page.locator('footer').getByRole('link', { name, exact: true }).click()
      await page.waitForURL(`**${path}`)
      expect(await page.locator('h1').count()).toBe(1)
    }
    await page.goto('/')
    expect(await page.locator('footer a[href="tel:09190571553"]').isVisible()).toBe(true)
    expect(await page.locator('footer').getByText('(1553: landline sa Luzon)').isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Start Writing' }).click()
    await page.waitForURL('**/signup')
    await still.close()
  })

  it('the landing page shows one wall after another until a visitor stops it', async () => {
    const { page, errors } = await site.visitor()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await holdTime(page)
    await page.goto('/')
    const stop = page.getByRole('button', { name: 'Ihinto ang palit ng pader' })
    await stop.waitFor()
    for (const mood of ['sisi', 'masaya']) {
      await page.clock.runFor(3_000)
      await page.locator(`section[data-mood="${mood}"]`).waitFor()
      expect(await page.evaluate(widestFrame)).toBeLessThanOrEqual(phone.width)
    }
    await stop.click()
    await page.getByRole('button', { name: 'Ituloy ang palit ng pader' }).waitFor()
    await page.clock.runFor(10_000)
    expect(await page.locator('section[data-mood="masaya"]').count()).toBe(1)
    await page.getByRole('link', { name: 'Start Writing' }).click()
    await page.waitForURL('**/signup')
    expect(errors).toEqual([])
  })

  it('the landing page stands still for people who asked for reduced motion', async () => {
    const { page, errors } = await site.visitor()
    await page.clock.install()
    await page.goto('/')
    await page.getByRole('button', { name: 'Ituloy ang palit ng pader' }).waitFor()
    await page.clock.runFor(10_000)
    expect(await page.locator('section[data-mood="malungkot"]').count()).toBe(1)
    expect(errors).toEqual([])
  })
})

it('pages are counted by route once their reader looks away', async () => {
  await site.app.owner.query('truncate app.page_views')
  const { page } = await site.visitor()
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await page.waitForURL('**/about')
  const counted = async () =>
    (
      await site.app.owner.query<{ route: string }>(
        `select route from app.page_views where route in ('/', '/about') group by route having sum(n) > 0`,
      )
    ).rows.length
  await page.reload()
  await expect.poll(counted).toBe(2)
})

describe('the contact form', () => {
  it('the contact form keeps what was filled in before its script loaded', async () => {
    const { page, errors } = await site.visitor()
    const { promise: here, resolve: letCome } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await here
      await route.continue()
    })
    await page.goto('/contact', { waitUntil: 'commit' })
    const email = page.getByLabel('Email')
    await email.fill('mina@emote.test')
    await page.getByLabel('Tungkol saan?').selectOption({ label: '🐛 Bug Report' })
    await page.getByLabel('Mensahe').fill('Mabagal dito ang signal.')
    letCome()
    const submit = page.getByRole('button', { name: 'Ipadala' })
    await expect.poll(() => submit.isEnabled()).toBe(true)
    await page.getByLabel('Pangalan').fill('Mina')
    expect(await email.inputValue()).toBe('mina@emote.test')
    await page.getByText('24/5000').waitFor()
    expect(errors).toEqual([])
  })

  it('the contact form asks for every required field, checks the length, and keeps the words when sending fails', async () => {
    const { page } = await site.visitor()
    const sent: { body: unknown; bearer: string | undefined }[] = []
    await page.route('**/functions/v1/send-contact-email', async (route) => {
      sent.push({ body: route.request().postDataJSON(), bearer: route.request().headers()['authorization'] })
      await route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })
    })
    await page.goto('/contact')
    const submit = page.getByRole('button', { name: 'Ipadala' })
    expect(await submit.isDisabled()).toBe(true)
    await page.getByLabel('Email').fill('mina@emote.test')
    await page.getByLabel('Tungkol saan?').selectOption({ label: '🐛 Bug Report' })
    await page.getByLabel('Mensahe').fill('Maikli')
    await page.getByText('6/5000').waitFor()
    await submit.click()
    await page.getByText('Message must be at least 10 characters long').waitFor()
    expect(sent).toEqual([])

    const message = 'Hindi bumubukas ang diary ko.'
    await page.getByLabel('Mensahe').fill(message)
    await page.getByText('Message must be at least').waitFor({ state: 'detached' })
    await submit.click()
    await page.getByText('Failed to send message. Please try again.').waitFor()
    expect(await page.getByLabel('Mensahe').inputValue()).toBe(message)
    expect(await submit.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(sent[0]).toEqual({
      body: { name: '', email: 'mina@emote.test', subject: 'Bug Report', message },
      bearer: `Bearer ${site.app.keys.anonKey}`,
    })

    await page.unroute('**/functions/v1/send-contact-email')
    await submit.click()
    await page.getByText("Message sent successfully! We'll get back to you soon. 💜").waitFor()
    expect(await page.getByLabel('Mensahe').inputValue()).toBe('')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    expect((await mailTo(site.app, 'tagapamahala@emote.test')).text).toContain(message)
  })
})
