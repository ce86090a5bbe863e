import { fromBase64Url } from './base64-url.ts'

/** How to treat a session in the address of /auth/callback. A link must not log a person in to another account (login swap). */
export type Link =
  /** The address brings no session. */
  | { kind: 'none' }
  /** This browser waits for this address, and nobody is logged in. */
  | { kind: 'take' }
  /** The person of the link is logged in already. A changed address has ended that session. */
  | { kind: 'same' }
  /** The awaited person would replace another one, who must be asked. */
  | { kind: 'ask'; here: string; linked: string; tokens: { access_token: string; refresh_token: string } }
  /** No person on this device asked for this link. `here`: the person who stays logged in. */
  | { kind: 'refused'; here?: string }

type Known = { id: string; email?: string | undefined }

/** `expected`: the address of the sign-up that this browser began. The server checks a token's signature before the session is stored. */
export function judgeLink(hash: string, stored: Known | undefined, expected: string | undefined): Link {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const tokens = {
    access_token: params.get('access_token') ?? '',
    refresh_token: params.get('refresh_token') ?? '',
  }
  if (!tokens.access_token) return { kind: 'none' }
  const linked = personOf(tokens.access_token)
  if (stored && linked?.id === stored.id) return { kind: 'same' }
  const here = stored && (stored.email ?? '')
  if (!linked?.email || linked.email.toLowerCase() !== expected?.toLowerCase())
    return { kind: 'refused', ...(here !== undefined && { here }) }
  return here === undefined ? { kind: 'take' } : { kind: 'ask', here, linked: linked.email, tokens }
}

function personOf(token: string): Known | undefined {
  try {
    const payload = new TextDecoder().decode(fromBase64Url(token.split('.')[1] ?? ''))
    const { sub, email } = JSON.parse(payload) as Record<string, unknown>
    return typeof sub === 'string' && typeof email === 'string' ? { id: sub, email } : undefined
  } catch {
    return undefined
  }
}
