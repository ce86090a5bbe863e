import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { inject } from 'vitest'
import { type Db, openDoor } from '../../src/server/db/door.ts'

export type TestDatabase = {
  db: Db
  /** The owner's connection. It reads and writes everything, to check results. */
  owner: Client
  login: ClientConfig
  drop(): Promise<void>
}

/** A database for one test file, copied from the migrated template (about 50 ms). */
export async function createDatabase(poolSize = 8): Promise<TestDatabase> {
  const server: ClientConfig = { host: inject('postgres'), user: 'postgres' }
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new Client({ ...server, database: 'postgres' })
  await admin.connect()
  // PostgreSQL refuses two copies of one template at once, so they run one after the other.
  await admin.query('select pg_advisory_lock(1)')
  await admin.query(`create database ${name} template template_emote`)
  await admin.end()
  const login = { ...server, database: name }
  const owner = new Client(login)
  await owner.connect()
  // On a busy machine a crowd waits long for a connection. That must not count as a lost database.
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

/** Resolves when `wanted` connections of this database wait for a lock. */
export async function waitingForLocks({ owner }: Pick<TestDatabase, 'owner'>, wanted = 1): Promise<void> {
  for (let waiting = 0; waiting < wanted;) {
    // Inside a transaction PostgreSQL would repeat its first snapshot of the activity.
    await owner.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    waiting = rowCount ?? 0
  }
}
