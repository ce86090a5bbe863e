import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { freeRefinements } from '../../src/shared/refine.ts'
import { createApp, type App } from '../../src/server/app.ts'
import type { AuthDeps } from '../../src/server/auth/deps.ts'
import type { Db } from '../../src/server/db/door.ts'
import { createRefiner } from '../../src/server/functions/refiner.ts'
import { makeKeys, type Keys } from '../../src/server/http/keys.ts'
import { createMetrics } from '../../src/server/http/metrics.ts'
import { loadWebFiles } from '../../src/server/pages/files.ts'
import { pagesGateway } from '../../src/server/pages/index.ts'
import { createFiles, type Files } from '../../src/server/providers/files/index.ts'
import { createMail } from '../../src/server/providers/mail/index.ts'
import { startRealtime, type Realtime } from '../../src/server/realtime/index.ts'
import { loadSchema } from '../../src/server/rest/schema.ts'
import { createServer } from '../../src/server/serve.ts'
import { createImages } from '../../src/server/storage/images.ts'
import { createDatabase, type TestDatabase } from './database.ts'

export const url = 'http://emote.test'

export type TestApp = TestDatabase & {
  app: App
  keys: Keys
  /** Lines that the server logged. */
  logged: string[]
  /** Folder with the mails that were sent, as .eml files. */
  outbox: string
  realtime: Realtime
  files: Files
  /** DATA_DIR of the files. */
  dataDir: string
  /** Where it also listens on a real port, web sockets included. */
  origin: string
  /** Moves the server's clock, in milliseconds. */
  advance(milliseconds: number): void
  /** Any request, in process; `path` begins with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** An official client without a session; sessions stay in its memory. */
  client(key?: string): SupabaseClient
  stop(): Promise<void>
}

type Options = {
  settings?: Partial<AuthDeps['settings']>
  webFolder?: string
  live?: Pick<Parameters<typeof startRealtime>[0], 'limits' | 'redisUrl'>
  /** Its public address is the port's, as a browser needs it. */
  atOrigin?: boolean
  /** As in the settings: without a dot and a colon, nobody listens live. */
  realtimeKey?: string
  /** A language model in place of the offline helper, and how long a use of it counts. */
  ai?: Omit<Parameters<typeof createRefiner>[0], 'log'>
  quotaDays?: number
  /** Time goes on by `advance` alone: what is counted an hour is not given back while the machine is busy. */
  stoppedClock?: boolean
  /** Statements have a minute: they wait for locks that a test holds, however slow it is. */
  patient?: boolean
}

function withTime(db: Db): Db {
  const timeoutMs = 60_000
  return {
    ...db,
    as: (claims, work, options) => db.as(claims, work, { ...options, timeoutMs }),
    asService: (work, options) => db.asService(work, { ...options, timeoutMs }),
  }
}

/** The whole server in process, on a database of its own. Limits are relaxed unless a test asks for strict ones. */
export async function startApp({
  settings,
  webFolder = '/nonexistent',
  live,
  atOrigin = false,
  realtimeKey = 'emote.live:public',
  ai: aiOptions,
  quotaDays = 30,
  stoppedClock = false,
  patient = false,
}: Options = {}): Promise<TestApp> {
  const server = createServer(
    { fetch: (request, from) => app.fetch(request, from) },
    (request, socket, head) => realtime.upgrade(request, socket, head),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const database = await createDatabase()
  if (patient) database.db = withTime(database.db)
  const keys = await makeKeys()
  const dataDir = await mkdtemp(join(tmpdir(), 'emote-data-'))
  const outbox = join(dataDir, 'outbox')
  await mkdir(outbox)
  const logged: string[] = []
  const log = (line: string) => void logged.push(line)
  const mail = createMail({ outbox, from: 'Emote <emote@emote.test>', log })
  let offset = 0
  const began = Date.now()
  const clock = () => (stoppedClock ? began : Date.now()) + offset
  const auth: AuthDeps = {
    db: database.db,
    keys,
    mail,
    log,
    clock,
    settings: {
      publicUrl: atOrigin ? origin : url,
      requireEmailConfirmation: false,
      redirectAllow: [],
      accessTokenSeconds: 900,
      limits: 'relaxed',
      ...settings,
    },
  }
  const { db } = database
  const files = createFiles({ dataDir })
  // No picture of a test is slow, however busy the machine is.
  const images = createImages({ log, limits: { milliseconds: 50_000 } })
  const issuer = `${auth.settings.publicUrl}/auth/v1`
  const limits = { opensPerSecond: 10_000, ...live?.limits }
  const realtime = await startRealtime({ db, keys, issuer, trustedProxyHops: 0, log, clock, ...live, limits })
  const refiner = createRefiner({ ...aiOptions, log })
  const config = {
    url: auth.settings.publicUrl,
    anonKey: keys.anonKey,
    realtimeKey,
    features: { refine: refiner.by },
    limits: { refinements: freeRefinements, quotaDays },
  }
  const app = createApp({
    db,
    keys,
    auth,
    schema: await loadSchema(db),
    realtime,
    storage: { db, keys, files, images, log, clock, limits: auth.settings.limits },
    functions: { refiner, quotaDays },
    pages: pagesGateway({ db, files: await loadWebFiles(webFolder, config), config, secure: false }),
    metrics: createMetrics(),
    trustedProxyHops: 0,
    log,
  })
  const send = (path: string, init?: RequestInit) => app.fetch(new Request(new URL(path, url), init))
  return {
    ...database,
    app,
    keys,
    logged,
    outbox,
    realtime,
    files,
    dataDir,
    origin,
    advance: (milliseconds) => void (offset += milliseconds),
    fetch: send,
    client: (key = keys.anonKey) =>
      createClient(url, key, {
        auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
        global: { fetch: (input, init) => app.fetch(new Request(input, init)) },
      }),
    async stop() {
      await realtime.stop()
      server.closeAllConnections()
      server.close()
      await Promise.all([images.stop(), refiner.stop()])
      await mail.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
