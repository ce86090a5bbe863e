import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Keys, loadKeys } from '../../src/server/http/keys.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { findPort } from './network.ts'

export type ServerNode = {
  /** An official client of this node, without a session. */
  client(): SupabaseClient
  /** Only `kill` ends it. A test can check that it still runs. */
  process: ChildProcess
  lines: string[]
  kill(signal: NodeJS.Signals): Promise<void>
}

export type Nodes = { database: TestDatabase; keys: Keys; nodes: ServerNode[]; stop(): Promise<void> }

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))

/** Server processes as an operator runs them: one database, one secrets.json, and a Redis when its address is given. */
export async function startNodes(count: number, redisUrl = ''): Promise<Nodes> {
  const database = await createDatabase(2)
  const folder = await mkdtemp(join(tmpdir(), 'emote-nodes-'))
  const keys = await loadKeys(join(folder, 'first'))
  const { host, database: name } = database.login
  const shared = {
    DATABASE_URL: `postgres://postgres@localhost/${name}?host=${encodeURIComponent(String(host))}`,
    DATABASE_POOL: '10',
    PUBLIC_URL: 'http://emote.test',
    AUTH_LIMITS: 'relaxed',
    REDIS_URL: redisUrl,
  }
  const nodes: ServerNode[] = []
  for (let n = 0; n < count; n++) {
    const dataDir = join(folder, `node-${n}`)
    await mkdir(dataDir)
    await copyFile(join(folder, 'first/secrets.json'), join(dataDir, 'secrets.json'))
    nodes.push(await startNode({ ...shared, DATA_DIR: dataDir }, keys.anonKey))
  }
  return {
    database,
    keys,
    nodes,
    async stop() {
      await Promise.all(nodes.map((node) => node.kill('SIGTERM')))
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type ServerRun = {
  process: ChildProcess
  origin: string
  /** Everything that it printed, errors included. */
  lines: string[]
  /** Resolves when it serves. Rejects with its lines when it ends before. */
  ready: Promise<void>
  /** Resolves to the exit code. */
  ended: Promise<number | null>
}

/** The server as a process, with this environment only. */
export async function runServer(env: NodeJS.ProcessEnv): Promise<ServerRun> {
  const port = env['PORT'] ?? String(await findPort())
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // An aborted run leaves no process behind.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const lines: string[] = []
  const ended = once(child, 'close').then(([code]: unknown[]) => {
    process.off('exit', end)
    return code as number | null
  })
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        lines.push(line)
        if (line.startsWith('Emote is ready')) resolve()
      })
    void ended.then(() => reject(new Error(`The server did not start: ${lines.join('\n')}`)))
  })
  ready.catch(() => {})
  return { process: child, origin: `http://127.0.0.1:${port}`, lines, ready, ended }
}

async function startNode(env: NodeJS.ProcessEnv, anonKey: string): Promise<ServerNode> {
  const { process: child, origin, lines, ready, ended } = await runServer(env)
  await ready
  return {
    process: child,
    lines,
    client: () =>
      createClient(origin, anonKey, {
        auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
      }),
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
}
