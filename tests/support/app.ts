import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createApp, type App } from '../../src/server/app.ts'
import type { AuthDeps } from '../../src/server/auth/index.ts'
import { makeKeys, type Keys } from '../../src/server/http/keys.ts'
import { createMetrics } from '../../src/server/http/metrics.ts'
import { pagesGateway } from '../../src/server/pages/index.ts'
import { createMail } from '../../src/server/providers/mail/index.ts'
import { loadSchema } from '../../src/server/rest/schema.ts'
import { createDatabase, type TestDatabase } from './database.ts'

export const url = 'http://emote.test'

export type TestApp = TestDatabase & {
  app: App
  keys: Keys
  /** Lines that the server logged. */
  logged: string[]
  /** Folder with the mails that were sent, as .eml files. */
  outbox: string
  /** Moves the auth gateway's clock, in milliseconds. */
  advance(milliseconds: number): void
  /** Any request, in process; `path` begins with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** An official client without a session; sessions stay in its memory. */
  client(key?: string): SupabaseClient
  stop(): Promise<void>
}

type Options = { settings?: Partial<AuthDeps['settings']>; webFolder?: string }

/** The whole server in process, on a database of its own. Limits are relaxed unless a test asks for strict ones. */
export async function startApp({ settings, webFolder = '/nonexistent' }: Options = {}): Promise<TestApp> {
  const database = await createDatabase()
  const keys = await makeKeys()
  const outbox = await mkdtemp(join(tmpdir(), 'emote-outbox-'))
  const logged: string[] = []
  const log = (line: string) => void logged.push(line)
  const mail = createMail({ outbox, from: 'Emote <emote@emote.test>', log })
  let offset = 0
  const clock = () => Date.now() + offset
  const auth: AuthDeps = {
    db: database.db,
    keys,
    mail,
    log,
    clock,
    settings: {
      publicUrl: url,
      requireEmailConfirmation: false,
      redirectAllow: [],
      accessTokenSeconds: 900,
      limits: 'relaxed',
      ...settings,
    },
  }
  const app = createApp({
    db: database.db,
    keys,
    auth,
    schema: await loadSchema(database.db),
    pages: await pagesGateway({ folder: webFolder, config: { url, anonKey: keys.anonKey }, secure: false }),
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
    advance: (milliseconds) => void (offset += milliseconds),
    fetch: send,
    client: (key = keys.anonKey) =>
      createClient(url, key, {
        auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
        global: { fetch: (input, init) => app.fetch(new Request(input, init)) },
      }),
    async stop() {
      await mail.close()
      await database.drop()
      await rm(outbox, { recursive: true, force: true })
    },
  }
}
