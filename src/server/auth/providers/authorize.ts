import type { Call, Operation, Tools } from '../deps.ts'
import { asRefusal, invalid, refusal } from '../errors.ts'
import { readChallenge } from '../flows.ts'
import { safeRedirect } from '../redirects.ts'
import { loadSignedIn } from '../sessions.ts'
import type { Provider } from './clients.ts'
import { beginFlow } from './flows.ts'
import { checkFresh, manualLinking } from './identities.ts'
import { landWithRefusal, leadTo } from '../landing.ts'
import { asProviderRefusal } from './provider-refusal.ts'

/** Parameters that go on to the provider unchanged. */
const passedOn = ['prompt', 'login_hint', 'hd', 'display', 'ui_locales', 'access_type'] as const

/** All parameters of both addresses. The gateway refuses others by name. */
export const authorizeQuery: readonly string[] = [
  'provider',
  'redirect_to',
  'scopes',
  'code_challenge',
  'code_challenge_method',
  'skip_http_redirect',
  ...passedOn,
]

/** GET /authorize: the browser leaves for the provider. A person who cannot leave comes back to the page with the reason. */
export const authorize: Operation = async (tools, call) => {
  try {
    const provider = findProvider(tools, call.url)
    await tools.limiter.take(call.now, ['providerNetwork', call.from])
    return await begin(tools, call, provider, undefined)
  } catch (error) {
    const refused = asRefusal(error)
    if (refused.status === 500 || !call.request.headers.get('accept')?.includes('text/html')) throw error
    const wanted = call.url.searchParams.get('redirect_to')
    return landWithRefusal(safeRedirect(wanted, '/auth/callback', tools.settings), refused)
  }
}

/** GET /user/identities/authorize: the same for a signed-in person, who links one more identity. */
export const linkIdentity: Operation = async (tools, call) => {
  const signedIn = await loadSignedIn(tools, call)
  manualLinking(tools)
  const provider = findProvider(tools, call.url)
  checkFresh(signedIn, call.now)
  await tools.limiter.take(call.now, ['linkAccount', signedIn.user.id])
  return begin(tools, call, provider, { userId: signedIn.user.id, sessionId: signedIn.session.id })
}

function findProvider(tools: Tools, url: URL): Provider {
  const name = url.searchParams.get('provider') ?? ''
  const provider = tools.providers.find(name)
  if (provider) return provider
  throw invalid(`Unsupported provider: ${/^[\w-]{1,40}$/.test(name) ? name : 'provider'} is not enabled`)
}

async function begin(
  tools: Tools,
  call: Call,
  provider: Provider,
  link: { userId: string; sessionId: string } | undefined,
): Promise<Response> {
  const query = Object.fromEntries(call.url.searchParams)
  checkScopes(query['scopes'], provider)
  const goal = {
    redirectTo: safeRedirect(query['redirect_to'] ?? null, '/auth/callback', tools.settings),
    challenge: readChallenge(query),
    link,
  }
  const passed = Object.fromEntries(
    passedOn.flatMap((name) => (query[name] ? [[name, query[name].slice(0, 200)]] : [])),
  )
  const { address, cookie } = await beginFlow(tools, call, provider, goal, passed).catch((error: unknown) => {
    throw asProviderRefusal(tools, provider, error)
  })
  const headers = { 'set-cookie': cookie }
  return query['skip_http_redirect'] === 'true'
    ? Response.json({ url: address.href }, { headers })
    : leadTo(address, headers)
}

/** The server keeps no token of a provider, so no client needs a further right there. */
function checkScopes(scopes: string | undefined, { config }: Provider): void {
  const unknown = scopes?.split(/[\s,]+/).find((scope) => scope !== '' && !config.scopes.includes(scope))
  if (unknown) throw refusal(400, 'validation_failed', `The scope ${unknown.slice(0, 40)} is not configured`)
}
