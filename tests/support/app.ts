import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import { freeLimits } from '../../src/shared/plans.ts'
import { createApp, type App } from '../../src/server/app.ts'
import { authFeatures } from '../../src/server/auth-settings.ts'
import type { AuthDeps } from '../../src/server/auth/deps.ts'
import { askedMails } from '../../src/server/auth/asked-mails.ts'
import { readConfig } from '../../src/server/config.ts'
import { createMailQueue } from '../../src/server/mail/mail-queue.ts'
import type { Mailing, MailQueue } from '../../src/server/mail/queued-mail.ts'
import type { Db } from '../../src/server/db/door.ts'
import { readMaterial } from '../../src/server/emi/material.ts'
import { createEmi } from '../../src/server/functions/emi/index.ts'
import { createErasure, type Erasure } from '../../src/server/erasure/erasure.ts'
import { ledgerFile } from '../../src/server/erasure/ledger.ts'
import { createTally } from '../../src/server/functions/polls/tally.ts'
import { createRefiner } from '../../src/server/functions/refiner.ts'
import { createGifs } from '../../src/server/providers/gifs/index.ts'
import { makeKeys, type Keys } from '../../src/server/http/keys.ts'
import { createMetrics } from '../../src/server/http/metrics.ts'
import { diaryOpenerOf, loadWebFiles } from '../../src/server/pages/files.ts'
import { pagesGateway } from '../../src/server/pages/index.ts'
import { createPayments, type Payments } from '../../src/server/payments/payments.ts'
import { createFiles, type Files } from '../../src/server/providers/files/index.ts'
import { createMail, type Mail } from '../../src/server/providers/mail/index.ts'
import { createSms } from '../../src/server/providers/sms/index.ts'
import type { Sms } from '../../src/server/providers/sms/sms.ts'
import { openPaymentProvider } from '../../src/server/providers/payments/index.ts'
import type { Deliver } from '../../src/server/providers/payments/test-provider/deliveries.ts'
import { startRealtime, type Realtime } from '../../src/server/realtime/index.ts'
import { loadSchema } from '../../src/server/rest/schema.ts'
import { createServer } from '../../src/server/serve.ts'
import { createCleaner } from '../../src/server/cleaning/cleaner.ts'
import { createDatabase, type TestDatabase } from './database.ts'

export const url = 'http://emote.test'

export type TestApp = TestDatabase & {
  app: App
  keys: Keys
  /** Lines that the server logged. */
  logged: string[]
  /** Folder with the mails that were sent, as .eml files. */
  outbox: string
  mails: MailQueue
  erasure: Erasure
  /** As functions and jobs get it. */
  mailing: Mailing
  realtime: Realtime
  payments: Payments | undefined
  files: Files
  /** DATA_DIR of the files. */
  dataDir: string
  /** The address of its port, web sockets included. */
  origin: string
  /** Moves the server's clock, in milliseconds. */
  advance(milliseconds: number): void
  /** Any request, in process; `path` begins with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** An official client without a session; sessions stay in its memory. */
  client(key?: string, auth?: AuthOptions): SupabaseClient
  stop(): Promise<void>
}

type Options = {
  settings?: Partial<AuthDeps['settings']>
  webFolder?: string
  live?: Pick<Parameters<typeof startRealtime>[0], 'limits' | 'redisUrl'>
  /** Use the port's address as public address, as a browser needs it. */
  atOrigin?: boolean
  /** The name of the address in place of 127.0.0.1. */
  host?: 'localhost'
  /** As in the settings: without a dot and a colon, live updates are off. */
  realtimeKey?: string
  /** A language model instead of the offline editor. */
  ai?: Omit<Parameters<typeof createRefiner>[0], 'log'>
  /** Emi answers without pauses unless a test asks for them. */
  emi?: Partial<Parameters<typeof createEmi>[0]>
  quotaDays?: number
  /** GIPHY, at this address, instead of our own stickers. */
  giphy?: { apiKey: string; baseUrl: string }
  /** The clock moves by `advance` only, so hourly limits do not refill while a busy machine works. */
  stoppedClock?: boolean
  /** Statements get a minute, because they wait for locks that a test holds. */
  patient?: boolean
  /** Where the test provider's webhooks go instead of the server; PayMongo instead of the test provider; or no payments. */
  payments?: { deliver?: Deliver; paymongo?: Parameters<typeof openPaymentProvider>[0]['paymongo'] } | 'off'
  /** A mail server instead of the folder `outbox`. */
  smtpUrl?: string
  /** A gateway of SMS instead of the folder `outbox`. */
  smsGateway?: Parameters<typeof createSms>[0]['gateway']
}

function withTime(db: Db): Db {
  const timeoutMs = 60_000
  return {
    ...db,
    as: (claims, work, options) => db.as(claims, work, { ...options, timeoutMs }),
    asService: (work, options) => db.asService(work, { ...options, timeoutMs }),
  }
}

/** Listens on a free port. Returns its address. */
async function listen(server: ReturnType<typeof createServer>, host = '127.0.0.1'): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://${host}:${typeof address === 'object' ? address?.port : ''}`
}

/** A clock that `advance` moves. A stopped one moves by `advance` only. */
function startClock(isStopped: boolean) {
  const began = Date.now()
  let offset = 0
  return {
    clock: () => (isStopped ? began : Date.now()) + offset,
    advance: (milliseconds: number) => void (offset += milliseconds),
  }
}

function keepLog() {
  const logged: string[] = []
  return { logged, log: (line: string) => void logged.push(line) }
}

/** The settings of a start without any, but for the limits. */
const relaxedAt = (publicUrl: string) => ({
  ...readConfig({ PUBLIC_URL: publicUrl }).auth,
  limits: 'relaxed' as const,
})

async function makeDataDir() {
  const dataDir = await mkdtemp(join(tmpdir(), 'emote-data-'))
  const outbox = join(dataDir, 'outbox')
  await mkdir(outbox)
  return { dataDir, outbox }
}

type AuthOptions = SupabaseClientOptions<'public'>['auth']

function clientOf(app: App, key: string, auth: AuthOptions): SupabaseClient {
  return createClient(url, key, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false, ...auth },
    global: { fetch: (input, init) => app.fetch(new Request(input, init)) },
  })
}

/** The address that mails to the operator go to. */
export const operator = 'tagapamahala@emote.test'

const material = readMaterial()
const noPauses = { typing: () => 0, betweenAnswers: 0 }

/** Shared by all parts of the server. */
type Base = Pick<AuthDeps, 'db' | 'keys' | 'log' | 'clock'>

/** The test provider is reached over HTTP, as in the product. */
function startPayments(base: Base, dataDir: string, origin: string, issuer: string, options: Options) {
  const asked: Exclude<Options['payments'], 'off'> = options.payments === 'off' ? {} : options.payments
  const { paymongo, deliver } = asked ?? {}
  const test = {
    secretKey: 'sk_test_lihim_ng_pagsubok',
    webhookSecret: 'whsk_lihim_ng_pagsubok',
    folder: join(dataDir, 'test-payments'),
    publicUrl: issuer.replace('/auth/v1', ''),
    serverUrl: () => origin,
    deliver,
  }
  const { provider, testProvider } = openPaymentProvider({
    ...base,
    paymongo,
    test: options.payments === 'off' ? undefined : test,
  })
  return { payments: provider && createPayments({ ...base, provider }), testProvider }
}

/** The parts beside the gateways. The cleaning process gets 50 s and the usual priority, because the machine may be busy. */
async function startParts(
  base: Base,
  dataDir: string,
  origin: string,
  issuer: string,
  options: Options & { mail: Mail; sms: Sms },
) {
  const { live, ai, emi, giphy, mail, sms } = options
  const limits = { opensPerSecond: 10_000, ...live?.limits }
  const files = createFiles({ dataDir })
  const { secret } = base.keys
  const parts = {
    ...startPayments(base, dataDir, origin, issuer, options),
    cleaner: createCleaner({ log: base.log, limits: { milliseconds: 50_000, priority: 0 } }),
    refiner: createRefiner({ ...ai, log: base.log }),
    emi: createEmi({ material, pauses: noPauses, ...ai, ...emi, log: base.log }),
    tally: createTally({ pauseMs: 20, log: base.log }),
  }
  const erasure = createErasure({ ...base, files, mail, sms, secret, ledger: ledgerFile(dataDir) })
  return {
    ...parts,
    files,
    erasure,
    realtime: await startRealtime({ ...base, issuer, trustedProxyHops: 0, ...live, limits }),
    gifs: createGifs({ origin: issuer.replace('/auth/v1', ''), ...giphy, log: base.log }),
    stopParts: async () => {
      await erasure.idle()
      // oxlint-disable-next-line no-await-in-loop -- few, and none waits for another
      for (const part of Object.values(parts)) await part?.stop()
    },
  }
}

function startMails(
  base: Pick<AuthDeps, 'db' | 'keys' | 'log' | 'clock' | 'settings'>,
  outbox: string,
  { smtpUrl, smsGateway }: Options,
) {
  const mail = createMail({ smtpUrl, outbox, from: 'Emote <emote@emote.test>', log: base.log })
  const sms = createSms({ gateway: smsGateway, outbox, countries: base.settings.smsCountries, log: base.log })
  const metrics = createMetrics()
  const { limits } = base.settings
  const mails = createMailQueue({
    ...base,
    mail,
    sms,
    limits,
    storeAsked: askedMails(base),
    count: metrics.countMail,
  })
  const { clock = Date.now } = base
  const mailing: Mailing = { queue: mails, secret: base.keys.secret, operator, now: () => new Date(clock()) }
  return {
    metrics,
    mails,
    mailing,
    mail,
    sms,
    stopMails: () => mails.stop().then(() => mail.close()),
  }
}

/** A string in the shape of a key: no browser of a test reaches a push service. */
const pushKey = `B${'a'.repeat(86)}`

/** The public configuration, as main.ts makes it. */
function publicConfig(
  settings: AuthDeps['settings'],
  { anonKey }: Keys,
  { refiner, gifs, payments }: Awaited<ReturnType<typeof startParts>>,
  { realtimeKey = 'emote.live:public', quotaDays = 30 }: Options,
) {
  return {
    url: settings.publicUrl,
    anonKey,
    realtimeKey,
    pushKey,
    features: {
      auth: authFeatures(settings),
      refine: refiner.by,
      gifs: gifs.by,
      payments: payments?.provider.by ?? 'off',
    },
    limits: { refinements: freeLimits.refinements, quotaDays },
  }
}

/** The whole server in process, on a database of its own. Limits are relaxed unless a test asks for strict ones. */
export async function startApp(options: Options = {}): Promise<TestApp> {
  const { webFolder = '/nonexistent', quotaDays = 30 } = options
  const fetch: App['fetch'] = (request, from) => app.fetch(request, from)
  const server = createServer({ fetch }, (...handshake) => realtime.upgrade(...handshake))
  const origin = await listen(server, options.host)
  const database = await createDatabase()
  if (options.patient) database.db = withTime(database.db)
  const { db } = database
  const keys = await makeKeys()
  const { dataDir, outbox } = await makeDataDir()
  const { logged, log } = keepLog()
  const { clock, advance } = startClock(options.stoppedClock ?? false)
  const base = { db, keys, log, clock }
  const settings = { ...relaxedAt(options.atOrigin ? origin : url), ...options.settings }
  const { metrics, mails, mailing, mail, sms, stopMails } = startMails({ ...base, settings }, outbox, options)
  const issuer = `${settings.publicUrl}/auth/v1`
  const parts = await startParts(base, dataDir, origin, issuer, { ...options, mail, sms })
  const { files, erasure, cleaner, realtime, payments, testProvider, stopParts, ...tools } = parts
  const config = publicConfig(settings, keys, parts, options)
  const webFiles = await loadWebFiles(webFolder, config)
  const app = createApp({
    ...base,
    realtime,
    payments,
    testProvider,
    auth: { ...base, mails, erasure, settings },
    schema: await loadSchema(db),
    storage: { ...base, files, cleaner, limits: settings.limits },
    functions: { ...tools, erasure, quotaDays, diaryOpener: diaryOpenerOf(webFiles) },
    mailing,
    pages: pagesGateway({ db, files: webFiles, config, secure: false }),
    metrics,
    trustedProxyHops: 0,
  })
  const places = { logged, outbox, dataDir, origin }
  const made = { app, keys, mails, mailing, erasure, realtime, payments, files, advance }
  return {
    ...database,
    ...places,
    ...made,
    fetch: (path, init) => app.fetch(new Request(new URL(path, url), init)),
    client: (key = keys.anonKey, auth = {}) => clientOf(app, key, auth),
    async stop() {
      await realtime.stop()
      server.close().closeAllConnections()
      await Promise.all([stopParts(), stopMails()])
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
