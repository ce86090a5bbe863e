// A post over HTTP, beside the same transaction on the raw driver and beside the rival on the same PostgreSQL.
import type { Ask } from './ask.ts'
import type { Contest } from './contest.ts'
import { compare } from './feed.ts'
import type { Figure } from './figures.ts'

const milliseconds = 3_000
const rounds = 5

export async function measurePosting(contest: Contest): Promise<Figure[]> {
  const shown = await contest.run(varyPosts('representation'), rounds, milliseconds)
  const minimal = await contest.run(varyPosts('minimal'), rounds, milliseconds)
  return [
    ...compare('Post insert, row returned', shown, {}),
    ...compare('Post insert, nothing returned', minimal, {}),
  ]
}

function varyPosts(returned: 'representation' | 'minimal'): Ask[] {
  return Array.from({ length: 500 }, (_, at) => ({
    method: 'POST',
    // The app asks for the columns that it shows. Without them the rival would return the author.
    path: `/rest/v1/public_posts${returned === 'representation' ? '?select=id,seq,codename,mood,content,created_at' : ''}`,
    person: at,
    headers: [`prefer: return=${returned}`],
    body: JSON.stringify({
      mood: 'Calm',
      content: `Hinga muna. Ika-${at} na beses ngayong araw, pero okay lang.`,
    }),
  }))
}
