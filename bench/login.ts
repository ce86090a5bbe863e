// Do other people notice a thousand log-ins at once? Each comes from a network of its own. Beside them four readers look at walls, once
// without the crowd and once with it, in turns. Then one network sends hundreds while fifty others send one each.
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createPasswords } from '../src/server/auth/passwords.ts'
import { loadKeys } from '../src/server/http/keys.ts'
import { p99, posts, readWalls, type Reads } from './attack.ts'
import { startOurs } from './contest.ts'
import { memoryOf } from './cpu.ts'
import type { LogIn, LogInResult, LogInTask } from './crowd-of-logins.ts'
import { median, quantile, report, spread, type Figure } from './figures.ts'
import { signIn } from './people.ts'
import { asOwner, createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { startWorker } from './processes.ts'
import { seed } from './seed.ts'

const crowd = 1_000
const rounds = 5
const readers = 4
const rampMs = 1_500
/** Longer than the readers read. */
const crowdMs = 6_000
const flood = 300
const others = 50
const password = 'tahimik-na-gabi-7'

type Round = { idle: Reads; crowded: Reads; seen: LogInResult; memory: number }

export async function measureLogins(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    await seed(postgres.login('emote'), { posts })
    const addresses = await givePasswords(postgres)
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const server = await startOurs(postgres, { TRUSTED_PROXY_HOPS: '1', AUTH_LIMITS: 'strict' })
    const worker = startWorker<LogInTask, LogInResult>('./crowd-of-logins.ts')
    // Real people compute on phones of their own.
    setPriority(worker.pid, 19)
    try {
      const origin = `http://127.0.0.1:${server.port}`
      const people = await signIn(postgres, 'emote', readers, keys, `${origin}/auth/v1`)
      const read = () => readWalls(origin, keys.anonKey, people)
      const send = (lanes: LogIn[], milliseconds: number) =>
        worker.run({ origin, key: keys.anonKey, lanes, milliseconds })
      const done: Round[] = []
      // oxlint-disable no-await-in-loop -- rounds, one after the other
      await read()
      for (let round = 0; round < rounds; round++) {
        const idle = await read()
        const logins = send(lanesOf(addresses, round), rampMs + crowdMs)
        await wait(rampMs)
        const crowded = await read()
        const seen = await logins
        await wait(rampMs)
        done.push({ idle, crowded, seen, memory: memoryOf(server.pid) ?? NaN })
      }
      // oxlint-enable no-await-in-loop
      return [...figuresOf(done), ...(await measureShare(addresses, send))]
    } finally {
      await worker.stop()
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

/** Gives the seeded people one password, whose hash is made once. Returns their addresses. */
async function givePasswords(postgres: BenchPostgres): Promise<string[]> {
  const hash = await createPasswords()('bench').hash(password)
  const { rows } = await asOwner(postgres, 'emote', (client) =>
    client.query<{ email: string }>(
      `update auth.users set password_hash = $1, email_confirmed_at = now()
       where id in (select id from auth.users where email not like '%.invalid' order by id limit $2) returning email`,
      [hash, crowd],
    ),
  )
  return rows.map(({ email }) => email)
}

const networkOf = (number: number) => `10.${(number >> 8) & 255}.${number & 255}.7`

/** Every third log-in has a wrong password. Each round comes from networks that no round before used. */
const lanesOf = (addresses: string[], round: number): LogIn[] =>
  Array.from({ length: crowd }, (_, at) => ({
    email: addresses[at % addresses.length] ?? '',
    password: at % 3 === 0 ? 'hula-lang-ito-9' : password,
    network: networkOf(round * crowd + at),
  }))

const unguessed = (at: number) => 3 * at + 1

/** One network sends a flood. Then fifty others send one log-in each. */
async function measureShare(
  addresses: string[],
  send: (lanes: LogIn[], milliseconds: number) => Promise<LogInResult>,
): Promise<Figure[]> {
  const lane = (at: number, network: string) => ({ email: addresses[at] ?? '', password, network })
  // Nobody guessed at these addresses in the rounds before.
  const flooding = Array.from({ length: flood }, (_, at) => lane(unguessed(at % 20), '203.0.113.7'))
  const single = Array.from({ length: others }, (_, at) => lane(unguessed(100 + at), networkOf(20_000 + at)))
  const { right, answers } = await send([...flooding, ...single], 0)
  const served = right.filter(({ lane: at }) => at >= flood)
  const last = Math.max(...served.map(({ at }) => at))
  const before = right.filter(({ lane: at, at: when }) => at < flood && when <= last).length
  return [
    {
      name: `One network sends ${flood} log-ins, ${others} others one each: answered of the ${others}`,
      measured: `${served.length}, p99 ${quantile(
        served.map(({ took }) => took),
        0.99,
      ).toFixed(0)} ms`,
      target: String(others),
      holds: served.length === others,
    },
    {
      name: 'Log-ins of the flood that were answered before the last of the others',
      measured: `${before} (answers by status: ${listed(answers)})`,
      target: '≤ 15',
      // Three of one network may run at the start; then the lanes take turns.
      holds: before <= 15,
    },
  ]
}

const listed = (answers: Record<string, number>) =>
  Object.entries(answers)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')

function figuresOf(done: Round[]): Figure[] {
  const ratios = done.map(({ idle, crowded }) => p99(crowded) / p99(idle))
  const refused = done.reduce((sum, { crowded }) => sum + crowded.refused, 0)
  const answers: Record<string, number> = {}
  for (const { seen } of done)
    for (const [status, count] of Object.entries(seen.answers))
      answers[status] = (answers[status] ?? 0) + count
  const speechless = done.reduce((sum, { seen }) => sum + seen.speechless, 0)
  const times = (of: (round: Round) => Reads) =>
    `p99 ${spread(done.map(of).map(p99), 1)} ms, p50 ${spread(
      done.map(of).map((reads) => median(reads.times)),
      1,
    )}`
  const memory = done.map((round) => round.memory)
  // The first round fills pools, caches and compiled code.
  const [early = NaN, late = NaN] = [memory.slice(1, 3), memory.slice(-2)].map((few) => Math.max(...few))
  return [
    { name: 'A page of a wall, nobody logs in', measured: times(({ idle }) => idle) },
    { name: `A page of a wall, ${crowd} people log in`, measured: times(({ crowded }) => crowded) },
    {
      name: 'p99 with the crowd / idle, in turns',
      measured: spread(ratios, 2),
      target: '< 2',
      holds: median(ratios) < 2,
    },
    { name: 'Reads that were refused', measured: String(refused), target: '0', holds: refused === 0 },
    {
      name: 'Memory of the server after each round, MB',
      measured: memory.map((each) => each.toFixed(0)).join(', '),
      target: 'no growth',
      holds: late <= early * 1.1,
    },
    {
      name: 'Log-ins, by status; 503 without Retry-After',
      measured: `${listed(answers)}; ${speechless}`,
      target: '200, 400 and 503 only; 0',
      holds:
        speechless === 0 && Object.keys(answers).every((status) => ['200', '400', '503'].includes(status)),
    },
  ]
}

if (import.meta.main) console.log(report('A thousand log-ins at once', await measureLogins()))
