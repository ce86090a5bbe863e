import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  url: string
  received: Email[]
  /** Refuses mails for now, or recipients for good. Undefined accepts all. */
  refuses?: 'for now' | 'for good' | undefined
  stop(): Promise<void>
}

/** A real mail server on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (mails.refuses !== 'for good') return done()
      done(Object.assign(new Error(`no such mailbox: ${address}`), { responseCode: 550 }))
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (mails.refuses) return done(Object.assign(new Error('busy'), { responseCode: 451 }))
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.received.push(mail)
          done()
        })
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const mails: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
  return mails
}
