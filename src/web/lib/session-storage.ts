/** What is known about the session without loading the auth client. */
import type { User } from '@supabase/auth-js'

const browser = typeof window !== 'undefined'

/** The name the official client uses: `sb-<first label of the host>-auth-token`. */
export const storageKey = browser ? `sb-${location.hostname.split('.')[0]}-auth-token` : ''

const flowKey = 'emote-flow-started'
const flowLasts = 24 * 60 * 60 * 1000

/** Storage may be forbidden (private windows, embedded browsers): then nothing is stored, and nothing breaks. */
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

/** Whose session is stored. Who has no signal is still who they were, and what they ask for is checked by the server all the same. */
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
    // Nothing was stored either.
  }
}

/** Whether a session could be there: one is stored, or this address may bring one. */
export function mayHaveSession(): boolean {
  return hasStoredSession() || (browser && location.pathname === '/auth/callback')
}

/** Remembers that this browser asked for a link (a day long): without it /auth/callback takes no session from the address. */
export function markFlowStarted(): void {
  try {
    localStorage.setItem(flowKey, String(Date.now()))
  } catch {
    // The link then leads to the log-in page, which works too.
  }
}

export function isFlowStarted(): boolean {
  return Date.now() - Number(read(flowKey) ?? 0) < flowLasts
}

export function forgetFlow(): void {
  try {
    localStorage.removeItem(flowKey)
  } catch {
    // Nothing was stored either.
  }
}
