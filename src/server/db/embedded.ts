import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client, DatabaseError, type ClientConfig } from 'pg'
import {
  accountOf,
  isRoot,
  reachableBinaries,
  reachableCluster,
  socketFolder,
  writeAccess,
} from './embedded/folders.ts'
import { alreadyServed, holdFolder, refuseOrTakeOver } from './embedded/lease.ts'
import { initialize, launch } from './embedded/programs.ts'
import { supervise } from './embedded/supervise.ts'

export type EmbeddedPostgres = {
  owner: ClientConfig
  stop(): Promise<void>
}

type Options = {
  /** The cluster lies in `postgres` below it. */
  dataDir: string
  log: (line: string) => void
  /** False only in tests, for speed. */
  durable?: boolean
}

const ownerAt = (sockets: string): ClientConfig => ({ host: sockets, user: 'postgres', database: 'postgres' })

/** The owner's login of the PostgreSQL that runs in `dataDir`. Undefined when none runs. */
export async function findRunning(
  dataDir: string,
  log: (line: string) => void,
): Promise<ClientConfig | undefined> {
  const cluster = await reachableCluster(resolve(dataDir), log)
  const owner = ownerAt(await socketFolder(cluster, accountOf(cluster, log)))
  const client = new Client({ ...owner, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    // PostgreSQL answers, and this account is not the server's.
    if (error instanceof DatabaseError && error.code === '28000')
      throw new Error(`Run this command under the account that runs the server of ${dataDir}.`, {
        cause: error,
      })
    return undefined
  }
  await client.end()
  return owner
}

/**
 * Starts PostgreSQL as a child in `dataDir`, on a unix socket only, and restarts it after a crash. Throws when another server holds the
 * folder.
 */
export async function startEmbedded({ dataDir, log, durable = true }: Options): Promise<EmbeddedPostgres> {
  // PostgreSQL's account must enter the folders. Every file with a secret names its own mode.
  if (isRoot()) process.umask(0o022)
  const binaries = await reachableBinaries()
  const cluster = await reachableCluster(resolve(dataDir), log)
  const account = accountOf(cluster, log)
  const programs = { binaries, cluster, account, durable }
  const sockets = await socketFolder(cluster, account)
  const owner = ownerAt(sockets)
  await refuseOrTakeOver(owner, cluster, dataDir, log)
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialize(programs)
  const access = await writeAccess(cluster)
  const server = supervise(() => launch(programs, sockets, access), log)
  await server.started.catch((error: unknown) => {
    throw String(error).includes('lock file') ? new Error(alreadyServed(dataDir), { cause: error }) : error
  })
  const lease = await holdFolder(owner, dataDir)
  return {
    owner,
    async stop() {
      await lease.end()
      await server.stop()
    },
  }
}
