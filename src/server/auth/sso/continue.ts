import { isUuid } from '../../../shared/uuid.ts'
import type { Call, Operation, Tools } from '../deps.ts'
import { refusal } from '../errors.ts'
import { readBrowser } from '../providers/browser.ts'
import { landWithSession } from '../landing.ts'
import { sessionBody } from '../sessions.ts'
import { exchangeCode } from '../token-pkce.ts'
import { cookieVerifier, withSaml } from './begin.ts'
import { withPage } from './with-page.ts'

/**
 * GET /sso/saml/continue: the end of a log-in of a client without PKCE. Browsers send the cookie with this navigation, and not with the form
 * from the identity provider. Only the browser that began gets the session (threat 14).
 */
export const continueSso: Operation = withPage(withSaml(redeem))

async function redeem(tools: Tools, call: Call): Promise<Response> {
  if (call.request.method === 'HEAD') return new Response(null, { status: 200 })
  await tools.limiter.take(call.now, ['ssoNetwork', call.from])
  const id = call.url.searchParams.get('request') ?? ''
  const code = call.url.searchParams.get('code') ?? ''
  const browser = readBrowser(tools, call.request)
  if (!isUuid(id) || !browser) throw notHere()
  const { rows } = await tools.db.asService((tx) =>
    tx.last<{ redirect_to: string }>({
      text: `select redirect_to from auth.saml_requests where id = $1 and by_cookie and answered_at is not null and expires_at > $2`,
      values: [id, call.now],
    }),
  )
  const waiting = rows[0]
  if (!waiting) throw notHere()
  const { user, session } = await exchangeCode(tools, call, {
    code,
    verifier: cookieVerifier(tools, browser, id),
  })
  return landWithSession(waiting.redirect_to, await sessionBody(tools, user, session, call.now))
}

const notHere = () =>
  refusal(
    403,
    'saml_relay_state_not_found',
    'This log-in was not begun in this browser, try logging in again?',
  )
