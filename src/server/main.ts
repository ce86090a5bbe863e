import { once } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { createApp, type App } from './app.ts'
import { createBackground } from './auth/background.ts'
import { readConfig, type Config } from './config.ts'
import { openDatabase } from './db/open.ts'
import { loadKeys } from './http/keys.ts'
import { createMetrics } from './http/metrics.ts'
import { startRetention } from './jobs/retention.ts'
import { pagesGateway } from './pages/index.ts'
import { createMail } from './providers/mail/index.ts'
import { loadSchema } from './rest/schema.ts'

const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))
const log = (line: string) => console.log(line)

/** Starts everything in order; what is returned stops it in reverse. */
async function start(config: Config): Promise<() => Promise<void>> {
  const keys = await loadKeys(config.dataDir)
  // Read and packed while PostgreSQL starts.
  const pages = pagesGateway({
    folder: webFolder,
    config: publicConfig(config, keys.anonKey),
    secure: config.publicUrl.startsWith('https:'),
  })
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.dataDir,
    poolSize: config.DATABASE_POOL,
    log,
  })
  try {
    const { db } = database
    const mail = createMail({
      smtpUrl: config.SMTP_URL,
      outbox: join(config.dataDir, 'outbox'),
      from: config.MAIL_FROM,
      log,
    })
    const background = createBackground(log)
    const metrics = createMetrics()
    metrics.gauge('emote_db_connections', 'Connections of the pool', () => db.connections().total)
    metrics.gauge('emote_db_waiting', 'Requests that wait for a connection', () => db.connections().waiting)
    const app = createApp({
      db,
      keys,
      auth: { db, keys, mail, log, background, settings: authSettings(config) },
      schema: await loadSchema(db),
      pages: await pages,
      metrics,
      metricsToken: config.METRICS_TOKEN,
      trustedProxyHops: config.TRUSTED_PROXY_HOPS,
      log,
    })
    const server = await listen(app, config)
    const stopRetention = startRetention(db, log)
    return async () => {
      stopRetention()
      server.closeIdleConnections()
      const closed = once(server, 'close')
      server.close()
      // Whoever is still sending after 5 seconds is cut: what was answered is stored, the rest was never acknowledged.
      setTimeout(() => server.closeAllConnections(), 5_000).unref()
      await closed
      // Mails that were promised in an answer still leave, for as long as a mail server takes that works.
      await Promise.race([background.idle(), wait(5_000)])
      await mail.close()
      await database.stop()
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

function authSettings(config: Config) {
  return {
    publicUrl: config.publicUrl,
    requireEmailConfirmation: config.AUTH_REQUIRE_EMAIL_CONFIRMATION,
    redirectAllow: config.AUTH_REDIRECT_ALLOW,
    accessTokenSeconds: config.AUTH_ACCESS_TOKEN_SECONDS,
    limits: config.AUTH_LIMITS,
  }
}

/** What a client needs, and nothing that is secret. A realtime key without a dot and a colon keeps clients on polling. */
function publicConfig(config: Config, anonKey: string) {
  return {
    url: config.publicUrl,
    anonKey,
    realtimeKey: '',
    features: { emailConfirmation: config.AUTH_REQUIRE_EMAIL_CONFIRMATION, realtime: false },
    links: {
      facebook: config.FOOTER_FACEBOOK_URL ?? null,
      instagram: config.FOOTER_INSTAGRAM_URL ?? null,
      email: config.SUPPORT_EMAIL ?? null,
    },
  }
}

async function listen(app: App, config: Config): Promise<Server> {
  const server = createAdaptorServer({
    fetch: (request, env) => app.fetch(request, (env as HttpBindings).incoming.socket.remoteAddress),
    serverOptions: {
      // A slow sender holds a socket, never for long (threat 75).
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
    },
  }) as Server
  // So does a slow reader, with his whole answer in our memory: a socket on which nothing moves for a minute is closed.
  server.setTimeout(60_000)
  server.listen(config.PORT, config.HOST)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  log(
    `Emote is ready at ${config.PORT === 0 ? config.publicUrl.replace(/:0$/, `:${port}`) : config.publicUrl}`,
  )
  return server
}

try {
  const starting = start(readConfig(process.env))
  let stopping = false
  const end = () => {
    if (stopping) return
    stopping = true
    // Also while it starts, or at the very moment that it is ready: PostgreSQL would be left behind.
    starting
      .then((stop) => stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log(`Stopping failed: ${String(error)}`)
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  await starting
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
