import { forgetInOutbox, storeInOutbox } from '../outbox.ts'
import { createGateway, SmsError, type Gateway } from './http-gateway.ts'
import type { Sms } from './sms.ts'

type Options = {
  /** Undefined: SMS become files. */
  gateway?: Gateway | undefined
  outbox: string
  /** Country codes. An SMS to any other number fails for good. */
  countries: readonly string[]
  log: (line: string) => void
}

export function createSms({ gateway, outbox, countries, log }: Options): Sms {
  const sms = gateway ? createGateway(gateway) : smsFolder(outbox, log)
  return {
    ...sms,
    async send(text) {
      if (!countries.some((country) => text.phone.startsWith(country)))
        throw new SmsError('a number of a country that SMS_COUNTRIES does not name', true)
      await sms.send(text)
    },
  }
}

function smsFolder(outbox: string, log: Options['log']): Sms {
  return {
    async send({ phone, text }) {
      const name = await storeInOutbox(outbox, '.sms', `To: +${phone}\n\n${text}\n`)
      log(`SMS_GATEWAY_URL is not set: an SMS was written to the outbox as ${name}`)
    },
    forget: (phones) =>
      forgetInOutbox(
        outbox,
        '.sms',
        phones.map((phone) => `+${phone}\n`),
      ),
  }
}
