import { isForm } from '../http/body.ts'
import type { Tools, Call, Operation } from './deps.ts'
import { invalid } from './errors.ts'
import { addressField, readBody, textField, type Body } from './input.ts'
import { findByCode, findByLink, type TokenKind } from './one-time-tokens.ts'
import { expired, halfDone, kindsFor, redeem, type Redeemed } from './redeem.ts'
import { sessionBody } from './sessions.ts'
import type { Address } from './users.ts'
import { pressLink } from './verify-link.ts'

/** POST /verify: a code with its address or phone, the token of a link, or the form of a link's page. */
export const verify: Operation = async (tools, call) => {
  if (isForm(call.request)) {
    return pressLink(tools, call)
  }
  const body = await readBody(call.request)
  const type = textField(body, 'type')
  const proof = readProof(tools, body)
  const kinds = kindsFor(type, 'to' in proof && 'phone' in proof.to)
  await tools.limiter.take(call.now, ['verifyNetwork', call.from])
  const redeemed =
    'link' in proof
      ? await redeemHash(tools, call, kinds, proof.link)
      : await redeemCode(tools, call, kinds, proof)
  await tools.limiter.giveBack(['verifyNetwork', call.from])
  // A change of address has stored a notice to the old one.
  tools.mails.wake()
  if (redeemed === 'half') return Response.json({ msg: halfDone, code: '200' })
  if (!redeemed.session) throw expired()
  return Response.json(await sessionBody(tools, redeemed.user, redeemed.session, call.now))
}

type Proof = { link: string } | { to: Address; code: string }

function readProof({ settings }: Tools, body: Body): Proof {
  const link = textField(body, 'token_hash', 128)
  const code = textField(body, 'token', 128)
  const to = addressField(body, settings, {
    both: 'Only an email address or phone number should be provided on verify',
  })
  if (link && (code || to)) throw invalid('Only the token_hash and type should be provided')
  if (link) return { link }
  if (!code) throw invalid('Verify requires a token or a token hash')
  if (!to) throw invalid('Only an email address or phone number should be provided on verify')
  return { to, code }
}

function redeemHash(tools: Tools, call: Call, kinds: readonly TokenKind[], link: string): Promise<Redeemed> {
  return tools.db.asService(async (tx) => {
    const row = await findByLink(tx, kinds, link, call.now)
    if (!row) throw expired('hash')
    return redeem(tools, tx, row, call, 'hash')
  })
}

async function redeemCode(
  tools: Tools,
  call: Call,
  kinds: readonly TokenKind[],
  { to, code }: { to: Address; code: string },
): Promise<Redeemed> {
  const { secret } = tools.keys
  // A wrong code commits its count, so the refusal follows the transaction.
  const row = await tools.db.asService((tx) => findByCode(tx, secret, kinds, to, code, call.now))
  if (!row) throw expired('code')
  return tools.db.asService((tx) => redeem(tools, tx, row, call, 'code'))
}
