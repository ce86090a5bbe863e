import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMailQueue } from '../../src/server/mail/mail-queue.ts'
import { createSms } from '../../src/server/providers/sms/index.ts'
import { insertMail } from '../../src/server/mail/queued-mail.ts'
import { createMail } from '../../src/server/providers/mail/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type MailServer, startMailServer } from '../support/smtp.ts'

const password = 'tahimik-na-gabi-7'
let server: MailServer
let app: TestApp
beforeAll(async () => {
  server = await startMailServer()
  app = await startApp({ smtpUrl: server.url, settings: { limits: 'strict' }, stoppedClock: true })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

let count = 0
let email = ''
beforeEach(() => {
  email = `pila${++count}@example.test`
  server.received.length = 0
  server.refuses = undefined
})

const signUp = () => app.client().auth.signUp({ email, password })
const recover = async (address = email) => {
  const { error } = await app.client().auth.resetPasswordForEmail(address)
  expect(error).toBeNull()
}
const subjects = () => server.received.map(({ subject }) => subject)
const waiting = async () =>
  (await app.owner.query<{ row: string }>('select to_jsonb(m)::text as row from auth.mails m')).rows
const figure = async (kind: string, outcome: string) => {
  const response = await app.app.fetch(new Request('http://127.0.0.1/metrics'), '127.0.0.1')
  const label = `emote_mails_total{kind="${kind}",outcome="${outcome}"} `
  const line = (await response.text()).split('\n').find((one) => one.startsWith(label))
  return Number(line?.slice(label.length) ?? 0)
}

const storeAsked = async () => {}
const letter = (to: string) => ({ letter: { to, subject: 'Kumusta', text: 'Hi' } })

it('each of twenty mails is sent once by two nodes, and the mails of a deleted account never', async () => {
  const { data } = await signUp()
  await app.mails.idle()
  const now = new Date(Date.now() - 60_000)
  const put = (to: string, userId?: string) =>
    app.db.asService((tx) =>
      tx.last(
        insertMail(
          app.keys.secret,
          { kind: 'password_changed', content: letter(to), ...(userId && { userId }) },
          now,
        ),
      ),
    )
  for (let i = 0; i < 20; i++) await put(`${randomUUID()}@example.test`)
  await put(email, data.user?.id)
  await app.owner.query('delete from auth.users where id = $1', [data.user?.id])
  const mail = createMail({ smtpUrl: server.url, outbox: '', from: 'emote@emote.test', log: () => {} })
  const { db, keys } = app
  const sms = createSms({ outbox: '', countries: [], log: () => {} })
  const other = createMailQueue({ db, keys, mail, sms, limits: 'strict', storeAsked, log: () => {} })
  for (let i = 0; i < 4; i++) for (const queue of [app.mails, other]) queue.wake()
  await Promise.all([app.mails.idle(), other.stop()])
  await mail.close()
  expect(new Set(server.received.map(({ to }) => to?.[0]?.address)).size).toBe(20)
  expect(server.received).toHaveLength(20)
  expect(await waiting()).toEqual([])
})

it('a mail replaces an unsent one about the same row only', async () => {
  const quiet = await startApp()
  try {
    await quiet.mails.stop()
    const put = (about: string) =>
      quiet.db.asService((tx) =>
        tx.last(
          insertMail(quiet.keys.secret, { kind: 'contact', about, content: letter(email) }, new Date()),
        ),
      )
    for (const about of ['one', 'two', 'one']) await put(about)
    expect((await quiet.owner.query('select from auth.mails')).rowCount).toBe(2)
  } finally {
    await quiet.stop()
  }
})

it('a mail that the mail server refuses for now waits sealed in the database, and is sent later, once', async () => {
  await signUp()
  server.refuses = 'for now'
  await recover()
  await expect.poll(() => figure('recovery', 'failed')).toBe(1)
  await app.mails.idle()
  const rows = await waiting()
  expect(rows).toHaveLength(1)
  for (const secret of [email, 'verify?token'])
    for (const form of [secret, Buffer.from(secret).toString('hex')]) expect(rows[0]?.row).not.toContain(form)
  expect(app.logged.join('\n')).toMatch(/A mail \(recovery, attempt 1\) was not sent: \S*Error EMESSAGE 451/)
  expect(app.logged.join('\n')).not.toContain(email)

  server.refuses = undefined
  app.mails.wake()
  await app.mails.idle()
  expect(subjects()).toEqual([])
  app.advance(5_000)
  app.mails.wake()
  await app.mails.idle()
  expect(subjects()).toEqual(['Bagong password para sa Emote'])
  expect(await waiting()).toEqual([])
  expect(await figure('recovery', 'sent')).toBe(1)
})

it('a mail that can never arrive is given up at once, and its point is returned', async () => {
  await signUp()
  const before = await figure('recovery', 'given_up')
  server.refuses = 'for good'
  await recover()
  await expect.poll(() => figure('recovery', 'given_up')).toBe(before + 1)
  await app.mails.idle()
  expect(await waiting()).toEqual([])
  expect(app.logged.join('\n')).not.toContain(email)
  server.refuses = undefined
  await recover()
  await expect.poll(subjects).toEqual(['Bagong password para sa Emote'])
})

it('a mail that the mail server refuses until its link has ended is given up', async () => {
  await signUp()
  const before = await figure('recovery', 'given_up')
  server.refuses = 'for now'
  await recover()
  await expect.poll(() => figure('recovery', 'failed')).toBeGreaterThan(0)
  await app.mails.idle()
  app.advance(3_600_000)
  app.mails.wake()
  await expect.poll(() => figure('recovery', 'given_up')).toBe(before + 1)
  expect(subjects()).toEqual([])
})

it('strangers who ask for other mails take no point of a password reset', async () => {
  await signUp()
  const other = await app.client().auth.signUp({ email: `iba-${email}`, password })
  const mover = app.client()
  await mover.auth.setSession(other.data.session ?? { access_token: '', refresh_token: '' })
  for (const type of ['signup', 'email_change'] as const) await mover.auth.resend({ type, email })
  await recover()
  await expect.poll(subjects).toEqual(['Bagong password para sa Emote'])
})

it('a request that sends no mail takes no point', async () => {
  await recover()
  await app.mails.idle()
  await signUp()
  await recover()
  await expect.poll(subjects).toEqual(['Bagong password para sa Emote'])
})

it('a request does the same work for a known and an unknown address', async () => {
  await signUp()
  const quiet = await startApp()
  try {
    await quiet.client().auth.signUp({ email, password })
    await quiet.mails.stop()
    for (const address of [email, email.replace('pila', 'sino')]) {
      await quiet.client().auth.resetPasswordForEmail(address)
      const { rows } = await quiet.owner.query(
        'delete from auth.mails returning kind, octet_length(sealed) as size, user_id',
      )
      expect(rows).toEqual([{ kind: 'asked', size: rows[0]?.size, user_id: null }])
    }
    expect((await quiet.owner.query('select from auth.one_time_tokens')).rowCount).toBe(0)
  } finally {
    await quiet.stop()
  }
})
