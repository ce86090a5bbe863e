import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { loadKeys } from '../../src/server/http/keys.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { findPort } from './network.ts'
import { runServer, type ServerRun } from './nodes.ts'

export type Restartable = {
  database: TestDatabase
  origin: string
  /** An official client without a session. */
  client(): SupabaseClient
  /** Stops the server as an operator does. Resolves when it has ended. */
  end(): Promise<void>
  /** Starts it again at the same address. */
  begin(): Promise<void>
  stop(): Promise<void>
}

/** The server in a process of its own, with the built app. Its database survives a stop. */
export async function startRestartable(): Promise<Restartable> {
  const database = await createDatabase(2)
  const folder = await mkdtemp(join(tmpdir(), 'emote-again-'))
  const { anonKey } = await loadKeys(folder)
  const { host, database: name } = database.login
  const port = String(await findPort())
  const origin = `http://127.0.0.1:${port}`
  const start = async (): Promise<ServerRun> => {
    const run = await runServer({
      DATABASE_URL: `postgres://postgres@localhost/${name}?host=${encodeURIComponent(String(host))}`,
      DATABASE_POOL: '10',
      DATA_DIR: folder,
      PORT: port,
      PUBLIC_URL: origin,
      AUTH_LIMITS: 'relaxed',
    })
    await run.ready
    return run
  }
  let server = await start()
  const end = async () => {
    server.process.kill('SIGTERM')
    await server.ended
  }
  return {
    database,
    origin,
    client: () =>
      createClient(origin, anonKey, {
        auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
      }),
    end,
    async begin() {
      server = await start()
    },
    async stop() {
      await end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
