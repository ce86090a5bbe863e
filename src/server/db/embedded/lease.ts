import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, DatabaseError, type ClientConfig } from 'pg'

// Key of the advisory lock: "emotesrv" as eight bytes.
const serverLock = '7308604759948162678'
/** Longest wait, ms, until PostgreSQL notices that the server which held the lock was killed. */
const leavingMs = 1_000

/**
 * Holds the advisory lock of the folder on a connection: a killed server loses it at once. When PostgreSQL restarts, the server takes the
 * lock again. Otherwise the next server would take over a folder in use.
 */
export async function holdFolder(owner: ClientConfig, dataDir: string): Promise<{ end(): Promise<void> }> {
  let ended = false
  let client = await takeLock(owner)
  if (!client) throw new Error(alreadyServed(dataDir))
  const retake = () => {
    setTimeout(() => void take(), 500).unref()
  }
  const take = async () => {
    if (ended) return
    client = await takeLock(owner).catch(() => undefined)
    if (client) client.once('end', retake)
    else retake()
  }
  client.once('end', retake)
  return {
    async end() {
      ended = true
      await client?.end()
    },
  }
}

async function takeLock(owner: ClientConfig): Promise<Client | undefined> {
  const client = new Client({ ...owner, application_name: 'emote folder lease' })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    serverLock,
  ])
  if (rows[0]?.held) return client
  await client.end()
  return undefined
}

export const alreadyServed = (dataDir: string) =>
  `Another Emote server is running on DATA_DIR ${resolve(dataDir)}. Stop it, or give this one a folder of its own.`

/** Refuses a folder that another server holds. Stops the PostgreSQL that a killed server left behind. */
export async function refuseOrTakeOver(
  owner: ClientConfig,
  cluster: string,
  dataDir: string,
  log: (line: string) => void,
): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return
  const client = new Client({ ...owner, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    // No PostgreSQL answers. A power cut left the file, and PostgreSQL checks the rest when it starts. 57P03 means that PostgreSQL is
    // still stopping.
    if (error instanceof DatabaseError && error.code === '57P03') await gone(pidFile)
    return
  }
  await client.query(`set lock_timeout = ${leavingMs}`)
  const held = await client.query('select pg_advisory_lock($1)', [serverLock]).then(
    () => true,
    () => false,
  )
  await client.end()
  if (!held) throw new Error(alreadyServed(dataDir))
  log(`The last server was killed: stopping the PostgreSQL that it left in DATA_DIR ${resolve(dataDir)}`)
  process.kill(pid, 'SIGINT')
  await gone(pidFile)
}

/** Waits up to 30 seconds until PostgreSQL removes its file, the last step of its shutdown. */
async function gone(pidFile: string): Promise<void> {
  for (let tries = 0; existsSync(pidFile) && tries < 600; tries++) await wait(50)
}
