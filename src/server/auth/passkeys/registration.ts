import type { Tx } from '../../db/door.ts'
import { meaningOf } from '../../http/sqlstate.ts'
import type { Call, Operation, Tools } from '../deps.ts'
import { deviceOf } from '../device-name.ts'
import { refusal } from '../errors.ts'
import { readBody } from '../input.ts'
import { lockSignedIn } from '../lock-user.ts'
import { passkeyAdded } from '../notices.ts'
import { requireRecentProof } from '../recent-proof.ts'
import { tellOwner } from '../tell-owner.ts'
import type { SignedIn } from '../sessions.ts'
import type { User } from '../users.ts'
import { checkCreation, creationOptions, handleOf, type CreatedCredential } from './ceremony.ts'
import { issueChallenge, readAnswer, requireParty, takeChallenge, unproven } from './challenges.ts'
import { loadKeeper, passkeyBody, type Passkey } from './passkeys.ts'

/** More than one person's devices. */
const passkeysEach = 10
const tooMany = () => refusal(422, 'too_many_passkeys', 'Maximum number of passkeys reached')

/** POST /passkeys/registration/options. A new way into the account needs a recent log-in, or `current_password`. */
export const startRegistration: Operation = async (tools, call) => {
  const party = requireParty(tools)
  const body = await readBody(call.request)
  const signedIn = await loadKeeper(tools, call)
  const { user } = signedIn
  await requireRecentProof(tools, call, signedIn, body)
  const exclude = await credentialIdsOf(tools, user.id)
  if (exclude.length >= passkeysEach) throw tooMany()
  const { challenge, envelope } = await issueChallenge(tools, 'registration', user.id, call.now)
  const asked = { challenge, handle: handleOf(tools.keys.secret, user.id), label: labelOf(user, party.name) }
  return Response.json({ ...envelope, options: creationOptions(party, { ...asked, exclude }, true) })
}

/** POST /passkeys/registration/verify */
export const finishRegistration: Operation = async (tools, call) => {
  const party = requireParty(tools)
  const { challengeId, credential } = readAnswer(await readBody(call.request))
  const signedIn = await loadKeeper(tools, call)
  const { user } = signedIn
  const challenge = await takeChallenge(tools, 'registration', user.id, challengeId, call.now)
  const made = await checkCreation(party, challenge, credential, true)
  if (!made) throw unproven()
  const passkey = await tools.db.asService((tx) => store(tools, tx, signedIn, made, call)).catch(refuseTaken)
  tools.mails.wake()
  return Response.json(passkeyBody(passkey))
}

async function credentialIdsOf(tools: Tools, userId: string): Promise<Buffer[]> {
  const { rows } = await tools.db.asService(
    (tx) =>
      tx.last<{ credential_id: Buffer }>({
        text: 'select credential_id from auth.passkeys where user_id = $1',
        values: [userId],
      }),
    { readOnly: true },
  )
  return rows.map(({ credential_id: id }) => id)
}

/** What the device's own list shows. Only the owner's devices have it. */
const labelOf = ({ email, phone }: User, site: string): string => email ?? (phone ? `+${phone}` : site)

/** The lock on the account orders parallel registrations: together they keep to the most. */
async function store(
  tools: Tools,
  tx: Tx,
  signedIn: SignedIn,
  made: CreatedCredential,
  { request, now }: Call,
): Promise<Passkey> {
  const device = deviceOf(request.headers.get('user-agent'))
  const user = await lockSignedIn(tx, signedIn)
  const { rows } = await tx.query<Passkey>({
    text: `insert into auth.passkeys (user_id, user_handle, credential_id, public_key, counter, transports, backed_up, friendly_name, created_at)
      select u.id, $10, $2, $3, $4, $5, $6, $7, $8 from auth.users u
        where u.id = $1 and (u.banned_until is null or u.banned_until <= $8)
          and (select count(*) from auth.passkeys p where p.user_id = u.id) < $9
      returning id, friendly_name, created_at, last_used_at`,
    values: [
      user.id,
      made.credential_id,
      made.public_key,
      made.counter,
      made.transports,
      made.backed_up,
      device,
      now,
      passkeysEach,
      handleOf(tools.keys.secret, user.id),
    ],
  })
  const passkey = rows[0]
  if (!passkey) throw tooMany()
  const notice = { kind: 'passkey_added', about: passkey.id, letter: passkeyAdded(device) } as const
  await tellOwner(tools, tx, user, notice, now)
  return passkey
}

function refuseTaken(error: unknown): never {
  if (meaningOf(error) === 'duplicate') {
    throw refusal(422, 'webauthn_credential_exists', 'This credential is already registered')
  }
  throw error
}
