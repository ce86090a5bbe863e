// What the depth of a wall costs: its first page beside its 500th, over HTTP and in PostgreSQL, on a wall of a million posts.
import { join } from 'node:path'
import { loadKeys } from '../src/server/http/keys.ts'
import { startOurs } from './contest.ts'
import { pagePath } from './feed.ts'
import { median, spread, type Figure } from './figures.ts'
import { signIn } from './people.ts'
import { asOwner, createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { seed } from './seed.ts'

const posts = 1_000_000
const depth = 500
const rounds = 5
const readsPerRound = 200

type Page = { seq: number }[]
type Read = (before: number | string) => Promise<Page>

export async function measureDepth(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    const seconds = await seed(postgres.login('emote'), { posts, moods: ['Calm'] })
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const server = await startOurs(postgres)
    try {
      const origin = `http://127.0.0.1:${server.port}`
      const [person] = await signIn(postgres, 'emote', 1, keys, `${origin}/auth/v1`)
      const headers = { apikey: keys.anonKey, authorization: `Bearer ${person?.token('ours')}` }
      const read: Read = async (before) => {
        const response = await fetch(`${origin}${pagePath('Calm', before)}`, { headers })
        if (!response.ok) throw new Error(`The page is refused: ${await response.text()}`)
        return (await response.json()) as Page
      }
      const cursor = await walk(read)
      const ratios = await compareTimes(read, cursor)
      const buffers = await compareBuffers(postgres, cursor)
      return [
        { name: `Seeding ${posts} posts, with reactions and comments`, measured: `${seconds.toFixed(0)} s` },
        ...ratios,
        ...buffers,
      ]
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

const newest = '9223372036854775807'

/** Page after page as a reader would, until the cursor of the 500th. */
async function walk(read: Read): Promise<number> {
  let before: number | string = newest
  for (let page = 1; page < depth; page++) {
    // oxlint-disable-next-line no-await-in-loop -- the next page's cursor is on this one
    const rows: Page = await read(before)
    const last = rows.at(-1)
    if (rows.length !== 20 || !last) throw new Error(`Page ${page} has ${rows.length} posts`)
    before = last.seq
  }
  return Number(before)
}

/** One read at a time, the two pages in turn. */
async function compareTimes(read: Read, cursor: number): Promise<Figure[]> {
  const times: { first: number[]; deep: number[] }[] = []
  for (let round = 0; round <= rounds; round++) {
    const first: number[] = []
    const deep: number[] = []
    for (let at = 0; at < readsPerRound; at++) {
      // oxlint-disable-next-line no-await-in-loop -- one at a time, in turn
      first.push(await timed(() => read(newest)))
      // oxlint-disable-next-line no-await-in-loop -- one at a time, in turn
      deep.push(await timed(() => read(cursor)))
    }
    // The first round warms up.
    if (round > 0) times.push({ first, deep })
  }
  const ratios = times.map(({ first, deep }) => median(deep) / median(first))
  return [
    {
      name: 'Page 1 over HTTP',
      measured: `${spread(
        times.map(({ first }) => median(first)),
        2,
      )} ms`,
    },
    {
      name: `Page ${depth} over HTTP`,
      measured: `${spread(
        times.map(({ deep }) => median(deep)),
        2,
      )} ms`,
    },
    {
      name: `Page ${depth} / page 1, time`,
      measured: spread(ratios, 2),
      target: '≤ 1.3',
      holds: median(ratios) <= 1.3,
    },
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Blocks that PostgreSQL touches: the figure that no neighbour can change. */
async function compareBuffers(postgres: BenchPostgres, cursor: number): Promise<Figure[]> {
  const [first, deep] = await asOwner(postgres, 'emote', async (client) => {
    await client.query('set role authenticated')
    // The plan that many uses of one prepared statement settle on, as in the server.
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare page as select * from public.wall_posts where mood = $1::text and seq < $2::int8
      order by wall_posts.seq desc limit 20`)
    const touched = async (before: number | string) => {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) execute page ('Calm', ${before})`,
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
    }
    return [await touched(newest), await touched(cursor)]
  })
  const ratio = (deep ?? 0) / (first ?? 1)
  return [
    {
      name: `Page ${depth} / page 1, blocks that PostgreSQL touches`,
      measured: `${deep} / ${first} = ${ratio.toFixed(2)}`,
      target: '≤ 1.3',
      holds: ratio <= 1.3,
    },
  ]
}
