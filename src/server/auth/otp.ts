import type { Call, Operation, Tools } from './deps.ts'
import { invalid, refusal, signupsOff } from './errors.ts'
import { readChallenge } from './flows.ts'
import { addressField, flagField, metadataField, readBody } from './input.ts'
import { ask } from './recover.ts'
import { hasAddress, textOf, type Address } from './users.ts'

/** POST /otp: a mail or an SMS that signs its reader in without a password. With `create_user` it makes the account of a new address. */
export const sendOtp: Operation = async (tools, call) => {
  const body = await readBody(call.request)
  const mayCreate = flagField(body, 'create_user') ?? true
  const channel = body['channel'] ?? 'sms'
  const to = addressField(body, tools.settings, {
    phonesOff: 'Unsupported phone provider',
    both: 'Only an email address or phone number should be provided',
  })
  if (!to) throw invalid('One of email or phone must be set')
  if ('phone' in to && channel !== 'sms') throw invalid('Invalid channel, supported values are "sms"')
  const challenge = readChallenge(body)
  if ('phone' in to && challenge) throw invalid('PKCE not supported for phone signups')
  const data = metadataField(body) ?? {}
  if (!hidesAccounts(tools, to)) await checkAccount(tools, call, to, mayCreate)
  return ask(tools, call, { type: 'otp', to, challenge, newcomer: mayCreate ? data : undefined })
}

/** POST /magiclink: the older name, for mails only. */
export const sendMagicLink: Operation = async (tools, call) => sendOtp(tools, call)

/** With confirmation on, no answer tells whether an address has an account (threat 2). Without it, a sign-up tells anyway. */
const hidesAccounts = ({ settings }: Tools, to: Address): boolean =>
  'email' in to ? settings.requireEmailConfirmation : settings.phoneConfirmation

async function checkAccount(
  tools: Tools,
  { from, now }: Call,
  to: Address,
  mayCreate: boolean,
): Promise<void> {
  if (mayCreate && tools.settings.signups) return
  // The point is taken first and returned when unused, so that parallel guesses count.
  await tools.limiter.take(now, ['signupTaken', from])
  const text = `select from auth.users u where ${hasAddress(to)}`
  const { rowCount } = await tools.db.asService((tx) => tx.last({ text, values: [textOf(to)] }), {
    readOnly: true,
  })
  if (rowCount === 0 && !mayCreate) throw refusal(422, 'otp_disabled', 'Signups not allowed for otp')
  if (rowCount === 0) throw signupsOff()
  await tools.limiter.giveBack(['signupTaken', from])
}
