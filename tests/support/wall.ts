import type { Locator, Page } from 'playwright-core'
import type { Site, Visitor } from './browser.ts'
import { insertEach, enter, type Person } from './cast.ts'

// Finds a wall's posts and reactions by their accessible names.

/** Writes posts with the texts `Hinga 1` and so on, the newest last. */
export function createWriter() {
  let written = 0
  return {
    write: async (person: Person, mood: string, count: number): Promise<string[]> => {
      const texts = Array.from({ length: count }, () => `Hinga ${++written}`)
      const rows = texts.map((content) => ({ mood, content }))
      await insertEach(person, 'public_posts', rows)
      return texts
    },
    lastWritten: () => `Hinga ${written}`,
  }
}

export const card = (page: Page, text: string) =>
  page.getByRole('article').filter({ has: page.getByText(text, { exact: true }) })
export const chip = (post: Locator, name: string) => post.getByRole('button', { name, exact: true })

/** Opens the wall. Resolves when its first eight posts are followed and fetched again, and its fonts have loaded. */
export async function openWall(visitor: Visitor, person: Person): Promise<Page> {
  const { page } = visitor
  const { data } = await person.client
    .from('wall_posts')
    .select('id')
    .eq('mood', 'Calm')
    .order('seq', { ascending: false })
    .limit(8)
    .throwOnError()
  const left = new Set(data.map(({ id }) => String(id)))
  const followed = page.waitForResponse((response) => {
    if (asksFor(response.url(), 'id,reaction_counts,my_reaction,comment_count,comments_vary'))
      for (const id of left) if (response.url().includes(id)) left.delete(id)
    return left.size === 0
  })
  const caughtUp = page.waitForResponse((response) => asksFor(response.url(), 'id,seq'))
  await enter(visitor, person, '/wall/kalma')
  await page.locator('[data-post]').first().waitFor()
  await Promise.all([followed, caughtUp])
  await page.evaluate(async () => void (await document.fonts.ready))
  return page
}
const asksFor = (url: string, columns: string) => new URL(url).searchParams.get('select') === columns

/** Collects the `new_post` events of the socket from now on. */
export function hearPosts(page: Page): unknown[] {
  const heard: unknown[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('new_post')) heard.push(payload)
    }),
  )
  return heard
}

export async function choose(page: Page, post: Locator, name: string): Promise<void> {
  await post.getByRole('button', { name: /^(Mag-react|Reaksyon mo)/ }).click()
  await page.getByRole('group', { name: 'Pumili ng reaksyon' }).getByRole('button', { name }).click()
}

/** The name of the reader's own reaction. */
export const pressed = (post: Locator) =>
  post
    .getByRole('button', { pressed: true })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))

export async function storedReaction(site: Site, text: string, person: Person): Promise<string | undefined> {
  const { rows } = await site.app.owner.query<{ emoji: string }>(
    `select emoji from public.post_reactions as r join public.public_posts as p on p.id = r.post_id
     where p.content = $1 and r.user_id = $2`,
    [text, person.id],
  )
  return rows[0]?.emoji
}
