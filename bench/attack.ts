// Do other people notice an attack? Three accounts in two networks rename themselves, post and withdraw in loops, each with 6,000 posts.
// Beside them four readers look at walls, once without the attack and once with it, in turns.
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { loadKeys } from '../src/server/http/keys.ts'
import type { Attacker, AttackResult, AttackTask } from './attackers.ts'
import { startOurs } from './contest.ts'
import { pagePath } from './feed.ts'
import { median, quantile, report, spread, type Figure } from './figures.ts'
import { signIn, type Person } from './people.ts'
import { asOwner, createDatabase, startPostgres, type BenchPostgres } from './postgres.ts'
import { startWorker } from './processes.ts'
import { seed } from './seed.ts'

export const posts = 60_000
const postsOfAttacker = 6_000
const rounds = 7
const measuredMs = 4_000
const rampMs = 1_000
const readers = 4
/** A reader's pause between two pages, ms. */
const pauseMs = 20
const networks = ['203.0.113.7', '198.51.100.7', '203.0.113.8']

/** Times of pages and of `/readyz`, and how many of both were refused. */
export type Reads = { times: number[]; ready: number[]; refused: number }
type Round = { idle: Reads; attacked: Reads; answers: AttackResult }

export async function measureAttack(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    await seed(postgres.login('emote'), { posts })
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const server = await startOurs(postgres, { TRUSTED_PROXY_HOPS: '1', AUTH_LIMITS: 'strict' })
    const workers = startWorker<AttackTask, AttackResult>('./attackers.ts')
    // Real attackers compute on other machines.
    setPriority(workers.pid, 19)
    try {
      const origin = `http://127.0.0.1:${server.port}`
      const people = await signIn(postgres, 'emote', networks.length + readers, keys, `${origin}/auth/v1`)
      const attackers = await arm(postgres, people.slice(0, networks.length))
      const read = () => readWalls(origin, keys.anonKey, people.slice(networks.length))
      const done: Round[] = []
      // oxlint-disable no-await-in-loop -- rounds, one after the other
      await read()
      for (let round = 0; round < rounds; round++) {
        const idle = await read()
        const attack = workers.run({
          origin,
          key: keys.anonKey,
          attackers,
          milliseconds: rampMs + measuredMs,
        })
        await wait(rampMs)
        const attacked = await read()
        done.push({ idle, attacked, answers: await attack })
        await wait(rampMs)
      }
      // oxlint-enable no-await-in-loop
      return figuresOf(done)
    } finally {
      await workers.stop()
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

/** Gives each attacker their posts. */
async function arm(postgres: BenchPostgres, people: Person[]): Promise<Attacker[]> {
  await asOwner(postgres, 'emote', async (client) => {
    await client.query('set session_replication_role = replica')
    for (const [at, { claims }] of people.entries())
      // oxlint-disable-next-line no-await-in-loop -- three short statements
      await client.query(
        `update public.public_posts set author_id = $1, user_id = $1, anonymous = false, codename = 'Alon'
         where seq > $2 and seq <= $2 + $3`,
        [claims.sub, at * postsOfAttacker, postsOfAttacker],
      )
    await client.query('vacuum analyze public.public_posts')
  })
  return people.map((person, at) => ({
    id: String(person.claims.sub),
    token: person.token('ours'),
    network: networks[at] ?? '',
  }))
}

export async function readWalls(origin: string, key: string, people: Person[]): Promise<Reads> {
  const reads: Reads = { times: [], ready: [], refused: 0 }
  const until = performance.now() + measuredMs
  let at = 0
  const lane = async (times: number[], path: () => string, headers: HeadersInit = {}) => {
    while (performance.now() < until) {
      const started = performance.now()
      // oxlint-disable no-await-in-loop -- a reader reads one page at a time
      const response = await fetch(origin + path(), { headers })
      await response.arrayBuffer()
      if (response.ok) times.push(performance.now() - started)
      else reads.refused++
      await wait(pauseMs)
      // oxlint-enable no-await-in-loop
    }
  }
  const readAs = (person: Person, number: number) =>
    lane(reads.times, () => pagePath('Calm', posts - (at++ % 500) * 97), {
      apikey: key,
      authorization: `Bearer ${person.token('ours')}`,
      'x-forwarded-for': `192.0.2.${number}`,
    })
  await Promise.all([...people.map(readAs), lane(reads.ready, () => '/readyz')])
  return reads
}

export const p99 = ({ times }: Reads) => quantile(times, 0.99)

function figuresOf(done: Round[]): Figure[] {
  const ratios = done.map(({ idle, attacked }) => p99(attacked) / p99(idle))
  const refused = done.reduce((sum, { attacked }) => sum + attacked.refused, 0)
  const answers: AttackResult = {}
  for (const { answers: seen } of done)
    for (const [status, count] of Object.entries(seen)) answers[status] = (answers[status] ?? 0) + count
  const times = (of: (round: Round) => Reads) =>
    `p99 ${spread(done.map(of).map(p99), 1)} ms, p50 ${spread(
      done.map(of).map((reads) => median(reads.times)),
      1,
    )}`
  return [
    { name: 'A page of a wall, nobody attacks', measured: times(({ idle }) => idle) },
    { name: 'A page of a wall, three accounts attack', measured: times(({ attacked }) => attacked) },
    {
      name: 'p99 attacked / idle, in turns',
      measured: spread(ratios, 2),
      target: '< 2',
      holds: median(ratios) < 2,
    },
    {
      name: 'Reads of others that were refused',
      measured: String(refused),
      target: '0',
      holds: refused === 0,
    },
    {
      name: 'What the attackers were answered, by status',
      measured: Object.entries(answers)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    },
  ]
}

if (import.meta.main)
  console.log(report('An attack from three accounts in two networks', await measureAttack()))
