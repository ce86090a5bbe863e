import { randomBytes, randomUUID } from 'node:crypto'
import { isUuid } from '../../../shared/uuid.ts'
import { keyedHash, sha256 } from '../../http/keyed-hash.ts'
import type { Call, Operation, Tools } from '../deps.ts'
import { invalid, refusal } from '../errors.ts'
import { readChallenge } from '../flows.ts'
import { readBody, textField, type Body } from '../input.ts'
import { browserCookie } from '../providers/browser.ts'
import { leadTo } from '../landing.ts'
import { safeRedirect } from '../redirects.ts'
import { samlFor } from './library.ts'
import { findProvider, type SsoProvider } from './providers.ts'
import { withFreshMetadata } from './refresh.ts'

/** Time for a log-in at the identity provider, ms. */
const requestLife = 600_000

/** SAML is a setting. Without it the server answers as the reference does. */
export const withSaml =
  (operation: Operation): Operation =>
  async (tools, call) => {
    if (!tools.settings.saml) throw refusal(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
    return operation(tools, call)
  }

/** POST /sso: the address of the organisation's identity provider. */
export const beginSso: Operation = withSaml(async (tools, call) => {
  const body = await readBody(call.request)
  const asked = readAsked(body)
  const challenge = readChallenge(body)
  await tools.limiter.take(call.now, ['ssoNetwork', call.from])
  const found = await tools.db.asService((tx) => findProvider(tx, asked), { readOnly: true })
  const provider = await withFreshMetadata(tools, found, call.now)
  const { browser, cookie } = browserCookie(tools, call.request)
  const id = randomUUID()
  const requestId = `_${randomBytes(20).toString('hex')}`
  const url = await samlFor(tools.settings, provider, requestId, call.now).getAuthorizeUrlAsync(
    id,
    undefined,
    {},
  )
  const ownChallenge = challenge ?? sha256(cookieVerifier(tools, browser, id)).toString('base64url')
  const redirectTo = textField(body, 'redirect_to') ?? null
  await store(tools, call, provider, { id, requestId, redirectTo, ownChallenge, byCookie: !challenge })
  const headers = challenge ? {} : { 'set-cookie': cookie }
  return body['skip_http_redirect'] === true ? Response.json({ url }, { headers }) : leadTo(url, headers, 303)
})

function readAsked(body: Body): { id: string } | { domain: string } {
  const id = textField(body, 'provider_id', 36)
  const domain = textField(body, 'domain', 253)?.toLowerCase()
  if (id && domain) throw invalid('Only one of provider_id or domain supported')
  if (domain) return { domain }
  if (!id) throw invalid('A provider_id or domain needs to be provided')
  if (!isUuid(id)) throw invalid('provider_id must be an UUID')
  return { id }
}

type Begun = {
  id: string
  requestId: string
  redirectTo: string | null
  ownChallenge: string
  byCookie: boolean
}

async function store(tools: Tools, { now }: Call, provider: SsoProvider, begun: Begun): Promise<void> {
  const redirectTo = safeRedirect(begun.redirectTo, '/auth/callback', tools.settings)
  await tools.db.asService((tx) =>
    tx.last({
      text: `insert into auth.saml_requests (id, request_id, sso_provider_id, redirect_to, code_challenge, by_cookie, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      values: [
        begun.id,
        begun.requestId,
        provider.id,
        redirectTo,
        begun.ownChallenge,
        begun.byCookie,
        new Date(now.getTime() + requestLife),
      ],
    }),
  )
}

/** The verifier of a client without PKCE. Only this server and the browser that began can make it. */
export function cookieVerifier({ keys }: Pick<Tools, 'keys'>, browser: string, id: string): string {
  return keyedHash(keys.secret, 'saml verifier', browser, id).toString('base64url')
}
