// The cost of large and deep walls for a reader: a million posts with five million reactions and a million comments beside ten thousand
// posts, page 1 beside page 500, and a search by codename. Over HTTP, and in blocks that PostgreSQL reads.
import { join } from 'node:path'
import { loadKeys, type Keys } from '../src/server/http/keys.ts'
import { startOurs } from './contest.ts'
import { pagePath } from './feed.ts'
import { median, quantile, spread, timed, type Figure } from './figures.ts'
import { signIn } from './people.ts'
import { asOwner, createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { measureSearch, type Read } from './search.ts'
import { seed } from './seed.ts'

const posts = 1_000_000
// All on one wall, so that it has a page 500 too.
const fewPosts = 10_100
const depth = 500
const rounds = 5
const readsPerRound = 200
const readers = 16
const mood = 'Calm'

type Page = { seq: number }[]
type Walls = { read: Read; cursor: number }

export async function measureDepth(): Promise<Figure[]> {
  const postgres = await startPostgres()
  const stops: (() => Promise<void>)[] = []
  try {
    await createDatabase(postgres, 'few')
    await seed(postgres.login('few'), { posts: fewPosts, moods: [mood] })
    await createDatabase(postgres, 'emote')
    const seconds = await seed(postgres.login('emote'), { posts, authors: 50_000 })
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const open = async (database: string): Promise<Walls> => {
      const server = await startOurs(postgres, { DATABASE_URL: postgres.url(database) })
      stops.push(server.stop)
      const read = await readAs(postgres, database, keys, `http://127.0.0.1:${server.port}`)
      return { read, cursor: await walk(read) }
    }
    const [few, many] = [await open('few'), await open('emote')]
    return [
      await tellSize(postgres, seconds),
      ...(await compareTimes(few, many)),
      ...(await compareBuffers(postgres, many.cursor)),
      ...(await measureSearch(many.read)),
    ]
  } finally {
    await Promise.all(stops.map((stop) => stop()))
    await postgres.stop()
  }
}

async function tellSize(postgres: BenchPostgres, seconds: number): Promise<Figure> {
  const size = await asOwner(postgres, 'emote', async (client) => {
    const { rows } = await client.query<{ reactions: string; comments: string; most: string }>(
      `select sum(given)::text as reactions, max(given)::text as most,
         (select count(*) from public.post_comments)::text as comments
       from (select count(*) as given from public.post_reactions group by post_id) as of_post`,
    )
    return rows[0]
  })
  return {
    name: `${posts} posts, seeded in ${seconds.toFixed(0)} s`,
    measured: `${size?.reactions} reactions (at most ${size?.most} on one), ${size?.comments} comments`,
  }
}

/** Readers with long lists: each has blocked twenty people and muted twenty. */
async function readAs(postgres: BenchPostgres, database: string, keys: Keys, origin: string): Promise<Read> {
  const people = await signIn(postgres, database, readers, keys, `${origin}/auth/v1`)
  await asOwner(postgres, database, async (client) => {
    const others = 'select id, row_number() over (order by id) as at from auth.users'
    for (const [at, { claims }] of people.entries())
      for (const [table, own, other, from] of [
        ['user_blocks', 'blocker_id', 'blocked_id', 100],
        ['user_mutes', 'muter_id', 'muted_id', 200],
      ] as const)
        // oxlint-disable-next-line no-await-in-loop -- sixteen short statements
        await client.query(
          `insert into public.${table} (${own}, ${other})
           select $1, id from (${others}) as o where at > $2 and at <= $2 + 20 and id <> $1`,
          [claims['sub'], from + at * 20],
        )
  })
  let turn = 0
  return async (path) => {
    const token = people[turn++ % people.length]?.token('ours')
    const response = await fetch(origin + path, {
      headers: { apikey: keys.anonKey, authorization: `Bearer ${token}` },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} is refused: ${text}`)
    return JSON.parse(text)
  }
}

const newest = '9223372036854775807'

/** Reads page after page until the cursor of page 500. */
async function walk(read: Read): Promise<number> {
  let before: number | string = newest
  for (let page = 1; page < depth; page++) {
    // oxlint-disable-next-line no-await-in-loop -- the next page's cursor is on this one
    const rows = (await read(pagePath(mood, before))) as Page
    const last = rows.at(-1)
    // A page has fewer than twenty posts only at the end of the wall: hidden posts do not count among the twenty.
    if (rows.length !== 20 || !last) throw new Error(`Page ${page} has ${rows.length} posts`)
    before = last.seq
  }
  return Number(before)
}

/** One read at a time, the four pages in turn. Each round gives its p95. */
async function compareTimes(few: Walls, many: Walls): Promise<Figure[]> {
  const pages = [
    { walls: few, before: newest },
    { walls: many, before: newest },
    { walls: few, before: few.cursor },
    { walls: many, before: many.cursor },
  ]
  const tails: number[][] = pages.map(() => [])
  const middles: number[][] = pages.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    const times: number[][] = pages.map(() => [])
    for (let at = 0; at < readsPerRound; at++)
      for (const [page, { walls, before }] of pages.entries())
        // oxlint-disable-next-line no-await-in-loop -- one at a time, in turn
        times[page]?.push(await timed(() => walls.read(pagePath(mood, before))))
    // The first round warms up.
    if (round === 0) continue
    for (const [page, of] of times.entries()) {
      tails[page]?.push(quantile(of, 0.95))
      middles[page]?.push(median(of))
    }
  }
  return judge(tails, middles)
}

/** The first divided by the second, round by round. */
function divide(name: string, from: number[][], [a, b]: [number, number], most: number): Figure {
  const ratios = (from[a] ?? []).map((value, round) => value / (from[b]?.[round] ?? Infinity))
  return { name, measured: spread(ratios, 2), target: `≤ ${most}`, holds: median(ratios) <= most }
}

function judge(tails: number[][], middles: number[][]): Figure[] {
  const names = [
    'Page 1, 10,000 posts',
    'Page 1, a million',
    `Page ${depth}, 10,000`,
    `Page ${depth}, a million`,
  ]
  return [
    ...names.map((name, page) => ({
      name: `${name}: p95`,
      measured: `${spread(tails[page] ?? [], 2)} ms, p50 ${median(middles[page] ?? []).toFixed(2)}`,
    })),
    divide('Page 1, a million / 10,000 posts: p95', tails, [1, 0], 1.5),
    divide(`Page ${depth}, a million / 10,000 posts: p95`, tails, [3, 2], 1.5),
    divide(`Page ${depth} / page 1 of a million: time`, middles, [3, 1], 1.3),
  ]
}

/** Blocks that PostgreSQL reads: a figure that no neighbour changes. */
async function compareBuffers(postgres: BenchPostgres, cursor: number): Promise<Figure[]> {
  const [first, deep] = await asOwner(postgres, 'emote', async (client) => {
    await client.query('set role authenticated')
    // The generic plan that a prepared statement settles on, as in the server.
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare page as select * from public.wall_posts where mood = $1::text and seq < $2::int8
      order by wall_posts.seq desc limit 20`)
    const touched = async (before: number | string) => {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) execute page ('${mood}', ${before})`,
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
    }
    // The first use of a function in a session also reads the catalogue.
    await touched(newest)
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
