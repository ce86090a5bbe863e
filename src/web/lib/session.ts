import type { User } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { mayHaveSession, storageKey } from './session-storage.ts'

export type Session =
  | { status: 'loading' }
  /** `left`: this person has just logged out here, and belongs at the log-in page rather than at sign-up. */
  | { status: 'out'; left: boolean }
  | { status: 'in'; user: User }

const loading: Session = { status: 'loading' }
let session: Session = loading
let leaving = false
let watching: Promise<typeof import('./supabase.ts')> | undefined
const listeners = new Set<() => void>()

function put(next: Session) {
  // A refreshed token is no news to the screen.
  if (
    next.status === 'in' &&
    session.status === 'in' &&
    JSON.stringify(next.user) === JSON.stringify(session.user)
  )
    return
  if (next.status === 'out' && session.status === 'out' && next.left === session.left) return
  session = next
  for (const listener of listeners) listener()
}

/** Loads the clients (once) and follows the session from then on. Rejects when the chunk cannot be fetched; the next call tries again. */
export function connect(): Promise<typeof import('./supabase.ts')> {
  watching ??= import('./supabase.ts').then(
    (clients) => {
      clients.auth.onAuthStateChange((_event, found) =>
        put(found ? { status: 'in', user: found.user } : { status: 'out', left: leaving }),
      )
      return clients
    },
    (error: unknown) => {
      watching = undefined
      throw error
    },
  )
  return watching
}

function find() {
  // A visitor without a stored session is signed out, known without loading anything.
  if (mayHaveSession()) connect().catch(() => addEventListener('online', find, { once: true }))
  else put({ status: 'out', left: false })
}

if (typeof window !== 'undefined') {
  find()
  // Signed in from another tab.
  addEventListener('storage', (event) => {
    if (event.key === storageKey && event.newValue) find()
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Who is signed in: `loading` at first for people with a stored session, never for visitors after hydration. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => loading,
  )
}

/** Calls back each time the session's end or its person changes. */
export function onSessionChange(listener: (session: Session) => void): () => void {
  return subscribe(() => listener(session))
}

/** The id of who is signed in; for code behind the guard. */
export function useUser(): User {
  const current = useSession()
  if (current.status !== 'in') throw new Error('useUser needs a session: the page belongs behind the guard')
  return current.user
}

/** Ends the session on this device. The browser forgets it first, so trouble on the way cannot keep anybody signed in. */
export async function signOut(): Promise<void> {
  leaving = true
  const { auth } = await connect()
  await auth.signOut({ scope: 'local' }).catch(() => undefined)
  put({ status: 'out', left: true })
}

/** The log-in page is reached: from now on a member page sends this visitor to sign-up, like any other. */
export function forgetLeaving(): void {
  leaving = false
  if (session.status === 'out') put({ status: 'out', left: false })
}
