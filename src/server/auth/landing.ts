import type { Refusal } from '../http/refusal.ts'
import type { sessionBody } from './sessions.ts'

export const bare = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/** A redirect that no cache keeps and no referrer repeats. */
export function leadTo(address: URL | string, headers: Record<string, string> = {}, status = 302): Response {
  return new Response(null, { status, headers: { ...headers, ...bare, location: String(address) } })
}

/** The session in the fragment, which no server sees. */
export function landWithSession(
  redirectTo: string,
  body: Awaited<ReturnType<typeof sessionBody>>,
  { type, status }: { type?: string; status?: number } = {},
): Response {
  const fragment = new URLSearchParams({
    access_token: body.access_token,
    expires_at: String(body.expires_at),
    expires_in: String(body.expires_in),
    refresh_token: body.refresh_token,
    sb: '',
    token_type: body.token_type,
    ...(type !== undefined && { type }),
  })
  return leadTo(`${redirectTo}#${fragment.toString()}`, {}, status)
}

/** The code of the client's PKCE flow in the query. */
export function landWithCode(redirectTo: string, code: string, status?: number): Response {
  const address = new URL(redirectTo)
  address.searchParams.set('code', code)
  return leadTo(address, {}, status)
}

/** The refusal in the fragment, and for clients with PKCE in the query too: they read nothing else. */
export function landWithRefusal(
  redirectTo: string,
  { status: refused, code, message }: Refusal,
  { inQuery = true, status }: { inQuery?: boolean; status?: number } = {},
): Response {
  const errors: Readonly<Record<number, string>> = { 403: 'access_denied', 429: 'temporarily_unavailable' }
  const error = refused >= 500 ? 'server_error' : (errors[refused] ?? 'invalid_request')
  const fields = { error, error_code: code, error_description: message }
  const address = new URL(redirectTo)
  if (inQuery) for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  address.hash = new URLSearchParams({ ...fields, sb: '' }).toString()
  return leadTo(address, {}, status)
}
