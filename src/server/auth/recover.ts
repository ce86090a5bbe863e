import type { Tools, Call, Operation } from './deps.ts'
import { readBody, refusePkce, requireEmail, type Body } from './input.ts'
import { insertMail, type Asked } from '../mail/queued-mail.ts'
import { safeRedirect } from './redirects.ts'

/** POST /recover. Any address gets `{}`. */
export const recover: Operation = async (tools, call) =>
  ask(tools, call, await readBody(call.request), 'recovery')

/** Stores a request for mails. The work is the same for every address; the queue looks the account up later (threat 2). */
export async function ask(tools: Tools, call: Call, body: Body, type: Asked['type']): Promise<Response> {
  const email = requireEmail(body)
  refusePkce(body)
  await tools.limiter.take(call.now, ['mailNetwork', type, call.from])
  const page = type === 'recovery' ? '/reset-password' : '/auth/callback'
  const redirectTo = safeRedirect(call.url.searchParams.get('redirect_to'), page, tools.settings)
  const mail = { kind: 'asked', content: { asked: { type, email, redirectTo } } } as const
  await tools.db.asService((tx) => tx.last(insertMail(tools.keys.secret, mail, call.now)))
  tools.mails.wake()
  return Response.json({})
}
