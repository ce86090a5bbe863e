import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listPayments, rejectPayment, verifyPayment } from '../../src/server/admin/payments.ts'
import { notifyMissed } from '../../src/server/jobs/proofs.ts'
import { removeExpired } from '../../src/server/jobs/retention.ts'
import { operator, startApp, type TestApp, url } from '../support/app.ts'
import { overBudget } from '../support/budget.ts'
import { type Person, signUp } from '../support/cast.ts'
import { pdfOf, shown, taggedObjects } from '../support/documents.ts'
import { collect, hangUp, liveClient, subscribe } from '../support/live.ts'
import { mailsTo } from '../support/mailbox.ts'
import { canary } from '../support/pictures.ts'
import { picture } from '../support/storage.ts'

let app: TestApp
let mina: Person
let ben: Person
let named = 0
beforeAll(async () => {
  app = await startApp({ patient: true })
})
beforeEach(async () => {
  ;[mina, ben] = await Promise.all([signUp(app, `Mina${++named}`), signUp(app, `Ben${named}`)])
})
afterAll(() => app.stop())

const bucket = ({ client }: Person) => client.storage.from('payment-proofs')

/** Uploads a proof. Returns the address that the specification's client stores. */
async function proofOf(person: Person, file?: Blob): Promise<string> {
  const key = `${person.id}/${randomUUID()}_resibo.png`
  const { error } = await bucket(person).upload(key, file ?? (await picture()))
  if (error) throw error
  return bucket(person).getPublicUrl(key).data.publicUrl
}

const payment = (person: Person, proof: string, fields: object = {}) => ({
  user_id: person.id,
  plan: 'premium_monthly',
  amount: 12_900,
  proof_url: proof,
  ...fields,
})
const insert = ({ client }: Person, row: object) =>
  client.from('manual_payments').insert(row).select().single()

async function send(person: Person, fields: object = {}, file?: Blob): Promise<string> {
  const { data } = await insert(person, payment(person, await proofOf(person, file), fields)).throwOnError()
  return data.id
}
const rowsOf = async ({ client }: Person) => (await client.from('manual_payments').select()).data
const stored = async (id: string) =>
  (await app.owner.query('select * from public.manual_payments where id = $1', [id])).rows[0]

const tools = () => ({ db: app.db, keys: app.keys, publicUrl: url, operator })
const notify = (person: Person, body: object) =>
  app.fetch('/functions/v1/manual-payments-notify', {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
async function mailsOf(address: string) {
  app.mails.wake()
  await app.mails.idle()
  return mailsTo(app, address)
}
const premiumOf = async ({ client }: Person) =>
  (await client.from('user_profiles').select('is_premium, premium_until').single()).data
const bellOf = async ({ client }: Person) =>
  (await client.from('notices').select('kind, id, preview, target_url')).data

const pdf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'application/pdf' })

describe('a proof of payment', () => {
  it('is stored as the specification sends it, and only its owner sees the row and the file', async () => {
    const address = await proofOf(mina)
    const { data } = await insert(mina, payment(mina, address, { status: 'pending' })).throwOnError()
    const path = new URL(address).pathname
    expect(data).toEqual({
      id: expect.any(String),
      ...payment(mina, path),
      status: 'pending',
      reason: null,
      created_at: expect.any(String),
      decided_at: null,
      read_at: null,
    })
    const waiting = mina.client
      .from('manual_payments')
      .select('id')
      .match({ user_id: mina.id, plan: 'premium_monthly', status: 'pending' })
    expect((await waiting.maybeSingle()).data).toEqual({ id: data.id })
    expect(await rowsOf(ben)).toEqual([])
    expect((await app.client().from('manual_payments').select()).error).not.toBeNull()
    expect((await app.fetch(path)).status).toBe(400)
    const key = path.split('/payment-proofs/')[1] ?? ''
    expect((await bucket(ben).download(key)).error).not.toBeNull()
    expect((await bucket(mina).download(key)).error).toBeNull()
  })

  it('takes no forged column', async () => {
    const [own, foreign] = [await proofOf(mina), await proofOf(ben)]
    const codeOf = async (fields: object) => (await insert(mina, payment(mina, own, fields))).error?.code
    const forgeries: [fields: object, code: string][] = [
      [{ user_id: ben.id }, '42501'],
      [{ user_id: null }, '42501'],
      [{ status: 'verified' }, '42501'],
      [{ status: 'rejected' }, '42501'],
      [{ amount: 1 }, '23514'],
      [{ amount: 129_000 }, '23514'],
      [{ plan: 'premium_yearly' }, '23514'],
      [{ plan: 'premium_forever' }, '23514'],
      [{ plan: null }, '23514'],
      [{ proof_url: foreign }, '23514'],
      [{ proof_url: own.replace(mina.id, ben.id) }, '23514'],
      [{ proof_url: own.replace('http://emote.test', 'http://iba.test') }, '23514'],
      [{ proof_url: `/storage/v1/object/public/payment-proofs/${mina.id}/wala.png` }, '23514'],
      [{ proof_url: null }, '23514'],
      [{ reason: 'akin' }, '42501'],
      [{ created_at: '2020-01-01' }, '42501'],
      [{ decided_at: '2020-01-01' }, '42501'],
      [{ read_at: '2020-01-01' }, '42501'],
      [{ notified_at: '2020-01-01' }, '42501'],
      [{ proof_digest: 'a' }, '42501'],
    ]
    const told: unknown[] = []
    for (const [fields] of forgeries) told.push([fields, await codeOf(fields)])
    expect(told).toEqual(forgeries)
    expect(await rowsOf(mina)).toEqual([])
    expect(await premiumOf(mina)).toEqual({ is_premium: false, premium_until: null })
  })

  it('is pending once for each plan, also when fifty arrive at once, and again after the decision', async () => {
    const proof = await proofOf(mina)
    const codes = await Promise.all(
      Array.from(
        { length: 50 },
        async () => (await insert(mina, payment(mina, proof))).error?.code ?? 'stored',
      ),
    )
    expect(codes.toSorted()).toEqual([...Array.from({ length: 49 }, () => '23505'), 'stored'])
    await send(mina, { plan: 'premium_yearly', amount: 129_000 })
    const rows = (await rowsOf(mina)) ?? []
    expect(rows.map(({ plan, amount }) => `${plan} ${amount}`).toSorted()).toEqual([
      'premium_monthly 12900',
      'premium_yearly 129000',
    ])
    await rejectPayment(tools(), rows.find(({ amount }) => amount === 12_900)?.id, 'Malabo ang larawan.')
    await send(mina)
    expect(await rowsOf(mina)).toHaveLength(3)
  })

  it('is changed by nobody, and only a decided one is marked as read', async () => {
    const id = await send(mina)
    const change = async (fields: object, { client }: Person = mina) => {
      const { data, error } = await client.from('manual_payments').update(fields).eq('id', id).select('id')
      return error?.code ?? data?.length
    }
    const read_at = new Date().toISOString()
    expect([
      await change({ status: 'verified' }),
      await change({ amount: 1 }),
      await change({ read_at }),
      (await mina.client.from('manual_payments').delete().eq('id', id)).status,
    ]).toEqual(['42501', '42501', 0, 403])
    await rejectPayment(tools(), id, 'Malabo.')
    expect([
      await change({ read_at }, ben),
      await change({ read_at: null }),
      await change({ read_at }),
    ]).toEqual([0, '42501', 1])
  })

  it('loses scripts, names and places when it is a PDF; one with a password or over 10 MB is refused', async () => {
    const key = `${mina.id}/resibo.pdf`
    const { error } = await bucket(mina).upload(key, pdf(pdfOf(await taggedObjects())))
    expect(error).toBeNull()
    const { data } = await bucket(mina).download(key)
    const text = Buffer.from(await data!.arrayBuffer()).toString('latin1')
    expect([text.includes(shown), text.includes(canary), text.includes('JavaScript')]).toEqual([
      true,
      false,
      false,
    ])
    const locked = pdfOf(await taggedObjects(), '/Encrypt<</Filter/Standard>>')
    const refusals = [
      await bucket(mina).upload(`${mina.id}/locked.pdf`, pdf(locked)),
      await bucket(mina).upload(`${mina.id}/broken.pdf`, pdf(Buffer.from('%PDF-1.7\nhello'))),
      await bucket(mina).upload(`${mina.id}/page.html`, new Blob(['<script>alert(1)</script>'])),
      await bucket(mina).upload(`${mina.id}/huge.png`, new Blob([new Uint8Array(50 * 1_048_576)])),
    ]
    expect(refusals.map(({ error: refused }) => refused?.message)).toEqual([
      'The PDF has a password: save it without one, or send a picture of it',
      'The PDF is broken or holds parts that cannot be cleaned: send a picture of it',
      expect.stringContaining('is not supported'),
      'The object exceeded the maximum allowed size',
    ])
  })
})

describe('the operator', () => {
  it('gets one mail for a payment, however often the page calls', async () => {
    const before = (await mailsOf(operator)).length
    const [id, other] = [await send(mina), await send(ben)]
    const calls = await Promise.all(Array.from({ length: 5 }, () => notify(mina, { manual_payment_id: id })))
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await calls[0]?.json()).toEqual({ success: true })
    await notify(ben, { manual_payment_id: other })
    const mails = (await mailsOf(operator)).slice(before)
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 2 }, () => 'Emote: a payment waits for you'),
    )
    const about = mails.find(({ text }) => text?.includes(id))?.text ?? ''
    expect(about).toContain('Premium Monthly')
    expect(about).toContain('₱129\n')
    expect(about).not.toContain(mina.email)
    expect(about).not.toContain(mina.codename)
  })

  it('hears of nobody else’s payment, and of none that does not exist', async () => {
    const id = await send(mina)
    const answers = [
      await notify(ben, { manual_payment_id: id }),
      await notify(mina, { manual_payment_id: randomUUID() }),
      await notify(mina, { manual_payment_id: 'una' }),
      await notify(mina, {}),
      await notify({ ...mina, token: app.keys.anonKey }, { manual_payment_id: id }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 400, 401])
    expect(await answers[4]?.json()).toEqual({ success: false, error: 'Please sign in first.' })
    expect(await stored(id)).toMatchObject({ notified_at: null })
  })

  it('is mailed by a job when the page lost its connection after the insert, or over the budget of the server', async () => {
    const id = await send(mina)
    await overBudget(app, 'proofMail', async () =>
      expect((await notify(mina, { manual_payment_id: id })).status).toBe(200),
    )
    const about = async () => (await mailsOf(operator)).filter(({ text }) => text?.includes(id)).length
    await notifyMissed(app)
    expect(await about()).toBe(0)
    await app.owner.query(
      `update public.manual_payments set created_at = now() - interval '6 minutes' where id = $1`,
      [id],
    )
    await Promise.all([notifyMissed(app), notifyMissed(app)])
    await notifyMissed(app)
    expect(await about()).toBe(1)
  })

  it('lists what waits, with an address of the proof for minutes and a warning about a file that came before', async () => {
    const same = await picture('png', { shade: 7 })
    const [first, second] = [await send(mina, {}, same), await send(ben, {}, same)]
    const list = await listPayments(tools())
    const of = (id: string) => list.split('\n\n').find((part) => part.startsWith(`payment  ${id}`)) ?? ''
    expect(of(first)).toContain('Premium Monthly, ₱129')
    expect(of(first)).toContain(`The same file came with ${second}`)
    expect(of(second)).toContain(`The same file came with ${first}`)
    expect(list).not.toContain(mina.email)
    const [address = ''] = /http\S+/.exec(of(first)) ?? []
    const open = await app.fetch(address.replace(url, ''))
    expect([open.status, open.headers.get('content-type')]).toEqual([200, 'image/png'])
    app.advance(601_000)
    expect((await app.fetch(address.replace(url, ''))).status).toBe(400)
    app.advance(-601_000)
  })
})

describe('the outcome', () => {
  it('of two operators at once is one decision: Premium, the bell, an event and a mail', async () => {
    const id = await send(mina)
    const client = await liveClient(app, { token: mina.token })
    const channel = client.channel(`user-notifications-${mina.id}`, { config: { private: true } })
    const heard = collect(channel)
    await subscribe(channel)
    const said = await Promise.allSettled([
      verifyPayment(tools(), id),
      verifyPayment(tools(), id),
      rejectPayment(tools(), id, 'Mali'),
    ])
    const done = said.filter(({ status }) => status === 'fulfilled')
    const late = said.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect([done.length, late.length]).toEqual([1, 2])
    for (const words of late) expect(words).toMatch(/was (verified|rejected) before\. Nothing has changed/)
    const { status } = await stored(id)
    expect(await premiumOf(mina)).toMatchObject({ is_premium: status === 'verified' })
    await expect.poll(() => heard.map(({ event }) => event)).toContain('payment_notice')
    expect(heard.filter(({ event }) => event === 'payment_notice')).toEqual([
      { event: 'payment_notice', payload: { id } },
    ])
    expect(await mailsOf(mina.email)).toHaveLength(1)
    await hangUp(client)
  })

  it('of a verified payment is a month, then a year, and the mail names the end', async () => {
    await verifyPayment(tools(), await send(mina))
    const yearly = await send(mina, { plan: 'premium_yearly', amount: 129_000 })
    await verifyPayment(tools(), yearly.toUpperCase())
    const until = new Date((await premiumOf(mina))?.premium_until)
    const months = (until.getTime() - Date.now()) / 86_400_000 / 30.44
    expect(Math.round(months)).toBe(13)
    const [, last] = await mailsOf(mina.email)
    expect(last?.subject).toBe('May balita sa account mo sa Emote')
    expect(last?.text).toContain(`Premium ka na hanggang ${inManila(until)}`)
    expect(last?.replyTo?.[0]?.address).toBe(operator)
    await expect(verifyPayment(tools(), yearly)).rejects.toThrow('was verified before')
    await expect(verifyPayment(tools(), randomUUID())).rejects.toThrow('There is no payment')
    await expect(verifyPayment(tools(), "1' or true")).rejects.toThrow('is no id of a payment')
  })

  it('of a rejected payment is told with its reason, on every device until one has read it', async () => {
    const id = await send(mina)
    for (const reason of ['', '  ', 'a'.repeat(501)])
      await expect(rejectPayment(tools(), id, reason)).rejects.toThrow('The reason needs 1 to 500 letters')
    await rejectPayment(tools(), id, ' Hindi namin makita ang bayad. ')
    const notice = {
      kind: 'payment',
      id,
      preview: 'Hindi namin makita ang bayad.',
      target_url: '/billing/receipts',
    }
    expect(await bellOf(mina)).toEqual([notice])
    expect(await bellOf(ben)).toEqual([])
    expect(await premiumOf(mina)).toEqual({ is_premium: false, premium_until: null })
    const [mail] = await mailsOf(mina.email)
    expect(mail?.text).toContain('Hindi namin makita ang bayad.')
    await mina.client.from('manual_payments').update({ read_at: new Date().toISOString() }).eq('id', id)
    expect(await bellOf(mina)).toEqual([])
    const again = await send(mina)
    await verifyPayment(tools(), again)
    expect(await bellOf(mina)).toMatchObject([{ id: again, preview: '' }])
    await mina.client.functions.invoke('mark-all-read', { body: {} })
    expect(await bellOf(mina)).toEqual([])
    const { rows } = await app.owner.query(
      `select payload from realtime.messages where event = 'notices_read' and topic = $1 order by seq`,
      [`user-notifications-${mina.id}`],
    )
    expect(rows.map(({ payload }) => payload)).toEqual([{ kind: 'payment', id }, { kind: 'all' }])
  })
})

const inManila = (date: Date) =>
  new Intl.DateTimeFormat('fil-PH', { dateStyle: 'long', timeZone: 'Asia/Manila' }).format(date)

const files = async ({ id }: Person) =>
  (
    await app.owner.query(
      `select from storage.objects where bucket_id = 'payment-proofs' and owner_id = $1`,
      [id],
    )
  ).rowCount
const later = (days: number) => removeExpired(app.db, new Date(Date.now() + days * 86_400_000))

describe('a proof goes', () => {
  it('ninety days after the decision, and a file without a payment after a day', async () => {
    const decided = await send(mina)
    await proofOf(mina)
    const waiting = await send(ben)
    await verifyPayment(tools(), decided)
    await later(0.9)
    expect([await files(mina), await files(ben)]).toEqual([2, 1])
    await later(89)
    expect([await files(mina), await files(ben)]).toEqual([1, 1])
    await later(91)
    expect([await files(mina), await files(ben)]).toEqual([0, 1])
    expect([await stored(decided), await stored(waiting)]).toMatchObject([
      { proof_url: null, status: 'verified' },
      { proof_url: expect.any(String), status: 'pending' },
    ])
  })

  it('with the account: a verified payment stays without a person, and nothing else does', async () => {
    const verified = await send(mina)
    await verifyPayment(tools(), verified)
    const rejected = await send(mina)
    await rejectPayment(tools(), rejected, 'Malabo.')
    const pending = await send(mina)
    await notify(mina, { manual_payment_id: pending })
    await app.owner.query('delete from auth.users where id = $1', [mina.id])
    expect([await stored(rejected), await stored(pending)]).toEqual([undefined, undefined])
    expect(await stored(verified)).toMatchObject({
      user_id: null,
      proof_url: null,
      proof_digest: null,
      status: 'verified',
      amount: 12_900,
    })
    const left = await app.owner.query(`select from storage.objects where name like $1 || '%'`, [mina.id])
    expect(left.rowCount).toBe(0)
    await expect(verifyPayment(tools(), pending)).rejects.toThrow('There is no payment')
  })
})
