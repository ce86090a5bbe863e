import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signUp, type Person } from '../support/cast.ts'
import {
  ageCheckout,
  askCheckout,
  askTestProvider,
  hasPremium,
  openCheckout,
  ownPayments,
  type PaidApp,
  paidMonth,
  payAt,
  paymentOf,
  sendWebhook,
  sessionOf,
  signAs,
  startPaidApp,
  termsOf,
} from '../support/payments.ts'

let app: PaidApp
let mina: Person
let named = 0

beforeAll(async () => {
  app = await startPaidApp()
})
beforeEach(async () => {
  app.sent.length = 0
  app.logged.length = 0
  mina = await signUp(app, `Mina${++named}`)
})
afterAll(() => app.stop())

describe('a payment', () => {
  it('makes a person Premium when the webhook arrives, and not when the page returns', async () => {
    const path = await openCheckout(app, mina)
    expect(await payAt(app, path)).toBe('http://emote.test/billing?state=success')
    await app.fetch('/billing?state=success')
    expect([await hasPremium(mina), await ownPayments(mina)]).toMatchObject([false, [{ status: 'open' }]])
    expect(app.sent.map(({ type }) => type)).toEqual(['payment.paid', 'checkout_session.payment.paid'])
    await app.passOn()
    expect([await hasPremium(mina), await ownPayments(mina)]).toEqual([true, [paidMonth]])
    const ben = await signUp(app, `Ben${named}`)
    expect(await ownPayments(ben)).toEqual([])
    expect(app.logged).toEqual([])
  })

  it('of a year, by a person without a profile, grants twelve months', async () => {
    await app.owner.query('delete from public.user_profiles where id = $1', [mina.id])
    await payAt(app, await openCheckout(app, mina, 'premium_yearly'), 'card')
    await app.passOn()
    expect([await hasPremium(mina), await termsOf(app, mina)]).toEqual([true, [{ months: 12 }]])
  })

  it('grants one term, whatever the order, the number and the delay of a thousand deliveries', async () => {
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, at) => signUp(app, `Marami${named}x${at}`)),
    )
    for (const person of people) {
      const path = await openCheckout(app, person)
      await payAt(app, path, 'declined')
      await payAt(app, path)
    }
    const bodies = app.sent.filter(({ type }) => type !== 'payment.failed').map(({ body }) => body)
    const late = app.sent.map(({ body }) => body)
    expect([bodies.length, late.length]).toEqual([20, 30])
    const queue = Array.from({ length: 1_000 }, (_, at) => (at < 30 ? late[at] : bodies[at % 20]) ?? '')
    for (let at = queue.length - 1; at > 0; at--) {
      const other = Math.floor(Math.random() * (at + 1))
      ;[queue[at], queue[other]] = [queue[other] ?? '', queue[at] ?? '']
    }
    const statuses = new Set<number>()
    const sendNext = async (): Promise<void> => {
      for (let body = queue.pop(); body; body = queue.pop()) {
        const at = Date.now() - Math.floor(Math.random() * 200_000)
        // oxlint-disable-next-line no-await-in-loop -- forty senders, each one after the other
        statuses.add(await sendWebhook(app, { body, signature: signAs(app, body, at) }))
      }
    }
    await Promise.all(Array.from({ length: 40 }, sendNext))
    await app.payments?.stop()
    await app.reconcileIn(1)
    expect([...statuses]).toEqual([200])
    for (const person of people) expect(await termsOf(app, person)).toEqual([{ months: 1 }])
    const { rows } = await app.owner.query(
      'select count(*)::int as open from app.payment_events where done_at is null',
    )
    expect(rows).toEqual([{ open: 0 }])
  })

  it('whose webhook is lost is found by the job, once', async () => {
    await payAt(app, await openCheckout(app, mina))
    await Promise.all([app.reconcileIn(16), app.reconcileIn(16), app.reconcileIn(16)])
    expect([await hasPremium(mina), await termsOf(app, mina), app.logged]).toEqual([
      true,
      [{ months: 1 }],
      [],
    ])
    await app.passOn()
    expect(await termsOf(app, mina)).toEqual([{ months: 1 }])
  })

  it('is looked up once a round, also by a node whose clock is ahead', async () => {
    const text = `insert into public.payments (user_id, plan, amount, provider, session_id, look_at)
      select $1, 'premium_monthly', 12900, 'test', 'cs_' || n, now() from generate_series(1, 30) as n`
    await app.owner.query(text, [mina.id])
    await app.reconcileIn(61)
    const { rows } = await app.owner.query(
      'select max(looks) as most from public.payments where user_id = $1',
      [mina.id],
    )
    expect(rows).toEqual([{ most: 2 }])
    await app.owner.query('delete from public.payments where user_id = $1', [mina.id])
  })

  it('is found by a second call for a checkout, which does not send the person to pay again', async () => {
    await payAt(app, await openCheckout(app, mina))
    expect(await askCheckout(app, mina)).toEqual({
      status: 409,
      success: false,
      error: 'Natanggap na ang bayad mo. Salamat! 💜',
    })
    expect(await hasPremium(mina)).toBe(true)
  })

  it('goes through after many declined tries, of which ten are told', async () => {
    const path = await openCheckout(app, mina)
    await Promise.all(Array.from({ length: 30 }, () => payAt(app, path, 'declined')))
    expect(app.sent).toHaveLength(10)
    await payAt(app, path)
    await app.passOn()
    expect(await hasPremium(mina)).toBe(true)
  })

  it('that is given back takes the term back, and a part of it does not', async () => {
    const path = await openCheckout(app, mina)
    await payAt(app, path)
    await app.passOn()
    await askTestProvider(app, '/v1/refunds', { payment_id: paymentOf(path), amount: 900 })
    await app.passOn()
    expect(await hasPremium(mina)).toBe(true)
    await askTestProvider(app, '/v1/refunds', { payment_id: paymentOf(path), amount: 12_000 })
    await app.passOn()
    expect([await hasPremium(mina), await ownPayments(mina)]).toEqual([
      false,
      [{ ...paidMonth, status: 'refunded' }],
    ])
  })

  it('that a bank disputes takes the term back until the bank decides for us', async () => {
    const path = await openCheckout(app, mina)
    await payAt(app, path)
    await app.passOn()
    await askTestProvider(app, '/v1/disputes', { payment_id: paymentOf(path) })
    // No event is known for it: the weekly look-up finds it.
    app.sent.length = 0
    await ageCheckout(app, path, '8 days')
    await app.reconcileIn(0)
    expect([await hasPremium(mina), await ownPayments(mina)]).toEqual([
      false,
      [{ ...paidMonth, status: 'disputed' }],
    ])
    await askTestProvider(app, '/v1/disputes', { payment_id: paymentOf(path), amount: 0 })
    await app.passOn()
    expect([await hasPremium(mina), await termsOf(app, mina)]).toEqual([true, [{ months: 1 }]])
  })

  it('is told to open pages of the person, by an event without content', async () => {
    await payAt(app, await openCheckout(app, mina))
    await app.passOn()
    const { rows } = await app.owner.query('select event, payload from realtime.messages where topic = $1', [
      `user-notifications-${mina.id}`,
    ])
    expect(rows).toEqual([{ event: 'profile_changed', payload: {} }])
  })
})

/** Makes events that say "paid" of a checkout that nobody paid. */
const ofUnpaid = async () => {
  const path = await openCheckout(app, mina)
  const data = {
    id: sessionOf(path),
    type: 'checkout_session',
    attributes: { paid_at: 1, payments: [{ status: 'paid' }] },
  }
  return (id: string, more: object = {}) =>
    JSON.stringify({
      data: {
        id,
        type: 'event',
        attributes: { type: 'checkout_session.payment.paid', livemode: false, data, ...more },
      },
    })
}

describe('a webhook', () => {
  it('that is signed and says "paid" of what nobody paid grants nothing', async () => {
    const event = await ofUnpaid()
    expect(await sendWebhook(app, { body: event('evt_hindi_totoo') })).toBe(200)
    await app.payments?.stop()
    expect([await hasPremium(mina), await ownPayments(mina)]).toMatchObject([false, [{ status: 'open' }]])
  })

  it('with one altered byte, or another signature, is 401', async () => {
    await payAt(app, await openCheckout(app, mina))
    const body = app.sent[1]?.body ?? ''
    const signature = signAs(app, body)
    for (let at = 0; at < body.length; at += 5) {
      const byte = String.fromCharCode(body.charCodeAt(at) ^ 1)
      const altered = body.slice(0, at) + byte + body.slice(at + 1)
      // oxlint-disable-next-line no-await-in-loop -- the first one that passes is named
      expect([at, await sendWebhook(app, { body: altered, signature })]).toEqual([at, 401])
    }
    for (const wrong of [
      '',
      't=1',
      signature.replace(/.,li=/, ',li='),
      signAs(app, body, Date.now() - 400_000),
      signAs(app, body, Date.now() + 400_000),
      signAs(app, body, Date.now(), true),
      signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1_000) + 7}`),
    ])
      expect(await sendWebhook(app, { body, signature: wrong })).toBe(401)
    await app.reconcileIn(1)
    expect([await hasPremium(mina), await ownPayments(mina)]).toMatchObject([false, [{ status: 'open' }]])
  })

  it('needs no key, is sent by POST, and is small', async () => {
    const get = await app.fetch('/webhooks/paymongo')
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await app.fetch('/webhooks/paymongo/', { method: 'POST' })).status).toBe(405)
    expect((await app.fetch('/webhooks/iba', { method: 'POST' })).status).toBe(405)
    const large = 'a'.repeat(65_537)
    expect(await sendWebhook(app, { body: large })).toBe(413)
    expect(await sendWebhook(app, { body: 'a'.repeat(65_536) })).toBe(400)
  })

  it('of another mode, without an id, or in another shape is 400 and stores nothing', async () => {
    const event = await ofUnpaid()
    const bodies = [
      event('evt_live', { livemode: true }),
      event('evt_x', { livemode: 'false' }),
      event('cs_1'),
      event('evt_\u0000'),
      event(`evt_${'a'.repeat(200)}`),
      event('evt_x', { type: 'bayad na\n' }),
      event('evt_x', { data: null }),
      '',
      '[]',
      '{"data":',
      '\ufeff{}',
      '"\ud800"',
    ]
    for (const body of bodies) expect([body, await sendWebhook(app, { body })]).toEqual([body, 400])
    expect(
      (await app.owner.query(`select from app.payment_events where event_id ~ '^evt_(live|x)'`)).rowCount,
    ).toBe(0)
  })

  it('about something that is not ours is stored and done', async () => {
    for (const data of [
      { id: 'cs_iba' },
      { id: 'src_1', attributes: null },
      { id: 'ref_1', attributes: { payment_id: 'pay_iba' } },
    ]) {
      const attributes = { type: 'payment.refund.updated', livemode: false, data }
      const body = JSON.stringify({ data: { id: `evt_${data.id}`, attributes } })
      expect(await sendWebhook(app, { body })).toBe(200)
    }
    await app.payments?.stop()
    const { rows } = await app.owner.query(`select from app.payment_events where done_at is null`)
    expect([rows, app.logged]).toEqual([[], []])
  })
})
