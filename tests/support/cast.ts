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

/** Signs up a person of the cast through the API, with a profile and a codename. */
export async function signUp(
  app: Pick<TestApp, 'client'>,
  name: string,
  codename = `Tahimik ${name}`,
): Promise<Person> {
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

/** Writes rows in order, one request each: the server takes one post or comment a request. */
export async function insertEach(
  { client }: Person,
  table: 'public_posts' | 'post_comments',
  rows: readonly object[],
): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- the last one is the newest
  for (const row of rows) await client.from(table).insert(row).throwOnError()
}

/** Gives the visitor's browser the person's session and opens `path`. */
export async function enter({ page }: Visitor, person: Person, path: string): Promise<void> {
  const { data } = await person.client.auth.getSession()
  const giveSession = await page.addInitScript(
    (session) => localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, session),
    JSON.stringify(data.session),
  )
  await page.goto(path)
  await giveSession.dispose()
}

/** Logs in through the form on the page, without a reload, so the page keeps its memory. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Logs out on the profile, logs another person in, and opens `path`, without a reload. */
export async function takeOver(page: Page, person: Person, path: string): Promise<void> {
  const place = page.getByRole('navigation', { name: 'Mga lugar' })
  await place.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/login')
  await logIn(page, person)
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

/** A new person with a separate browser profile, on the page at `path`. */
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

/** Gives people Premium. `lasts` is an interval of PostgreSQL. */
export const givePremium = ({ owner }: Pick<TestApp, 'owner'>, people: readonly string[], lasts = '1 day') =>
  owner.query(
    `update public.user_profiles set is_premium = true, premium_until = now() + $2::interval where id = any ($1)`,
    [people, lasts],
  )
