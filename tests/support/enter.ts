import type { Page } from 'playwright-core'
import type { Visitor } from './browser.ts'
import type { Person } from './cast.ts'

/** The visitor's browser gets the session of a person of the cast, and opens `path`. */
export async function enter({ page }: Visitor, person: Person, path: string): Promise<void> {
  const { data } = await person.client.auth.getSession()
  // Storage belongs to an origin. This is the cheapest page of ours.
  if (!page.url().startsWith('http')) await page.goto('/healthz')
  await page.evaluate(
    (session) => localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, session),
    JSON.stringify(data.session),
  )
  await page.goto(path)
}

/** Logs in through the form that is on the page now, without loading it anew: what its memory holds stays there. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Logs out on the profile, and another person logs in and goes to `path`. The page lives on. */
export async function takeOver(page: Page, person: Person, path: string): Promise<void> {
  const place = page.getByRole('navigation', { name: 'Mga lugar' })
  await place.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/login')
  await logIn(page, person)
  await page.evaluate((to) => history.pushState(null, '', to), path)
}
