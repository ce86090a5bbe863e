import * as v from 'valibot'
import { type CheckoutSession, type Order, PaymentError, type PaymentProvider } from './provider.ts'

/** A session takes some 8 KB. */
const mostBytes = 1_048_576
const timeoutMs = 10_000

const maybe = <T>(schema: v.GenericSchema<unknown, T>) => v.nullish(schema)
const sessionId = v.pipe(v.string(), v.regex(/^cs_\w{1,90}$/))
const created = v.object({
  data: v.object({
    id: sessionId,
    attributes: v.object({ checkout_url: v.pipe(v.string(), v.regex(/^https?:\/\/\S{1,1990}$/)) }),
  }),
})
const refund = v.object({ attributes: v.object({ amount: v.number(), status: v.string() }) })
const payment = v.object({
  id: v.pipe(v.string(), v.regex(/^pay_\w{1,90}$/)),
  attributes: v.object({
    amount: v.number(),
    currency: v.string(),
    status: v.string(),
    disputed: maybe(v.boolean()),
    refunds: maybe(v.array(refund)),
    source: maybe(v.object({ type: maybe(v.string()) })),
    paid_at: maybe(v.number()),
  }),
})
const found = v.object({
  data: v.object({
    id: sessionId,
    attributes: v.object({
      livemode: v.boolean(),
      status: v.string(),
      reference_number: maybe(v.string()),
      metadata: maybe(v.record(v.string(), v.unknown())),
      line_items: v.array(v.object({ amount: v.number(), quantity: v.number(), currency: v.string() })),
      payments: maybe(v.array(payment)),
    }),
  }),
})
const refused = v.object({ errors: v.array(v.object({ code: v.string() })) })

type Options = {
  by: 'paymongo' | 'test'
  secretKey: string
  webhookSecret: string
  /** The address of the API, without `/v1`. Asked at each call: the test provider's is known after the start. */
  baseUrl: () => string
  methods: readonly string[]
}

/** PayMongo's checkout over HTTP. Redirects are not followed: the secret key goes to this address only. */
export function createPaymongo({ by, secretKey, webhookSecret, baseUrl, methods }: Options): PaymentProvider {
  const isLive = secretKey.startsWith('sk_live_')
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  const call = (method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) =>
    ask(`${baseUrl()}${path}`, {
      method,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    by,
    isLive,
    webhookSecret,
    async create(order) {
      // The same reference makes the same session, when an answer was lost.
      const headers = { 'idempotency-key': order.reference }
      const answer = await call('POST', '/v2/checkout_sessions', bodyOf(order, methods, isLive), headers)
      const { data } = read(created, accepted(answer))
      return { id: data.id, url: data.attributes.checkout_url }
    },
    async find(id) {
      const answer = await call('GET', `/v1/checkout_sessions/${id}`)
      return answer.status === 404 ? undefined : toSession(read(found, accepted(answer)))
    },
    async expire(id) {
      const answer = await call('POST', `/v1/checkout_sessions/${id}/expire`)
      // A session that is paid, expired or unknown.
      if (answer.status !== 400 && answer.status !== 404) accepted(answer)
    },
  }
}

function bodyOf(order: Order, methods: readonly string[], isLive: boolean): object {
  const { reference, plan, name, amount, successUrl, cancelUrl } = order
  return {
    data: {
      attributes: {
        line_items: [{ name, amount, currency: 'PHP', quantity: 1 }],
        // A QR Ph code is live even when a test key made it.
        payment_method_types: methods.filter((method) => isLive || method !== 'qrph'),
        reference_number: reference,
        description: name,
        metadata: { plan },
        send_email_receipt: false,
        show_description: false,
        show_line_items: true,
        success_url: successUrl,
        cancel_url: cancelUrl,
      },
    },
  }
}

type Answer = { status: number; body: unknown }

async function ask(url: string, init: RequestInit): Promise<Answer> {
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: late })
    return { status: response.status, body: parse(await readText(response)) }
  } catch (error) {
    if (error instanceof PaymentError) throw error
    throw new PaymentError(late.aborted ? 'no answer in time' : kindOf(error))
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) throw new PaymentError('an endless answer')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function accepted({ status, body }: Answer): unknown {
  if (status === 200 || status === 201) return body
  const { success, output } = v.safeParse(refused, body)
  const codes = success ? output.errors.map(({ code }) => code).filter((code) => /^\w{1,60}$/.test(code)) : []
  throw new PaymentError([`status ${status}`, ...codes.slice(0, 3)].join(' '))
}

function read<T>(schema: v.GenericSchema<unknown, T>, body: unknown): T {
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  throw new PaymentError(`an answer with another "${v.getDotPath(parsed.issues[0]) ?? 'body'}"`)
}

function toSession({ data }: v.InferOutput<typeof found>): CheckoutSession {
  const { livemode, status, reference_number, metadata, line_items, payments } = data.attributes
  const plan = metadata?.['plan']
  return {
    id: data.id,
    isLive: livemode,
    isActive: status === 'active',
    reference: reference_number ?? undefined,
    plan: typeof plan === 'string' ? plan : undefined,
    items: line_items,
    payments: (payments ?? []).map(({ id, attributes }) => ({
      id,
      amount: attributes.amount,
      currency: attributes.currency,
      status: attributes.status,
      isDisputed: attributes.disputed === true,
      refunded: (attributes.refunds ?? [])
        .filter((one) => one.attributes.status === 'succeeded')
        .reduce((sum, one) => sum + one.attributes.amount, 0),
      method: attributes.source?.type?.slice(0, 40),
      paidAt: attributes.paid_at ? new Date(attributes.paid_at * 1_000) : undefined,
    })),
  }
}

/** The code or class of an error. Its message may quote the address. */
function kindOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'an unknown error'
  return 'code' in cause && /^(?:E[A-Z_]{2,30}|UND_ERR_[A-Z_]{2,30})$/.test(String(cause.code))
    ? String(cause.code)
    : cause.name
}
