// Measures the processor time that a post, a comment and a reaction cost PostgreSQL, triggers and announcement included: node
// bench/writes.ts [OTHER_CHECKOUT]. The transactions are the gateway's: one after the other, counted on their backend alone, and sixteen at once, counted
// on all processes of PostgreSQL with a node that listens. Another checkout runs in turns with this one, in a database of its own.
import { join, resolve } from 'node:path'
import type { ClientConfig } from 'pg'
import { openDoor, type Db } from '../src/server/db/door.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { loadKeys } from '../src/server/http/keys.ts'
import type { Ask } from './ask.ts'
import { cpuTime } from './cpu.ts'
import { median, report, spread, type Figure } from './figures.ts'
import { signIn, type Person } from './people.ts'
import { asOwner, startPostgres, type BenchPostgres } from './postgres.ts'
import { root } from './processes.ts'
import type { Job } from './raw-driver.ts'
import { recordJobs } from './recorder.ts'
import type { seed as seedHere } from './seed.ts'

const people = 64
const batches = 12
const perBatch = 150
const crowd = 16

type Side = { name: string; login: ClientConfig; cast: Person[]; posts: string[] }
type Cpu = () => number | undefined

const kinds: Record<
  string,
  { target?: number; ask: (side: Side, at: number) => [table: string, row: object] }
> = {
  'A post': { target: 1, ask: () => ['public_posts', { mood: 'Calm', content: 'Hinga muna. Okay lang.' }] },
  'A comment': {
    ask: ({ posts }, at) => ['post_comments', { post_id: posts[at % posts.length], content: 'Yakap.' }],
  },
  'A reaction': {
    ask: ({ posts }, at) => ['post_reactions', { post_id: posts[Math.floor(at / people)], emoji: '❤️' }],
  },
}

export async function measureWrites(other?: string): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    const sides = [await prepare(postgres, 'here', root)]
    if (other) sides.push(await prepare(postgres, 'there', resolve(other)))
    const figures: Figure[] = []
    for (const connections of [1, crowd])
      // oxlint-disable-next-line no-await-in-loop -- one figure at a time
      for (const name of Object.keys(kinds))
        figures.push(...(await measure(postgres, sides, name, connections)))
    return figures
  } finally {
    await postgres.stop()
  }
}

/** A seeded database of one checkout, with people and posts that none of them has reacted to. */
async function prepare(postgres: BenchPostgres, name: string, checkout: string): Promise<Side> {
  const login = postgres.login(name)
  await asOwner(postgres, 'postgres', (client) => client.query(`create database ${name}`))
  await migrate(login, join(checkout, 'database/migrations'))
  const { seed } = (await import(`${checkout}/bench/seed.ts`)) as { seed: typeof seedHere }
  await seed(login, { posts: 20_000, authors: 2_000 })
  const keys = await loadKeys(join(postgres.folder, 'server'))
  const cast = await signIn(postgres, name, people, keys, 'http://127.0.0.1/auth/v1')
  const posts = await asOwner(postgres, name, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select p.id from public.public_posts as p where not exists (
         select from public.post_reactions as r where r.post_id = p.id and r.user_id = any ($1)) order by p.seq limit 1000`,
      [cast.map(({ claims }) => claims.sub)],
    )
    return rows.map(({ id }) => id)
  })
  return { name, login, cast, posts }
}

/** The sides in turns, batch by batch. The first batch warms up. */
async function measure(
  postgres: BenchPostgres,
  sides: Side[],
  name: string,
  connections: number,
): Promise<Figure[]> {
  const opened = await Promise.all(
    sides.map(async (side) => {
      const db = openDoor({ ...side.login, user: 'authenticator' }, connections)
      const hang = await db.listen('realtime', () => {})
      const cpu = connections === 1 ? await cpuOfBackend(db) : () => postgres.cpu()
      const jobs = await recordJobs(side.login, asksOf(side, name, connections), side.cast)
      return { db, hang, cpu, jobs, costs: [] as number[] }
    }),
  )
  // oxlint-disable no-await-in-loop -- one batch at a time
  for (let from = 0; from < (batches + 1) * perBatch; from += perBatch)
    for (const { db, cpu, jobs, costs } of opened)
      costs.push(await costOf(db, jobs.slice(from, from + perBatch), connections, cpu))
  // oxlint-enable no-await-in-loop
  await Promise.all(opened.map(async ({ db, hang }) => [await hang(), await db.close()]))
  const costs = opened.map((side) => side.costs.slice(1))
  return costs.map((own, at) => figureOf(name, connections, own, at === 1 ? costs[0] : undefined))
}

function asksOf(side: Side, name: string, connections: number): Ask[] {
  const count = (batches + 1) * perBatch
  // The crowd reacts to other posts than the one backend.
  const first = connections === 1 ? 0 : count
  return Array.from({ length: count }, (_, place) => {
    const at = first + place
    const [table, row] = kinds[name]?.ask(side, at) ?? ['', {}]
    return {
      method: 'POST',
      path: `/rest/v1/${table}`,
      person: at,
      headers: ['prefer: return=minimal'],
      body: JSON.stringify(row),
    }
  })
}

async function cpuOfBackend(db: Db): Promise<Cpu> {
  const { rows } = await db.asService((tx) =>
    tx.last<{ pid: number }>({ text: 'select pg_backend_pid() as pid' }),
  )
  return () => cpuTime([rows[0]?.pid ?? 0])
}

/** Milliseconds of processor time a transaction. */
async function costOf(db: Db, jobs: Job[], connections: number, cpu: Cpu): Promise<number> {
  const left = jobs.values()
  const before = cpu() ?? NaN
  const lane = async () => {
    // oxlint-disable-next-line no-await-in-loop -- a connection does one transaction at a time
    for (const { claims, statement } of left) await db.as(claims, (tx) => tx.last(statement))
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return ((cpu() ?? NaN) - before) / jobs.length
}

/** `here`: the costs of this checkout when the figure is the other's. */
function figureOf(name: string, connections: number, costs: number[], here?: number[]): Figure {
  const by = connections === 1 ? 'one backend' : `all of PostgreSQL, ${connections} at once`
  const measured = `${spread(costs, 2)} ms`
  if (here) {
    const ratios = here.map((cost, at) => cost / (costs[at] ?? NaN))
    return { name: `… the other checkout`, measured: `${measured}; here / there ${spread(ratios, 2)}` }
  }
  const target = kinds[name]?.target
  return {
    name: `${name}, processor time of ${by}`,
    measured,
    ...(target !== undefined && { target: `≤ ${target.toFixed(1)} ms`, holds: median(costs) <= target }),
  }
}

if (import.meta.main) console.log(report('What a write costs', await measureWrites(process.argv[2])))
