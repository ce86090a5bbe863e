import { afterAll, beforeAll, expect, it } from 'vitest'
import { testMail } from '../../src/server/admin/test-mail.ts'
import { type MailServer, startMailServer } from '../support/smtp.ts'

let server: MailServer
beforeAll(async () => void (server = await startMailServer()))
afterAll(() => server.stop())

it('an operator tries the mail settings with one mail, and reads why it was refused', async () => {
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'Emote <emote@emote.test>', dataDir: '/nonexistent' }
  expect(await testMail(settings, 'tagapamahala@example.test')).toMatch(/^The mail server accepted a mail/)
  expect(server.received.map(({ to, from }) => [to?.[0]?.address, from?.address])).toEqual([
    ['tagapamahala@example.test', 'emote@emote.test'],
  ])
  server.refuses = 'for good'
  await expect(testMail(settings, 'wala@example.test')).rejects.toThrow('no such mailbox')
  await expect(testMail(settings, 'dalawa@example.test, isa@example.test')).rejects.toThrow('Not one mail')
})
