import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp } from '../support/cast.ts'
import { askCheckout, openCheckout, payAt, sendWebhook, signAs } from '../support/payments.ts'

let app: TestApp
afterEach(() => app.stop())

const event = (livemode: boolean) =>
  JSON.stringify({
    data: { id: 'evt_1', attributes: { type: 'payment.paid', livemode, data: { id: 'pay_1' } } },
  })

it('without a provider nobody can pay, and no webhook is answered', async () => {
  app = await startApp({ payments: 'off' })
  const mina = await signUp(app, 'Mina')
  expect(await askCheckout(app, mina)).toMatchObject({
    status: 503,
    error: expect.stringContaining('manual'),
  })
  expect(await sendWebhook(app, { body: '{}' })).toBe(404)
  expect((await app.fetch('/test-payments/checkout/cs_1', { headers: { accept: 'text/html' } })).status).toBe(
    404,
  )
})

it('with PayMongo the test provider is away, a live key takes live events only, and a failure leaves no open checkout', async () => {
  const asked: string[] = []
  const paymongo = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(503).end()
  })
  paymongo.listen(0, '127.0.0.1')
  await once(paymongo, 'listening')
  const address = paymongo.address()
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const methods = ['gcash']
  app = await startApp({
    payments: { paymongo: { secretKey: 'sk_live_lihim', webhookSecret: 'whsk_lihim', baseUrl, methods } },
  })
  const mina = await signUp(app, 'Mina')
  const answers = [await askCheckout(app, mina), await askCheckout(app, mina)]
  expect(answers).toMatchObject([
    { status: 502, error: 'Something went wrong. Please try again.' },
    { status: 502, error: 'Something went wrong. Please try again.' },
  ])
  expect(asked).toEqual(['POST /v2/checkout_sessions', 'POST /v2/checkout_sessions'])
  const { data } = await mina.client.from('payments').select('status, provider')
  expect(data).toEqual([
    { status: 'failed', provider: 'paymongo' },
    { status: 'failed', provider: 'paymongo' },
  ])
  expect(app.logged.join()).toBe(
    'Payments: no checkout was opened: status 503,Payments: no checkout was opened: status 503',
  )
  const live = event(true)
  expect(await sendWebhook(app, { body: live, signature: signAs(app, live, Date.now(), true) })).toBe(200)
  expect(await sendWebhook(app, { body: live })).toBe(401)
  const test = event(false)
  expect(await sendWebhook(app, { body: test, signature: signAs(app, test, Date.now(), true) })).toBe(400)
  expect((await app.fetch('/test-payments/checkout/cs_1', { headers: { accept: 'text/html' } })).status).toBe(
    404,
  )
  paymongo.close()
})

it('the webhooks of the test provider come over HTTP and make a person Premium', async () => {
  app = await startApp()
  const mina = await signUp(app, 'Mina')
  await payAt(app, await openCheckout(app, mina))
  const isPremium = async () =>
    (await mina.client.from('user_profiles').select('is_premium').eq('id', mina.id).single()).data?.is_premium
  await expect.poll(isPremium).toBe(true)
})
