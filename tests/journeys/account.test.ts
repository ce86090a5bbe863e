import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/shared/routes.ts'
import { type Site, startSite } from '../support/browser.ts'
import { enter, type Person, signUp } from '../support/cast.ts'
import { mailTo, openLink } from '../support/mailbox.ts'
import { told } from '../support/page.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const password = 'kalma-lang-9'

/** Fills the fields that the account form on the page has, and submits it. */
async function submit(page: Page, fields: { email?: string; password?: string; confirm?: string }) {
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value)
  await page.locator('main button[type=submit]').click()
}

const alertOf = (page: Page) => page.getByRole('alert')
const storedSession = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('auth-token')).length)

/** The parameters that a mailed link brings to /auth/callback. */
async function linkHash({ client }: Person): Promise<string> {
  const { data } = await client.auth.getSession()
  const { access_token = '', refresh_token = '', expires_at } = data.session ?? {}
  const session = { access_token, refresh_token, expires_at: String(expires_at), expires_in: '900' }
  return `#${new URLSearchParams({ ...session, token_type: 'bearer', type: 'signup' })}`
}

describe('signing up and logging in', () => {
  it('a visitor of any member page is sent to sign-up, and on to that page afterwards', async () => {
    const { page, errors } = await site.visitor()
    for (const { path, access } of routes) {
      if (access === 'public') continue
      const wanted = `${path.replace(':mood', 'galit')}?post=7`
      await page.goto(wanted)
      await page.waitForURL(`**/signup?next=${encodeURIComponent(wanted)}`)
    }
    await page.getByRole('heading', { level: 1, name: 'Dito, ikaw lang' }).waitFor()
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('**/login?next=%2Fbilling%2Freceipts%3Fpost%3D7')
    // An unknown address answers 404, which the browser logs. The page links home.
    expect(errors).toEqual([])
    expect((await page.goto('/walang-ganito'))?.status()).toBe(404)
    await page.waitForURL(`${site.origin}/`)
    expect(errors.filter((error) => !error.includes('404'))).toEqual([])
  })

  it('the sign-up form names each mistake, keeps the fields, and then leads to the wanted page', async () => {
    const { page, errors } = await site.visitor()
    await page.goto('/signup?next=%2Fdiary')
    await submit(page, { email: 'nene@example.test', password, confirm: 'kalma-lang-8' })
    await alertOf(page).getByText('Hindi nagkapareho ang mga password', { exact: true }).waitFor()
    await submit(page, { password: 'maiks', confirm: 'maiks' })
    await alertOf(page).getByText('Dapat may 6 characters o higit pa ang password', { exact: true }).waitFor()
    expect(await page.locator('[name=email]').inputValue()).toBe('nene@example.test')
    await submit(page, { password: '', confirm: '' })
    await alertOf(page).getByText('Kailangan ang email at password', { exact: true }).waitFor()

    // The words about a field go once the field is right.
    await page.locator('[name=password]').fill(password)
    await alertOf(page).getByText('Kailangan ang email at password').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Ipakita: Password' }).click()
    expect(await page.locator('[name=password]').getAttribute('type')).toBe('text')
    await submit(page, { confirm: password })
    await page.getByRole('heading', { level: 1, name: 'Emote Diary' }).waitFor()
    await page.waitForURL(`${site.origin}/diary`)
    // A person with a session is redirected from the log-in page, and from an unknown address to /write.
    await page.goto('/login?next=%2Fprofile')
    await page.waitForURL('**/profile')
    expect(errors).toEqual([])
    await page.goto('/walang-ganito')
    await page.waitForURL('**/write')
    // This sign-up awaits no link: a stranger's one changes nothing, and the page says so.
    const stranger = await signUp(site.app, 'Eba')
    await page.goto(`/auth/callback?next=%2Fprofile${await linkHash(stranger)}`)
    await told(page, 'Ikaw pa rin si nene@example.test.')
    await page.goto('/profile')
    await page.getByText('nene@example.test', { exact: true }).waitFor()
  })

  it.each([
    ['//evil.example', 'pedro@example.test'],
    ['/\\evil.example', 'pablo@example.test'],
  ])('sign-up never leads to another site: next=%s', async (next, email) => {
    const { page, errors, context } = await site.visitor()
    const asked: string[] = []
    context.on('request', (request) => asked.push(new URL(request.url()).origin))
    await page.goto(`/signup?next=${encodeURIComponent(next)}`)
    await submit(page, { email, password, confirm: password })
    await page.getByRole('dialog').waitFor()
    await page.waitForURL(`${site.origin}/`)
    expect(asked.filter((origin) => origin !== site.origin)).toEqual([])
    expect(errors).toEqual([])
  })

  it('a wrong password and an unknown address get the same answer, and a first log-in shows no error', async () => {
    const { page, errors } = await site.visitor()
    await site.app.client().auth.signUp({ email: 'una@example.test', password })
    await page.goto('/login')
    await submit(page, { email: 'una@example.test' })
    await alertOf(page).getByText('Kailangan ang email at password', { exact: true }).waitFor()
    for (const email of ['wala@example.test', 'una@example.test']) {
      const answered = page.waitForResponse((response) => response.url().includes('/token'))
      await submit(page, { email, password: 'maling-mali' })
      expect((await answered).status()).toBe(400)
      await alertOf(page).getByText('Mali ang email o password', { exact: true }).waitFor()
      expect(await page.locator('[name=email]').inputValue()).toBe(email)
    }
    // The browser logs each refused password, and nothing else.
    await expect.poll(() => errors).toEqual(Array(2).fill(expect.stringContaining('status of 400')))
    errors.length = 0
    await submit(page, { password })
    await page.waitForURL(`${site.origin}/`)
    await page.getByRole('dialog').waitFor()
    // The device is remembered for log-ins, out of reach of scripts.
    const kept = await page.context().cookies(`${site.origin}/auth/v1/token`)
    expect(kept.map(({ name, httpOnly }) => [name, httpOnly])).toEqual([['emote-device', true]])
    expect(await page.context().cookies(site.origin)).toEqual([])
    expect(errors).toEqual([])
  })
})

describe('the codename', () => {
  it('a newcomer is asked for a codename on the landing page, draws one, types one, and saves it', async () => {
    const { page, errors } = await site.visitor()
    await page.goto('/signup')
    await submit(page, { email: 'luz@example.test', password, confirm: password })
    const picker = page.getByRole('dialog', { name: 'Ano’ng itatawag namin sa ’yo?' })
    await picker.waitFor()
    await page.waitForURL(`${site.origin}/`)
    const name = picker.locator('[aria-live]')
    const first = await name.textContent()
    expect(first).toBeTruthy()
    // Two draws of 121 names may be equal. Twenty equal draws mean a fault.
    for (let draw = 0; draw < 20 && (await name.textContent()) === first; draw++)
      await picker.getByRole('button', { name: 'Generate Again' }).click()
    expect(await name.textContent()).not.toBe(first)

    await picker.getByRole('button', { name: 'Gusto kong ako ang mag-type' }).click()
    await picker.getByText('0/20 characters', { exact: true }).waitFor()
    await picker.getByLabel('Sarili mong codename').fill('Luz ng gabing napakahaba talaga')
    expect(await picker.getByLabel('Sarili mong codename').inputValue()).toBe('Luz ng gabing napaka')
    await picker.getByText('20/20 characters', { exact: true }).waitFor()
    await picker.getByRole('button', { name: 'Generate Again' }).click()
    await picker.getByText('0/20 characters', { exact: true }).waitFor()
    // Letters that show nothing count as none: the drawn name stays.
    const drawn = await name.textContent()
    await picker.getByLabel('Sarili mong codename').fill('\u200b\u3164')
    await picker.getByText('2/20 characters', { exact: true }).waitFor()
    expect(await name.textContent()).toBe(drawn)
    await picker.getByLabel('Sarili mong codename').fill('  Luz  ')
    await picker.getByRole('button', { name: "G na 'to!" }).click()
    await picker.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('link', { name: 'Magsulat' }).first().click()
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByText('Luz', { exact: true }).waitFor()

    // The codename picker also has its own page. A person who leaves it keeps their codename.
    await page.goto('/codename?next=/profile')
    expect(await page.getByLabel('Sarili mong codename').inputValue()).toBe('Luz')
    await page.getByRole('button', { name: 'Huwag na' }).click()
    await page.waitForURL(`${site.origin}/profile`)
    await page.getByText('Luz', { exact: true }).waitFor()
    await page.goto('/codename?next=/profile')
    await page.getByLabel('Sarili mong codename').fill('Luz ulit')
    await page.getByRole('button', { name: "G na 'to!" }).click()
    await page.waitForURL(`${site.origin}/profile`)
    await page.getByText('Luz ulit', { exact: true }).waitFor()
    expect(errors).toEqual([])
  })

  it('a newcomer who skips gets a codename and is not asked again', async () => {
    const { page, errors } = await site.visitor()
    await page.goto('/signup')
    await submit(page, { email: 'skip@example.test', password, confirm: password })
    const picker = page.getByRole('dialog')
    await picker.getByRole('button', { name: 'Skip muna' }).click()
    await picker.waitFor({ state: 'detached' })
    const { rows } = await site.app.owner.query<{ codename: string }>(
      "select codename from public.user_profiles where email = 'skip@example.test'",
    )
    expect(rows).toEqual([{ codename: expect.stringMatching(/^\S+ \S+$/) }])
    const profile = page.waitForResponse((response) => response.url().includes('/user_profiles'))
    await page.reload()
    await (await profile).finished()
    expect(await picker.count()).toBe(0)
    await page.goto('/profile')
    await page.getByText(rows[0]?.codename ?? '', { exact: true }).waitFor()
    expect(errors).toEqual([])
  })
})

describe('a forgotten password', () => {
  it('a mailed link replaces a forgotten password once, and the new one logs in', async () => {
    const [rosa, gil] = [await signUp(site.app, 'Rosa'), await signUp(site.app, 'Gil')]
    const { page, context, errors } = await site.visitor()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Nakalimutan ang password?' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nakalimutan ang password?' }).waitFor()
    await submit(page, {})
    await alertOf(page).getByText('Kailangan ang email address', { exact: true }).waitFor()
    await submit(page, { email: rosa.email })
    await page.getByRole('heading', { level: 1, name: 'Tingnan mo ang email mo' }).waitFor()
    expect(await page.getByRole('link', { name: 'Balik sa log in' }).getAttribute('href')).toBe('/login')

    const { link } = await mailTo(site.app, rosa.email)
    // Another person is logged in here: the page names both.
    await enter({ page, context, errors }, gil, '/about')
    await openLink(page, link, 'Gumawa ng bagong password')
    await page.getByRole('heading', { level: 1, name: 'Gumawa ng bagong password' }).waitFor()
    const main = page.getByRole('main')
    for (const { email } of [rosa, gil]) await main.getByText(email, { exact: true }).waitFor()
    expect(await storedSession(page)).toBe(1)
    // Nothing of the link stays in the address.
    await page.waitForURL(({ pathname, search, hash }) => pathname + search + hash === '/reset-password')
    const [first, second] = [
      page.getByLabel('Bagong password', { exact: true }),
      page.getByLabel('Ulitin ang bagong password', { exact: true }),
    ]
    const checks = () => main.getByRole('listitem').allTextContents()
    expect(await checks()).toEqual(['At least 6 characters(hindi pa)', 'Passwords match(hindi pa)'])
    await submit(page, {})
    await alertOf(page).getByText('Kailangan ang lahat ng fields', { exact: true }).waitFor()
    await first.fill('bagong-bago-1')
    expect(await checks()).toEqual(['At least 6 characters(oo na)', 'Passwords match(hindi pa)'])
    await second.fill('bagong-bago-2')
    await submit(page, {})
    await alertOf(page).getByText('Hindi nagkapareho ang mga password', { exact: true }).waitFor()
    await second.fill('bagong-bago-1')
    await alertOf(page).getByText('Hindi nagkapareho').waitFor({ state: 'detached' })
    expect(await checks()).toEqual(['At least 6 characters(oo na)', 'Passwords match(oo na)'])
    await submit(page, {})
    await told(page, 'Na-reset na ang password mo!')
    await page.waitForURL('**/login')
    await submit(page, { email: rosa.email, password: 'bagong-bago-1' })
    await page.waitForURL(`${site.origin}/`)
    expect(errors).toEqual([])
    const late = await site.visitor()
    await late.page.goto(link.href)
    const words = 'The password reset link is invalid or has expired. Please request a new one.'
    await late.page.getByText(words, { exact: true }).waitFor()
    expect(await storedSession(late.page)).toBe(0)
    await late.page.getByRole('link', { name: 'Humingi ng bagong link' }).click()
    await late.page.waitForURL('**/forgot-password')
    expect(late.errors).toEqual([])
  })

  it('a mailed code does what the link does, can be sent again, and a weak password is refused in Taglish', async () => {
    const cora = await signUp(site.app, 'Cora')
    const { page, errors } = await site.visitor()
    await page.goto('/reset-password')
    await page.getByRole('link', { name: 'Humingi ng bagong link' }).click()
    await page.clock.install()
    await submit(page, { email: cora.email })
    const old = await mailTo(site.app, cora.email)
    const again = page.getByRole('button', { name: 'Wala pa? Ipadala ulit' })
    expect(await again.isDisabled()).toBe(true)
    await page.clock.fastForward(61_000)
    site.app.advance(61_000)
    await again.click()
    await told(page, 'Naipadala na ulit. Silipin mo rin ang spam.')
    const { code } = await mailTo(site.app, cora.email, 2)

    const field = page.getByLabel('Code mula sa email')
    await field.fill('12')
    await submit(page, {})
    await alertOf(page).getByText('6 na numero ang code', { exact: true }).waitFor()
    await field.fill(old.code === code ? '000000' : old.code)
    await submit(page, {})
    await alertOf(page).getByText('Mali ang code, o luma na.').waitFor()
    // The browser logs the refused code, and nothing else.
    await expect.poll(() => errors).toEqual([expect.stringContaining('status of 403')])
    errors.length = 0
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await alertOf(page).getByText('Mali ang code').waitFor({ state: 'detached' })
    await submit(page, {})
    await page.getByRole('heading', { level: 1, name: 'Gumawa ng bagong password' }).waitFor()
    for (const label of ['Bagong password', 'Ulitin ang bagong password'])
      await page.getByLabel(label, { exact: true }).fill('mahalkita')
    await submit(page, {})
    await alertOf(page).getByText('Madaling mahulaan ang password na ’yan.').waitFor()
    await expect.poll(() => errors).toEqual([expect.stringContaining('status of 422')])
    errors.length = 0
    for (const label of ['Bagong password', 'Ulitin ang bagong password'])
      await page.getByLabel(label, { exact: true }).fill('bagong-bago-1')
    await alertOf(page).getByText('Madaling mahulaan').waitFor({ state: 'detached' })
    await submit(page, {})
    await told(page, 'Na-reset na ang password mo!')
    expect(errors).toEqual([])
  })
})

describe('a session', () => {
  it('a session lasts over a reload, and one log-out ends it in every tab', async () => {
    const person = await signUp(site.app, 'Tina')
    const visitor = await site.visitor()
    await enter(visitor, person, '/profile')
    const { page, context, errors } = visitor
    await page.getByText(person.codename, { exact: true }).waitFor()
    await page.reload()
    await page.getByText(person.codename, { exact: true }).waitFor()
    const other = await context.newPage()
    await other.goto('/diary')
    await other.getByRole('heading', { level: 1, name: 'Emote Diary' }).waitFor()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL('**/login')
    await other.waitForURL('**/login?next=%2Fdiary')
    expect(await storedSession(page)).toBe(0)
    // The person chose to log out, so the page gives no reason. The person is then a visitor.
    await page.locator('[name=email]').waitFor()
    expect(await page.getByText('Na-log out ka rito').count()).toBe(0)
    await page.goto('/diary')
    await page.waitForURL('**/signup?next=%2Fdiary')
    // Requests that were under way at the log-out get 401.
    expect(errors.filter((error) => !error.includes('status of 401'))).toEqual([])
  })

  it('a session that ended on another device leads to the log-in page, which says why, and back', async () => {
    const person = await signUp(site.app, 'Wena')
    const visitor = await site.visitor()
    await enter(visitor, person, '/profile')
    const { page } = visitor
    await page.getByText(person.codename, { exact: true }).waitFor()
    await site.app.owner.query('delete from auth.sessions where user_id = $1', [person.id])
    await page.reload()
    await page.waitForURL('**/login?next=%2Fprofile')
    const reason = page.getByText('Na-log out ka rito, baka mula sa ibang tab o device.')
    await reason.waitFor()
    expect(await storedSession(page)).toBe(0)
    await submit(page, { email: person.email, password: 'mali-naman' })
    await alertOf(page).getByText('Mali ang email o password', { exact: true }).waitFor()
    await reason.waitFor({ state: 'detached' })
    await submit(page, { password: 'lihim-ni-Wena-7' })
    await page.waitForURL('**/profile')
    await page.getByText(person.codename, { exact: true }).waitFor()
  })

  it('a session is read from the address of the two pages that mails link to, and from no other', async () => {
    const attacker = await signUp(site.app, 'Eva')
    const fragment = await linkHash(attacker)
    const { page, errors } = await site.visitor()
    for (const [path, arrival] of [
      ['/', '/'],
      ['/login', '/login'],
      ['/diary', '/signup?next=%2Fdiary'],
      // A browser that never asked for a link is not logged in by one.
      ['/auth/callback', '/login?confirmed'],
    ] as const) {
      await page.goto('/about')
      await page.goto(path + fragment)
      await page.waitForURL((url) => url.pathname + url.search + url.hash === arrival)
      expect(await storedSession(page)).toBe(0)
    }
    await page.goto('/auth/callback')
    await page.waitForURL('**/login')
    await page.goto('/auth/callback?next=%2Fdiary#error=access_denied&error_code=otp_expired')
    await page.waitForURL('**/login?stopped=otp_expired&next=%2Fdiary')
    await page.getByText('Hindi na gumagana ang link').waitFor()

    // The session in the address does not replace a session that exists.
    const dina = await signUp(site.app, 'Dina')
    const member = await site.visitor()
    await enter(member, dina, '/about')
    await member.page.goto(`/${fragment}`)
    await member.page.waitForURL(`${site.origin}/`)
    await member.page.goto('/profile')
    await member.page.getByText(dina.email, { exact: true }).waitFor()
    expect([...errors, ...member.errors]).toEqual([])
  })
})
