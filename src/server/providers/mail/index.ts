import { createTransport } from 'nodemailer'
import { forgetInOutbox, storeInOutbox } from '../outbox.ts'

export type Letter = {
  to: string
  subject: string
  text: string
  /** The same words for mail programs that show HTML. */
  html?: string
  /** The address that an answer goes to, when it is not the sender's. */
  replyTo?: string | undefined
}

export type Mail = {
  /** Resolves when the mail server has accepted the mail, or the file is written. */
  send(letter: Letter): Promise<void>
  /** Connects and logs in. Rejects when the mail server does not accept that. */
  verify(): Promise<void>
  /** Deletes the files with one of these words: addresses, or ids of messages. A mail server keeps its own. */
  forget(words: readonly string[]): Promise<void>
  close(): Promise<void>
}

type Options = {
  /** `smtp://` or `smtps://`, with login and password if needed. Undefined: mails become files. */
  smtpUrl?: string | undefined
  outbox: string
  /** `Name <address>` or a bare address. */
  from: string
  log: (line: string) => void
}

export function createMail({ smtpUrl, outbox, from, log }: Options): Mail {
  return smtpUrl ? mailServer(smtpUrl, from) : mailFolder(outbox, from, log)
}

// No content of a mail may make nodemailer read a file or fetch an address.
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
    async verify() {
      await transport.verify()
    },
    async forget() {},
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
      const name = await storeInOutbox(outbox, '.eml', message)
      log(`SMTP_URL is not set: a mail was written to the outbox as ${name}`)
    },
    async verify() {},
    forget: (words) => forgetInOutbox(outbox, '.eml', words),
    async close() {
      transport.close()
    },
  }
}

/** One recipient, as object and envelope: a comma in an address must not add a second (threat 72). */
function compose({ to, subject, text, html, replyTo }: Letter, from: string) {
  if (!isOneAddress(to) || (replyTo !== undefined && !isOneAddress(replyTo)))
    throw new TypeError('Not one mail address')
  if (/[\u0000-\u001f\u007f]/.test(subject)) throw new TypeError('The subject of a mail must be one line')
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: { from, to: [to] },
    subject,
    text,
    ...(html !== undefined && { html }),
    // Words without accents stay readable, so that `forget` finds them.
    textEncoding: 'quoted-printable' as const,
    // Suppresses out-of-office answers and lists.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

const isOneAddress = (text: string) => /^[^\s@<>,;:"()[\]\\\u0000-\u001f\u007f]+@[a-z0-9.-]+$/i.test(text)

/** Describes a refusal by its codes and command, never by the mail server's words, which quote the address. */
export function describeMailFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const field = (name: string) => (name in error ? String(Reflect.get(error, name) ?? '') : '')
  return [error.name, field('code'), field('responseCode'), field('command')].filter(Boolean).join(' ')
}

/** True when no later attempt can succeed: the mail server refused the recipient for good, or the mail is not well formed. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A refused sender is a wrong setting, which the operator can mend.
  const isRecipient = 'command' in error && error.command === 'RCPT TO' && 'responseCode' in error
  return error instanceof TypeError || (isRecipient && Number(error.responseCode) >= 500)
}
