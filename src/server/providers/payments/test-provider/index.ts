/**
 * A stand-in for PayMongo's checkout, for tests, development and demonstrations. It speaks the part of PayMongo's protocol that we use: Basic
 * auth, sessions, look-up, expiry, refunds, and signed webhooks that are tried again. Disputes are its own invention. No money moves.
 */
import { create, dispute, expire, isOver, pay, refund, type Tools } from './acts.ts'
import { createDeliveries, type Deliver } from './deliveries.ts'
import { checkoutPage, missingPage } from './page.ts'
import { openSessions } from './sessions.ts'

export const testPaymentsPrefix = '/test-payments'

export type TestProvider = {
  fetch(request: Request): Promise<Response>
  stop(): Promise<void>
}

type Options = {
  secretKey: string
  webhookSecret: string
  /** Holds the sessions. */
  folder: string
  /** In front of the checkout page, as browsers reach it. */
  publicUrl: string
  deliver: Deliver
  clock?: (() => number) | undefined
  log: (line: string) => void
}

export function createTestProvider(options: Options): TestProvider {
  const { folder, publicUrl, secretKey, webhookSecret, deliver, clock = Date.now, log } = options
  const tools: Tools = {
    sessions: openSessions(folder),
    deliveries: createDeliveries({ secret: webhookSecret, deliver, clock, log }),
    pageOf: (id) => `${publicUrl}${testPaymentsPrefix}/checkout/${id}`,
    seconds: () => Math.floor(clock() / 1_000),
  }
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  return {
    async fetch(request) {
      const url = new URL(request.url)
      const path = url.pathname.slice(testPaymentsPrefix.length)
      if (path.startsWith('/checkout/')) return answerPage(tools, request.method, path, url)
      if (request.headers.get('authorization') !== authorization) return refuse(401, 'authentication_failed')
      return answerApi(tools, request, path).catch(() => refuse(400, 'parameter_invalid'))
    },
    stop: () => tools.deliveries.stop(),
  }
}

async function answerApi(tools: Tools, request: Request, path: string): Promise<Response> {
  const [, id, isExpiry] = /^\/v1\/checkout_sessions\/(\w+)(\/expire)?$/.exec(path) ?? []
  if (request.method !== 'POST' && (request.method !== 'GET' || isExpiry))
    return refuse(405, 'method_not_allowed')
  if (id) {
    const session = tools.sessions.find(id)
    if (!session || !isExpiry) return show(session)
    return isOver(session) ? refuse(400, 'resource_state_invalid') : show(expire(tools, session))
  }
  const body: unknown = await request.json()
  if (/^\/v[12]\/checkout_sessions$/.test(path)) return show(create(tools, body))
  if (path === '/v1/refunds') return show(refund(tools, body))
  return show(path === '/v1/disputes' ? dispute(tools, body) : undefined)
}

function answerPage(tools: Tools, method: string, path: string, { searchParams }: URL): Response {
  const [, id = '', isPayment] = /^\/checkout\/(\w+)(\/pay)?$/.exec(path) ?? []
  const session = tools.sessions.find(id)
  if (!session) return missingPage()
  if (!isPayment) return checkoutPage(session, searchParams.has('declined'))
  if (method !== 'POST') return refuse(405, 'method_not_allowed')
  const page = `${testPaymentsPrefix}/checkout/${id}`
  if (isOver(session)) return goTo(page)
  const isPaid = pay(tools, session, searchParams.get('method') ?? '')
  return goTo(isPaid ? session.attributes.success_url : `${page}?declined=1`)
}

const noStore = { 'cache-control': 'no-store' }
const goTo = (location: string): Response =>
  new Response(null, { status: 303, headers: { ...noStore, location } })

const show = (data: object | undefined): Response =>
  data ? Response.json({ data }, { headers: noStore }) : refuse(404, 'resource_not_found')

const refuse = (status: number, code: string): Response =>
  Response.json({ errors: [{ code, detail: code.replaceAll('_', ' ') }] }, { status, headers: noStore })
