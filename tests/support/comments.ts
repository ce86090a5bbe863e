import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Site, Visitor } from './browser.ts'
import { enter, type Person } from './cast.ts'
import { card } from './wall.ts'

// Finds the wall and its comments by their accessible names.

let written = 0
/** Writes a new post. Returns its id and its words. */
export async function post(person: Person, anonymous = false): Promise<{ id: string; text: string }> {
  const text = `Hinga ${++written}`
  const { data } = await person.client
    .from('public_posts')
    .insert({ mood: 'Calm', content: text, anonymous })
    .select('id')
    .single<{ id: string }>()
    .throwOnError()
  return { id: data.id, text }
}
export const say = (person: Person, postId: string, content: string) =>
  person.client.from('post_comments').insert({ post_id: postId, user_id: person.id, content }).throwOnError()

/** The stored comments of a post, in their order. */
export async function stored(site: Site, postId: string): Promise<string[]> {
  const { rows } = await site.app.owner.query<{ content: string }>(
    'select content from public.post_comments where post_id = $1 order by created_at, id',
    [postId],
  )
  return rows.map(({ content }) => content)
}

export const toggle = (place: Locator) => place.getByRole('button', { name: /Komento.* sa post ni/ })
export const panel = (place: Locator) => place.getByRole('region', { name: /^Mga komento sa post ni/ })
export const box = (place: Locator) => place.getByRole('textbox', { name: /^Komento mo sa post ni/ })
export const row = (place: Locator, text: string) => place.getByRole('listitem').filter({ hasText: text })
export const isFocused = (place: Locator) =>
  place.evaluate((element) => element.contains(document.activeElement))
/** Waits until the element has the focus. The app moves the focus after drawing. */
export async function expectFocus(place: Locator): Promise<void> {
  await expect.poll(() => isFocused(place)).toBe(true)
}
/** Waits until the database holds these comments of a post. */
export async function expectStored(site: Site, postId: string, contents: string[]): Promise<void> {
  await expect.poll(() => stored(site, postId)).toEqual(contents)
}

export const shown = (place: Locator) => place.locator('[data-comment]')
export const topOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().top)
export const menuOf = (comment: Locator) => comment.getByRole('button', { name: /^Iba pa sa komento ni/ })
export const item = (page: Page, name: string) => page.getByRole('menuitem', { name })

/** Opens the comments of that post, and waits until they are fetched and followed. */
export async function openComments(visitor: Visitor, person: Person, text: string): Promise<Locator> {
  const { page } = visitor
  const followed = page.waitForResponse((response) => isRefresh(response.url()))
  await enter(visitor, person, '/wall/kalma')
  const place = card(page, text)
  await place.waitFor()
  await followed
  const fetched = page.waitForResponse((response) => response.url().includes('/wall_comments?'))
  await toggle(place).click()
  await fetched
  await box(place).waitFor()
  return place
}
const isRefresh = (url: string) =>
  new URL(url).searchParams.get('select') === 'id,reaction_counts,my_reaction,comment_count,comments_vary'
