import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, DatabaseError, escapeLiteral, type ClientConfig } from 'pg'
import { nameOldest, retry } from './patiently.ts'

// The key of the advisory lock: "emotemig" as eight bytes.
const migrationLock = '7308604759847332199'

const mostTries = 60
// An external PostgreSQL may log statements, and one of ours sets a password.
const quiet = `set log_statement = none; set log_min_duration_statement = -1; set log_min_error_statement = panic; set statement_timeout = 0`

type Options = {
  /** The password of the pool's login. */
  password?: string | undefined
  log?: (line: string) => void
  /** Longest wait of a migration for a lock, ms. Everybody who needs the table waits behind it. */
  lockMs?: number
}

/**
 * Runs the new files of `folder` by name, each in its own transaction. A lock keeps nodes that start together apart. A changed or missing
 * file that ran before is refused by name, and so is a database of a newer release. Returns the names that ran.
 */
export async function migrate(
  owner: ClientConfig,
  folder: string,
  { password, log = () => {}, lockMs = 3_000 }: Options = {},
): Promise<string[]> {
  const files = await readMigrations(folder)
  const client = new Client(owner)
  await client.connect()
  try {
    await client.query(quiet)
    await takeTurn(client, log)
    await client.query(`set lock_timeout = ${lockMs}`)
    const applied = await readApplied(client)
    refuseOtherHistory(files, applied)
    const ran = files.filter(({ name }) => !applied.has(name))
    // oxlint-disable-next-line no-await-in-loop -- each file builds on the one before it
    for (const file of ran) await runPatiently(client, file, log)
    if (password) await client.query(`alter role authenticator password ${escapeLiteral(password)}`)
    return ran.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function takeTurn(client: Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    migrationLock,
  ])
  if (rows[0]?.mine) return
  log('Another node migrates the database. This one waits for it.')
  await client.query('select pg_advisory_lock($1)', [migrationLock])
}

export type Migration = { name: string; sql: string; /** SHA-256 of the file. */ digest: string }

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, digest: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** A newer release may have changed what this code relies on. Nodes that already run during an upgrade never come here. */
function refuseOtherHistory(files: Migration[], applied: Map<string, string>): void {
  const digests = new Map(files.map(({ name, digest }) => [name, digest]))
  const last = files.at(-1)?.name ?? ''
  for (const [name, digest] of applied) {
    if (name > last)
      throw new Error(
        `This code is older than the database: migration ${name} ran in it, and the newest one here is ${last}. ` +
          'Start the release that made it, or restore a backup from before.',
      )
    if (digests.get(name) !== digest) {
      throw new Error(
        `Migration ${name} was ${digests.has(name) ? 'changed' : 'removed'} after it ran in this database. ` +
          'If you edited the file, undo that and write a new migration. ' +
          'A database made before the first release cannot be upgraded: start with an empty DATA_DIR or DATABASE_URL.',
      )
    }
  }
}

async function readApplied(client: Client): Promise<Map<string, string>> {
  await client.query(`create schema if not exists app`)
  await client.query(`create table if not exists app.migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from app.migrations order by name',
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/** Runs the file again while others hold a lock that it needs, and names the oldest transactions, which may hold it. */
const runPatiently = (client: Client, file: Migration, log: (line: string) => void): Promise<void> =>
  retry(() => runOne(client, file), {
    mostTries,
    isDelayed(error) {
      const cause = error instanceof Error ? error.cause : undefined
      return cause instanceof DatabaseError && /^(55P03|40P01)$/.test(cause.code ?? '')
    },
    tell: async () =>
      log(`Migration ${file.name} waits for a lock and is tried again. ${await nameOldest(client)}`),
  })

async function runOne(client: Client, { name, sql, digest }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into app.migrations (name, checksum) values ($1, $2)', [name, digest])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
