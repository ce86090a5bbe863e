import type { Tools, Call, Operation } from './deps.ts'
import { refusal, invalid } from './errors.ts'
import { readBody, requireEmail, textField, type Body } from './input.ts'
import { findByCode, findByLink, kindsOfType, type TokenKind } from './one-time-tokens.ts'
import { redeem, type Redeemed } from './redeem.ts'
import { sessionBody } from './sessions.ts'

export const halfDone = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify: a six-digit code with its address, or the token of a link. */
export const verify: Operation = async (tools, call) => {
  const body = await readBody(call.request)
  if (textField(body, 'phone')) {
    throw refusal(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  const kinds = kindsFor(textField(body, 'type'))
  const proof = readProof(body)
  await tools.limiter.take(call.now, ['verifyNetwork', call.from])
  const redeemed =
    'link' in proof
      ? await redeemLink(tools, call, kinds, proof.link)
      : await redeemCode(tools, call, kinds, proof)
  if (redeemed === 'half') return Response.json({ msg: halfDone, code: '200' })
  return Response.json(await sessionBody(tools, redeemed.user, redeemed.session, call.now))
}

export function kindsFor(type: string | undefined): readonly TokenKind[] {
  if (!type) throw invalid('Verify requires a verification type')
  if (type === 'sms' || type === 'phone_change') {
    throw refusal(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  const kinds = Object.hasOwn(kindsOfType, type) ? kindsOfType[type] : undefined
  if (!kinds) throw invalid('Invalid email verification type')
  return kinds
}

export async function redeemLink(
  tools: Tools,
  call: Call,
  kinds: readonly TokenKind[],
  link: string,
  browser?: Buffer,
): Promise<Redeemed> {
  const redeemed = await tools.db.asService(async (tx) => {
    const row = await findByLink(tx, kinds, link, call.now)
    if (!row) throw refusal(403, 'otp_expired', 'Email link is invalid or has expired')
    return redeem(tools, tx, row, call, browser)
  })
  // A change of address has stored a notice to the old one.
  tools.mails.wake()
  return redeemed
}

function readProof(body: Body): { link: string } | { email: string; code: string } {
  const link = textField(body, 'token_hash', 128)
  const code = textField(body, 'token', 128)
  if (link && (code || textField(body, 'email'))) {
    throw invalid('Only the token_hash and type should be provided')
  }
  if (link) return { link }
  if (!code) throw invalid('Verify requires a token or a token hash')
  return { email: requireEmail(body), code }
}

async function redeemCode(
  tools: Tools,
  call: Call,
  kinds: readonly TokenKind[],
  { email, code }: { email: string; code: string },
): Promise<Redeemed> {
  const { secret } = tools.keys
  // A wrong code commits its count, so the refusal follows the transaction.
  const row = await tools.db.asService((tx) => findByCode(tx, secret, kinds, email, code, call.now))
  if (!row) throw refusal(403, 'otp_expired', 'Token has expired or is invalid')
  const redeemed = await tools.db.asService((tx) => redeem(tools, tx, row, call))
  tools.mails.wake()
  return redeemed
}
