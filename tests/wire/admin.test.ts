import { afterAll, beforeAll, expect, it } from 'vitest'
import { testMail } from '../../src/server/admin/test-mail.ts'
import { testSms } from '../../src/server/admin/test-sms.ts'
import { usualBody } from '../../src/server/providers/sms/http-gateway.ts'
import { startSmsGateway } from '../support/sms-gateway.ts'
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

it('an operator tries the gateway of SMS with one SMS, and reads why it was refused', async () => {
  const gateway = await startSmsGateway()
  const settings = {
    SMS_GATEWAY_URL: gateway.url,
    SMS_GATEWAY_BODY: usualBody,
    SMS_COUNTRIES: ['63'],
    dataDir: '/nonexistent',
  }
  expect(await testSms(settings, '+639171234567')).toMatch(/^The gateway accepted a text/)
  expect(gateway.asked.map(({ body }) => body)).toMatchObject([{ to: '+639171234567' }])
  gateway.answer = { status: 402 }
  await expect(testSms(settings, '639171234567')).rejects.toThrow('status 402')
  await expect(testSms(settings, '+6591234567')).rejects.toThrow('SMS_COUNTRIES')
  await expect(testSms(settings, '0917 123 4567')).rejects.toThrow('is no number')
  await gateway.stop()
})
