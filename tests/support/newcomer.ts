import type { Site, Visitor } from './browser.ts'
import { signUp, type Person } from './cast.ts'
import { enter } from './enter.ts'

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
