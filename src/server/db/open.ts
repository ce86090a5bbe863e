import { createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import { checkServer, type Checks } from './check.ts'
import { openDoor, type Db } from './door.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

export type DatabaseOptions = Checks & {
  /** A superuser's login of an existing PostgreSQL 18. Undefined: an embedded PostgreSQL in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
  log: (line: string) => void
}

type PoolLogin = { login: ClientConfig; password?: string }

const migrations = fileURLToPath(new URL('../../../database/migrations', import.meta.url))

/** Starts or reaches PostgreSQL, migrates the database and opens the pool. `stop` ends the embedded PostgreSQL last. */
export async function openDatabase(options: DatabaseOptions): Promise<{ db: Db; stop: () => Promise<void> }> {
  const { databaseUrl, dataDir, poolSize, log } = options
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir, log })
  try {
    const owner: ClientConfig = embedded?.owner ?? { connectionString: databaseUrl ?? '' }
    const pool: PoolLogin = databaseUrl
      ? poolLogin(databaseUrl)
      : { login: { ...owner, user: 'authenticator' } }
    const ran = await migrate(owner, migrations, { password: pool.password, log })
    for (const name of ran) log(`Migrated: ${name}`)
    await checkServer(owner, options)
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
 * The pool's login. Every node derives its password from the owner's: no second secret to share. An owner without a password (trust, a
 * client certificate) gives the pool none, because anybody could derive one from nothing.
 */
export function poolLogin(databaseUrl: string): PoolLogin {
  const url = new URL(databaseUrl)
  const secret = url.password
  url.username = 'authenticator'
  if (!secret) return { login: { connectionString: url.href } }
  url.password = createHmac('sha256', secret).update('emote authenticator').digest('base64url')
  return { login: { connectionString: url.href }, password: url.password }
}
