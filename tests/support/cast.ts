import type { SupabaseClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import type { TestApp } from './app.ts'
import type { Site, Visitor } from './browser.ts'

export type Person = {
  client: SupabaseClient
  id: string
  email: string
  password: string
  codename: string
  token: string
}

/** A small named cast: signed up through the API like anyone, with a profile and a codename. */
export async function signUp(app: TestApp, name: string, codename = `Tahimik ${name}`): Promise<Person> {
  const client = app.client()
  const email = `${name.toLowerCase()}@example.test`
  const password = `lihim-ni-${name}-7`
  const { data, error } = await client.auth.signUp({ email, password })
  if (error || !data.session || !data.user)
    throw new Error(`${name} could not sign up: ${error?.message ?? 'no session'}`)
  const profile = await client
    .from('user_profiles')
    .upsert({ id: data.user.id, email, codename }, { onConflict: 'id' })
    .select()
  if (profile.error) throw new Error(`${name} has no profile: ${profile.error.message}`)
  await client.auth.updateUser({ data: { codename } })
  const { data: refreshed } = await client.auth.getSession()
  return {
    client,
    id: data.user.id,
    email,
    password,
    codename,
    token: refreshed.session?.access_token ?? data.session.access_token,
  }
}

/** The visitor's browser gets the session of a person of the cast, and opens `path`. */
export async function enter({ page }: Visitor, person: Person, path: string): Promise<void> {
  const { data } = await person.client.auth.getSession()
  const giveSession = await page.addInitScript(
    (session) => localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, session),
    JSON.stringify(data.session),
  )
  await page.goto(path)
  await giveSession.dispose()
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

/** A new person in a browser profile of their own, on the page at `path`. */
export async function welcome(
  site: Site,
  name: string,
  path: string,
  viewport?: { width: number; height: number },
): Promise<Visitor & { person: Person }> {
  const person = await signUp(site.app, name)
  const visitor = await site.visitor(viewport)
  await enter(visitor, person, path)
  return { ...visitor, person }
}
