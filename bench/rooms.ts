// Five hundred people in one room: twenty messages a second for two minutes through the data API, beside a bare `ws` relay that does the
// same, and the time from a sender's key to another person's screen meanwhile.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { loadKeys } from '../src/server/http/keys.ts'
import { roomTopic } from '../src/shared/talks.ts'
import { startBrowser } from './browser.ts'
import { startOurs } from './contest.ts'
import { cpuTime } from './cpu.ts'
import { quantile, type Figure } from './figures.ts'
import { signIn, type Person } from './people.ts'
import { createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { startServer, startWorker } from './processes.ts'
import { openScreens, typeAndWatch } from './screens.ts'
import { seed } from './seed.ts'
import type { Heard, TalkTask } from './talkers.ts'

const people = 500
const perSecond = 20
const seconds = 120
const bareSeconds = 30
const topic = roomTopic('general')
const words = 'Hinga muna tayo, bukas ulit. Kumain ka na ba?'

/** `node` and `postgres`: processor time in ms for each second of talk. */
type Talk = { heard: Heard; node: number; postgres: number }

export async function measureRooms(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    await seed(postgres.login('emote'), { posts: 100, authors: 1_000 })
    const before = await relay(postgres)
    const { screens, ...ours } = await talk(postgres)
    const after = await relay(postgres)
    return judge(ours, [before, after], screens)
  } finally {
    await postgres.stop()
  }
}

async function talk(postgres: BenchPostgres): Promise<Talk & { screens: number[] }> {
  const keys = await loadKeys(join(postgres.folder, 'server'))
  const server = await startOurs(postgres, { TRUSTED_PROXY_HOPS: '1' })
  const crowd = startWorker<TalkTask, Heard>('./talkers.ts')
  const browser = await startBrowser()
  try {
    const origin = `http://127.0.0.1:${server.port}`
    const all = await signIn(postgres, 'emote', people, keys, `${origin}/auth/v1`)
    const path = `/realtime/v1/websocket?apikey=${keys.anonKey}&vsn=2.0.0`
    await crowd.run({ do: 'open', port: server.port, path, joins: all.map(joinOf) })
    const screens = await openScreens(browser, postgres, origin, keys.anonKey)
    const asks = Array.from({ length: perSecond * seconds }, (_, at) => askOf(all, at, keys.anonKey))
    const [talked, delays] = await Promise.all([
      withCpu(postgres, server.pid, seconds, () => crowd.run({ do: 'write', asks, perSecond })),
      typeAndWatch(screens, seconds * 1_000),
    ])
    return { ...talked, screens: delays }
  } finally {
    await browser.close()
    await crowd.stop()
    await server.stop()
  }
}

/** The same sockets, pace and bytes without accounts, rules or a database. */
async function relay(postgres: BenchPostgres): Promise<Talk> {
  const server = await startServer(process.execPath, ['bench/ws-loop.ts'], {}, /ready/)
  const crowd = startWorker<TalkTask, Heard>('./talkers.ts')
  try {
    const joins = Array.from({ length: people }, () => undefined)
    await crowd.run({ do: 'open', port: server.port, path: '/', joins })
    const asks = Array.from({ length: perSecond * bareSeconds }, (_, at) => {
      const row = { ...exampleRow, message_text: textOf(at) }
      const event = { type: 'broadcast', event: 'new_message', payload: row }
      const text = JSON.stringify([null, null, `realtime:${topic}`, 'broadcast', event])
      return { path: '/', headers: {}, body: JSON.stringify({ messages: [{ text }] }) }
    })
    return await withCpu(postgres, server.pid, bareSeconds, () => crowd.run({ do: 'write', asks, perSecond }))
  } finally {
    await crowd.stop()
    await server.stop()
  }
}

const exampleRow = {
  id: randomUUID(),
  seq: 123_456,
  wall_id: 'general',
  sender_id: randomUUID(),
  codename: 'Tahimik Bituin 12',
  avatar_url: null,
  is_premium: false,
  mentioned: [],
  reply_to: null,
  reply_to_sender: null,
  reply_to_message: null,
  reply_to_codename: null,
  reaction_counts: {},
  created_at: new Date().toISOString(),
  edited_at: null,
}

const textOf = (at: number) => `Mensahe #${String(at).padStart(6, '0')} ${words}`

const joinOf = (person: Person) =>
  JSON.stringify([
    '1',
    '1',
    `realtime:${topic}`,
    'phx_join',
    { config: { broadcast: {}, presence: {}, private: true }, access_token: person.token('ours') },
  ])

function askOf(all: Person[], at: number, apikey: string) {
  const index = at % all.length
  const person = all[index]
  return {
    path: '/rest/v1/live_chat_messages',
    headers: {
      apikey,
      authorization: `Bearer ${person?.token('ours')}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${index >> 8}.${index & 255}.7`,
    },
    body: JSON.stringify({
      id: randomUUID(),
      sender_id: person?.claims['sub'],
      wall_id: 'general',
      message_text: textOf(at),
    }),
  }
}

async function withCpu(
  postgres: BenchPostgres,
  pid: number,
  duration: number,
  work: () => Promise<Heard>,
): Promise<Talk> {
  const read = () => [cpuTime([pid]) ?? NaN, postgres.cpu() ?? NaN]
  const [node = NaN, database = NaN] = read()
  const heard = await work()
  const [nodeAfter = NaN, databaseAfter = NaN] = read()
  return { heard, node: (nodeAfter - node) / duration, postgres: (databaseAfter - database) / duration }
}

const tails = (times: number[]) =>
  `${quantile(times, 0.99).toFixed(1)} ms, p50 ${quantile(times, 0.5).toFixed(1)}, the slowest ${Math.max(...times).toFixed(1)}`

function judge({ heard, node, postgres }: Talk, bare: Talk[], screens: number[]): Figure[] {
  const sent = perSecond * seconds
  const bareNode = bare.reduce((sum, one) => sum + one.node, 0) / bare.length
  const commit = quantile(heard.fromAsk, 0.99)
  const screen = quantile(screens, 0.99)
  return [
    {
      name: `${sent} messages to ${people} sockets: missing; doubled`,
      measured: `${heard.missing}; ${heard.doubled}`,
      target: '0; 0',
      holds: heard.missing + heard.doubled === 0,
    },
    // The commit lies between the request and the answer.
    {
      name: 'From the request, before the commit, to the last socket: p99',
      measured: tails(heard.fromAsk),
      target: '< 150 ms',
      holds: commit < 150,
    },
    { name: 'From the answer, after the commit, to the last socket: p99', measured: tails(heard.fromAnswer) },
    {
      name: 'The bare relay, from the request to the last socket: p99',
      measured: tails(bare.flatMap((one) => one.heard.fromAsk)),
    },
    {
      name: `From a sender's Enter to another person's screen in Chromium, ${screens.length} times: p99`,
      measured: tails(screens),
      target: '< 400 ms',
      holds: screen < 400,
    },
    {
      name: 'Processor time a second: node; PostgreSQL; the bare relay',
      measured: `${node.toFixed(0)}; ${postgres.toFixed(0)}; ${bareNode.toFixed(0)} ms`,
    },
    { name: 'Processor time of the node / of the bare relay', measured: (node / bareNode).toFixed(2) },
  ]
}
