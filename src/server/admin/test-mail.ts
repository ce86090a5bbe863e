import { join } from 'node:path'
import { createMail } from '../providers/mail/index.ts'

type Settings = { SMTP_URL?: string | undefined; MAIL_FROM: string; dataDir: string }

const letter = {
  subject: 'Emote: a test of your mail settings',
  text: 'This mail was sent by `npm run admin -- test-mail`. It arrived, so SMTP_URL and MAIL_FROM work.\n',
}

/** Sends one mail past the queue. Resolves with words for the operator, and rejects with the mail server's own words. */
export async function testMail(settings: Settings, address: string): Promise<string> {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, dataDir } = settings
  const outbox = join(dataDir, 'outbox')
  const mail = createMail({ smtpUrl, outbox, from, log: () => {} })
  try {
    await mail.send({ ...letter, to: address })
  } finally {
    await mail.close()
  }
  return smtpUrl
    ? `The mail server accepted a mail to ${address}. Look into the mailbox, and into its spam folder.`
    : `SMTP_URL is not set, so the mail became a file in ${outbox}. Set SMTP_URL to send mails.`
}
