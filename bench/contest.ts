import { join } from 'node:path'
import { loadKeys } from '../src/server/http/keys.ts'
import type { Ask } from './ask.ts'
import { cpuTime } from './cpu.ts'
import type { HttpTask, Rate } from './generator.ts'
import { rivalKey, signIn, type Person } from './people.ts'
import { copyDatabase, createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { startServer, startWorker, type Server } from './processes.ts'
import type { RawTask } from './raw-driver.ts'
import { recordJobs } from './recorder.ts'
import { installRivals } from './rivals.ts'
import { seed } from './seed.ts'

/** CPU microseconds per transaction: of the answering process (for the raw driver: the driver), of PostgreSQL, of the asking process. */
export type Cost = { server: number; database: number; client: number }
export type Measured = Rate & { cost: Cost | undefined }
export type Rounds = { raw: Measured[]; ours: Measured[]; rival: Measured[] }

export type Contest = {
  postgres: BenchPostgres
  server: Server
  people: Person[]
  /** The lines of a request to our server, credentials included. */
  write(ask: Ask): string
  /** Rounds of raw driver, ours and rival, one after the other, `milliseconds` each. */
  run(asks: Ask[], rounds: number, milliseconds: number): Promise<Rounds>
  /** Our server alone. */
  measure(asks: Ask[], milliseconds: number): Promise<Measured>
  stop(): Promise<void>
}

export const connections = 16

/**
 * One PostgreSQL with two equal databases. Our server uses the first, the rival a copy, because it adds grants of its own. The load, the
 * raw driver and each server are processes of their own.
 * `env` is for our server.
 */
export async function startContest(posts: number, env: NodeJS.ProcessEnv = {}): Promise<Contest> {
  installRivals()
  const postgres = await startPostgres()
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    await Promise.all(stops.map((end) => end()))
    await postgres.stop()
  }
  try {
    await createDatabase(postgres, 'emote')
    await seed(postgres.login('emote'), { posts })
    await copyDatabase(postgres, 'emote', 'rival')
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const server = await startOurs(postgres, env)
    const rival = await startRival(postgres)
    const people = await signIn(postgres, 'emote', 64, keys, `http://127.0.0.1:${server.port}/auth/v1`)
    const raw = startWorker<RawTask, Rate>('./raw-driver.ts')
    const load = startWorker<HttpTask, Rate>('./generator.ts')
    stops.push(server.stop, rival.stop, raw.stop, load.stop)
    const write = (ask: Ask) => writeRequest(ask, people, 'ours', keys.anonKey)
    const send = (port: number, pid: number, requests: string[], milliseconds: number) =>
      withCost(postgres, pid, load.pid, () => load.run({ port, requests, connections, milliseconds }))
    const measure = (asks: Ask[], milliseconds: number) =>
      send(server.port, server.pid, asks.map(write), milliseconds)
    const login = postgres.login('emote')
    const run: Contest['run'] = async (asks, rounds, milliseconds) => {
      const jobs = await recordJobs(login, asks, people)
      const requests = asks.map((ask) => writeRequest(ask, people, 'rival', rivalKey))
      return interleave(rounds, {
        raw: () =>
          withCost(postgres, raw.pid, undefined, () => raw.run({ login, jobs, connections, milliseconds })),
        ours: () => measure(asks, milliseconds),
        rival: () => send(rival.port, rival.pid, requests, milliseconds),
      })
    }
    return { postgres, server, people, write, run, measure, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Our server on a database of the bench. `flags` are Node's, for a profile. */
export function startOurs(
  postgres: BenchPostgres,
  env: NodeJS.ProcessEnv = {},
  flags: string[] = [],
): Promise<Server> {
  return startServer(
    process.execPath,
    [...flags, 'src/server/main.ts'],
    {
      DATABASE_URL: postgres.url('emote'),
      DATA_DIR: join(postgres.folder, 'server'),
      // A few accounts write as much as thousands do.
      AUTH_LIMITS: 'relaxed',
      ...env,
    },
    /Emote is ready/,
  )
}

async function startRival(postgres: BenchPostgres): Promise<Server> {
  const rival = await startServer(
    process.execPath,
    ['bench/rival.ts'],
    { RIVAL_DATABASE: 'rival', RIVAL_SOCKET: String(postgres.login('rival').host) },
    /The rival is ready/,
  )
  // The rival's first request makes its grants. Two first requests at once fail.
  const first = await fetch(`http://127.0.0.1:${rival.port}/rest/v1/wall_posts?limit=1`, {
    headers: { apikey: rivalKey },
  })
  if (!first.ok) throw new Error(`The rival does not answer: ${await first.text()}`)
  return rival
}

async function withCost(
  postgres: BenchPostgres,
  server: number,
  client: number | undefined,
  work: () => Promise<Rate>,
): Promise<Measured> {
  const read = () => [cpuTime([server]), postgres.cpu(), client === undefined ? 0 : cpuTime([client])]
  const before = read()
  const rate = await work()
  const [answering, database, asking] = read().map((after, at) => {
    const then = before[at]
    return after === undefined || then === undefined ? undefined : ((after - then) * 1_000) / rate.count
  })
  const known = answering !== undefined && database !== undefined && asking !== undefined
  return { ...rate, cost: known ? { server: answering, database, client: asking } : undefined }
}

type Lanes = Record<keyof Rounds, () => Promise<Measured>>

async function interleave(count: number, lanes: Lanes): Promise<Rounds> {
  const rounds: Rounds = { raw: [], ours: [], rival: [] }
  // The first rounds warm plans, caches and compiled code, and do not count.
  for (let round = -1; round <= count; round++) {
    for (const name of ['raw', 'ours', 'rival'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- the contenders share two cores: one at a time
      const rate = await lanes[name]()
      if (round > 0) rounds[name].push(rate)
    }
  }
  return rounds
}

function writeRequest(ask: Ask, people: Person[], server: 'ours' | 'rival', apiKey: string): string {
  const { method, path, person, headers = [], body } = ask
  const token = person === undefined ? undefined : people[person % people.length]?.token(server)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `apikey: ${apiKey}`,
    // supabase-js sends its key as bearer when no session exists. The rival accepts only people's tokens there.
    ...(token || server === 'ours' ? [`authorization: Bearer ${token ?? apiKey}`] : []),
    'accept: */*',
    'x-client-info: supabase-js-web/2.119.0',
    ...headers,
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}
