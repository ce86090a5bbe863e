import type { Tools, Call, Operation } from './deps.ts'
import { readBody, refusePkce, requireEmail } from './input.ts'
import { deliver, letterFor } from './mails.ts'
import { makeOneTimeToken } from './one-time-tokens.ts'
import { safeRedirect } from './redirects.ts'
import { isBanned, selectUser, type User } from './users.ts'

/** POST /recover. Any address gets `{}`. The look-up and the mail follow the answer (threat 2). */
export const recover: Operation = async (tools, call) => {
  const body = await readBody(call.request)
  const email = requireEmail(body)
  refusePkce(body)
  await tools.limiter.take(call.now, ['mailNetwork', call.from])
  tools.background.run(() => mailRecovery(tools, call, email))
  return Response.json({})
}

async function mailRecovery(tools: Tools, { url, now }: Call, email: string): Promise<void> {
  if (!(await tools.limiter.tryTake(now, ['mailAddress', email], ['mailAddressHour', email]))) return
  const token = await tools.db.asService(async (tx) => {
    const { rows } = await tx.query<User>(selectUser('where u.email = $1 for update of u', [email]))
    const user = rows[0]
    if (!user || isBanned(user, now)) return undefined
    const made = makeOneTimeToken(tools.keys.secret, user.id, 'recovery', email, now)
    await Promise.all([
      tx.query(made.statement),
      tx.query({
        text: 'update auth.users set recovery_sent_at = $2 where id = $1',
        values: [user.id, now],
      }),
    ])
    return made.token
  })
  if (!token) return
  const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), '/reset-password', tools.settings)
  await deliver(tools, letterFor(token, redirectTo, tools.settings))
}
