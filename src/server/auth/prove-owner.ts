import type { Tx } from '../db/door.ts'
import { checkCurrentPassword } from './current-password.ts'
import type { Call, Tools } from './deps.ts'
import { refusal } from './errors.ts'
import { kindOf, rememberProof } from './first-proof.ts'
import { findByCode, type TokenRow } from './one-time-tokens.ts'
import type { SignedIn } from './sessions.ts'

/** A session from a recovery mail may set the password within this time, ms. Every other session sends a proof. */
const recoveryFor = 600_000

type Proof = { currentPassword: string | undefined; nonce: string | undefined }

/**
 * Protects password and addresses from a passer-by at an open session (threat 16): by the current password, or by a code that GET
 * /reauthenticate sent. Returns the code's row, which `useNonce` takes.
 */
export async function proveOwner(
  tools: Tools,
  { now }: Call,
  { user, session }: SignedIn,
  { currentPassword, nonce }: Proof,
  { isNewAddress }: { isNewAddress: boolean },
): Promise<TokenRow | undefined> {
  // The session is all that opens an anonymous account.
  if (user.is_anonymous) return undefined
  if (currentPassword) {
    await checkCurrentPassword(tools, user, currentPassword, now)
    return undefined
  }
  if (nonce) {
    const holder = { userId: user.id }
    const { secret } = tools.keys
    // A wrong code commits its count, so the refusal follows the transaction.
    const row = await tools.db.asService((tx) =>
      findByCode(tx, secret, ['reauthentication'], holder, nonce, now),
    )
    if (!row) throw notValid()
    return row
  }
  const isFresh = now.getTime() - session.createdAt.getTime() <= recoveryFor
  // A recovery mail proves the mailbox for a short while, and never permits a new address.
  const isRecovering = session.amr.some(({ method }) => method === 'recovery')
  if (isFresh && isRecovering && !isNewAddress) return undefined
  // An invited person sets the first password.
  const isInvited = !user.password_hash && session.amr.some(({ method }) => method === 'invite')
  if (isFresh && isInvited && !isNewAddress) return undefined
  // A provider alone opens this account: neither a password nor a code can prove its owner.
  if (isFresh && !user.password_hash && !user.email && !user.phone) return undefined
  throw refusal(400, 'reauthentication_needed', 'This update requires the current password')
}

/** Takes the code in the transaction of the change: of two racing changes, one wins. */
export async function useNonce(tx: Tx, row: TokenRow, now: Date): Promise<void> {
  const { rowCount } = await tx.query({
    text: 'delete from auth.one_time_tokens where id = $1 and link_hash = $2',
    values: [row.id, row.link_hash],
  })
  if (rowCount !== 1) throw notValid()
  // The code went to the mailbox or phone of this account.
  await rememberProof(tx, row.user_id, kindOf(row), now)
}

const notValid = () => refusal(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
