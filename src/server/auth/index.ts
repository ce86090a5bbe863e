/**
 * `/auth/v1`: accounts and sessions in the GoTrue protocol, checked with @supabase/auth-js 2.119.
 * The routes are listed below. Limits (http/limits.ts) count a network, an address or a session, never everybody: 429
 * `over_request_rate_limit` with Retry-After. A limit on mails to one address is silent: of each kind one a minute,
 * five in a row, then five an hour. The hashing of passwords is bounded: 503 with Retry-After.
 * Left out on purpose, refused as the reference refuses features that are off (absent.ts): anonymous and phone accounts, one-time
 * passwords, PKCE, OAuth, SSO, web3, id_token, second factors, reauthentication by mail, linked identities, the admin API.
 * Beyond the reference: `/sessions` lists a person's devices and ends one. Refresh tokens are not stored, not even hashed. A replayed
 * old refresh token ends the session. Unknown addresses cost a hash and get the same answers. Codes burn after five tries. A session's
 * end ends its access tokens at once.
 */
import { authorize, admin, enrollFactor, linkIdentity, otherGrant, reauthenticate } from './absent.ts'
import { sendOtp, sso, useFactor } from './absent.ts'
import type { Tools, AuthDeps, Operation } from './deps.ts'
import { endSession, listSessions } from './own-sessions.ts'
import { asRefusal, refusal, invalid, toResponse, tooBusy, tooMany } from './errors.ts'
import type { Claims } from '../db/door.ts'
import { describeFault } from '../http/fault.ts'
import { isStorable } from '../http/body.ts'
import { fairDb, turnKeyOf } from '../http/fair-db.ts'
import { createLimiter } from '../http/limiter.ts'
import { turnLimits } from '../http/limits.ts'
import { createTurns } from '../http/turns.ts'
import { logOut } from './logout.ts'
import { createPasswords } from './passwords.ts'
import { getHealth, getJwks, getSettings } from './public.ts'
import { recover } from './recover.ts'
import { resend } from './resend.ts'
import { signUp } from './signup.ts'
import { grantByPassword } from './token-password.ts'
import { grantByRefreshToken } from './token-refresh.ts'
import { updateUser } from './update-user.ts'
import { getUser } from './user.ts'
import { verifyLink } from './verify-link.ts'
import { verify } from './verify.ts'

const grants: Readonly<Record<string, Operation>> = {
  password: grantByPassword,
  refresh_token: grantByRefreshToken,
}
const grantToken: Operation = (tools, call) => {
  const grant = call.url.searchParams.get('grant_type') ?? ''
  const operation = Object.hasOwn(grants, grant) ? grants[grant] : undefined
  return (operation ?? otherGrant)(tools, call)
}

type Route = {
  methods: Readonly<Record<string, Operation>>
  /** Allowed query parameters; others are refused by name. Undefined allows any: mail programs add parameters to links. */
  query?: readonly string[]
}

const routes: Readonly<Record<string, Route>> = {
  '/signup': { methods: { POST: signUp }, query: ['redirect_to'] },
  '/token': { methods: { POST: grantToken }, query: ['grant_type'] },
  '/user': { methods: { GET: getUser, PUT: updateUser }, query: ['redirect_to'] },
  '/logout': { methods: { POST: logOut }, query: ['scope'] },
  '/sessions': { methods: { GET: listSessions }, query: [] },
  '/sessions/*': { methods: { DELETE: endSession }, query: [] },
  '/recover': { methods: { POST: recover }, query: ['redirect_to'] },
  '/verify': { methods: { GET: verifyLink, POST: verify } },
  '/resend': { methods: { POST: resend }, query: ['redirect_to'] },
  '/settings': { methods: { GET: getSettings }, query: [] },
  '/health': { methods: { GET: getHealth }, query: [] },
  '/.well-known/jwks.json': { methods: { GET: getJwks }, query: [] },
  '/otp': { methods: { POST: sendOtp } },
  '/magiclink': { methods: { POST: sendOtp } },
  '/authorize': { methods: { GET: authorize } },
  '/callback': { methods: { GET: authorize, POST: authorize } },
  '/sso': { methods: { POST: sso } },
  '/sso/*': { methods: { GET: sso, POST: sso } },
  '/reauthenticate': { methods: { GET: reauthenticate } },
  '/user/identities/authorize': { methods: { GET: linkIdentity } },
  '/user/identities/*': { methods: { DELETE: linkIdentity } },
  '/factors': { methods: { POST: enrollFactor } },
  '/factors/*': { methods: { POST: useFactor, DELETE: useFactor } },
  '/invite': { methods: { POST: admin } },
  '/generate_link': { methods: { POST: admin } },
  '/admin/*': { methods: { GET: admin, POST: admin, PUT: admin, PATCH: admin, DELETE: admin } },
}

export function authGateway(
  deps: AuthDeps,
  passwordsOf = createPasswords(),
): (request: Request, claims: Claims, from: string) => Promise<Response> {
  const { clock = Date.now } = deps
  const entrance = createTurns({ ...turnLimits.entrance, refuse: tooBusy })
  const toolsOf = (claims: Claims, from: string): Tools => {
    const db = fairDb(deps.db, turnKeyOf(claims, from), tooBusy)
    const { secret } = deps.keys
    const limiter = createLimiter({ db, secret, mode: deps.settings.limits, refuse: tooMany })
    return { ...deps, db, passwords: passwordsOf(from), passwordsOf, limiter, entrance }
  }
  return async (request, claims, from) => {
    const now = new Date(clock())
    try {
      const url = new URL(request.url)
      const operation = findOperation(request.method, url)
      const response = await operation(toolsOf(claims, from), { request, url, claims, from, now })
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
      return request.method === 'HEAD' ? new Response(null, response) : response
    } catch (error) {
      if (asRefusal(error).status === 500) deps.log(`Fault in auth: ${describeFault(error)}`)
      return toResponse(error, request)
    }
  }
}

function findOperation(method: string, url: URL): Operation {
  const path = url.pathname.slice('/auth/v1'.length)
  const route = routes[path] ?? routes[path.replace(/^(\/(?:user\/identities|[a-z]+))\/.+$/, '$1/*')]
  if (!route) throw refusal(404, 'not_found', 'There is no such endpoint')
  const wanted = method === 'HEAD' ? 'GET' : method
  const operation = Object.hasOwn(route.methods, wanted) ? route.methods[wanted] : undefined
  if (!operation) {
    const allow = Object.keys(route.methods).join(', ')
    throw refusal(405, 'method_not_allowed', `${method} is not allowed here`, { allow })
  }
  checkQuery(url.searchParams, route.query)
  return operation
}

function checkQuery(query: URLSearchParams, known: readonly string[] | undefined): void {
  const seen = new Set<string>()
  for (const [name, value] of query) {
    if (!isStorable(name) || !isStorable(value)) throw invalid('The query holds a text that is not valid')
    if (known && name !== 'apikey' && !known.includes(name)) {
      throw invalid(`Unknown parameter "${name.slice(0, 40)}"`)
    }
    if (seen.has(name) && known) throw invalid(`The parameter "${name.slice(0, 40)}" is given twice`)
    seen.add(name)
  }
}
