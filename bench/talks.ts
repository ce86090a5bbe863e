// What long talks and many conversations cost their reader: a room with a hundred messages beside one with a million, a conversation with a
// hundred beside one with a hundred thousand, and the bell with ten conversations beside ten thousand. The requests are those that the app
// sends in Chromium.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { loadKeys, type Keys } from '../src/server/http/keys.ts'
import { countBlocks } from './blocks.ts'
import { openPhone, startBrowser } from './browser.ts'
import { startOurs } from './contest.ts'
import { median, spread, timed, type Figure } from './figures.ts'
import { signIn, storedSession, type Person } from './people.ts'
import { createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { recordJobs } from './recorder.ts'
import { seed } from './seed.ts'
import { seedTalks, type Depth } from './talk-seed.ts'

const sizes: Record<'few' | 'emote', Depth> = {
  few: { inRoom: 100, inConversation: 100, conversations: 10 },
  emote: { inRoom: 1_000_000, inConversation: 100_000, conversations: 10_000 },
}
const rounds = 9
const readsPerRound = 100
const most = 1.3

type Side = { database: string; origin: string; reader: Person; key: string }
/** Paths of the requests that open a room, a conversation, the list of conversations, and the bell. */
type Asks = Record<string, string>

export async function measureTalks(): Promise<Figure[]> {
  const postgres = await startPostgres()
  const stops: (() => Promise<void>)[] = []
  try {
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const open = async (database: keyof typeof sizes): Promise<Side> => {
      await createDatabase(postgres, database)
      await seed(postgres.login(database), { posts: 100, authors: 12_000 })
      await seedTalks(postgres, database, sizes[database])
      const server = await startOurs(postgres, { DATABASE_URL: postgres.url(database) })
      stops.push(server.stop)
      const origin = `http://127.0.0.1:${server.port}`
      return {
        database,
        origin,
        reader: await signInReader(postgres, database, keys, origin),
        key: keys.anonKey,
      }
    }
    const few = await open('few')
    const many = await open('emote')
    const asks = await recordAsks(few)
    return [...(await compareTimes(asks, few, many)), ...(await compareBlocks(postgres, asks, few, many))]
  } finally {
    await Promise.all(stops.map((stop) => stop()))
    await postgres.stop()
  }
}

async function signInReader(
  postgres: BenchPostgres,
  database: string,
  keys: Keys,
  origin: string,
): Promise<Person> {
  const [reader] = await signIn(postgres, database, 1, keys, `${origin}/auth/v1`)
  if (!reader) throw new Error('Nobody reads')
  return reader
}

/** Opens the screens once and keeps the requests that fetch their rows. */
async function recordAsks({ origin, reader }: Side): Promise<Asks> {
  const browser = await startBrowser()
  const page = await (await openPhone(browser, origin, storedSession(reader))).newPage()
  const first = async (relation: string, act: () => Promise<unknown>) => {
    const asked = page.waitForRequest(
      (request) => request.method() === 'GET' && new URL(request.url()).pathname === `/rest/v1/${relation}`,
    )
    await act()
    return (await asked).url().slice(origin.length)
  }
  const other = createHash('md5').update('author 1').digest('hex')
  const otherId = other.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
  const room = await first('live_chat_messages', () => page.goto(`${origin}/tambayan`))
  const conversation = await first('direct_messages', () => page.goto(`${origin}/tambayan?dmUser=${otherId}`))
  const list = await first('conversations', () => page.goto(`${origin}/tambayan?chats=1`))
  const bell = await first('notices', () => page.goto(`${origin}/tambayan`))
  await browser.close()
  return { room, conversation, 'list of conversations': list, bell }
}

async function read({ origin, reader, key }: Side, path: string): Promise<unknown[]> {
  const response = await fetch(origin + path, {
    headers: { apikey: key, authorization: `Bearer ${reader.token('ours')}` },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} is refused: ${text}`)
  return JSON.parse(text) as unknown[]
}

/** One read at a time, few and many in turn. */
async function compareTimes(asks: Asks, few: Side, many: Side): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(asks)) {
    const middles: [number[], number[]] = [[], []]
    // oxlint-disable no-await-in-loop -- see above
    const rows = [(await read(few, path)).length, (await read(many, path)).length]
    for (let round = 0; round <= rounds; round++) {
      const times: [number[], number[]] = [[], []]
      for (let at = 0; at < readsPerRound; at++) {
        times[0].push(await timed(() => read(few, path)))
        times[1].push(await timed(() => read(many, path)))
      }
      // The first round warms up.
      if (round > 0) for (const side of [0, 1] as const) middles[side].push(median(times[side]))
    }
    // oxlint-enable no-await-in-loop
    const ratios = middles[1].map((value, round) => value / (middles[0][round] ?? Infinity))
    figures.push({
      name: `The ${name}, many / few: time (${rows.join(' and ')} rows)`,
      measured: `${median(middles[1]).toFixed(2)} / ${median(middles[0]).toFixed(2)} ms = ${spread(ratios, 2)}`,
      target: `≤ ${most}`,
      holds: median(ratios) <= most,
    })
  }
  return figures
}

/** Blocks that PostgreSQL touches: a figure that no neighbour changes. */
async function compareBlocks(postgres: BenchPostgres, asks: Asks, few: Side, many: Side): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(asks)) {
    const blocks = async ({ database, reader }: Side) => {
      const login = postgres.login(database)
      return countBlocks(login, await recordJobs(login, [{ method: 'GET', path, person: 0 }], [reader]))
    }
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const [little, much] = [await blocks(few), await blocks(many)]
    const ratio = much / little
    figures.push({
      name: `The ${name}, many / few: blocks that PostgreSQL touches`,
      measured: `${much} / ${little} = ${ratio.toFixed(2)}`,
      target: `≤ ${most}`,
      holds: ratio <= most,
    })
  }
  return figures
}
