/** Reads the stored session without loading the auth client. */
import type { User } from '@supabase/auth-js'

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

/** The stored session's person, trusted offline. The server checks every request anyway. */
export function storedUser(): User | undefined {
  try {
    const { user, refresh_token } = JSON.parse(read(storageKey) ?? '{}') as {
      user?: User
      refresh_token?: unknown
    }
    return typeof user?.id === 'string' && typeof refresh_token === 'string' ? user : undefined
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
