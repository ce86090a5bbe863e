import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { childrenOf, cpuTime } from './cpu.ts'
import { root } from './processes.ts'

export type BenchPostgres = {
  /** Scratch folder of the run, removed at the end. */
  folder: string
  login(database: string): ClientConfig
  /** The owner's login in the form of DATABASE_URL, over the unix socket. */
  url(database: string): string
  /** CPU milliseconds of PostgreSQL so far, all connections together. `undefined` where the kernel does not tell. */
  cpu(): number | undefined
  stop(): Promise<void>
}

/** The product's own PostgreSQL, with fsync, in a scratch folder. All contenders of a run use it. */
export async function startPostgres(): Promise<BenchPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'emote-bench-'))
  await chmod(folder, 0o755)
  const embedded = await startEmbedded({ dataDir: folder, log: console.error })
  const pidFile = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')
  const pid = Number(pidFile.split('\n')[0])
  return {
    folder,
    cpu: () => cpuTime([pid, ...childrenOf(pid)]),
    login: (database) => ({ ...embedded.owner, database }),
    url: (database) =>
      `postgresql://postgres:bench@localhost/${database}?host=${encodeURIComponent(String(embedded.owner.host))}`,
    async stop() {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A new database with the product's schema. */
export async function createDatabase(postgres: BenchPostgres, name: string): Promise<void> {
  await asOwner(postgres, 'postgres', (client) => client.query(`create database ${name}`))
  await migrate(postgres.login(name), join(root, 'database/migrations'))
}

export async function copyDatabase(postgres: BenchPostgres, from: string, to: string): Promise<void> {
  await asOwner(postgres, 'postgres', (client) => client.query(`create database ${to} template ${from}`))
}

export async function asOwner<T>(
  postgres: BenchPostgres,
  database: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(postgres.login(database))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
