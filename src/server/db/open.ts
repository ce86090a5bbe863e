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
    const password = databaseUrl ? poolPassword(databaseUrl) : undefined
    for (const name of await migrate(owner, migrations, password)) log(`Migrated: ${name}`)
    const db = openDoor(databaseUrl ? poolLogin(databaseUrl) : { ...owner, user: 'authenticator' }, poolSize)
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

/** Every node derives the same password for the pool's login from the owner's: nothing more to share or to store. */
function poolPassword(databaseUrl: string): string {
  return createHmac('sha256', new URL(databaseUrl).password).update('emote authenticator').digest('base64url')
}

function poolLogin(databaseUrl: string): ClientConfig {
  const url = new URL(databaseUrl)
  url.username = 'authenticator'
  url.password = poolPassword(databaseUrl)
  return { connectionString: url.href }
}
