import { createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import { openDoor, type Db } from './door.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

export type DatabaseOptions = {
  /** The owner's login of an existing PostgreSQL 18; without it our own runs in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
  poolSize: number
  log: (line: string) => void
}

const migrations = fileURLToPath(new URL('../../../database/migrations', import.meta.url))

/** The database, migrated and open: our own child process, or the one that `databaseUrl` names. `stop` ends it last. */
export async function openDatabase(options: DatabaseOptions): Promise<{ db: Db; stop: () => Promise<void> }> {
  const { databaseUrl, dataDir, poolSize, log } = options
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir, log })
  try {
    const owner: ClientConfig = embedded?.owner ?? { connectionString: databaseUrl ?? '' }
    const pool = databaseUrl ? poolLogin(databaseUrl) : { login: { ...owner, user: 'authenticator' } }
    for (const name of await migrate(owner, migrations, pool.password)) log(`Migrated: ${name}`)
    const db = openDoor(pool.login, poolSize)
    return {
      db,
      async stop() {
        await db.close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/**
 * The pool's login for an owner's. Every node derives the same password from the owner's: nothing more to share or to store. An owner
 * without one (trust, a client certificate) gives the pool none either: a password derived from nothing would be known to everybody.
 */
export function poolLogin(databaseUrl: string): { login: ClientConfig; password?: string } {
  const url = new URL(databaseUrl)
  const secret = url.password
  url.username = 'authenticator'
  if (!secret) return { login: { connectionString: url.href } }
  url.password = createHmac('sha256', secret).update('emote authenticator').digest('base64url')
  return { login: { connectionString: url.href }, password: url.password }
}
