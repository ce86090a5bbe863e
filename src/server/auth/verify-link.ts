import { readForm } from '../http/body.ts'
import { keyedHash } from '../http/keyed-hash.ts'
import type { Tools, Call, Operation } from './deps.ts'
import { asRefusal, invalid } from './errors.ts'
import { codeForFlow } from './flows.ts'
import { bare, landWithCode, landWithRefusal, landWithSession, leadTo } from './landing.ts'
import { findByLink, type TokenRow } from './one-time-tokens.ts'
import { expired, halfDone, kindsFor, mayFollow, redeem } from './redeem.ts'
import { safeRedirect } from './redirects.ts'
import { sessionBody } from './sessions.ts'
import { linkPage, type Link } from './verify-page.ts'

const formBytes = 8_192

/**
 * GET /verify: the link in a mail. It shows a page with a button, and only the button uses the link up: scanners of mail and previews open
 * links too (threat 13). A client with PKCE gets a code that only its verifier opens, and its exchange uses the link up.
 */
export const verifyLink: Operation = async (tools, call) => {
  const { request, url, now } = call
  // 425 keeps the browser from showing the prefetched answer to the person.
  if (isPrefetch(request)) return new Response(null, { status: 425, headers: bare })
  if (request.method === 'HEAD') return new Response(null, { headers: bare })
  return answer(tools, url.searchParams, async (link) => {
    const row = await tools.db.asService((tx) => findLink(tools, call, link, tx), { readOnly: true })
    if (!exchanges(row)) return linkPage(link)
    await tools.limiter.take(now, ['verifyNetwork', call.from])
    const { id: tokenId, user_id: userId, code_challenge: challenge } = row
    const code = await tools.db.asService((tx) =>
      codeForFlow(tx, { userId, challenge, method: 'otp', tokenId }, now),
    )
    return landWithCode(link.redirectTo, code, 303)
  })
}

/** POST /verify from the page of a link: redirects with the session in the fragment, which no server and no referrer sees. */
export const pressLink: Operation = async (tools, call) => {
  const { request, now } = call
  return answer(tools, await readForm(request, formBytes), async (link) => {
    if (!isOwnForm(tools, request)) return linkPage(link, 403)
    await tools.limiter.take(now, ['verifyNetwork', call.from])
    const { redeemed, code } = await tools.db.asService(async (tx) => {
      const row = await findLink(tools, call, link, tx)
      if (exchanges(row)) throw expired()
      const done = await redeem(tools, tx, row, call, { browser: browserOf(tools, call) })
      const challenge = done !== 'half' && row.code_challenge
      const flow = challenge && { userId: row.user_id, challenge, method: 'otp' as const }
      return { redeemed: done, code: flow ? await codeForFlow(tx, flow, now) : undefined }
    })
    await tools.limiter.giveBack(['verifyNetwork', call.from])
    tools.mails.wake()
    if (redeemed === 'half') {
      const fragment = new URLSearchParams({ message: halfDone, sb: '' })
      return leadTo(`${link.redirectTo}#${fragment.toString()}`, {}, 303)
    }
    if (code) return landWithCode(link.redirectTo, code, 303)
    if (!redeemed.session) throw expired()
    const body = await sessionBody(tools, redeemed.user, redeemed.session, now)
    return landWithSession(link.redirectTo, body, { type: link.type, status: 303 })
  })
}

/** Reads the parameters of a link. A refusal becomes a redirect with the error. */
async function answer(
  tools: Tools,
  given: URLSearchParams,
  act: (link: Link) => Promise<Response>,
): Promise<Response> {
  const type = given.get('type') ?? ''
  const token = given.get('token') ?? given.get('token_hash') ?? ''
  const fallback = type === 'recovery' ? '/reset-password' : '/auth/callback'
  const redirectTo = safeRedirect(given.get('redirect_to'), fallback, tools.settings)
  try {
    if (!token) throw invalid('Verify requires a token or a token hash')
    return await act({ type, token, redirectTo })
  } catch (error) {
    const refused = asRefusal(error)
    if (refused.status === 500) throw error
    // The link is not used up. The person tries again in a moment.
    if (refused.status > 500) return linkPage({ type, token, redirectTo }, 503)
    return landWithRefusal(redirectTo, refused, { inQuery: token.startsWith('pkce_'), status: 303 })
  }
}

async function findLink(
  tools: Tools,
  call: Call,
  { type, token }: Link,
  tx: Parameters<typeof findByLink>[0],
): Promise<TokenRow> {
  const row = await findByLink(tx, kindsFor(type), token, call.now)
  if (!row || !mayFollow(row, browserOf(tools, call), call.now)) throw expired()
  return row
}

/** True when the client exchanges a code itself. A change of address takes effect at the button: its client may be far away. */
const exchanges = (row: TokenRow): row is TokenRow & { code_challenge: string } =>
  row.code_challenge !== null && !row.kind.startsWith('email_change')

function browserOf({ keys }: Tools, { from, request }: Call): Buffer {
  return keyedHash(keys.secret, 'browser', from, request.headers.get('user-agent') ?? '')
}

/** Only the page's own button presses it: a stranger's page could log a person in to the stranger's account. Old browsers name no origin. */
function isOwnForm({ settings }: Tools, request: Request): boolean {
  const { publicUrl } = settings
  const origin = request.headers.get('origin') ?? publicUrl
  const site = request.headers.get('sec-fetch-site') ?? 'same-origin'
  return origin === publicUrl && site === 'same-origin'
}

function isPrefetch(request: Request): boolean {
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map(
    (name) => request.headers.get(name) ?? '',
  )
  return purpose.some((value) => /prefetch|prerender|preview/i.test(value))
}
