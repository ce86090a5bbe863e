import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmod, chown, lchown, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { nobody, type Account } from './folders.ts'

export type Programs = { binaries: string; cluster: string; account: Account; durable: boolean }

export async function initialize({ binaries, cluster, account, durable }: Programs): Promise<void> {
  // The draft is renamed when complete: a half-made cluster never has the final name.
  const folder = `${cluster}.new-${process.pid}`
  const draft = join(folder, 'cluster')
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const runner = await lend(folder, draft, account)
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const access = ['--auth-local=peer', '--auth-host=reject']
  const flags = ['-U', 'postgres', ...access, '--encoding=UTF8', ...locale, '--no-instructions']
  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', draft, ...flags, ...(durable ? [] : ['--no-sync'])],
    {
      ...runner,
      cwd: '/',
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    },
  )
  if (made.status !== 0)
    throw new Error(
      `PostgreSQL's initdb failed to create the database in DATA_DIR (${cluster}): ${made.stderr || made.stdout || String(made.error)}`,
    )
  await give(draft, account)
  // Another server may rename its own first. The lease decides between the two.
  await rename(draft, cluster).catch(() => {})
  await rm(folder, { recursive: true })
}

/** Lends the draft to initdb as `nobody` with a group of our own. Other programs of `nobody` cannot enter the folder around it. */
async function lend(folder: string, draft: string, { gid }: Account): Promise<Account> {
  if (gid === undefined) return {}
  await chown(folder, 0, gid)
  await chmod(folder, 0o710)
  await chown(draft, nobody, gid)
  return { uid: nobody, gid }
}

async function give(draft: string, { uid, gid }: Account): Promise<void> {
  if (uid === undefined || gid === undefined) return
  const names = await readdir(draft, { recursive: true })
  await Promise.all(['', ...names].map((name) => lchown(join(draft, name), uid, gid)))
}

// PostgreSQL logs no statement, parameter or row: they hold people's words.
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

/** `access`: the settings of `writeAccess`. */
export function launch(
  { binaries, cluster, account, durable }: Programs,
  sockets: string,
  access: readonly string[],
): ChildProcess {
  const risky = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const settings = [...access, ...quiet, ...tuning, ...risky].flatMap((setting) => ['-c', setting])
  return spawn(join(binaries, 'postgres'), ['-D', cluster, '-k', sockets, ...settings], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate process group: Ctrl-C reaches the server only, which stops PostgreSQL last.
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
}
