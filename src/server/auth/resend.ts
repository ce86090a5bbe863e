import type { Operation } from './deps.ts'
import { invalid } from './errors.ts'
import { readChallenge } from './flows.ts'
import { addressField, isSmsCountry, readBody, textField } from './input.ts'
import { ask } from './recover.ts'

const mailed = { signup: 'signup', email_change: 'email_change' } as const
const texted = { sms: 'signup', phone_change: 'phone_change' } as const

/** POST /resend of a sign-up or a change of address. Any address gets `{}`. */
export const resend: Operation = async (tools, call) => {
  const body = await readBody(call.request)
  const type = textField(body, 'type')
  const to = addressField(body, tools.settings, {
    both: 'Only an email address or phone number should be provided.',
  })
  const challenge = readChallenge(body)
  if (type === 'signup' || type === 'email_change') {
    if (!to || !('email' in to)) throw invalid('Type provided requires an email address')
    return ask(tools, call, { type: mailed[type], to, challenge })
  }
  if (type === 'sms' || type === 'phone_change') {
    if (!to || !('phone' in to)) throw invalid('Type provided requires a phone number')
    // No account can wait for an SMS to this number. It gets the answer of any unknown number.
    if (!isSmsCountry(tools.settings, to.phone)) return Response.json({})
    return ask(tools, call, { type: texted[type], to })
  }
  throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
}
