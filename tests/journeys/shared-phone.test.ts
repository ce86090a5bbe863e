import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, expectAccessibleEverywhere, type Site, startSite } from '../support/browser.ts'
import { logIn, welcome } from '../support/cast.ts'
import { placesKept, placesWith } from '../support/stores.ts'
import { recordTraffic } from '../support/page.ts'

// Promise: on a shared phone a person's words stay behind their PIN, and the quick exit hides the page in a moment.
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** Storage may be a moment late, ms. */
const soon = { timeout: 15_000 }
const words = 'Walang dapat makabasa nito.'
const drawer = (page: Page) => page.getByRole('heading', { name: 'Phone na ginagamit din ng iba' })
const door = (page: Page) => page.getByRole('heading', { name: 'PIN muna' })
const paper = (page: Page) => page.getByLabel('Ang nararamdaman mo')
const toWrite = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Magsulat', exact: true })

async function givePin(page: Page, pin: string): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await page.getByRole('button', { name: 'Buksan' }).click()
}

/** Sends the event that a browser sends to a page that enters the back-forward cache. */
const enterPageCache = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
const toLogIn = (page: Page) => page.waitForURL(({ pathname }) => pathname === '/login')

/** Stops the page's clock a minute ahead. After that only the test moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

async function expectDoor(page: Page): Promise<void> {
  await door(page).waitFor()
  expect(await page.locator('textarea:visible, nav:visible, dialog:visible').count()).toBe(0)
  await expect.poll(() => page.title()).toBe('Emote')
}

/** Sets the PIN 4821 on the open profile. */
async function setPin(page: Page): Promise<void> {
  await drawer(page).click()
  await page.getByLabel('Bagong PIN').fill('4821')
  await page.getByLabel('Ulitin ang PIN').fill('4821')
  await page.getByLabel('Ulitin ang PIN').press('Enter')
  await page.getByText('May PIN ang Emote dito.').waitFor()
}

it('a PIN is asked for twice, is stored nowhere in the clear, and locks the app at every load', async () => {
  const { page, errors } = await welcome(site, 'Ada', '/profile')
  await page.clock.install()
  await drawer(page).click()
  const pin = page.getByLabel('Bagong PIN')
  const again = page.getByLabel('Ulitin ang PIN')
  await pin.fill('12ab')
  expect(await pin.inputValue()).toBe('12')
  const save = page.getByRole('button', { name: 'Lagyan ng PIN' })
  await save.click()
  await page.getByRole('alert').getByText('4 hanggang 6 na numero ang PIN.').waitFor()
  await pin.fill('482153')
  await again.fill('482154')
  await save.click()
  await page.getByRole('alert').getByText('Hindi nagkapareho ang dalawang PIN.').waitFor()
  await expectAccessible(page)
  await again.fill('482153')
  // The toast would end by itself. The clock is stopped, so it stays.
  await stopClock(page)
  await again.press('Enter')
  await page.getByText('May PIN na ang Emote dito. 🔒').waitFor()
  expect(await page.title()).toBe('Profile · Emote')
  // The PIN page shows no toast of the page behind it.
  await enterPageCache(page)
  await expectDoor(page)
  await page.getByText('May PIN na ang Emote dito. 🔒').waitFor({ state: 'detached' })
  // Tokens and hashes are random and may contain any few digits, so the PIN has six and is sought as a word.
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toMatch(/\b482153\b/u)
  await page.clock.resume()

  // A deep link behind the PIN builds nothing of the page and fetches no personal data.
  await page.goto('about:blank')
  const sent = recordTraffic(page)
  await page.goto('/diary')
  await expectDoor(page)
  await page.locator('input:focus').waitFor()
  await expectAccessibleEverywhere(page)
  expect(sent.filter((request) => request.includes('/rest/v1/'))).toEqual([])
  expect(await page.getByText('Diary', { exact: false }).count()).toBe(0)
  await givePin(page, '1111')
  await page.getByText('Hindi ’yan ang PIN. May 4 subok ka pa sa 5.').waitFor()
  await givePin(page, '482153')
  await page.getByRole('heading', { level: 1, name: 'Diary' }).waitFor()
  expect(errors).toEqual([])
})

it('a PIN locks the app after five idle minutes and in every tab, and loses no words', async () => {
  const { page, context, person, errors } = await welcome(site, 'Fe', '/profile')
  await page.clock.install()
  await setPin(page)
  // After five idle minutes the PIN hides the words. They are there again after the PIN.
  await toWrite(page).click()
  await paper(page).waitFor()
  await stopClock(page)
  await paper(page).click()
  await paper(page).fill(words)
  await page.clock.fastForward('04:50')
  expect(await door(page).count()).toBe(0)
  // The PIN page also covers an open modal dialog.
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.clock.fastForward('04:50')
  expect(await door(page).count()).toBe(0)
  // Setting the clock back does not extend the time.
  await page.clock.setSystemTime(Date.now() - 3_600_000)
  await page.clock.fastForward('00:20')
  await expectDoor(page)
  await page.clock.resume()
  await givePin(page, '4821')
  await page.getByRole('dialog').getByRole('button', { name: 'Bitawan na lang' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => paper(page).inputValue()).toBe(words)

  // Another tab asks for the PIN itself. A page in the back-forward cache is locked before it is cached.
  const other = await context.newPage()
  await other.goto('/write')
  await expectDoor(other)
  await other.close()
  await enterPageCache(page)
  await expectDoor(page)
  await page.goto('about:blank')
  await page.goBack()
  await expectDoor(page)
  expect(errors).toEqual([])

  // A person who forgot the PIN logs out, after a warning, and logs in with the password.
  await page.getByRole('button', { name: 'Nakalimutan ang PIN?' }).click()
  await page.getByText('papasok ka ulit gamit ang email at password mo', { exact: false }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mag-log out dito' }).click()
  await toLogIn(page)
  expect(await placesKept(page, 'emote-pin')).toEqual([])
  await logIn(page, person)
  await page.goto('/write')
  await expect.poll(() => paper(page).inputValue()).toBe(words)
})

it('five wrong PINs end the session, also over reloads, and unsent words wait for their writer', async () => {
  const { page, person, errors } = await welcome(site, 'Ben', '/profile')
  await drawer(page).click()
  await page.getByLabel('Bagong PIN').fill('123456')
  await page.getByLabel('Ulitin ang PIN').fill('123456')
  await page.getByRole('button', { name: 'Lagyan ng PIN' }).click()
  await page.getByText('May PIN ang Emote dito.').waitFor()
  const [sent, unsent] = ['Matagal nang nasa diary.', 'Hindi pa naipapadala.']
  await person.client.from('diary_posts').insert({ mood: 'Calm', content: sent }).throwOnError()
  await page.getByRole('link', { name: 'Diary' }).click()
  await page.getByText(sent).waitFor()
  await expect.poll(() => placesKept(page, sent), soon).toEqual(['indexeddb entries'])
  const entriesOf = '**/rest/v1/diary_{heads,posts}*'
  await page.route(entriesOf, (route) => route.abort('internetdisconnected'))
  await toWrite(page).click()
  await paper(page).fill(unsent)
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: 'Itago sa diary' }).click()
  await page.getByText('Naghihintay ng signal.').first().waitFor()
  await paper(page).fill(words)
  await expect.poll(() => placesKept(page, words), soon).toEqual(['local'])
  for (const left of [4, 3, 2]) {
    await page.goto('/write')
    await givePin(page, '0000')
    await page.getByText(`May ${left} subok ka pa sa 5.`, { exact: false }).waitFor()
  }
  await page.getByText('Pag naubos ang 2 subok na natitira', { exact: false }).waitFor()
  await givePin(page, '0000')
  await page.getByText('May 1 subok ka pa sa 5.', { exact: false }).waitFor()
  await givePin(page, '0000')
  await toLogIn(page)
  for (const gone of [sent, 'emote-pin']) await expect.poll(() => placesKept(page, gone), soon).toEqual([])
  await page.goto('/write')
  await page.waitForURL('**/signup?**')
  await page.unroute(entriesOf)
  await page.goto('/login')
  await logIn(page, person)
  await page.goto('/write')
  await expect.poll(() => paper(page).inputValue()).toBe(words)
  await expect.poll(() => placesWith(site.app, unsent), soon).toEqual(['public.diary_posts'])
  expect(errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

const google = (context: BrowserContext) =>
  context.route('https://www.google.com/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Google</title>Hanapin' }),
  )
const leftFor = (page: Page) => page.waitForURL('https://www.google.com/')

/** Presses Shift three times without waiting for the page, so a busy machine stays within two seconds. */
async function shiftThrice(page: Page): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  const shift = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16, location: 1 }
  const press = (type: 'rawKeyDown' | 'keyUp') =>
    keyboard.send('Input.dispatchKeyEvent', { ...shift, type, modifiers: type === 'keyUp' ? 0 : 8 })
  const taps = Array.from({ length: 3 }, () => [press('rawKeyDown'), press('keyUp')])
  await Promise.all(taps.flat())
}

it('Shift three times leaves the site in every tab, the back button shows nothing, and the words are there later', async () => {
  const { page, context, errors } = await welcome(site, 'Carla', '/about')
  await page.goto('/wall/kalma')
  await google(context)
  const other = await context.newPage()
  await other.goto('/diary')
  await other.getByRole('heading', { level: 1, name: 'Diary' }).waitFor()
  await page.bringToFront()
  await toWrite(page).click()

  // Typing does not trigger the quick exit: capitals, a held key, a selection, two presses and a pause.
  await paper(page).click()
  for (const key of ['Shift', 'Shift', 'Shift+A', 'Shift', 'Shift+B', 'Shift', 'Shift'])
    await page.keyboard.press(key)
  await page.keyboard.type(words)
  for (let i = 0; i < 3; i++) {
    await page.keyboard.down('Shift')
    await page.keyboard.down('Shift')
    await page.keyboard.up('Shift')
    await paper(page).click({ modifiers: ['Shift'] })
  }
  expect(new URL(page.url()).pathname).toBe('/write')
  await paper(page).press('End')

  // The page is empty at once, whatever the network does.
  await page.evaluate(() => {
    addEventListener('keyup', () => {
      const { title, body, styleSheets } = document
      sessionStorage.setItem('seen', [title, body.childElementCount, styleSheets.length].join())
    })
  })
  await shiftThrice(page)
  await leftFor(page)
  await leftFor(other)
  for (let step = 0; step < 2; step++) {
    const again = page.waitForRequest('https://www.google.com/')
    await page.evaluate(() => history.back())
    await again
    await page.getByText('Hanapin').waitFor()
  }
  await page.goto(`${site.origin}/write`)
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('Google,0,0')
  await page.waitForFunction((text) => document.querySelector('textarea')?.value.endsWith(text), words)
  expect(errors).toEqual([])
})

it('a phone has a button for leaving quickly, on the page and in a dialog', async () => {
  const { page, context, errors } = await welcome(site, 'Dina', '/profile')
  await google(context)
  await drawer(page).click()
  const exit = page.getByRole('button', { name: 'Labas agad' })
  expect(await exit.count()).toBe(0)
  await page.getByRole('switch', { name: 'Ipakita rin ang button' }).check()
  await exit.waitFor()
  // A row that is scrolled half under the button counts as a small target.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessibleEverywhere(page)
  await page.goto('/write')
  await paper(page).fill(words)
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Labas agad' }).click()
  await leftFor(page)
  expect(errors).toEqual([])
})
