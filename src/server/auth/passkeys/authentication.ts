import type { Tx } from '../../db/door.ts'
import type { Call, Operation, Tools } from '../deps.ts'
import { refusal } from '../errors.ts'
import { readBody } from '../input.ts'
import { openSession, sessionBody, type Session } from '../sessions.ts'
import { partsOfUser, refuseBanned, type User } from '../users.ts'
import {
  checkAssertion,
  namesOwner,
  readAssertion,
  requestOptions,
  type Assertion,
  type Credential,
  type GivenAssertion,
} from './ceremony.ts'
import { issueChallenge, readAnswer, requireParty, takeChallenge, unproven } from './challenges.ts'

/** A passkey with its account. */
type Found = User & Credential & { passkey_id: string; user_handle: Buffer }

/** POST /passkeys/authentication/options. It names no account: the device knows which passkeys it has for this site. */
export const startAuthentication: Operation = async (tools, call) => {
  const party = requireParty(tools)
  await readBody(call.request)
  await tools.limiter.take(call.now, ['passkeyNetwork', call.from])
  const { challenge, envelope } = await issueChallenge(tools, 'authentication', null, call.now)
  return Response.json({ ...envelope, options: requestOptions(party, challenge, [], true) })
}

/** POST /passkeys/authentication/verify: a session. */
export const finishAuthentication: Operation = async (tools, call) => {
  requireParty(tools)
  const { challengeId, credential } = readAnswer(await readBody(call.request))
  await tools.limiter.take(call.now, ['passkeyNetwork', call.from])
  return tools.entrance({ network: call.from }, () => logIn(tools, call, challengeId, credential))
}

async function logIn(tools: Tools, call: Call, challengeId: string, credential: unknown): Promise<Response> {
  const { now } = call
  const challenge = await takeChallenge(tools, 'authentication', null, challengeId, now)
  const given = readAssertion(credential)
  const found = given && (await findPasskey(tools, given))
  if (!given || !found || !namesOwner(given, found.user_handle)) throw unproven()
  const proof = await checkAssertion(requireParty(tools), challenge, given, found, true)
  if (!proof) throw unproven()
  // Only the owner of the key learns about the account (threat 4).
  refuseBanned(found, now)
  if (found.email && !found.email_confirmed_at) {
    throw refusal(403, 'email_not_confirmed', 'Email not confirmed')
  }
  const session = await tools.db.asService((tx) => open(tools, tx, found, proof, call))
  return Response.json(await sessionBody(tools, found, session, now))
}

async function findPasskey(tools: Tools, { id }: GivenAssertion): Promise<Found | undefined> {
  const { rows } = await tools.db.asService(
    (tx) =>
      tx.last<Found>({
        // The driver reads a bigint as text.
        text: `select u.*, ${partsOfUser}, p.id as passkey_id, p.credential_id, p.public_key, p.user_handle, p.counter::float8 as counter
          from auth.passkeys p join auth.users u on u.id = p.user_id where p.credential_id = $1`,
        values: [Buffer.from(id, 'base64url')],
      }),
    { readOnly: true },
  )
  return rows[0]
}

/** The session, unless the passkey was removed or used with a higher count meanwhile. A count that stands still is a copied key. */
async function open(tools: Tools, tx: Tx, found: Found, proof: Assertion, call: Call): Promise<Session> {
  const session = await openSession(tools, tx, found, 'passkey', call)
  const { rowCount } = await tx.query({
    text: `update auth.passkeys set counter = $2, backed_up = $3, last_used_at = $4
      where id = $1 and (counter < $2 or (counter = 0 and $2::bigint = 0))`,
    values: [found.passkey_id, proof.counter, proof.backed_up, call.now],
  })
  if (!session || rowCount === 0) throw unproven()
  return session
}
