import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listPayments } from '../../src/server/admin/payments.ts'
import { signUp, type Person } from '../support/cast.ts'
import { waitingForLocks } from '../support/database.ts'
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
  sessionOf,
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

describe('a look-up', () => {
  it('that was overtaken by a later one changes nothing, and what was given back stays so', async () => {
    const path = await openCheckout(app, mina)
    await payAt(app, path)
    await app.passOn()
    await askTestProvider(app, '/v1/disputes', { payment_id: paymentOf(path) })
    await app.passOn()
    /** A look-up that saw the payment as paid, and began so many look-ups after the last one that was applied. */
    const settle = async (after: number) => {
      const { rows } = await app.owner.query<{ status: string | null }>(
        `select (app.settle_look(id, looked + $2, 'paid', payment_id, 'gcash', now(), null)).status
         from public.payments where session_id = $1`,
        [sessionOf(path), after],
      )
      return [rows[0]?.status, await hasPremium(mina)]
    }
    expect([await settle(-1), await settle(0)]).toEqual([
      [null, false],
      [null, false],
    ])
    expect(await settle(1)).toEqual(['paid', true])
    await askTestProvider(app, '/v1/disputes', { payment_id: paymentOf(path), amount: 0 })
    await askTestProvider(app, '/v1/refunds', { payment_id: paymentOf(path) })
    await app.passOn()
    expect(await settle(1)).toEqual([null, false])
  })

  it('that fails is made again by the job, with the event', async () => {
    const path = await openCheckout(app, mina)
    await payAt(app, path)
    const file = join(app.dataDir, 'test-payments', `${sessionOf(path)}.json`)
    const session = await readFile(file, 'utf8')
    await writeFile(file, '{"id": "cs_1", "attributes": {}}')
    await app.passOn()
    expect([await hasPremium(mina), app.logged]).toEqual([
      false,
      expect.arrayContaining([
        expect.stringMatching(/^Payments: a look-up failed, and a job tries again: an answer/),
      ]),
    ])
    await writeFile(file, session)
    await app.reconcileIn(2)
    expect([await hasPremium(mina), await termsOf(app, mina)]).toEqual([true, [{ months: 1 }]])
  })

  it.each([
    ['amount', { line_items: [{ name: 'x', amount: 100, currency: 'PHP', quantity: 1 }] }],
    ['plan', { metadata: { plan: 'premium_yearly' } }],
    ['currency', { line_items: [{ name: 'x', amount: 12_900, currency: 'IDR', quantity: 1 }] }],
    ['livemode', { livemode: true }],
    ['reference_number', { reference_number: '3f0c6f0e-0000-4000-8000-000000000001' }],
  ])(
    'that shows another %s than our row grants nothing and is told to the operator',
    async (wrong, attributes) => {
      const path = await openCheckout(app, mina)
      await payAt(app, path)
      const file = join(app.dataDir, 'test-payments', `${sessionOf(path)}.json`)
      const session = JSON.parse(await readFile(file, 'utf8')) as { attributes: object }
      await writeFile(
        file,
        JSON.stringify({ ...session, attributes: { ...session.attributes, ...attributes } }),
      )
      await app.passOn()
      expect([await hasPremium(mina), await ownPayments(mina)]).toMatchObject([false, [{ status: 'failed' }]])
      expect(app.logged[0]).toMatch(
        new RegExp(`^Payments: the session of checkout [\\w-]+ has another ${wrong}\\.`),
      )
      expect(app.logged.join()).not.toContain(mina.id)
    },
  )
})

describe('a checkout', () => {
  it('is one for a double click, two tabs and thirty calls at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => askCheckout(app, mina)))
    expect(new Set(answers.map(({ checkout_url: url }) => url)).size).toBe(1)
    expect(answers[0]).toEqual({
      status: 200,
      success: true,
      checkout_url: expect.stringMatching(/^http:\/\/emote\.test\/test-payments\/checkout\/cs_[0-9a-f]{24}$/),
    })
    expect(await ownPayments(mina)).toHaveLength(1)
    const yearly = await openCheckout(app, mina, 'premium_yearly')
    expect(yearly).not.toBe(new URL(answers[0]?.checkout_url ?? '').pathname)
    expect(await ownPayments(mina)).toMatchObject([{ amount: 12_900 }, { amount: 129_000 }])
  })

  it('is reserved once by eight transactions at once', async () => {
    const payload = JSON.parse(Buffer.from(mina.token.split('.')[1] ?? '', 'base64url').toString()) as {
      session_id: string
    }
    const claims = { role: 'authenticated', sub: mina.id, session_id: payload.session_id } as const
    const statement = { text: `select * from app.reserve_checkout('premium_monthly', 'test')` }
    // All wait for the account's row and go on in the same moment.
    await app.owner.query('begin')
    await app.owner.query('select from auth.users where id = $1 for update', [mina.id])
    const reserving = Array.from({ length: 8 }, () =>
      app.db.as(claims, (tx) => tx.last<{ refusal: string | null }>(statement), { timeoutMs: 60_000 }),
    )
    await waitingForLocks(app, 8)
    await app.owner.query('commit')
    const reserved = (await Promise.all(reserving)).map(({ rows }) => rows[0]?.refusal)
    expect(reserved.filter((refusal) => refusal === 'busy')).toHaveLength(7)
    expect(await ownPayments(mina)).toHaveLength(1)
  })

  it('is opened anew after a quarter of an hour, and both may be paid', async () => {
    const first = await openCheckout(app, mina)
    await ageCheckout(app, first, '16 minutes')
    const second = await openCheckout(app, mina)
    expect(second).not.toBe(first)
    await payAt(app, first)
    await payAt(app, second)
    await app.passOn()
    expect(await termsOf(app, mina)).toEqual([{ months: 1 }, { months: 1 }])
  })

  it('that the provider has ended is replaced by the next call', async () => {
    const ended = await openCheckout(app, mina)
    expect((await askTestProvider(app, `/v1/checkout_sessions/${sessionOf(ended)}/expire`)).status).toBe(200)
    const next = await openCheckout(app, mina)
    expect(next).not.toBe(ended)
    expect(await ownPayments(mina)).toMatchObject([{ status: 'expired' }, { status: 'open' }])
  })

  it('ends after a day, at the provider too, and what was paid before that still counts', async () => {
    const [unpaid, late] = [await openCheckout(app, mina), await openCheckout(app, mina, 'premium_yearly')]
    await payAt(app, late)
    await ageCheckout(app, unpaid, '25 hours')
    await ageCheckout(app, late, '25 hours')
    await app.reconcileIn(16)
    expect(await ownPayments(mina)).toMatchObject([{ status: 'expired' }, { status: 'paid' }])
    expect(await payAt(app, unpaid)).toBe(unpaid)
    expect(await (await app.fetch(unpaid)).text()).toContain('Tapos na ang oras')
    expect(await termsOf(app, mina)).toEqual([{ months: 12 }])
  })

  it('of a deleted account ends, and its payment stays without a person', async () => {
    const [bought, open] = [await openCheckout(app, mina), await openCheckout(app, mina, 'premium_yearly')]
    await payAt(app, bought)
    await app.passOn()
    await app.owner.query('delete from auth.users where id = $1', [mina.id])
    await app.reconcileIn(0)
    expect(await payAt(app, open)).toBe(open)
    const { rows } = await app.owner.query(
      'select user_id, status, checkout_url from public.payments where session_id = any ($1) order by created_at',
      [[sessionOf(bought), sessionOf(open)]],
    )
    expect(rows).toEqual([
      { user_id: null, status: 'paid', checkout_url: null },
      { user_id: null, status: 'expired', checkout_url: null },
    ])
  })

  it('that was paid while its account is being deleted is told to the operator, and listed until it is refunded', async () => {
    const path = await openCheckout(app, mina)
    await payAt(app, path)
    // Its person is leaving: the rows are erased in batches, and the account last.
    await app.owner.query(`insert into app.leavings (user_id, email) values ($1, 'm@example.test')`, [
      mina.id,
    ])
    await app.passOn()
    expect(await termsOf(app, mina)).toEqual([])
    expect(app.logged).toEqual([
      expect.stringMatching(
        /^Payments: checkout [\w-]+ was paid after its account was deleted: refund it\.$/,
      ),
    ])
    const list = () =>
      listPayments({ db: app.db, keys: app.keys, publicUrl: 'http://emote.test', operator: '' })
    expect(await list()).toMatch(new RegExp(`^refund   ${paymentOf(path)}, ₱129`, 'm'))
    await askTestProvider(app, '/v1/refunds', { payment_id: paymentOf(path), amount: 12_900 })
    await app.passOn()
    expect(await list()).not.toContain('refund')
  })

  it('is refused kindly when Premium is paid for five years', async () => {
    await app.owner.query(
      `update public.user_profiles set is_premium = true, premium_until = now() + interval '61 months' where id = $1`,
      [mina.id],
    )
    expect(await askCheckout(app, mina)).toMatchObject({
      status: 409,
      error: expect.stringContaining('limang taon'),
    })
    expect(await ownPayments(mina)).toEqual([])
  })

  it.each([
    ['an unknown plan', { plan: 'premium_forever' }],
    ['a plan of Object', { plan: 'constructor' }],
    ['no plan', { plan: undefined }],
    ['an amount', { amount: 1 }],
    ['a status', { status: 'paid' }],
    ['another origin', { successUrl: 'https://evil.test/billing' }],
    ['a look-alike', { successUrl: 'http://emote.test.evil.test/billing' }],
    ['a login', { cancelUrl: 'http://emote.test@evil.test/billing' }],
    ['a login before our own name', { cancelUrl: 'http://a:b@emote.test/billing' }],
    ['a script', { successUrl: 'javascript:alert(1)//http://emote.test/billing' }],
    ['another port', { successUrl: 'http://emote.test:81/billing' }],
    ['a path that is no page', { successUrl: 'http://emote.test/test-payments/checkout/cs_1' }],
    ['a path of the API', { successUrl: 'http://emote.test/auth/v1/verify' }],
    ['a path alone', { successUrl: '/billing' }],
    ['a number', { cancelUrl: 7 }],
    ['an endless address', { cancelUrl: `http://emote.test/billing?${'a'.repeat(500)}` }],
  ])('is refused with %s', async (_, body) => {
    expect(await askCheckout(app, mina, body)).toMatchObject({ status: 400, success: false })
    expect(await ownPayments(mina)).toEqual([])
  })

  it('needs a session', async () => {
    expect(await askCheckout(app, { token: app.keys.anonKey })).toMatchObject({
      status: 401,
      error: 'Please sign in first.',
    })
    const { client, token } = mina
    await client.auth.signOut()
    expect(await askCheckout(app, { token })).toMatchObject({ status: 401, error: 'Please sign in first.' })
  })

  it('is a row that its owner reads and nobody writes', async () => {
    await openCheckout(app, mina)
    const { client } = mina
    for (const column of ['session_id', 'checkout_url', 'looks', '*'])
      expect([column, (await client.from('payments').select(column)).status]).toEqual([
        column,
        column === '*' ? 200 : 403,
      ])
    const row = { plan: 'premium_yearly', amount: 1, status: 'paid', provider: 'test', user_id: mina.id }
    expect((await client.from('payments').insert(row)).status).toBe(403)
    expect((await client.from('payments').update({ status: 'paid' }).eq('user_id', mina.id)).status).toBe(403)
    expect((await client.from('payments').delete().eq('user_id', mina.id)).status).toBe(403)
  })
})

describe('the test provider', () => {
  it('is plainly marked, has no script, and answers its API to its key only', async () => {
    const path = await openCheckout(app, mina)
    const page = await app.fetch(path)
    const html = await page.text()
    expect(html).toContain('<strong>TEST</strong>Hindi ito totoong bayaran. Walang pera na gagalaw.')
    expect(html).toContain('₱129<')
    expect(html).not.toMatch(/<script|\son\w+=|https?:\/\/(?!emote\.test)/)
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    for (const api of [`/v1/checkout_sessions/${sessionOf(path)}`, '/v2/checkout_sessions', '/v1/refunds'])
      expect((await app.fetch(`/test-payments${api}`)).status).toBe(401)
    expect((await askTestProvider(app, '/v1/refunds', { payment_id: 'pay_iba' })).status).toBe(404)
    expect((await askTestProvider(app, '/v2/checkout_sessions', { line_items: 7 })).status).toBe(400)
    expect((await app.fetch('/test-payments/checkout/..%2f..%2fsecrets')).status).toBe(404)
  })

  it('declines a card, and lets the person try again', async () => {
    const path = await openCheckout(app, mina)
    expect(await payAt(app, path, 'declined')).toBe(`${path}?declined=1`)
    await app.passOn()
    expect(await ownPayments(mina)).toMatchObject([{ status: 'open' }])
    expect(await payAt(app, path, 'card')).toBe('http://emote.test/billing?state=success')
    await app.passOn()
    expect(await ownPayments(mina)).toEqual([{ ...paidMonth, method: 'card' }])
  })
})
