import type { Tools, Call, Operation } from './deps.ts'
import { readChallenge } from './flows.ts'
import { readBody, requireEmail, requireSmsCountry } from './input.ts'
import { insertMail, type Asked } from '../mail/queued-mail.ts'
import { safeRedirect } from './redirects.ts'

/** POST /recover. Any address gets `{}`. */
export const recover: Operation = async (tools, call) => {
  const body = await readBody(call.request)
  return ask(tools, call, {
    type: 'recovery',
    to: { email: requireEmail(body) },
    challenge: readChallenge(body),
  })
}

/**
 * Stores a request for mails or SMS. The work is the same for every address, and the queue looks the account up later (threat 2). An SMS
 * costs money, so a network may ask for few.
 */
export async function ask(tools: Tools, call: Call, asked: Omit<Asked, 'redirectTo'>): Promise<Response> {
  const { type } = asked
  if ('phone' in asked.to) requireSmsCountry(tools.settings, asked.to.phone)
  await tools.limiter.take(
    call.now,
    'phone' in asked.to ? ['smsNetwork', call.from] : ['mailNetwork', type, call.from],
  )
  const page = type === 'recovery' ? '/reset-password' : '/auth/callback'
  const redirectTo = safeRedirect(call.url.searchParams.get('redirect_to'), page, tools.settings)
  const mail = { kind: 'asked', content: { asked: { ...asked, redirectTo } } } as const
  await tools.db.asService((tx) => tx.last(insertMail(tools.keys.secret, mail, call.now)))
  tools.mails.wake()
  return Response.json({})
}
