import { join } from 'node:path'
import { gatewayOf, SmsError } from '../providers/sms/http-gateway.ts'
import { createSms } from '../providers/sms/index.ts'

type Settings = Parameters<typeof gatewayOf>[0] & { SMS_COUNTRIES: readonly string[]; dataDir: string }

/** Sends one SMS past the queue. Resolves with words for the operator, and rejects with the reason. */
export async function testSms(settings: Settings, number: string): Promise<string> {
  const phone = number.replace(/^\+/, '')
  if (!/^[1-9]\d{6,14}$/.test(phone)) throw new Error(`${number} is no number: write +639171234567`)
  const outbox = join(settings.dataDir, 'outbox')
  const gateway = gatewayOf(settings)
  const sms = createSms({ gateway, outbox, countries: settings.SMS_COUNTRIES, log: () => {} })
  await sms.send({ phone, text: 'Emote: a test of your SMS settings.' }).catch((error: unknown) => {
    throw error instanceof SmsError ? new Error(`The text was not sent: ${error.reason}`) : error
  })
  return gateway
    ? `The gateway accepted a text to +${phone}. Look at the phone.`
    : `SMS_GATEWAY_URL is not set, so the text became a file in ${outbox}. Set SMS_GATEWAY_URL to send texts.`
}
