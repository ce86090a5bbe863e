import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chown, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { account, isRoot } from './folders.ts'

export async function initialize(binaries: string, cluster: string, durable: boolean): Promise<void> {
  // The draft is renamed when complete: a half-made cluster never has the final name.
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
  if (made.status !== 0)
    throw new Error(
      `PostgreSQL's initdb failed to create the database in DATA_DIR (${cluster}): ${made.stderr || made.stdout || String(made.error)}`,
    )
  // Another server may rename its own first. The lease decides between the two.
  await rename(draft, cluster).catch(() => rm(draft, { recursive: true }))
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

export function launch(binaries: string, cluster: string, sockets: string, durable: boolean): ChildProcess {
  const risky = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const settings = [...quiet, ...tuning, ...risky].flatMap((setting) => ['-c', setting])
  return spawn(join(binaries, 'postgres'), ['-D', cluster, '-k', sockets, ...settings], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate process group: Ctrl-C reaches the server only, which stops PostgreSQL last.
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
}
