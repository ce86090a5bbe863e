import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeExpired } from '../../src/server/jobs/retention.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { scripts } from '../support/hostile-texts.ts'
import { mailsTo } from '../support/mailbox.ts'

const operator = 'tagapamahala@emote.test'
let app: TestApp
let mina: Person

beforeAll(async () => {
  app = await startApp({ settings: { limits: 'strict' }, stoppedClock: true })
  mina = await signUp(app, 'Mina')
})
// The buckets of an hour are full again.
beforeEach(async () => {
  app.advance(2 * 3_600_000)
  const { data } = await mina.client.auth.refreshSession()
  mina.token = data.session?.access_token ?? ''
  await app.owner.query('truncate public.contact_messages')
})
afterAll(() => app.stop())

let written = 0
const letter = (fields: object = {}) => ({
  name: 'Mina',
  email: 'Mina@Example.test',
  subject: 'Bug Report',
  message: `Ayaw bumukas ng diary ko, ika-${++written} na beses.`,
  ...fields,
})

/** Sends as the web does: the token of a session, or the public key. */
async function send(body: object, token = app.keys.anonKey, network = '10.0.0.1') {
  const request = new Request('http://emote.test/functions/v1/send-contact-email', {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const response = await app.app.fetch(request, network)
  return { status: response.status, body: (await response.json()) as unknown, headers: response.headers }
}

const stored = async () =>
  (
    await app.owner.query<{ user_id: string | null; name: string | null; email: string; message: string }>(
      'select user_id, name, email, subject, message from public.contact_messages order by created_at, message',
    )
  ).rows
async function mails() {
  await app.mails.idle()
  return mailsTo(app, operator)
}
const done = { status: 200, body: { success: true } }

describe('a message of the contact form', () => {
  it('from a visitor is kept and mailed to the operator, and an answer goes to its writer', async () => {
    const before = (await mails()).length
    const sent = letter()
    const { data, error } = await app.client().functions.invoke('send-contact-email', { body: sent })
    expect([data, error]).toEqual([{ success: true }, null])
    expect(await stored()).toEqual([
      {
        user_id: null,
        name: 'Mina',
        email: 'mina@example.test',
        subject: 'Bug Report',
        message: sent.message,
      },
    ])
    const received = (await mails()).slice(before)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ subject: '🐛 Bug Report · Emote' })
    expect(received[0]?.replyTo).toEqual([{ name: '', address: 'mina@example.test' }])
    expect(received[0]?.text).toContain('From: Mina <mina@example.test>\nAccount: none (a visitor)\n')
    expect(received[0]?.text).toContain(sent.message)
  })

  it('from a person carries the account, and its copy and its mail go with the account', async () => {
    const leaver = await signUp(app, `Lea${written}`)
    expect(await send(letter({ name: null, subject: '🤝 Partnership Inquiry' }), leaver.token)).toMatchObject(
      done,
    )
    expect(await stored()).toMatchObject([{ user_id: leaver.id, name: null, subject: 'Partnership Inquiry' }])
    await app.owner.query('delete from auth.users where id = $1', [leaver.id])
    expect(await stored()).toEqual([])
  })

  it('that is sent again counts once, also when both arrive at the same moment', async () => {
    const before = (await mails()).length
    const sent = letter()
    const answers = await Promise.all([send(sent), send(sent), send(sent)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stored()).toHaveLength(1)
    expect((await mails()).slice(before)).toHaveLength(1)
  })

  it('from different people does not replace the mail of another', async () => {
    const before = (await mails()).length
    await Promise.all(['ana', 'ben', 'carlo'].map((name) => send(letter({ email: `${name}@example.test` }))))
    expect((await mails()).slice(before)).toHaveLength(3)
  })

  it('is kept for a year', async () => {
    await send(letter())
    await app.owner.query(`update public.contact_messages set created_at = now() - interval '366 days'`)
    await send(letter())
    await removeExpired(app.db)
    expect(await stored()).toHaveLength(1)
  })

  it.each([
    [{ email: ' ' }, 'Please fill in all required fields'],
    [{ message: null }, 'Please fill in all required fields'],
    [{ message: ' siyam... ' }, 'Message must be at least 10 characters long'],
    [{ message: 'a'.repeat(5_001) }, 'Message must be at most 5,000 characters long'],
    [{ email: 'mina@example.test, ben@example.test' }, 'Please enter a valid email address'],
    [{ email: 'mina@example.test\r\nBcc: all@example.test' }, 'Please enter a valid email address'],
    [{ subject: 'Libreng pera' }, 'Please choose a subject from the list'],
    [{ subject: 'Bug Report\r\nBcc: all@example.test' }, 'Please choose a subject from the list'],
    [{ name: 'n'.repeat(101) }, 'Name must be at most 100 characters long'],
    [{ to: 'all@example.test' }, 'The field "to" is missing, unknown or wrong.'],
    [{ message: ['isa'] }, 'The field "message" is missing, unknown or wrong.'],
  ])('with %j is refused', async (fields, error) => {
    expect(await send(letter(fields))).toMatchObject({ status: 400, body: { success: false, error } })
    expect(await stored()).toEqual([])
  })

  it('cannot change the mail: one recipient, our sender, plain text', async () => {
    const before = (await mails()).length
    const name = 'Mina\r\nBcc: all@example.test\u0007'
    const message = `${scripts[0]}\r\n.\r\nMAIL FROM:<x@y>\r\nBcc: all@example.test`
    expect(await send(letter({ name, message }))).toMatchObject(done)
    const [mail] = (await mails()).slice(before)
    expect(mail?.to).toEqual([{ name: '', address: operator }])
    expect(mail?.bcc ?? []).toEqual([])
    expect(mail?.html).toBeUndefined()
    expect(mail?.text).toContain('From: Mina Bcc: all@example.test <')
  })
})

describe('the pace of the contact form', () => {
  it('is that of the account, and lower on its first day', async () => {
    const fresh = await signUp(app, `Bago${written}`)
    await app.owner.query(`update auth.users set created_at = created_at - interval '2 days' where id = $1`, [
      mina.id,
    ])
    for (const [person, most] of [
      [fresh, 3],
      [mina, 5],
    ] as const) {
      const answers: number[] = []
      // oxlint-disable-next-line no-await-in-loop -- the last one is refused
      for (let n = 0; n <= most; n++) answers.push((await send(letter(), person.token)).status)
      expect(answers).toEqual([...Array.from({ length: most }, () => 200), 429])
    }
    const refused = await send(letter(), mina.token)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('of visitors is that of the address they name, in every network', async () => {
    const answers: number[] = []
    for (let n = 0; n < 6; n++)
      // oxlint-disable-next-line no-await-in-loop -- the sixth is refused
      answers.push((await send(letter(), undefined, `10.0.${n}.1`)).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
    expect(await send(letter({ email: 'iba@example.test' }))).toMatchObject(done)
  })
})

describe('who may send', () => {
  it('a session that has ended may not, and neither may the service key', async () => {
    const gone = await signUp(app, `Gone${written}`)
    await gone.client.auth.signOut()
    for (const token of [gone.token, app.keys.serviceKey])
      expect(await send(letter(), token)).toMatchObject({
        status: 401,
        body: { success: false, error: 'Natapos na ang session mo. Ipadala ulit ang sulat mo.' },
      })
    expect(await stored()).toEqual([])
  })

  it('no API reads or writes the messages', async () => {
    await send(letter(), mina.token)
    for (const client of [app.client(), mina.client]) {
      expect((await client.from('contact_messages').select('id')).error).toBeTruthy()
      expect((await client.from('contact_messages').insert(letter())).error).toBeTruthy()
    }
  })
})
