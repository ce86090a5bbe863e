// The cost of long talks and of many conversations for their reader: a room with a hundred messages beside one with a million, a conversation with a
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

const few: Depth = { inRoom: 100, inConversation: 100, conversations: 10 }
const deep: Depth = { ...few, inRoom: 1_000_000, inConversation: 100_000 }
const wide: Depth = { ...few, conversations: 10_000 }
const rounds = 9
const readsPerRound = 100
const most = 1.3

type Side = { database: string; origin: string; reader: Person; key: string }
/** Paths of the requests that open a room, a conversation, the list of conversations, and the bell. */
type Asks = Record<'room' | 'conversation' | 'list' | 'bell', string>
/** A request to the large side and to the small one. Without `most` it has no target. */
type Pair = { name: string; path: string; side: Side; most?: number }

export async function measureTalks(): Promise<Figure[]> {
  const postgres = await startPostgres()
  const stops: (() => Promise<void>)[] = []
  try {
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const open = async (database: string, depth: Depth): Promise<Side> => {
      await createDatabase(postgres, database)
      await seed(postgres.login(database), { posts: 100, authors: 12_000 })
      await seedTalks(postgres, database, depth)
      const server = await startOurs(postgres, { DATABASE_URL: postgres.url(database) })
      stops.push(server.stop)
      const origin = `http://127.0.0.1:${server.port}`
      const reader = await signInReader(postgres, database, keys, origin)
      return { database, origin, reader, key: keys.anonKey }
    }
    const little = await open('few', few)
    const long = await open('deep', deep)
    const many = await open('wide', wide)
    const asks = await recordAsks(little)
    const pairs: Pair[] = [
      { name: 'The room, 1,000,000 / 100 messages', path: asks.room, side: long, most },
      { name: 'The conversation, 100,000 / 100 messages', path: asks.conversation, side: long, most },
      { name: 'The bell, 10,000 / 10 conversations', path: asks.bell, side: many, most },
      { name: 'The list, 10,000 / 10 conversations', path: asks.list, side: many },
      { name: 'A conversation, one of 10,000 / of 10', path: asks.conversation, side: many },
    ]
    const figures: Figure[] = []
    for (const pair of pairs) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      figures.push(await compareTimes(pair, little), await compareBlocks(postgres, pair, little))
    }
    return figures
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
  return { room, conversation, list, bell }
}

async function read({ origin, reader, key }: Side, path: string): Promise<unknown[]> {
  const response = await fetch(origin + path, {
    headers: { apikey: key, authorization: `Bearer ${reader.token('ours')}` },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} is refused: ${text}`)
  return JSON.parse(text) as unknown[]
}

const judge = ({ most: limit }: Pair, ratio: number) =>
  limit === undefined ? {} : { target: `≤ ${limit}`, holds: ratio <= limit }

/** One read at a time, the two sides in turn. */
async function compareTimes(pair: Pair, little: Side): Promise<Figure> {
  const { name, path, side } = pair
  const middles: [number[], number[]] = [[], []]
  // oxlint-disable no-await-in-loop -- see above
  const rows = [(await read(side, path)).length, (await read(little, path)).length]
  for (let round = 0; round <= rounds; round++) {
    const times: [number[], number[]] = [[], []]
    for (let at = 0; at < readsPerRound; at++) {
      times[0].push(await timed(() => read(side, path)))
      times[1].push(await timed(() => read(little, path)))
    }
    // The first round warms up.
    if (round > 0) for (const which of [0, 1] as const) middles[which].push(median(times[which]))
  }
  // oxlint-enable no-await-in-loop
  const ratios = middles[0].map((value, round) => value / (middles[1][round] ?? Infinity))
  return {
    name: `${name}: time (${rows.join(' and ')} rows)`,
    measured: `${median(middles[0]).toFixed(2)} / ${median(middles[1]).toFixed(2)} ms = ${spread(ratios, 2)}`,
    ...judge(pair, median(ratios)),
  }
}

/** Blocks that PostgreSQL reads: other work on the machine does not change them. */
async function compareBlocks(postgres: BenchPostgres, pair: Pair, little: Side): Promise<Figure> {
  const blocks = async ({ database, reader }: Side) => {
    const login = postgres.login(database)
    return countBlocks(
      login,
      await recordJobs(login, [{ method: 'GET', path: pair.path, person: 0 }], [reader]),
    )
  }
  const [much, less] = [await blocks(pair.side), await blocks(little)]
  return {
    name: `${pair.name}: blocks`,
    measured: `${much} / ${less} = ${(much / less).toFixed(2)}`,
    ...judge(pair, much / less),
  }
}
