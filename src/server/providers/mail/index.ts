import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

type Letter = {
  /** One bare address. */
  to: string
  /** One line. */
  subject: string
  /** Plain text; there is never HTML in our mails. */
  text: string
}

export type Mail = {
  /** Resolves when the mail server has taken the letter over, or the file is written. */
  send(letter: Letter): Promise<void>
  close(): Promise<void>
}

type Options = {
  /** `smtp://` or `smtps://`, with login and password when the server asks for them. Without it mails become files. */
  smtpUrl?: string | undefined
  /** Folder for `.eml` files when there is no `smtpUrl`. */
  outbox: string
  /** `Name <address>` or a bare address. */
  from: string
  log: (line: string) => void
}

/** The way out for mails: a mail server, or files for those who run Emote without one. */
export function createMail({ smtpUrl, outbox, from, log }: Options): Mail {
  return smtpUrl ? mailServer(smtpUrl, from) : mailFolder(outbox, from, log)
}

// Nothing of a letter may make the mailer read a file or fetch an address.
const closed = { disableFileAccess: true, disableUrlAccess: true }

function mailServer(smtpUrl: string, from: string): Mail {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...closed,
  })
  return {
    async send(letter) {
      await transport.sendMail(compose(letter, from))
    },
    async close() {
      transport.close()
    },
  }
}

function mailFolder(outbox: string, from: string, log: Options['log']): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, ...closed })
  return {
    async send(letter) {
      const { message } = await transport.sendMail(compose(letter, from))
      if (!Buffer.isBuffer(message)) throw new TypeError('The mail was not composed into a buffer')
      // It holds a link into somebody's account: for the server's own user only. Names sort by time.
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      await writeFile(join(outbox, name), message, { mode: 0o600, flag: 'wx' })
      log(`A mail was kept in the outbox: ${name}`)
    },
    async close() {
      transport.close()
    },
  }
}

/** One recipient, as an object and as the envelope: a comma in an address must not become a second one (threat 72). */
function compose({ to, subject, text }: Letter, from: string) {
  if (!/^[^\s@<>,;:"()[\]\\\u0000-\u001f\u007f]+@[a-z0-9.-]+$/i.test(to))
    throw new TypeError('Not one mail address')
  if (/[\u0000-\u001f\u007f]/.test(subject)) throw new TypeError('A subject is one line')
  return {
    from,
    to: { name: '', address: to },
    envelope: { from, to: [to] },
    subject,
    text,
    // Out-of-office answers and lists leave it alone.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
