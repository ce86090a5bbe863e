/**
 * `/auth/v1`: accounts and sessions in the GoTrue protocol, checked with @supabase/auth-js 2.119.
 * Absent on purpose: an OAuth server for others, hooks, providers entered by the API, a log of log-ins, PKCE with `plain` (docs/wire.md).
 * Limits (http/limits.ts) count a network, an address, an account or a session: 429 with Retry-After. A limit on mails to one address is
 * silent. The hashing of passwords is bounded: 503 with Retry-After.
 * Stricter than the reference: a mailed link waits for a button (decision 0051). The server stores no refresh token, and a replayed old one
 * ends its session. An unknown address costs a hash and gets the same answer. A code ends after five tries. A session's end ends its
 * access tokens at once.
 * Our own calls: `/sessions`, `/captcha`, `POST /admin/users/{id}/logout`.
 */
import type { AuthDeps, Tools } from './deps.ts'
import { asRefusal, toResponse, tooBusy, tooMany } from './errors.ts'
import { findOperation } from './find-operation.ts'
import type { Claims } from '../db/door.ts'
import { describeFault } from '../http/fault.ts'
import { fairDb, turnKeyOf } from '../http/fair-db.ts'
import { createLimiter } from '../http/limiter.ts'
import { turnLimits } from '../http/limits.ts'
import { createTurns } from '../http/turns.ts'
import { createPasswords } from './passwords.ts'
import { createProviders } from './providers/clients.ts'

export function authGateway(
  deps: AuthDeps,
  passwordsOf = createPasswords(),
): (request: Request, claims: Claims, from: string) => Promise<Response> {
  const { clock = Date.now } = deps
  const entrance = createTurns({ ...turnLimits.entrance, refuse: tooBusy })
  const providers = createProviders(deps.settings.providers)
  const toolsOf = ({ signal }: Request, claims: Claims, from: string): Tools => {
    const db = fairDb(deps.db, turnKeyOf(claims, from), tooBusy)
    const { secret } = deps.keys
    const limiter = createLimiter({ db, secret, mode: deps.settings.limits, refuse: tooMany })
    return {
      ...deps,
      db,
      passwords: passwordsOf(from),
      passwordsOf,
      limiter,
      providers,
      entrance: (key, work) => entrance(key, work, signal),
    }
  }
  return async (request, claims, from) => {
    const now = new Date(clock())
    try {
      const url = new URL(request.url)
      const { operation, params } = findOperation(request.method, url)
      const response = await operation(toolsOf(request, claims, from), {
        request,
        url,
        params,
        claims,
        from,
        now,
      })
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
      return request.method === 'HEAD' ? new Response(null, response) : response
    } catch (error) {
      // The caller hung up while the request waited. Nobody reads the answer.
      if (request.signal.aborted && error === request.signal.reason) return toResponse(tooBusy(), request)
      if (asRefusal(error).status === 500) deps.log(`Fault in auth: ${describeFault(error)}`)
      return toResponse(error, request)
    }
  }
}
