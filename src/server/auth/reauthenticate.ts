import { addressBuckets } from '../mail/queued-mail.ts'
import type { Operation } from './deps.ts'
import { invalid, refusal } from './errors.ts'
import { sendCode } from './send-code.ts'
import { loadSignedIn } from './sessions.ts'
import type { Address, User } from './users.ts'

/** GET /reauthenticate: sends the code that `PUT /user` takes as `nonce`, to the mailbox or else to the phone. */
export const reauthenticate: Operation = async (tools, call) => {
  const { now } = call
  const { user } = await loadSignedIn(tools, call)
  const to = provenAddress(user)
  await tools.limiter.take(now, ['reauthenticateAccount', user.id])
  // Within the minute the code before is still alive.
  const name = 'email' in to ? to.email : to.phone
  if (!(await tools.limiter.tryTake(now, ...addressBuckets('reauthentication', name))))
    return Response.json({})
  await tools.db.asService(async (tx) => {
    // Locks the account first, as every writer of tokens does.
    await tx.query({ text: 'select from auth.users where id = $1 for update', values: [user.id] })
    await sendCode(tools, tx, { userId: user.id, kind: 'reauthentication', to, redirectTo: '' }, now)
  })
  tools.mails.wake()
  return Response.json({})
}

function provenAddress({
  email,
  phone,
  email_confirmed_at: emailAt,
  phone_confirmed_at: phoneAt,
}: User): Address {
  if (email && emailAt) return { email }
  if (phone && phoneAt) return { phone }
  if (email) throw refusal(422, 'email_not_confirmed', 'Please verify your email first.')
  if (phone) throw refusal(422, 'phone_not_confirmed', 'Please verify your phone first.')
  throw invalid('Reauthentication requires the user to have an email or a phone number')
}
