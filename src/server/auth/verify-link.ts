import type { Tools, Call, Operation } from './deps.ts'
import type { Refusal } from '../http/refusal.ts'
import { asRefusal, invalid } from './errors.ts'
import { keyedHash } from '../http/keyed-hash.ts'
import { safeRedirect } from './redirects.ts'
import { sessionBody } from './sessions.ts'
import { halfDone, kindsFor, redeemLink } from './verify.ts'

/**
 * GET /verify: the link in a mail. It redirects with the session or the refusal in the fragment, which no server and no referrer sees. HEAD
 * and prefetches never redeem it. A scanner that opens links would, so every mail carries a code too. The same browser may follow the link
 * again for a minute (threat 13).
 */
export const verifyLink: Operation = async (tools, call) => {
  const { request, url } = call
  // 425 keeps the browser from showing the prefetched answer to the person.
  if (isPrefetch(request)) return lead(425)
  if (request.method === 'HEAD') return lead(200)
  const type = url.searchParams.get('type') ?? undefined
  const fallback = type === 'recovery' ? '/reset-password' : '/auth/callback'
  const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), fallback, tools.settings)
  try {
    return lead(303, redirectTo, await follow(tools, call, type))
  } catch (error) {
    const refusal = asRefusal(error)
    if (refusal.status >= 500) throw error
    return lead(303, redirectTo, fragmentOf(refusal))
  }
}

async function follow(tools: Tools, call: Call, type: string | undefined): Promise<Record<string, string>> {
  const kinds = kindsFor(type)
  const token = call.url.searchParams.get('token') ?? call.url.searchParams.get('token_hash')
  if (!token) throw invalid('Verify requires a token or a token hash')
  await tools.limiter.take(call.now, ['verifyNetwork', call.from])
  const agent = call.request.headers.get('user-agent') ?? ''
  const browser = keyedHash(tools.keys.secret, 'browser', call.from, agent)
  const redeemed = await redeemLink(tools, call, kinds, token, browser)
  if (redeemed === 'half') return { message: halfDone, sb: '' }
  const body = await sessionBody(tools, redeemed.user, redeemed.session, call.now)
  return {
    access_token: body.access_token,
    expires_at: String(body.expires_at),
    expires_in: String(body.expires_in),
    refresh_token: body.refresh_token,
    sb: '',
    token_type: body.token_type,
    type: type ?? '',
  }
}

function isPrefetch(request: Request): boolean {
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map(
    (name) => request.headers.get(name) ?? '',
  )
  return purpose.some((value) => /prefetch|prerender|preview/i.test(value))
}

function fragmentOf(refusal: Refusal): Record<string, string> {
  const errors: Readonly<Record<number, string>> = {
    403: 'access_denied',
    429: 'temporarily_unavailable',
  }
  return {
    error: errors[refusal.status] ?? 'invalid_request',
    error_code: refusal.code,
    error_description: refusal.message,
    sb: '',
  }
}

function lead(status: 200 | 303 | 425, to?: string, fragment: Record<string, string> = {}): Response {
  const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  if (to) headers.set('location', `${to}#${new URLSearchParams(fragment).toString()}`)
  return new Response(null, { status, headers })
}
