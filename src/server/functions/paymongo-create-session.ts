import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { isPlan, type Plan, plans } from '../../shared/plans.ts'
import { routeOf } from '../../shared/routes.ts'
import type { Claims, Db } from '../db/door.ts'
import { reasonOf, type Payments } from '../payments/payments.ts'
import { readInput, type Operation } from './call.ts'
import { refusal } from './errors.ts'
import { reserveAs } from './reserve.ts'

const address = v.pipe(v.string(), v.maxLength(500))
const input = v.strictObject({
  plan: v.custom<Plan>(isPlan),
  successUrl: address,
  cancelUrl: address,
})
const wrongAddress = 'Hindi sa Emote ang babalikang address.'
const sentences = new Map([
  ['plan', 'Pumili muna ng plan.'],
  ['successUrl', wrongAddress],
  ['cancelUrl', wrongAddress],
])
const failed = 'Something went wrong. Please try again.'
const signedOut = 'Please sign in first.'
/** Another request of the same person asks the provider. Its answer comes within 10 seconds. */
const tries = 25
const pauseMs = 400

/** Opens a checkout at the provider. A second call within fifteen minutes gets the same one. */
export const paymongoCreateSession: Operation = {
  signedOut,
  pace: ['checkoutAccount', 'writeNetwork'],
  async answer({ db, payments, uploads, log }, { request, claims }) {
    const { plan, ...urls } = await readInput(request, input, sentences)
    if (!payments) throw refusal(503, 'Sarado muna ang bayaran dito. Puwede ang manual na bayad.')
    const successUrl = ownAddress(urls.successUrl, uploads.publicUrl)
    const cancelUrl = ownAddress(urls.cancelUrl, uploads.publicUrl)
    const ask = () => reserve(db, claims, plan, payments.provider.by)
    const known = await ask()
    // One that the provider has ended makes room for another.
    const reserved = known.url && (await hasEnded(db, payments, known.payment)) ? await ask() : known
    if (reserved.url) return Response.json({ success: true, checkout_url: reserved.url })
    const { payment: reference, amount } = reserved
    const name = `Premium – ${plans[plan].months === 12 ? '1 taon' : '1 buwan'}`
    const order = { reference, plan, amount, name, successUrl, cancelUrl }
    const session = await payments.provider.create(order).catch(async (error: unknown) => {
      log(`Payments: no checkout was opened: ${reasonOf(error)}`)
      await fail(db, reference)
      throw refusal(502, failed)
    })
    await store(db, reference, session)
    return Response.json({ success: true, checkout_url: session.url })
  },
}

/** The address, when it is a page of ours. The provider sends the payer there. */
function ownAddress(text: string, publicUrl: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOurs =
    url?.origin === new URL(publicUrl).origin && !url.username && !url.password && routeOf(url.pathname)
  if (!url || !isOurs) throw refusal(400, wrongAddress)
  return url.href
}

type Reserved = {
  payment: string
  amount: number
  session: string | null
  url: string | null
  refusal: string | null
}

async function reserve(db: Db, claims: Claims, plan: Plan, provider: string): Promise<Reserved> {
  const text = 'select payment, amount, session, url, refusal from app.reserve_checkout($1, $2)'
  for (let at = 0; at < tries; at++) {
    // oxlint-disable no-await-in-loop -- waits for the other request
    const reserved = await reserveAs<Reserved>(db, claims, { text, values: [plan, provider] }, signedOut)
    if (reserved?.refusal === 'far')
      throw refusal(409, 'Bayad na ang Premium mo ng mahigit limang taon. Salamat! Sapat na muna iyon.')
    if (reserved && !reserved.refusal) return reserved
    await wait(pauseMs)
    // oxlint-enable no-await-in-loop
  }
  throw refusal(503, 'Binubuksan pa ang bayaran mo. Subukan ulit maya-maya.', { 'retry-after': '5' })
}

/** Nobody is sent to pay again for what is paid already. When the provider does not answer, its page will say so. */
async function hasEnded(db: Db, payments: Payments, checkout: string): Promise<boolean> {
  await payments.look(checkout).catch(() => undefined)
  // A webhook may have been faster than this look-up.
  const statement = { text: 'select status from public.payments where id = $1', values: [checkout] }
  const { rows } = await db.asService((tx) => tx.last<{ status: string }>(statement))
  if (rows[0]?.status === 'paid') throw refusal(409, 'Natanggap na ang bayad mo. Salamat! 💜')
  return rows[0]?.status !== 'open'
}

async function store(db: Db, id: string, session: { id: string; url: string }): Promise<void> {
  const text = `update public.payments
    set session_id = $2, checkout_url = $3, look_at = app.next_look('open', created_at, null) where id = $1`
  await db.asService((tx) => tx.last({ text, values: [id, session.id, session.url] }))
}

async function fail(db: Db, id: string): Promise<void> {
  const text = `update public.payments set status = 'failed', ended_at = now() where id = $1 and session_id is null`
  await db.asService((tx) => tx.last({ text, values: [id] }))
}
