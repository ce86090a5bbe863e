// What a post, a comment and a reaction cost PostgreSQL in processor time, triggers and announcement included. The transactions are the
// gateway's: one after the other, counted on their backend alone, and sixteen at once, counted on all processes of PostgreSQL with a node
// that listens.
import { openDoor, type Db } from '../src/server/db/door.ts'
import type { Ask } from './ask.ts'
import { cpuTime } from './cpu.ts'
import { median, report, spread, type Figure } from './figures.ts'
import { signIn } from './people.ts'
import { loadKeys } from '../src/server/http/keys.ts'
import { asOwner, createDatabase, startPostgres } from './postgres.ts'
import type { Job } from './raw-driver.ts'
import { recordJobs } from './recorder.ts'
import { seed } from './seed.ts'
import { join } from 'node:path'

const people = 64
const batches = 12
const perBatch = 200

export async function measureWrites(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    const login = postgres.login('emote')
    await seed(login, { posts: 20_000, authors: 2_000 })
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const cast = await signIn(postgres, 'emote', people, keys, 'http://127.0.0.1/auth/v1')
    // Nobody of the cast has reacted to these posts.
    const posts = await asOwner(postgres, 'emote', async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `select p.id from public.public_posts as p where not exists (
           select from public.post_reactions as r where r.post_id = p.id and r.user_id = any ($1)) order by p.seq limit 1000`,
        [cast.map(({ claims }) => claims.sub)],
      )
      return rows.map(({ id }) => id)
    })
    const kinds: [name: string, asks: Ask[], target?: number][] = [
      ['A post', asks('public_posts', () => ({ mood: 'Calm', content: 'Hinga muna. Okay lang.' })), 1],
      [
        'A comment',
        asks('post_comments', (at) => ({ post_id: posts[at % posts.length], content: 'Yakap.' })),
      ],
      [
        'A reaction',
        asks('post_reactions', (at) => ({ post_id: posts[Math.floor(at / people)], emoji: '❤️' })),
      ],
    ]
    const figures: Figure[] = []
    for (const connections of [1, 16]) {
      const db = openDoor({ ...login, user: 'authenticator' }, connections)
      // oxlint-disable no-await-in-loop -- one figure at a time
      const hang = await db.listen('realtime', () => {})
      const cpu = connections === 1 ? await cpuOfBackend(db) : () => postgres.cpu()
      for (const [name, wanted, target] of kinds) {
        const jobs = (await recordJobs(login, wanted, cast)).slice(connections === 1 ? 0 : wanted.length / 2)
        const costs = await costsOf(db, jobs.slice(0, wanted.length / 2), connections, cpu)
        figures.push(figureOf(name, connections, costs, target))
      }
      await hang()
      await db.close()
      // oxlint-enable no-await-in-loop
    }
    return figures
  } finally {
    await postgres.stop()
  }
}

function asks(table: string, row: (at: number) => object): Ask[] {
  return Array.from({ length: 2 * (batches + 1) * perBatch }, (_, at) => ({
    method: 'POST',
    path: `/rest/v1/${table}`,
    person: at,
    headers: ['prefer: return=minimal'],
    body: JSON.stringify(row(at)),
  }))
}

function figureOf(name: string, connections: number, costs: number[], target?: number): Figure {
  const by = connections === 1 ? 'its backend' : `all of PostgreSQL, ${connections} at once`
  return {
    name: `${name}, processor time of ${by}, ms`,
    measured: spread(costs, 2),
    ...(target !== undefined && { target: `≤ ${target.toFixed(1)}`, holds: median(costs) <= target }),
  }
}

type Cpu = () => number | undefined

async function cpuOfBackend(db: Db): Promise<Cpu> {
  const { rows } = await db.asService((tx) =>
    tx.last<{ pid: number }>({ text: 'select pg_backend_pid() as pid' }),
  )
  return () => cpuTime([rows[0]?.pid ?? 0])
}

/** Milliseconds of processor time a transaction, for each batch. The first batch warms up. */
async function costsOf(db: Db, jobs: Job[], connections: number, cpu: Cpu): Promise<number[]> {
  const costs: number[] = []
  for (let from = 0; from < jobs.length; from += perBatch) {
    const batch = jobs.slice(from, from + perBatch).values()
    const before = cpu() ?? NaN
    const lane = async () => {
      // oxlint-disable-next-line no-await-in-loop -- a connection does one transaction at a time
      for (const { claims, statement } of batch) await db.as(claims, (tx) => tx.last(statement))
    }
    // oxlint-disable-next-line no-await-in-loop -- one batch at a time
    await Promise.all(Array.from({ length: connections }, lane))
    costs.push(((cpu() ?? NaN) - before) / perBatch)
  }
  return costs.slice(1)
}

if (import.meta.main) console.log(report('What a write costs', await measureWrites()))
