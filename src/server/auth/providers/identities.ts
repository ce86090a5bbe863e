import { isUuid } from '../../../shared/uuid.ts'
import type { Tx } from '../../db/door.ts'
import { meaningOf } from '../../http/sqlstate.ts'
import { insertMail } from '../../mail/queued-mail.ts'
import type { Operation, Tools } from '../deps.ts'
import { refusal } from '../errors.ts'
import { loadSignedIn, secondStepNeeded, type SignedIn } from '../sessions.ts'
import type { Identity, User } from '../users.ts'
import { identityRemoved } from './letters.ts'
import { lockSignedIn } from '../lock-user.ts'
import { listProviders } from './proof.ts'

/** An identity is a key to the account: a passer-by at an open session must not add or remove one (threat 16). */
const freshMs = 15 * 60_000

/** The switch is asked before anything else, as in the reference. */
export function manualLinking({ settings }: Pick<Tools, 'settings'>): void {
  if (!settings.manualLinking) {
    throw refusal(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
}

/** An anonymous person has nothing to log in with again. */
export function checkFresh({ user, session }: SignedIn, now: Date): void {
  // A recovery mail opens no way in that outlives it.
  if (session.viaRecovery) throw secondStepNeeded(403)
  if (user.is_anonymous || now.getTime() - session.createdAt.getTime() <= freshMs) return
  throw refusal(400, 'reauthentication_needed', 'Please log in again before you change how you log in')
}

/** DELETE /user/identities/{id} */
export const unlinkIdentity: Operation = async (tools, call) => {
  const signedIn = await loadSignedIn(tools, call)
  manualLinking(tools)
  const id = call.params[0] ?? ''
  if (!isUuid(id)) {
    throw refusal(404, 'validation_failed', 'identity_id must be an UUID')
  }
  checkFresh(signedIn, call.now)
  await tools.limiter.take(call.now, ['linkAccount', signedIn.user.id])
  await tools.db.asService((tx) => remove(tools, tx, signedIn, id.toLowerCase(), call.now))
  tools.mails.wake()
  return Response.json({})
}

async function remove(tools: Tools, tx: Tx, signedIn: SignedIn, id: string, now: Date): Promise<void> {
  const user = await lockSignedIn(tx, signedIn)
  if (user.identities.length <= 1) {
    throw refusal(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
  }
  const gone = user.identities.find((identity) => identity.id === id)
  if (!gone) throw refusal(422, 'identity_not_found', "Identity doesn't exist")
  await tx.query({ text: 'delete from auth.identities where id = $1', values: [id] })
  await dropAddress(tx, user, gone, now)
  await tx.query(listProviders(user.id, now))
  // Its person may be logged in by it elsewhere, or about to be.
  await tx.query({
    text: `with codes as (delete from auth.flow_states where user_id = $1)
      delete from auth.sessions where user_id = $1 and id <> $2`,
    values: [user.id, signedIn.session.id],
  })
  const { email } = user
  if (!email) return
  await tx.query(
    insertMail(tools.keys.secret, identityRemoved(tools, { ...user, email }, gone.provider), now),
  )
}

/**
 * The address, the number and the password go with the identity that they belong to. Otherwise a mailed code would still open the account.
 * The address of another proven identity takes the place of the old one.
 */
async function dropAddress(tx: Tx, user: User, gone: Identity, now: Date): Promise<void> {
  const rest = user.identities.filter(({ id }) => id !== gone.id)
  const left = new Set(rest.map(({ provider }) => provider))
  const proved = rest.filter((identity) => identity.proved).map(({ identity_data: data }) => data['email'])
  const keeps = left.has('email') || proved.includes(user.email)
  const next = proved.find((email) => typeof email === 'string') ?? null
  const email = keeps ? user.email : next
  const hadPassword = gone.provider === 'email' || gone.provider === 'phone'
  const dropsPassword = hadPassword && !left.has('email') && !left.has('phone')
  try {
    await tx.query({
      text: `update auth.users set email = $2,
          email_confirmed_at = case when email is not distinct from $2 then email_confirmed_at when $2::text is not null then $3::timestamptz end,
          email_proved_at = case when email is not distinct from $2 then email_proved_at when $2::text is not null then $3::timestamptz end,
          password_hash = case when $4 then null else password_hash end,
          phone = case when $5 then null else phone end,
          phone_confirmed_at = case when $5 then null else phone_confirmed_at end
        where id = $1`,
      values: [user.id, email, now, dropsPassword, gone.provider === 'phone'],
    })
  } catch (error) {
    if (meaningOf(error) !== 'duplicate') throw error
    throw refusal(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    )
  }
  if (email !== user.email || gone.provider === 'phone') {
    await tx.query({ text: 'delete from auth.one_time_tokens where user_id = $1', values: [user.id] })
  }
}
