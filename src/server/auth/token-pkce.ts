import type { Tx } from '../db/door.ts'
import { sameBytes, sha256 } from '../http/keyed-hash.ts'
import type { Call, Operation, Tools } from './deps.ts'
import { invalid, refusal } from './errors.ts'
import { readBody, textField } from './input.ts'
import { lockUser } from './lock-user.ts'
import type { TokenRow } from './one-time-tokens.ts'
import { redeem } from './redeem.ts'
import { openSession, sessionBody, type Session } from './sessions.ts'
import type { Amr } from './tokens.ts'
import { refuseBanned, type User } from './users.ts'

type Row = {
  id: string
  user_id: string
  code_challenge: string
  token_id: string | null
  method: Amr[number]['method']
  expires_at: Date
}

/** POST /token?grant_type=pkce */
export const grantByAuthCode: Operation = async (tools, call) => {
  const body = await readBody(call.request)
  const code = textField(body, 'auth_code', 128)
  const verifier = textField(body, 'code_verifier', 128)
  if (!code || !verifier)
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  await tools.limiter.take(call.now, ['verifyNetwork', call.from])
  const { user, session } = await exchangeCode(tools, call, { code, verifier })
  await tools.limiter.giveBack(['verifyNetwork', call.from])
  return Response.json(await sessionBody(tools, user, session, call.now))
}

/** A session for the code of `codeForFlow` and the verifier of its challenge. A code opens one session; parallel requests cannot open two. */
export async function exchangeCode(
  tools: Tools,
  call: Call,
  { code, verifier }: { code: string; verifier: string },
): Promise<{ user: User; session: Session }> {
  const { now } = call
  const opened = await tools.db.asService(async (tx) => {
    const { rows } = await tx.query<Row>({
      text: 'select * from auth.flow_states where code_hash = $1',
      values: [sha256(code)],
    })
    const flow = rows[0]
    if (!flow) throw missing()
    if (flow.expires_at <= now)
      throw refusal(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
    // A wrong verifier does not end the code: it would let a thief of the code lock the owner out.
    if (!isVerifier(verifier, flow.code_challenge)) {
      throw refusal(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
    }
    return open(tools, tx, flow, call)
  })
  tools.mails.wake()
  return opened
}

/** Locks the account before the flow's row, as every writer of tokens does. */
async function open(tools: Tools, tx: Tx, flow: Row, call: Call): Promise<{ user: User; session: Session }> {
  const user = await lockUser(tx, flow.user_id)
  const taken = await tx.query({ text: 'delete from auth.flow_states where id = $1', values: [flow.id] })
  if (taken.rowCount !== 1) throw missing()
  if (flow.token_id) {
    const { rows } = await tx.query<TokenRow>({
      text: 'select * from auth.one_time_tokens where id = $1',
      values: [flow.token_id],
    })
    const redeemed = rows[0] && (await redeem(tools, tx, rows[0], call, 'exchange'))
    if (!redeemed || redeemed === 'half' || !redeemed.session) throw missing()
    return { user: redeemed.user, session: redeemed.session }
  }
  refuseBanned(user, call.now)
  const session = await openSession(tools, tx, user, flow.method, call)
  if (!session) throw missing()
  return { user, session }
}

const missing = () => refusal(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')

const isVerifier = (verifier: string, challenge: string): boolean =>
  sameBytes(sha256(verifier), Buffer.from(challenge, 'base64url'))
