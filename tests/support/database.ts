import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { inject } from 'vitest'
import { type Db, openDoor } from '../../src/server/db/door.ts'

export type TestDatabase = {
  db: Db
  /** The owner's connection: sees and does everything, to check what the door's users did. */
  owner: Client
  login: ClientConfig
  drop(): Promise<void>
}

/** A database of the test file's own, copied from the migrated template (about 50 ms). */
export async function createDatabase(poolSize = 8): Promise<TestDatabase> {
  const server: ClientConfig = { host: inject('postgres'), user: 'postgres' }
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new Client({ ...server, database: 'postgres' })
  await admin.connect()
  // Copying a template waits for nobody but refuses when two copy at once: one after the other.
  await admin.query('select pg_advisory_lock(1)')
  await admin.query(`create database ${name} template template_emote`)
  await admin.end()
  const login = { ...server, database: name }
  const owner = new Client(login)
  await owner.connect()
  // A crowd that waits for a connection is no lost database, however long a busy machine takes.
  const door = { ...login, user: 'authenticator', connectionTimeoutMillis: 60_000 }
  const db = openDoor(door, poolSize)
  return {
    db,
    owner,
    login,
    async drop() {
      await db.close()
      await owner.end()
    },
  }
}

/** Resolves when somebody in this database waits for a lock, or so many do. */
export async function waitingForLocks({ owner }: Pick<TestDatabase, 'owner'>, wanted = 1): Promise<void> {
  for (let waiting = 0; waiting < wanted;) {
    // Inside a transaction the first look would be kept.
    await owner.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    waiting = rowCount ?? 0
  }
}
