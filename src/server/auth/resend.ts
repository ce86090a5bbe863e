import type { Operation } from './deps.ts'
import { refusal, invalid } from './errors.ts'
import { readBody, textField } from './input.ts'
import { ask } from './recover.ts'

/** POST /resend of a sign-up or a change of address. Any address gets `{}`. */
export const resend: Operation = async (tools, call) => {
  const body = await readBody(call.request)
  const type = textField(body, 'type')
  if (type === 'sms' || type === 'phone_change' || textField(body, 'phone')) {
    throw refusal(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  if (type !== 'signup' && type !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change')
  }
  return ask(tools, call, body, type)
}
