// Five hundred people react to one post at once, half of them twice, while others look at it: do all screens end with the right counts?
// Then one person reacts two hundred times.
import { join } from 'node:path'
import { createClient, REALTIME_SUBSCRIBE_STATES as states } from '@supabase/supabase-js'
import { loadKeys } from '../src/server/http/keys.ts'
import { startOurs } from './contest.ts'
import type { Figure } from './figures.ts'
import { signIn, type Person } from './people.ts'
import { asOwner, createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { seed } from './seed.ts'

const people = 500
const screens = 20
const taps = 200
const emoji = ['👍', '❤️', '😂', '😮', '😢', '😡']

type Counts = Record<string, number>
/** A screen's counts, and the number of events until then. */
type Screen = { shown: string; events: number; close: () => Promise<unknown> }

/** Sends a request as the person with this index. */
type Ask = (at: number, method: 'POST' | 'PATCH', query: string, body: object) => Promise<Response>
type Stage = { postgres: BenchPostgres; crowd: Person[]; origin: string; key: string; ask: Ask }

export async function measureReacting(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    await seed(postgres.login('emote'), { posts: 100, authors: 1_000 })
    const keys = await loadKeys(join(postgres.folder, 'server'))
    // Each person has a network of their own.
    const server = await startOurs(postgres, { TRUSTED_PROXY_HOPS: '1' })
    try {
      const origin = `http://127.0.0.1:${server.port}`
      const crowd = await signIn(postgres, 'emote', people, keys, `${origin}/auth/v1`)
      const stage = { postgres, crowd, origin, key: keys.anonKey, ask: askAs(crowd, origin, keys.anonKey) }
      const together = await reactTogether(stage)
      return [await reactAgainAndAgain(stage), ...together]
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

function askAs(crowd: Person[], origin: string, key: string): Ask {
  return (at, method, query, body) => {
    const headers = {
      apikey: key,
      authorization: `Bearer ${crowd[at]?.token('ours')}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.9.${at >> 8}.${at & 255}`,
    }
    const request = { method, headers, body: JSON.stringify(body) }
    return fetch(`${origin}/rest/v1/post_reactions${query}`, request)
  }
}

/** Everybody reacts to one post at once, and half of them change their reaction. */
async function reactTogether({ postgres, crowd, origin, key, ask }: Stage): Promise<Figure[]> {
  const post = await takeQuietPost(postgres)
  const watching = await Promise.all(Array.from({ length: screens }, () => watch(origin, key, post)))
  const send = async (...request: Parameters<Ask>) => {
    const response = await ask(...request)
    if (!response.ok) throw new Error(`A reaction is refused: ${await response.text()}`)
  }
  const started = performance.now()
  await Promise.all(
    crowd.map(async ({ claims }, at) => {
      const own = `?post_id=eq.${post}&user_id=eq.${claims['sub']}`
      await send(at, 'POST', '', { post_id: post, user_id: claims['sub'], emoji: emoji[at % 6] })
      if (at % 2 === 0) await send(at, 'PATCH', own, { emoji: emoji[(at + 1) % 6] })
    }),
  )
  const answered = performance.now() - started
  const stored = await countStored(postgres, post)
  const late = await settle(watching, stored.counted)
  await Promise.all(watching.map(({ close }) => close()))
  const right = watching.filter(({ shown }) => shown === stored.counted).length
  return [
    {
      name: `${people} people react to one post at once, half of them twice`,
      measured: `${answered.toFixed(0)} ms until all are answered; ${stored.rows} rows, the post says ${stored.counted}`,
      target: `${people} rows, told rightly`,
      holds: stored.rows === people && stored.counted === stored.onPost,
    },
    {
      name: `Screens of ${screens} that show these counts in the end`,
      measured: `${right}, ${late.toFixed(0)} ms after the last answer, by ${watching[0]?.events} events`,
      target: 'all',
      holds: right === screens,
    },
  ]
}

async function reactAgainAndAgain({ postgres, ask }: Stage): Promise<Figure> {
  const post = await takeQuietPost(postgres)
  const answers = await Promise.all(
    Array.from({ length: taps }, (_, at) => ask(0, 'POST', '', { post_id: post, emoji: emoji[at % 6] })),
  )
  const taken = answers.filter(({ status }) => status === 201).length
  const doubled = answers.filter(({ status }) => status === 409).length
  const own = await countStored(postgres, post)
  return {
    name: `${taps} reactions of one person on one post at once`,
    measured: `${own.rows} row, the post says ${own.onPost}; ${taken} taken, ${doubled} answered 409`,
    target: '1 row, told rightly',
    holds: own.rows === 1 && own.counted === own.onPost && taken === 1 && doubled === taps - 1,
  }
}

/** A post without reactions. */
function takeQuietPost(postgres: BenchPostgres): Promise<string> {
  return asOwner(postgres, 'emote', async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from public.public_posts where reaction_counts = '{}' order by seq limit 1`,
    )
    return rows[0]?.id ?? ''
  })
}

/** A screen on the official client, joined. */
function watch(origin: string, key: string, post: string): Promise<Screen> {
  const client = createClient(origin, key, { auth: { persistSession: false } })
  const screen: Screen = { shown: '', events: 0, close: () => client.removeAllChannels() }
  return new Promise((resolve, reject) => {
    client
      .channel(`post-reactions-${post}`)
      .on('broadcast', { event: 'reaction_update' }, ({ payload }) => {
        screen.shown = tell((payload as { reaction_counts: Counts }).reaction_counts)
        screen.events++
      })
      .subscribe((status, error) => {
        if (status === states.SUBSCRIBED) resolve(screen)
        else if (status === states.CHANNEL_ERROR) reject(error ?? new Error('A screen could not join'))
      })
  })
}

const tell = (counts: Counts) => emoji.map((one) => `${one} ${counts[one] ?? 0}`).join(' ')

/** The stored rows, and the counts on the post. */
function countStored(postgres: BenchPostgres, post: string) {
  return asOwner(postgres, 'emote', async (client) => {
    const { rows } = await client.query<{ emoji: string; given: number }>(
      'select emoji, count(*)::int as given from public.post_reactions where post_id = $1 group by 1',
      [post],
    )
    const { rows: posts } = await client.query<{ reaction_counts: Counts }>(
      'select reaction_counts from public.public_posts where id = $1',
      [post],
    )
    return {
      rows: rows.reduce((sum, { given }) => sum + given, 0),
      counted: tell(Object.fromEntries(rows.map((row) => [row.emoji, row.given]))),
      onPost: tell(posts[0]?.reaction_counts ?? {}),
    }
  })
}

/** Milliseconds until every screen shows this; ten seconds at most. */
async function settle(watching: Screen[], wanted: string): Promise<number> {
  const started = performance.now()
  const isOver = () => performance.now() - started > 10_000 || watching.every(({ shown }) => shown === wanted)
  // oxlint-disable-next-line no-await-in-loop -- looks again and again
  while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 5))
  return performance.now() - started
}
