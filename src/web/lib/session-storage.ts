/** Reads the stored session without loading the auth client. */
import type { Session, User } from '@supabase/auth-js'

const browser = typeof window !== 'undefined'

/** The official client's name: `sb-<first label of the host>-auth-token`. */
export const storageKey = browser ? `sb-${location.hostname.split('.')[0]}-auth-token` : ''

const flowKey = 'emote-flow-started'
const flowLasts = 24 * 60 * 60 * 1000

/** Null where storage is forbidden (private window, embedded browser). */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function hasStoredSession(): boolean {
  return browser && read(storageKey) !== null
}

type Stored = Pick<Session, 'user' | 'access_token'>

function storedSession(): Stored | undefined {
  try {
    const found = JSON.parse(read(storageKey) ?? '{}') as Partial<Session>
    const { user, access_token, refresh_token } = found
    return typeof user?.id === 'string' && access_token && refresh_token ? { user, access_token } : undefined
  } catch {
    return undefined
  }
}

/** The stored session's person, trusted offline. The server checks every request anyway. */
export function storedUser(): User | undefined {
  const stored = storedSession()
  return stored && !isHalfway(stored) ? stored.user : undefined
}

/** True when the stored session still needs the second step. */
export function isStoredHalfway(): boolean {
  const stored = storedSession()
  return stored !== undefined && isHalfway(stored)
}

/** What the session that needs its second step knows of the account. */
export const halfwayUser = (): User | undefined => (isStoredHalfway() ? storedSession()?.user : undefined)

/** The account has a second step, and this session has not passed it: the server gives it no data. */
export function isHalfway({ user, access_token }: Stored): boolean {
  return (
    user.factors?.some(({ status }) => status === 'verified') === true && levelOf(access_token) !== 'aal2'
  )
}

function levelOf(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(payload)) as { aal?: unknown }).aal
  } catch {
    return undefined
  }
}

export function forgetStoredSession(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Storage is forbidden.
  }
}

/** True when a session is stored, or the address may bring one. */
export function mayHaveSession(): boolean {
  return hasStoredSession() || (browser && location.pathname === '/auth/callback')
}

/** Remembers for a day that this browser awaits a link for this address. /auth/callback takes no other session from the address. */
export function awaitLink(email: string): void {
  try {
    localStorage.setItem(flowKey, JSON.stringify({ at: Date.now(), email }))
  } catch {
    // Without storage the link leads to the log-in page.
  }
}

/** The address whose link this browser awaits. */
export function awaitedAddress(): string | undefined {
  try {
    const { at, email } = JSON.parse(read(flowKey) ?? '{}') as { at?: unknown; email?: unknown }
    return typeof email === 'string' && Date.now() - Number(at) < flowLasts ? email : undefined
  } catch {
    return undefined
  }
}

export function forgetFlow(): void {
  try {
    localStorage.removeItem(flowKey)
  } catch {
    // Storage is forbidden.
  }
}
