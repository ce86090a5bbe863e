import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, escapeLiteral, type ClientConfig } from 'pg'

// The key of the advisory lock: "emotemig" as eight bytes.
const migrationLock = '7308604759847332199'

/**
 * Runs the new files of `folder` by name, each in its own transaction. A lock keeps nodes that start together apart. A changed or missing
 * file that ran before is refused by name. Returns the names that ran. `authenticatorPassword` is the pool's login password.
 */
export async function migrate(
  owner: ClientConfig,
  folder: string,
  authenticatorPassword?: string,
): Promise<string[]> {
  const files = await readMigrations(folder)
  const client = new Client(owner)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await readApplied(client)
    refuseOtherHistory(files, applied)
    const ran = files.filter(({ name }) => !applied.has(name))
    // oxlint-disable-next-line no-await-in-loop -- each file builds on the one before it
    for (const file of ran) await runOne(client, file)
    if (authenticatorPassword) {
      await client.query(`alter role authenticator password ${escapeLiteral(authenticatorPassword)}`)
    }
    return ran.map(({ name }) => name)
  } finally {
    await client.end()
  }
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

/** Later names belong to a newer release, whose nodes may run beside this one. */
function refuseOtherHistory(files: Migration[], applied: Map<string, string>): void {
  const digests = new Map(files.map(({ name, digest }) => [name, digest]))
  const last = files.at(-1)?.name ?? ''
  for (const [name, digest] of applied) {
    if (name <= last && digests.get(name) !== digest) {
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
