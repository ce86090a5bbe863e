import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, escapeLiteral, type ClientConfig } from 'pg'

// Any number that no other program takes as its advisory lock: "emotemig" read as eight bytes.
const migrationLock = '7308604759847332199'

/**
 * Brings the database forward: every file of `folder` that has not run yet, in the order of the names, each in a transaction of its own,
 * under a lock so that nodes starting together do it once. Forward only: a file that changed after it ran is refused by name.
 * Returns the names that ran now. `authenticatorPassword` is set for the pool's login when the server asks for passwords.
 */
export async function migrate(
  owner: ClientConfig,
  folder: string,
  authenticatorPassword?: string,
): Promise<string[]> {
  const client = new Client(owner)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await readApplied(client)
    const ran: string[] = []
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()) {
      const sql = await readFile(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      const before = applied.get(name)
      if (before && before !== checksum) {
        throw new Error(
          `Migration ${name} was changed after it ran. Undo the change and write a new migration.`,
        )
      }
      if (!before) {
        await runOne(client, name, sql, checksum)
        ran.push(name)
      }
    }
    if (authenticatorPassword) {
      await client.query(`alter role authenticator password ${escapeLiteral(authenticatorPassword)}`)
    }
    return ran
  } finally {
    await client.end()
  }
}

async function readApplied(client: Client): Promise<Map<string, string>> {
  await client.query(`create schema if not exists app`)
  await client.query(`create table if not exists app.migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from app.migrations',
  )
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

async function runOne(client: Client, name: string, sql: string, checksum: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into app.migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
