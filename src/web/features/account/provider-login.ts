import type { Session, User } from '@supabase/auth-js'
import { askAuth } from '../../lib/ask-auth.ts'
import { toBase64Url } from '../../lib/base64-url.ts'
import { withNext } from '../../lib/next.ts'
import { connect } from '../../lib/session.ts'

/** The secret half of a log-in that this browser began. */
const verifierKey = 'emote-flow-verifier'

/**
 * The way back brings a code, which opens a session only together with the verifier that stays in this browser: a code that a stranger sends
 * opens nothing here.
 */
async function begin(next: string) {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  localStorage.setItem(verifierKey, verifier)
  return {
    redirect_to: location.origin + withNext('/auth/callback', next),
    code_challenge: toBase64Url(new Uint8Array(hash)),
    code_challenge_method: 's256',
  }
}

/** The buttons stay busy while the page is left. */
function leave(url: string): Promise<undefined> {
  location.assign(url)
  return new Promise(() => {})
}

/** Leaves for the provider. */
export async function leaveTo(provider: string, next: string): Promise<undefined> {
  const query = new URLSearchParams({ provider, ...(await begin(next)) })
  return leave(`/auth/v1/authorize?${query.toString()}`)
}

/** Leaves for the log-in of the organisation with this mail domain. Throws the auth error. */
export async function leaveToOrganisation(domain: string, next: string): Promise<undefined> {
  const body = { domain, skip_http_redirect: true, ...(await begin(next)) }
  const { url } = await askAuth<{ url: string }>('POST', '/sso', { body })
  return leave(url)
}

/** The person of a code that the provider's way back brought. Throws the auth error. */
export async function enterWithCode(code: string): Promise<User> {
  const body = { auth_code: code, code_verifier: localStorage.getItem(verifierKey) ?? '' }
  localStorage.removeItem(verifierKey)
  const opened = await askAuth<Session>('POST', '/token?grant_type=pkce', { body })
  const { auth } = await connect()
  const { data, error } = await auth().setSession(opened)
  if (error || !data.user) throw error ?? new Error('the code has no person')
  return data.user
}
