import type { Page } from 'playwright-core'
import type { Person } from './cast.ts'

// Fills a diary, reads it from the server, and finds its entries on the page.

const hour = 3_600_000
export const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

type Writing = { content: string; mood?: string; created_at?: string }

/** Replaces this person's diary with these entries, the newest last. */
export async function keep({ id, client }: Person, ...entries: (string | Writing)[]): Promise<void> {
  await client.from('diary_posts').delete().eq('user_id', id).throwOnError()
  const rows = entries.map((entry, at) => ({
    mood: 'Sadness',
    template_url: null,
    created_at: new Date(Date.now() - (entries.length - at) * 1_000).toISOString(),
    ...(typeof entry === 'string' ? { content: entry } : entry),
  }))
  if (rows.length > 0) await client.from('diary_posts').insert(rows).throwOnError()
}

/** The stored entries, newest first. */
export async function kept(person: Person): Promise<{ content: string; mood: string }[]> {
  const { data } = await person.client
    .from('diary_posts')
    .select('content, mood')
    .order('created_at', { ascending: false })
    .throwOnError()
  return data
}

export const rowsOf = (page: Page) => page.locator('[data-entry]')
export const field = (page: Page) => page.getByLabel('Ang nararamdaman mo')

export async function edit(page: Page, words: string): Promise<void> {
  await page.getByText(words).first().click()
  await page.getByRole('button', { name: 'I-edit' }).click()
  await field(page).waitFor()
}
