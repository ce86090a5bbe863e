import { once } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freeLimits } from '../shared/plans.ts'
import { createApp, type App } from './app.ts'
import { authFeatures } from './auth-settings.ts'
import { askedMails } from './auth/asked-mails.ts'
import { readConfig, warnAbout, type Config } from './config.ts'
import type { Db } from './db/door.ts'
import { openDatabase } from './db/open.ts'
import { patiently } from './db/patiently.ts'
import { readMaterial } from './emi/material.ts'
import { createErasure, type Erasure } from './erasure/erasure.ts'
import { ledgerFile } from './erasure/ledger.ts'
import { createEmi } from './functions/emi/index.ts'
import { createTally } from './functions/polls/tally.ts'
import { createRefiner } from './functions/refiner.ts'
import { createGifs } from './providers/gifs/index.ts'
import { giveUpRoot } from './give-up-root.ts'
import { databaseTurns } from './http/fair-db.ts'
import { describeFault } from './http/fault.ts'
import { keyedHash } from './http/keyed-hash.ts'
import { loadKeys, type Keys } from './http/keys.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { startErasures } from './jobs/erasures.ts'
import { knowPushServices, startPushes } from './jobs/pushes.ts'
import { startReconciliation } from './jobs/payments.ts'
import { startProofs } from './jobs/proofs.ts'
import { startRenames } from './jobs/renames.ts'
import { startRetention } from './jobs/retention.ts'
import { startSweep } from './jobs/sweep.ts'
import { diaryOpenerOf, loadWebFiles } from './pages/files.ts'
import type { WebFile } from './pages/web-file.ts'
import { readPaymentQr } from './pages/payment-qr.ts'
import { pagesGateway } from './pages/index.ts'
import { createFiles, type Files } from './providers/files/index.ts'
import { createMailQueue } from './mail/mail-queue.ts'
import type { Mailing } from './mail/queued-mail.ts'
import { createMail, describeMailFault, type Mail } from './providers/mail/index.ts'
import { createPayments, type Payments } from './payments/payments.ts'
import { openPaymentProvider } from './providers/payments/index.ts'
import { createPush, type Push } from './providers/push.ts'
import { gatewayOf } from './providers/sms/http-gateway.ts'
import { createSms } from './providers/sms/index.ts'
import type { Sms } from './providers/sms/sms.ts'
import { startRealtime, type Realtime } from './realtime/index.ts'
import { loadSchema } from './rest/schema.ts'
import { createServer, listenAt, tryPort, type Upgrade } from './serve.ts'
import { createCleaner } from './cleaning/cleaner.ts'
import { putTemplates } from './storage/templates.ts'

const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))
const log = (line: string) => console.log(line)

async function start(config: Config): Promise<() => Promise<void>> {
  for (const warning of warnAbout(config)) log(warning)
  giveUpRoot(config.dataDir, log)
  await tryPort(config.PORT, config.HOST)
  const qr = await readPaymentQr(config.PAYMENT_QR)
  const keys = await loadKeys(config.dataDir, { foreignSecret: config.AUTH_HS256_SECRET })
  const push = openPush(config, keys)
  const shown = publicConfig(config, keys.anonKey, push.publicKey)
  const webFiles = loadWebFiles(webFolder, shown, qr)
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.dataDir,
    poolSize: config.DATABASE_POOL,
    fingerprint: keys.fingerprint,
    secretsReplaced: config.SECRETS_REPLACED,
    log,
  })
  try {
    const { db } = database
    await knowPushServices(db, push)
    const rooms = await openRooms(config, keys, db, { files: await webFiles, config: shown })
    const server = await listen(rooms.app, config, (...handshake) => rooms.realtime.upgrade(...handshake))
    rooms.listensAt(portOf(server) ?? config.PORT)
    const stopPushes = startPushes({ db, push, log, count: rooms.metrics.countPush })
    const stopJobs = startJobs(db, rooms, config.FREE_QUOTA_DAYS)
    return async () => {
      // A slow push service must not delay the end. Its push is due again after a minute.
      const jobs = Promise.all([stopJobs(), Promise.race([stopPushes(), wait(5_000)])])
      await rooms.realtime.stop()
      server.closeIdleConnections()
      const closed = once(server, 'close')
      server.close()
      // Clients that still send after 5 seconds are cut. Everything answered is stored.
      setTimeout(() => server.closeAllConnections(), 5_000).unref()
      await closed
      await Promise.all([jobs, rooms.stop()])
      await database.stop()
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

type Pages = { files: Map<string, WebFile>; config: ReturnType<typeof publicConfig> }

async function openRooms(config: Config, keys: Keys, db: Db, pages: Pages) {
  const files = createFiles({ dataDir: config.dataDir, s3: config.s3 })
  const cleaner = createCleaner({ log })
  const gifs = createGifs({ origin: config.publicUrl, apiKey: config.GIPHY_API_KEY, log })
  const refiner = createRefiner({ model: config.model, places: config.AI_PLACES, log })
  const material = readMaterial(config.EMI_MATERIAL)
  const emi = createEmi({ model: config.model, places: config.AI_PLACES, material, log })
  const tally = createTally({ log })
  const realtime = await startRealtime({
    db,
    keys,
    issuer: `${config.publicUrl}/auth/v1`,
    redisUrl: config.REDIS_URL,
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
    log,
  })
  const metrics = measure(db, realtime)
  const settings = config.auth
  const { mail, sms, mails, mailing } = openMail(config, keys, db, metrics)
  const { payments, testProvider, listensAt } = openPayments(config, keys, db, metrics)
  const erasure = openErasure(config, keys, { db, files, mail, sms })
  const app = createApp({
    db,
    keys,
    auth: { db, keys, mails, erasure, log, settings },
    schema: await patiently('reads the tables', () => loadSchema(db), log),
    realtime,
    storage: { db, keys, files, cleaner, log, limits: config.auth.limits },
    functions: {
      refiner,
      emi,
      gifs,
      erasure,
      tally,
      quotaDays: config.FREE_QUOTA_DAYS,
      diaryOpener: diaryOpenerOf(pages.files),
    },
    mailing,
    payments,
    testProvider,
    pages: pagesGateway({ db, ...pages, secure: config.publicUrl.startsWith('https:') }),
    metrics,
    metricsToken: config.METRICS_TOKEN,
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
    log,
  })
  const stop = async () => {
    // A working mail server needs less than 5 seconds for what is due. Later mails wait in the database.
    await Promise.race([mails.stop(), wait(5_000)])
    // A look-up that is cut off is due again in some minutes.
    await Promise.race([payments?.stop(), wait(5_000)])
    await Promise.all([
      mail.close(),
      cleaner.stop(),
      refiner.stop(),
      emi.stop(),
      tally.stop(),
      testProvider?.stop(),
    ])
  }
  return { app, files, erasure, mailing, payments, listensAt, realtime, metrics, stop }
}

function openMail(config: Config, keys: Keys, db: Db, metrics: Metrics) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = config
  const outbox = join(config.dataDir, 'outbox')
  const mail = createMail({ smtpUrl, outbox, from, log })
  const sms = createSms({ gateway: gatewayOf(config), outbox, countries: config.SMS_COUNTRIES, log })
  mail.verify().catch((error: unknown) => log(mailWarning(error)))
  const settings = config.auth
  const storeAsked = askedMails({ db, keys, settings })
  const { limits } = settings
  const mails = createMailQueue({ db, keys, mail, sms, limits, storeAsked, log, count: metrics.countMail })
  const mailing = { queue: mails, secret: keys.secret, operator: config.operator, now: () => new Date() }
  return { mail, sms, mails, mailing }
}

function openErasure(
  { dataDir }: Config,
  { secret }: Keys,
  parts: { db: Db; files: Files; mail: Mail; sms: Sms },
): Erasure {
  return createErasure({ ...parts, secret, ledger: ledgerFile(dataDir), log })
}

const mailWarning = (error: unknown) =>
  `Warning: the mail server of SMTP_URL does not accept this server: ${describeMailFault(error)}. ` +
  'Mails wait in the database. Check SMTP_URL, then try: npm run admin -- test-mail you@example.com'

function measure(db: Db, realtime: Realtime): Metrics {
  const metrics = createMetrics()
  metrics.gauge('emote_db_connections', 'Connections of the pool', () => db.connections().total)
  metrics.gauge('emote_db_waiting', 'Requests that wait for a connection', () => db.connections().waiting)
  metrics.gauge(
    'emote_db_turns_running',
    'Transactions of requests that run',
    () => databaseTurns(db).figures().running,
  )
  metrics.gauge(
    'emote_db_turns_waiting',
    'Transactions of requests that wait for a turn',
    () => databaseTurns(db).figures().waiting,
  )
  metrics.gauge('emote_live_sockets', 'Open web sockets', () => realtime.figures().sockets)
  metrics.gauge('emote_live_channels', 'Joined channels', () => realtime.figures().channels)
  return metrics
}

/** Without PayMongo's keys the test provider has keys of its own, the same on every node. */
function openPayments(config: Config, { secret }: Keys, db: Db, { countPayment: count }: Metrics) {
  let serverUrl = config.localUrl
  const testKey = keyedHash(secret, 'key of test payments').toString('hex')
  const test = {
    secretKey: `sk_test_${testKey}`,
    webhookSecret: keyedHash(secret, 'webhook of test payments').toString('hex'),
    folder: join(config.dataDir, 'test-payments'),
    publicUrl: config.publicUrl,
    serverUrl: () => serverUrl,
  }
  const { paymongo, testPayments } = config
  const { provider, testProvider } = openPaymentProvider({
    paymongo,
    test: testPayments ? test : undefined,
    log,
  })
  return {
    payments: provider && createPayments({ db, provider, log, count }),
    testProvider,
    listensAt: (port: number) => void (serverUrl = config.localUrl.replace(/:\d+$/, `:${port}`)),
  }
}

type Rooms = { files: Files; erasure: Erasure; mailing: Mailing; payments: Payments | undefined }

function startJobs(db: Db, rooms: Rooms, quotaDays: number): () => Promise<void> {
  const { files, erasure, mailing, payments } = rooms
  const stopRetention = startRetention(db, quotaDays, log)
  const stopSweep = startSweep({ db, files, log })
  const stopRenames = startRenames(db, log)
  const stopErasures = startErasures(erasure, log)
  const stopReconciliation = payments && startReconciliation({ db, payments, log })
  const stopProofs = startProofs({ db, mailing }, log)
  const placing = putTemplates({ db, files, folder: join(webFolder, 'templates') }).then(
    () => {},
    (error: unknown) =>
      log(`The card templates could not be stored. The next start tries again: ${describeFault(error)}`),
  )
  return async () => {
    // A store of files that hangs must not hold up the end. The next sweep takes up one that was cut off.
    const swept = Promise.race([stopSweep(), wait(5_000)])
    // A large account may take longer. The next node goes on.
    const erased = Promise.race([stopErasures().then(() => erasure.idle()), wait(5_000)])
    const reconciled = Promise.race([stopReconciliation?.(), wait(5_000)])
    await Promise.all([placing, swept, erased, reconciled, stopRetention(), stopRenames(), stopProofs()])
  }
}

function openPush(config: Config, { secret }: Keys): Push {
  const { PUSH_PRIVATE_KEY: given, SUPPORT_EMAIL: email, publicUrl } = config
  return createPush({
    privateKey: given ? Buffer.from(given, 'base64url') : keyedHash(secret, 'push key'),
    contact: email ? `mailto:${email}` : publicUrl.replace(/^http:.*/, 'mailto:emote@localhost'),
    origins: config.PUSH_ORIGINS,
  })
}

function publicConfig(config: Config, anonKey: string, pushKey: string) {
  return {
    url: config.publicUrl,
    anonKey,
    realtimeKey: config.REALTIME_KEY,
    pushKey,
    features: {
      emailConfirmation: config.AUTH_REQUIRE_EMAIL_CONFIRMATION,
      auth: authFeatures(config.auth),
      realtime: config.realtime,
      refine: config.model ? 'model' : 'offline',
      gifs: config.GIPHY_API_KEY ? 'giphy' : 'own',
      payments: config.paymongo ? 'paymongo' : config.testPayments ? 'test' : 'off',
    },
    manual: { name: config.PAYMENT_NAME ?? null, isTestQr: config.PAYMENT_QR === undefined },
    limits: { refinements: freeLimits.refinements, quotaDays: config.FREE_QUOTA_DAYS },
    links: {
      facebook: config.FOOTER_FACEBOOK_URL ?? null,
      instagram: config.FOOTER_INSTAGRAM_URL ?? null,
      email: config.SUPPORT_EMAIL ?? null,
    },
  }
}

function portOf(server: Server): number | undefined {
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}

async function listen(app: App, config: Config, upgrade: Upgrade): Promise<Server> {
  const server = createServer(app, config.realtime ? upgrade : undefined)
  await listenAt(server, config.PORT, config.HOST)
  const port = portOf(server) ?? config.PORT
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
    // A signal during the start must still stop PostgreSQL.
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
