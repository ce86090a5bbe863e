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
    PATH: process.env['PATH'],
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

async function startNode(env: NodeJS.ProcessEnv, anonKey: string): Promise<ServerNode> {
  const port = await findPort()
  const child = spawn(process.execPath, [main], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // An aborted run leaves no process behind.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      if (line.startsWith('Emote is ready')) resolve()
    })
    child.once('exit', () => reject(new Error(`A node did not start: ${lines.join('\n')}`)))
  })
  return {
    process: child,
    lines,
    client: () =>
      createClient(`http://127.0.0.1:${port}`, anonKey, {
        auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
      }),
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}
