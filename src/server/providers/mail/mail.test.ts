import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMail, describeMailFault } from './index.ts'

const from = 'Emote <hello@emote.test>'
const letter = {
  to: 'mina@example.test',
  subject: 'Kumusta, Niña? 💙',
  text: 'Nandito lang kami.\n.\nhttp://emote.test/?a=1&b=2\n',
}
const logged: string[] = []
const log = (line: string) => void logged.push(line)

let folder = ''
beforeEach(async () => {
  logged.length = 0
  folder = await mkdtemp(join(tmpdir(), 'emote-mail-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Taken = { from: string; to: string[]; raw: string }

async function startServer(refuse = false) {
  const taken: Taken[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refuse) return done(new Error('mailbox busy'))
        const sender = session.envelope.mailFrom
        taken.push({
          from: sender ? sender.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    taken,
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

describe('the mail server', () => {
  it('gets one plain mail for one person', async () => {
    const server = await startServer()
    const mail = createMail({ smtpUrl: server.url, outbox: folder, from, log })
    await mail.send(letter)
    await mail.close()
    await server.stop()
    expect(server.taken).toHaveLength(1)
    const [taken] = server.taken
    expect(taken).toMatchObject({ from: 'hello@emote.test', to: ['mina@example.test'] })
    const parsed = await PostalMime.parse(taken?.raw ?? '')
    expect(parsed.from).toEqual({ name: 'Emote', address: 'hello@emote.test' })
    expect(parsed.to).toEqual([{ name: '', address: 'mina@example.test' }])
    expect(parsed.subject).toBe(letter.subject)
    expect(parsed.text?.trimEnd()).toBe(letter.text.trimEnd())
    expect(parsed.html).toBeUndefined()
    expect(await readdir(folder)).toEqual([])
  })

  it('is asked at the start whether it accepts this server', async () => {
    const server = await startServer()
    const mail = createMail({ smtpUrl: server.url, outbox: folder, from, log })
    await mail.verify()
    await mail.close()
    await server.stop()
    const late = createMail({ smtpUrl: server.url, outbox: folder, from, log })
    const fault: unknown = await late.verify().catch((error: unknown) => error)
    expect(describeMailFault(fault)).toBe('Error ESOCKET CONN')
    await late.close()
  })

  it('makes sending fail when it refuses a mail', async () => {
    const server = await startServer(true)
    const mail = createMail({ smtpUrl: server.url, outbox: folder, from, log })
    await expect(mail.send(letter)).rejects.toThrow('mailbox busy')
    await mail.close()
    await server.stop()
  })
})

describe('the outbox', () => {
  it('stores mails readable by the server only, and logs no address', async () => {
    const outbox = join(folder, 'outbox')
    const mail = createMail({ outbox, from, log })
    await mail.send(letter)
    const [name = ''] = await readdir(outbox)
    expect(name).toMatch(/\.eml$/)
    expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
    expect((await stat(outbox)).mode & 0o777).toBe(0o700)
    const parsed = await PostalMime.parse(await readFile(join(outbox, name)))
    expect(parsed).toMatchObject({ subject: letter.subject, to: [{ address: 'mina@example.test' }] })
    expect(logged).toEqual([`SMTP_URL is not set: a mail was written to the outbox as ${name}`])
  })
})

const outboxMail = () => createMail({ outbox: folder, from, log })

describe('a mail cannot be manipulated', () => {
  it.each([
    'mina@example.test\r\nBcc: all@example.test',
    'mina@example.test\nX: y',
    'mina@example.test, all@example.test',
    'Mina <mina@example.test>',
    'a@b@c.test',
    '',
    'group: mina@example.test;',
    'mina@example.test\u0000',
  ])('by the address %j', async (to) => {
    await expect(outboxMail().send({ ...letter, to })).rejects.toThrow(TypeError)
    await expect(outboxMail().send({ ...letter, replyTo: to })).rejects.toThrow(TypeError)
    expect(await readdir(folder)).toEqual([])
  })

  it.each(['Hi\r\nBcc: all@example.test', 'Hi\nBcc: all@example.test', 'Hi\u0000', 'Hi\rX: y'])(
    'by the subject %j',
    async (subject) => {
      await expect(outboxMail().send({ ...letter, subject })).rejects.toThrow(TypeError)
    },
  )

  it('by its text: dots and false headers stay text', async () => {
    const text = '\r\n.\r\nMAIL FROM:<x@y>\r\nBcc: all@example.test\r\n\r\nFrom here'
    await outboxMail().send({ ...letter, text })
    const [name = ''] = await readdir(folder)
    const parsed = await PostalMime.parse(await readFile(join(folder, name)))
    expect(parsed.bcc ?? []).toEqual([])
    expect(parsed.text).toContain('MAIL FROM:<x@y>')
  })
})
