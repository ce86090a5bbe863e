import type { Refusal } from '../../http/refusal.ts'
import type { sessionBody } from '../sessions.ts'

/** A redirect that no cache keeps and no referrer repeats. */
export function leadTo(address: URL | string, headers: Record<string, string> = {}, status = 302): Response {
  return new Response(null, {
    status,
    headers: {
      ...headers,
      location: String(address),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  })
}

/** The session in the fragment, which no server sees. */
export function landWithSession(redirectTo: string, body: Awaited<ReturnType<typeof sessionBody>>): Response {
  const fragment = new URLSearchParams({
    access_token: body.access_token,
    expires_at: String(body.expires_at),
    expires_in: String(body.expires_in),
    refresh_token: body.refresh_token,
    sb: '',
    token_type: body.token_type,
  })
  return leadTo(`${redirectTo}#${fragment.toString()}`)
}

/** The code of the client's PKCE flow in the query. */
export function landWithCode(redirectTo: string, code: string): Response {
  const address = new URL(redirectTo)
  address.searchParams.set('code', code)
  return leadTo(address)
}

/** The refusal, in the query and in the fragment, as the reference does: its clients read either. */
export function landWithRefusal(redirectTo: string, { status, code, message }: Refusal): Response {
  const errors: Readonly<Record<number, string>> = { 403: 'access_denied', 429: 'temporarily_unavailable' }
  const error = status >= 500 ? 'server_error' : (errors[status] ?? 'invalid_request')
  const fields = { error, error_code: code, error_description: message }
  const address = new URL(redirectTo)
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  address.hash = new URLSearchParams({ ...fields, sb: '' }).toString()
  return leadTo(address)
}
