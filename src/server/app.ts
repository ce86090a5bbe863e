import { createHash, timingSafeEqual } from 'node:crypto'
import type { AuthDeps } from './auth/deps.ts'
import { authGateway } from './auth/index.ts'
import { createPasswords } from './auth/passwords.ts'
import { toResponse as authRefusal } from './auth/errors.ts'
import type { Claims, Db } from './db/door.ts'
import type { Tools } from './functions/call.ts'
import { functionsGateway, refuse as functionsRefusal } from './functions/index.ts'
import { networkOf } from './http/network.ts'
import { answerPreflight, apiHeaders } from './http/cors.ts'
import { describeFault } from './http/fault.ts'
import { ClaimsError, readClaims } from './http/claims.ts'
import type { Keys } from './http/keys.ts'
import type { Metrics } from './http/metrics.ts'
import type { Mailing } from './mail/queued-mail.ts'
import type { Payments } from './payments/payments.ts'
import { createWebhook } from './payments/webhook.ts'
import { webhookPath } from './providers/payments/index.ts'
import { type TestProvider, testPaymentsPrefix } from './providers/payments/test-provider/index.ts'
import { toResponse as realtimeRefusal } from './realtime/errors.ts'
import type { Realtime } from './realtime/index.ts'
import { toResponse as restRefusal } from './rest/errors.ts'
import { restGateway } from './rest/index.ts'
import type { Schema } from './rest/schema.ts'
import { toResponse as storageRefusal } from './storage/errors.ts'
import { storageGateway, type StorageDeps } from './storage/index.ts'

export type AppDeps = {
  db: Db
  keys: Keys
  auth: AuthDeps
  schema: Schema
  realtime: Realtime
  storage: StorageDeps
  functions: Pick<Tools, 'refiner' | 'emi' | 'gifs' | 'tally' | 'erasure' | 'quotaDays'> & {
    diaryOpener: string
  }
  mailing: Mailing
  /** Undefined: nobody can pay here. */
  payments: Payments | undefined
  /** The test provider, when payments go there. */
  testProvider: TestProvider | undefined
  pages: (request: Request, from: string) => Response | Promise<Response>
  metrics: Metrics
  metricsToken?: string | undefined
  trustedProxyHops: number
  /** Lines for the operator. They never hold a person's words. */
  log: (line: string) => void
}

export type App = { fetch(request: Request, socketAddress?: string): Promise<Response> }

type Gateway = {
  prefix: string
  handle: (request: Request, claims: Claims, from: string) => Promise<Response>
  refuse: (error: unknown, request: Request) => Response
  /** Requests that need no API key: links in mails, public documents and files, signed addresses. */
  open?: RegExp
  /** The gateway sets the API headers itself. Setting them here would cost a read 10 µs, a twentieth of its time. */
  dressed?: boolean
}

export function createApp(deps: AppDeps): App {
  const gateways = createGateways(deps)
  const webhook = createWebhook({ ...deps, clock: deps.auth.clock })
  return {
    async fetch(request, socketAddress = '127.0.0.1') {
      const started = performance.now()
      const path = pathOf(request.url)
      const route = routeFor(path, gateways)
      const from = networkOf(socketAddress, request.headers.get('x-forwarded-for'), deps.trustedProxyHops)
      let response: Response
      try {
        const call = { gateway: gateways[route], request, path, route, from }
        response = route === 'webhooks' ? await webhook(request) : await answer(deps, call)
      } catch (error) {
        deps.log(`Unexpected fault in ${route}: ${describeFault(error)}`)
        response = asApi(Response.json({ message: 'Something went wrong' }, { status: 500 }))
      }
      deps.metrics.observe(route, response.status, (performance.now() - started) / 1_000)
      return response
    },
  }
}

function createGateways(deps: AppDeps): Record<string, Gateway> {
  const passwordsOf = createPasswords()
  return {
    auth: {
      prefix: '/auth/v1/',
      handle: authGateway(deps.auth, passwordsOf),
      refuse: authRefusal,
      open: /^\w+ \/auth\/v1\/(verify|authorize|callback|sso\/saml\/(?:metadata|acs|continue)|settings|health|\.well-known\/jwks\.json)$/,
    },
    rest: {
      prefix: '/rest/v1/',
      handle: restGateway({ ...deps, limits: deps.auth.settings.limits, clock: deps.auth.clock }),
      dressed: true,
      refuse: (error) => restRefusal(error, 'anon'),
    },
    realtime: {
      prefix: '/realtime/v1/',
      handle: (request, claims, from) => deps.realtime.gateway(request, claims, from),
      refuse: realtimeRefusal,
    },
    storage: {
      prefix: '/storage/v1/',
      handle: storageGateway(deps.storage),
      dressed: true,
      refuse: storageRefusal,
      open: /^((GET|HEAD) \/storage\/v1\/(object\/|object\/info\/|render\/image\/)(public|sign)|PUT \/storage\/v1\/object\/upload\/sign)\//,
    },
    functions: {
      prefix: '/functions/v1/',
      handle: functionsGateway({
        ...deps.functions,
        db: deps.db,
        passwordsOf,
        uploads: { ...deps.storage, publicUrl: deps.auth.settings.publicUrl },
        mailing: deps.mailing,
        payments: deps.payments,
        keys: deps.keys,
        limits: deps.auth.settings.limits,
        clock: deps.auth.clock,
        log: deps.log,
      }),
      refuse: functionsRefusal,
    },
  }
}

type Call = { gateway: Gateway | undefined; request: Request; path: string; route: string; from: string }

async function answer(deps: AppDeps, { gateway, request, path, route, from }: Call): Promise<Response> {
  if (gateway) {
    if (request.method === 'OPTIONS') return answerPreflight()
    const response = await enter(gateway, request, path, from, deps)
    return gateway.dressed ? response : asApi(response)
  }
  if (route === 'healthz') return new Response('ok\n', { headers: plain })
  if (route === 'readyz') return checkReady(deps.db)
  if (route === 'metrics') return showMetrics(deps, request, from)
  if (route === 'test-payments' && deps.testProvider) return deps.testProvider.fetch(request)
  return deps.pages(request, from)
}

const plain = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start < 0) return '/'
  const end = url.slice(start).search(/[?#]/)
  return end < 0 ? url.slice(start) : url.slice(start, start + end)
}

function routeFor(path: string, gateways: Record<string, Gateway>): string {
  for (const [name, { prefix }] of Object.entries(gateways))
    if (path.startsWith(prefix) || `${path}/` === prefix) return name
  if (path === webhookPath) return 'webhooks'
  if (path.startsWith(`${testPaymentsPrefix}/`)) return 'test-payments'
  return ['/healthz', '/readyz', '/metrics'].includes(path) ? path.slice(1) : 'pages'
}

async function enter(
  gateway: Gateway,
  request: Request,
  path: string,
  from: string,
  deps: AppDeps,
): Promise<Response> {
  let claims: Claims
  try {
    claims = gateway.open?.test(`${request.method} ${path}`)
      ? { role: 'anon' }
      : await readClaims(request, deps.keys, `${deps.auth.settings.publicUrl}/auth/v1`, deps.auth.clock?.())
  } catch (error) {
    if (error instanceof ClaimsError) return gateway.refuse(error, request)
    throw error
  }
  return gateway.handle(request, claims, from)
}

function asApi(response: Response): Response {
  for (const [name, value] of Object.entries(apiHeaders))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}

const checks = new WeakMap<Db, Promise<boolean>>()

/** One check at a time answers all who ask: a flood of them held every connection. */
async function checkReady(db: Db): Promise<Response> {
  const check = checks.get(db) ?? canAnswer(db).finally(() => checks.delete(db))
  checks.set(db, check)
  return (await check)
    ? new Response('ready\n', { headers: plain })
    : new Response('The database cannot be reached\n', { status: 503, headers: plain })
}

async function canAnswer(db: Db): Promise<boolean> {
  try {
    await db.asService((tx) => tx.last({ text: 'select 1' }), { readOnly: true, timeoutMs: 1_000 })
    return true
  } catch {
    return false
  }
}

async function showMetrics(deps: AppDeps, request: Request, from: string): Promise<Response> {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /, '')
  const allowed = deps.metricsToken ? isSame(bearer ?? '', deps.metricsToken) : isLocal(request, from)
  if (!allowed) return new Response('Not found', { status: 404, headers: plain })
  return new Response(await deps.metrics.text(), {
    headers: { ...plain, 'content-type': 'text/plain; version=0.0.4' },
  })
}

const forwarding = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
]

/**
 * A proxy also connects from loopback, but it adds a header or passes on the public host name. A page whose name was rebound to loopback
 * names its own host.
 */
function isLocal(request: Request, from: string): boolean {
  return (
    (from === '127.0.0' || from === '0:0:0') &&
    /^(localhost|127\.0\.0\.\d+|\[::1\])$/.test(new URL(request.url).hostname) &&
    !forwarding.some((name) => request.headers.has(name))
  )
}

function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(wanted))
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
