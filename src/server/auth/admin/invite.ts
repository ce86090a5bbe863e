import { addressBuckets } from '../../mail/queued-mail.ts'
import type { Operation } from '../deps.ts'
import { metadataField, readBody, requireEmail } from '../input.ts'
import { safeRedirect } from '../redirects.ts'
import { sendCode } from '../send-code.ts'
import { userBody } from '../users.ts'
import { holdWaitingAccount } from './waiting-account.ts'

/** POST /invite {email, data}: mails a link that confirms the address and logs in. The person then sets a password. */
export const invite: Operation = async (tools, { request, url, now }) => {
  const body = await readBody(request)
  const email = requireEmail(body)
  const data = metadataField(body) ?? {}
  const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), '/reset-password', tools.settings)
  // Only the service key asks, so the limit needs no silence.
  await tools.limiter.take(now, ...addressBuckets('invite', email))
  const invited = await tools.db.asService(async (tx) => {
    const user = await holdWaitingAccount(tx, { email, hash: null, data, isInvited: true, now })
    await sendCode(tools, tx, { userId: user.id, kind: 'invite', to: { email }, redirectTo }, now)
    return user
  })
  tools.mails.wake()
  return Response.json(userBody(invited))
}
