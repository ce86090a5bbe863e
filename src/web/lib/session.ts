import type { User } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { hasStoredSession, mayHaveSession, storageKey } from './session-storage.ts'

export type Session =
  | { status: 'loading' }
  /** `ended`: there was a session, which was logged out here just now, or ended elsewhere. Its person has an account to log in to. */
  | { status: 'out'; ended?: 'here' | 'elsewhere' }
  | { status: 'in'; user: User }

const loading: Session = { status: 'loading' }
let session: Session = loading
let leaving = false
const wasStored = hasStoredSession()
let watching: Promise<typeof import('./supabase.ts')> | undefined
const listeners = new Set<() => void>()
/** Whose things are held here: who is signed in, or was until their session ended elsewhere. */
let person: string | undefined
const personListeners = new Set<(mayReturn: boolean) => void>()

function put(next: Session) {
  // A refreshed token is no news to the screen.
  if (
    next.status === 'in' &&
    session.status === 'in' &&
    JSON.stringify(next.user) === JSON.stringify(session.user)
  )
    return
  if (next.status === 'out' && session.status === 'out' && next.ended === session.ended) return
  const before = personHere()
  session = next
  tellPerson(before)
  for (const listener of listeners) listener()
}

function tellPerson(before: string | undefined) {
  const now = personHere()
  const mayReturn = session.status === 'out' && session.ended !== 'here'
  const isOver = !mayReturn && person !== undefined && person !== now
  if (!mayReturn) person = now
  if (isOver || (before !== undefined && before !== now))
    for (const listener of personListeners) listener(mayReturn)
}

/** Loads the clients (once) and follows the session from then on. Rejects when the chunk cannot be fetched; the next call tries again. */
export function connect(): Promise<typeof import('./supabase.ts')> {
  watching ??= import('./supabase.ts').then(
    (clients) => {
      clients.auth.onAuthStateChange((event, found) => {
        if (found) put({ status: 'in', user: found.user })
        // The first to notice knows why; an echo does not.
        else if (session.status !== 'out') put(ending(event === 'SIGNED_OUT'))
      })
      return clients
    },
    (error: unknown) => {
      watching = undefined
      throw error
    },
  )
  return watching
}

/** `isSaid`: the client says that it has ended. Another tab may hear that before the store shows it. */
function ending(isSaid: boolean): Session {
  if (leaving) return { status: 'out', ended: 'here' }
  // One that is still stored could not be refreshed for want of a signal: nothing has ended.
  const isGone = isSaid || (!hasStoredSession() && (session.status === 'in' || wasStored))
  return isGone ? { status: 'out', ended: 'elsewhere' } : { status: 'out' }
}

function find() {
  // A visitor without a stored session is signed out, known without loading anything.
  if (mayHaveSession()) connect().catch(() => addEventListener('online', find, { once: true }))
  else put({ status: 'out' })
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

/** The id of who is signed in now. */
export function personHere(): string | undefined {
  return session.status === 'in' ? session.user.id : undefined
}

/**
 * Calls back, before the screen changes, when the person who was here is not here any more: what is held of them must go. `mayReturn`: their
 * session ended elsewhere; whoever comes next may be the same person, and when it is another it calls back again.
 */
export function onPersonChange(listener: (mayReturn: boolean) => void): void {
  personListeners.add(listener)
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
  put({ status: 'out', ended: 'here' })
}

/** The log-in page is reached: from now on a member page sends this visitor to sign-up, like any other. */
export function forgetLeaving(): void {
  leaving = false
  if (session.status === 'out' && session.ended === 'here') put({ status: 'out' })
}
