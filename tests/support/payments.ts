import { expect } from 'vitest'
import { reconcile } from '../../src/server/jobs/payments.ts'
import { signWebhook } from '../../src/server/providers/payments/signature.ts'
import type { Delivery } from '../../src/server/providers/payments/test-provider/deliveries.ts'
import { startApp, type TestApp } from './app.ts'
import type { Person } from './cast.ts'

const successUrl = '/billing?state=success'
const cancelUrl = '/billing?state=cancel'

/** Calls the function, as the page does. */
export async function askCheckout(
  app: TestApp,
  { token }: Pick<Person, 'token'>,
  body: object = {},
): Promise<{ status: number; success?: boolean; checkout_url?: string; error?: string }> {
  const site = 'http://emote.test'
  const response = await app.fetch('/functions/v1/paymongo-create-session', {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      plan: 'premium_monthly',
      successUrl: site + successUrl,
      cancelUrl: site + cancelUrl,
      ...body,
    }),
  })
  return { status: response.status, ...((await response.json()) as object) }
}

/** The path of a new checkout's page. */
export async function openCheckout(app: TestApp, person: Person, plan = 'premium_monthly'): Promise<string> {
  const { checkout_url: url, error } = await askCheckout(app, person, { plan })
  if (!url) throw new Error(`No checkout was opened: ${error}`)
  return new URL(url).pathname
}

/** Presses a button of the test provider's page. Returns where the browser goes. */
export async function payAt(app: TestApp, path: string, method = 'gcash'): Promise<string> {
  const response = await app.fetch(`${path}/pay?method=${method}`, { method: 'POST' })
  return response.headers.get('location') ?? `status ${response.status}`
}

export const sessionOf = (path: string): string => path.split('/').at(-1) ?? ''
export const paymentOf = (path: string): string => sessionOf(path).replace(/^cs_/, 'pay_')

/** Calls the test provider's API with its key. */
export function askTestProvider(app: TestApp, path: string, attributes: object = {}): Promise<Response> {
  const key = Buffer.from('sk_test_lihim_ng_pagsubok:').toString('base64')
  return app.fetch(`/test-payments${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { attributes } }),
  })
}

export const signAs = (app: TestApp, body: string, at = Date.now(), isLive = false): string =>
  signWebhook(Buffer.from(body), { secret: app.payments?.provider.webhookSecret ?? '', isLive }, at)

/** Sends a webhook to the server, signed now unless a signature is given. */
export async function sendWebhook(
  app: TestApp,
  { body, signature = signAs(app, body) }: Partial<Delivery> & { body: string },
): Promise<number> {
  const headers = { 'content-type': 'application/json', 'paymongo-signature': signature }
  return (await app.fetch('/webhooks/paymongo', { method: 'POST', headers, body })).status
}

export type PaidApp = TestApp & {
  /** Webhooks that the test provider sent. The test passes them on, or not. */
  sent: Delivery[]
  /** Passes on what was sent, and waits until the server has worked on it. */
  passOn(): Promise<void>
  /** Runs the job as of so many minutes from now. */
  reconcileIn(minutes: number): Promise<void>
}

export async function startPaidApp(): Promise<PaidApp> {
  const sent: Delivery[] = []
  const app = await startApp({ payments: { deliver: async (one) => sent.push(one) > 0 } })
  const { db, payments } = app
  if (!payments) throw new Error('Payments are off')
  return {
    ...app,
    sent,
    async passOn() {
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they were sent
      for (const one of sent.splice(0)) expect(await sendWebhook(app, one)).toBe(200)
      await payments.stop()
    },
    reconcileIn: (minutes) =>
      reconcile(
        { db, payments, log: (line) => void app.logged.push(line) },
        new Date(Date.now() + minutes * 60_000),
      ),
  }
}

export async function hasPremium({ client, id }: Person): Promise<boolean> {
  const { data } = await client
    .from('user_profiles')
    .select('is_premium, premium_until')
    .eq('id', id)
    .single()
  return data?.is_premium === true && Date.parse(String(data.premium_until)) > Date.now()
}

/** The person's checkouts, oldest first, as the API shows them. */
export async function ownPayments({ client }: Person): Promise<object[] | null> {
  const columns = 'plan, amount, currency, provider, status, method'
  return (await client.from('payments').select(columns).order('created_at')).data
}

export async function termsOf({ owner }: TestApp, { id }: Person): Promise<object[]> {
  const text = 'select months from app.premium_terms where user_id = $1 and revoked_at is null'
  return (await owner.query<object>(text, [id])).rows
}

/** Makes a checkout older, with all its times. */
export const ageCheckout = ({ owner }: TestApp, path: string, interval: string): Promise<unknown> =>
  owner.query(
    `update public.payments set created_at = created_at - $2::interval, look_at = look_at - $2::interval where session_id = $1`,
    [sessionOf(path), interval],
  )

/** A paid month, as `ownPayments` shows it. */
export const paidMonth = {
  plan: 'premium_monthly',
  amount: 12_900,
  currency: 'PHP',
  provider: 'test',
  status: 'paid',
  method: 'gcash',
}
