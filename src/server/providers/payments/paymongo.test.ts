import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPaymongo } from './paymongo.ts'
import { PaymentError } from './provider.ts'

type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
let baseUrl: string
let asked: Asked[]
let answer: (response: ServerResponse) => unknown

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request
    asked.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
    answer(response)
  })
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
beforeEach(() => {
  asked = []
})
afterAll(() => server.close())

const says =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const paymongo = (secretKey = 'sk_test_lihim') =>
  createPaymongo({
    by: 'paymongo',
    secretKey,
    webhookSecret: 'whsk_lihim',
    baseUrl: () => baseUrl,
    methods: ['gcash', 'card', 'qrph'],
  })
const order = {
  reference: '3f0c6f0e-0000-4000-8000-000000000001',
  plan: 'premium_monthly' as const,
  name: 'Premium – 1 buwan',
  amount: 12_900,
  successUrl: 'https://emote.test/billing?state=success',
  cancelUrl: 'https://emote.test/billing?state=cancel',
}
const resource = (attributes: object = {}) => ({
  data: {
    id: 'cs_abc',
    type: 'checkout_session',
    attributes: {
      checkout_url: 'https://checkout.paymongo.com/cs_abc#key',
      livemode: false,
      status: 'active',
      reference_number: order.reference,
      metadata: { plan: 'premium_monthly' },
      line_items: [{ name: 'x', amount: 12_900, currency: 'PHP', quantity: 1, images: [] }],
      payments: [],
      billing: { name: 'Juana', email: 'juana@example.test' },
      ...attributes,
    },
  },
})
const payment = {
  id: 'pay_abc',
  type: 'payment',
  attributes: {
    amount: 12_900,
    currency: 'PHP',
    status: 'paid',
    disputed: false,
    source: { id: 'src_a', type: 'gcash' },
    paid_at: 1_750_220_824,
    refunds: [
      { id: 'ref_a', attributes: { amount: 900, status: 'succeeded' } },
      { id: 'ref_b', attributes: { amount: 12_000, status: 'pending' } },
    ],
  },
}

describe('PayMongo', () => {
  it('is asked for one item under our reference, and learns nothing of the person', async () => {
    answer = says(resource())
    expect(await paymongo().create(order)).toEqual({
      id: 'cs_abc',
      url: 'https://checkout.paymongo.com/cs_abc#key',
    })
    const [first] = asked
    expect([
      first?.method,
      first?.path,
      first?.headers.authorization,
      first?.headers['idempotency-key'],
    ]).toEqual([
      'POST',
      '/v2/checkout_sessions',
      `Basic ${Buffer.from('sk_test_lihim:').toString('base64')}`,
      order.reference,
    ])
    expect(JSON.parse(first?.body ?? '')).toEqual({
      data: {
        attributes: {
          line_items: [{ name: 'Premium – 1 buwan', amount: 12_900, currency: 'PHP', quantity: 1 }],
          // A code of QR Ph moves money even in test mode.
          payment_method_types: ['gcash', 'card'],
          reference_number: order.reference,
          description: 'Premium – 1 buwan',
          metadata: { plan: 'premium_monthly' },
          send_email_receipt: false,
          show_description: false,
          show_line_items: true,
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
        },
      },
    })
  })

  it('offers QR Ph with a live key', async () => {
    answer = says(resource({ livemode: true }))
    await paymongo('sk_live_lihim').create(order)
    expect(asked[0]?.body).toContain('"qrph"')
    expect(paymongo('sk_live_lihim').isLive).toBe(true)
  })

  it('says what became of a session: payments, and the refunds that succeeded', async () => {
    answer = says(resource({ payments: [payment] }))
    expect(await paymongo().find('cs_abc')).toEqual({
      id: 'cs_abc',
      isLive: false,
      isActive: true,
      reference: order.reference,
      plan: 'premium_monthly',
      items: [{ amount: 12_900, quantity: 1, currency: 'PHP' }],
      payments: [
        {
          id: 'pay_abc',
          amount: 12_900,
          currency: 'PHP',
          status: 'paid',
          isDisputed: false,
          refunded: 900,
          method: 'gcash',
          paidAt: new Date('2025-06-18T04:27:04Z'),
        },
      ],
    })
    expect([asked[0]?.method, asked[0]?.path]).toEqual(['GET', '/v1/checkout_sessions/cs_abc'])
  })

  it('is asked to end a session, and may refuse that because it is paid or unknown', async () => {
    for (const [status, body] of [
      [200, resource()],
      [400, { errors: [{ code: 'resource_state_invalid' }] }],
      [404, {}],
    ] as const) {
      answer = says(body, status)
      await paymongo().expire('cs_abc')
    }
    expect(asked[0]?.path).toBe('/v1/checkout_sessions/cs_abc/expire')
    answer = says({}, 500)
    await expect(paymongo().expire('cs_abc')).rejects.toThrow(PaymentError)
  })

  it('may not know a session', async () => {
    answer = says({ errors: [{ code: 'resource_not_found' }] }, 404)
    expect(await paymongo().find('cs_abc')).toBeUndefined()
  })

  it.each<[what: string, behave: (response: ServerResponse) => unknown, message: string]>([
    ['too many requests', says({ errors: [{ code: 'rate_limited' }] }, 429), 'status 429 rate_limited'],
    [
      'a wrong key',
      says({ errors: [{ code: 'authentication_failed', detail: 'sk_test_lihim' }] }, 401),
      'status 401 authentication_failed',
    ],
    ['a code that is no code', says({ errors: [{ code: 'hindi ito <b>code</b>' }] }, 400), 'status 400'],
    ['a page', (response) => response.writeHead(502).end('<html>'), 'status 502'],
    ['no JSON', (response) => response.end('<html>'), 'an answer with another "body"'],
    [
      'another shape',
      says({ data: { id: 'cs_abc', attributes: {} } }),
      'an answer with another "data.attributes.livemode"',
    ],
    [
      'a strange id',
      says({ data: { ...resource().data, id: '../cs_1' } }),
      'an answer with another "data.id"',
    ],
    [
      'a redirect',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      'status 302',
    ],
    ['an endless answer', (response) => response.end(' '.repeat(2 * 1_048_576)), 'an endless answer'],
    ['a lost connection', (response) => response.socket?.destroy(), 'UND_ERR_SOCKET'],
  ])('that answers with %s fails by name, without a word of the answer', async (_, behave, message) => {
    answer = behave
    await expect(paymongo().find('cs_abc')).rejects.toThrow(new PaymentError(message))
    expect(asked).toHaveLength(1)
  })

  it('sends nobody to an address that is no web page', async () => {
    answer = says(resource({ checkout_url: 'javascript:alert(1)' }))
    await expect(paymongo().create(order)).rejects.toThrow('data.attributes.checkout_url')
  })
})
