// Live events and idle sockets: deliveries of a node, delay of the last one, memory of an idle socket.
import { join } from 'node:path'
import { loadKeys } from '../src/server/http/keys.ts'
import { startContest, startOurs } from './contest.ts'
import { memoryOf } from './cpu.ts'
import type { CrowdResult, CrowdTask, Stage } from './crowd.ts'
import { pagePath } from './feed.ts'
import { median, spread, type Figure } from './figures.ts'
import { createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { startServer, startWorker, type Server, type Worker } from './processes.ts'

type Crowd = Worker<CrowdTask, CrowdResult>

const rounds = 5
const topic = 'polls:global'
const payload = { poll: 'x'.repeat(300) }
const join2 = (name: string) =>
  JSON.stringify([
    '1',
    '1',
    `realtime:${name}`,
    'phx_join',
    { config: { broadcast: {}, presence: {}, private: false } },
  ])

function ourStage(server: Server, anonKey: string, serviceKey: string): Stage {
  return {
    port: server.port,
    path: `/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`,
    join: join2(topic),
    publish: {
      path: '/realtime/v1/api/broadcast',
      key: serviceKey,
      one: { topic, event: 'vote', payload, private: false },
    },
  }
}

/** The same event in the same bytes as ours. */
const loopMessage = JSON.stringify([
  null,
  null,
  `realtime:${topic}`,
  'broadcast',
  { type: 'broadcast', event: 'vote', payload },
])

export async function measureLive(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const server = await startOurs(postgres, { TRUSTED_PROXY_HOPS: '1' })
    const loop = await startServer(process.execPath, ['bench/ws-loop.ts'], { MESSAGE: loopMessage }, /ready/)
    try {
      const ours = ourStage(server, keys.anonKey, keys.serviceKey)
      const bare: Stage = { port: loop.port, path: '/', publish: { path: '/', one: {} } }
      return [...(await compareFanOut(ours, bare)), await measureDelay(postgres, ours)]
    } finally {
      await Promise.all([server.stop(), loop.stop()])
    }
  } finally {
    await postgres.stop()
  }
}

async function compareFanOut(ours: Stage, bare: Stage): Promise<Figure[]> {
  const [first, second] = [await openCrowd(ours, 2_000), await openCrowd(bare, 2_000)]
  const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (let round = -1; round < rounds; round++) {
    // oxlint-disable no-await-in-loop -- they share two cores: one at a time
    const one = await first.run({ do: 'flood', inFlight: 32, milliseconds: 3_000 })
    const other = await second.run({ do: 'flood', inFlight: 32, milliseconds: 3_000 })
    // oxlint-enable no-await-in-loop
    // The first round warms what is compiled, and is not counted.
    if (round < 0) continue
    rates.ours.push(one.perSecond)
    rates.bare.push(other.perSecond)
  }
  await Promise.all([first.stop(), second.stop()])
  const ratios = rates.ours.map((rate, round) => rate / (rates.bare[round] ?? Infinity))
  return [
    { name: 'Fan-out to 2,000, 32 in flight: bare ws.send', measured: `${spread(rates.bare)} deliveries/s` },
    {
      name: 'Fan-out to 2,000, 32 in flight: Emote, through PostgreSQL',
      measured: `${spread(rates.ours)} deliveries/s`,
    },
    {
      name: 'Fan-out: Emote / bare ws.send',
      measured: spread(ratios, 2),
      target: '≥ 2',
      holds: median(ratios) >= 2,
    },
  ]
}

async function measureDelay(postgres: BenchPostgres, stage: Stage): Promise<Figure> {
  const crowd = await openCrowd(stage, 500)
  const statement = `select realtime.send('${JSON.stringify(payload)}', 'vote', '${topic}', false)`
  const pace = {
    do: 'pace',
    login: postgres.login('emote'),
    statement,
    perSecond: 50,
    milliseconds: 10_000,
  } as const
  const results: CrowdResult[] = []
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (let round = 0; round < 3; round++) results.push(await crowd.run(pace))
  await crowd.stop()
  const p99 = results.map((result) => result.p99)
  return {
    name: 'Commit to last of 500 sockets, 50 events/s: p99',
    measured: `${spread(p99, 1)} ms (p50 ${median(results.map(({ p50 }) => p50)).toFixed(1)})`,
    target: '< 150 ms',
    holds: median(p99) < 150,
  }
}

async function openCrowd(stage: Stage, count: number): Promise<Crowd> {
  const crowd = startWorker<CrowdTask, CrowdResult>('./crowd.ts')
  await crowd.run({ do: 'open', stage, count })
  return crowd
}

const idleSockets = 5_000

/** Idle sockets, each in one channel, while others read the walls. */
export async function measureIdle(): Promise<Figure[]> {
  const contest = await startContest(20_000, { TRUSTED_PROXY_HOPS: '1' })
  try {
    const { server, postgres } = contest
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const asks = Array.from({ length: 500 }, (_, at) => ({
      method: 'GET' as const,
      path: pagePath('Calm', 20_000 - at * 31),
      person: at,
    }))
    const readFeed = async () => {
      const tails: number[] = []
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (let round = 0; round <= rounds; round++) tails.push((await contest.measure(asks, 3_000)).p99)
      return tails.slice(1)
    }
    const stage = ourStage(server, keys.anonKey, keys.serviceKey)
    // Runs first: free memory of a grown heap would hold the sockets and hide their cost.
    const before = memoryOf(server.pid) ?? NaN
    const first = await openCrowd(stage, idleSockets)
    const { answered } = await first.run({ do: 'beat', milliseconds: 5_000 })
    const each = (((memoryOf(server.pid) ?? NaN) - before) * 1_000) / idleSockets
    await first.stop()
    const alone = await readFeed()
    const crowd = await openCrowd(stage, idleSockets)
    const beating = crowd.run({ do: 'beat', milliseconds: 20_000 })
    const among = await readFeed()
    const again = await beating
    await crowd.stop()
    const ratio = median(among) / median(alone)
    return [
      {
        name: 'An idle socket in one channel, of 5,000',
        measured: `${each.toFixed(1)} KB`,
        target: '< 25 KB',
        holds: each < 25,
      },
      {
        name: 'Heartbeats answered, of 5,000 twice',
        measured: `${answered} + ${again.answered}`,
        target: 'all',
        holds: answered + again.answered === 2 * idleSockets,
      },
      { name: 'Feed p99 with no sockets', measured: `${spread(alone, 1)} ms` },
      { name: 'Feed p99 with 5,000 idle sockets', measured: `${spread(among, 1)} ms` },
      { name: 'Feed p99, idle sockets / none', measured: ratio.toFixed(2), target: '≤ 2', holds: ratio <= 2 },
    ]
  } finally {
    await contest.stop()
  }
}
