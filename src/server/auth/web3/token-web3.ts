import type { Call, Operation, Tools } from '../deps.ts'
import { refusal } from '../errors.ts'
import { sha256 } from '../../http/keyed-hash.ts'
import { readBody, textField } from '../input.ts'
import { linkOrCreate } from '../providers/link-or-create.ts'
import { spendOnce } from '../providers/spent.ts'
import { openSession, sessionBody } from '../sessions.ts'
import { readSignInMessage, type Chain, type SignInMessage } from './sign-in-message.ts'
import { isSignedBy } from './signatures.ts'

const names: Record<Chain, string> = { ethereum: 'Ethereum', solana: 'Solana' }
/** How far from now a message may have been issued, ms. Phones' clocks differ. */
const mostAge = 600_000

/** POST /token?grant_type=web3: a message that a wallet signed. The wallet's address is the account; it has no mail address. */
export const grantByWallet: Operation = async (tools, call) => {
  const { ethereum, solana } = tools.settings.web3
  if (!ethereum && !solana) throw refusal(422, 'web3_provider_disabled', 'Web3 provider is disabled')
  const body = await readBody(call.request)
  const chain = readChain(textField(body, 'chain'))
  if (!tools.settings.web3[chain]) {
    throw refusal(422, 'web3_provider_disabled', `${names[chain]} Web3 provider is disabled`)
  }
  const text = textField(body, 'message', 8_192) ?? ''
  const signature = textField(body, 'signature', 256) ?? ''
  await tools.limiter.take(call.now, ['web3Network', call.from])
  const message = readSignInMessage(chain, text)
  if (!isSignedBy(chain, message.address, text, signature)) {
    throw ungranted('Signature does not match address in message')
  }
  checkMessage(tools, message, call.now)
  const answer = await signIn(tools, call, chain, message, text)
  await tools.limiter.giveBack(['web3Network', call.from])
  return answer
}

function readChain(text: string | undefined): Chain {
  if (text === 'ethereum' || text === 'solana') return text
  throw refusal(400, 'web3_unsupported_chain', 'Unsupported chain')
}

/** A message for another site must not open an account here, nor one that lies in a log for weeks. */
function checkMessage({ settings }: Tools, message: SignInMessage, now: Date): void {
  const { uri, domain, issuedAt, expiresAt, notBefore } = message
  if (![settings.publicUrl, ...settings.redirectAllow].includes(uri.origin)) {
    throw ungranted(
      'Signed message is using URI which is not allowed on this server, message was signed for another app',
    )
  }
  if (domain !== uri.host) throw ungranted('Signed message is using a Domain that does not match its URI')
  const late = now.getTime() - issuedAt.getTime()
  if (late > mostAge) throw ungranted('Signed message was issued too long ago')
  if (late < -mostAge) throw ungranted('Signed message was issued too far in the future')
  if (notBefore && notBefore > now) throw ungranted('Signed message becomes valid in the future')
  if (expiresAt && expiresAt <= now) throw ungranted('Signed message is expired')
}

/** Each message opens one session. Clients choose the nonce themselves or leave it out, so the whole message counts. */
async function signIn(
  tools: Tools,
  call: Call,
  chain: Chain,
  { address, issuedAt }: SignInMessage,
  text: string,
): Promise<Response> {
  const until = new Date(issuedAt.getTime() + mostAge)
  const subject = `web3:${chain}:${address}`
  const { user, session } = await tools.db.asService(async (tx) => {
    const isNew = await spendOnce(tx, 'web3', sha256(text).toString('base64url'), until)
    if (!isNew) throw ungranted('Signed message was used before')
    const proof = { provider: 'web3', subject, emailProved: false, data: { address, chain } }
    const owner = await linkOrCreate(tools, tx, proof, call.now)
    return { user: owner, session: await openSession(tools, tx, owner, 'web3', call) }
  })
  if (!session) throw ungranted('The account has changed meanwhile')
  return Response.json(await sessionBody(tools, user, session, call.now))
}

/** In the words of OAuth, as the reference refuses this grant. */
function ungranted(message: string) {
  return refusal(400, 'invalid_grant', message, {
    fields: { error: 'invalid_grant', error_description: message },
  })
}
