import type { Person } from './cast.ts'
import type { Visitor } from './browser.ts'

/** The visitor's browser gets the session of a person of the cast, and opens `path`. */
export async function enter({ page }: Visitor, person: Person, path: string): Promise<void> {
  const { data } = await person.client.auth.getSession()
  // A page of this origin that needs no session: storage belongs to an origin.
  if (!page.url().startsWith('http')) await page.goto('/about')
  await page.evaluate(
    (session) => localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, session),
    JSON.stringify(data.session),
  )
  await page.goto(path)
}
