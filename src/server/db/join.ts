import { checkServer } from './check.ts'
import { openDoor, type Db } from './door.ts'
import { findRunning } from './embedded.ts'
import { openDatabase, poolLogin, type DatabaseOptions } from './open.ts'

/** The database beside a running server, for an operator's command. When no server runs, the command starts the database itself. */
export async function joinDatabase(options: DatabaseOptions): Promise<{ db: Db; stop: () => Promise<void> }> {
  const { databaseUrl, dataDir, poolSize, log } = options
  const owner = databaseUrl ? { connectionString: databaseUrl } : await findRunning(dataDir, log)
  if (!owner) return openDatabase(options)
  await checkServer(owner, options)
  const login = databaseUrl ? poolLogin(databaseUrl).login : { ...owner, user: 'authenticator' }
  const db = openDoor(login, poolSize)
  return { db, stop: () => db.close() }
}
