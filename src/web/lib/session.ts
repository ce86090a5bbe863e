import type { User } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import {
  forgetStoredSession,
  hasStoredSession,
  mayHaveSession,
  storageKey,
  storedUser,
} from './session-storage.ts'

export type Session =
  | { status: 'loading' }
  /** `ended`: there was a session, which was logged out here just now, or ended elsewhere. Its person has an account to log in to. */
  | { status: 'out'; ended?: 'here' | 'elsewhere' }
  | { status: 'in'; user: User }

const loading: Session = { status: 'loading' }
let session: Session = loading
/** Who logs out here, or did. */
let left: string | undefined
let wasStored = false
let watching: Promise<typeof import('./supabase.ts')> | undefined
const listeners = new Set<() => void>()
/** Whose things are held here: who is signed in, or was until their session ended elsewhere. */
let person: string | undefined
const personListeners = new Set<(mayReturn: boolean) => void>()
const signOutListeners = new Set<(userId: string) => Promise<void>>()
/** How long the clients may take to say whose the stored session is, and how long the server's goodbye, in ms. */
const patience = 4_000

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
  if (next.status === 'in') left = undefined
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
      clients.auth().onAuthStateChange((event, found) => {
        if (found) put({ status: 'in', user: found.user })
        // One that is still stored could not be refreshed for want of a signal: nothing has ended.
        else if (event !== 'SIGNED_OUT' && storedUser()) trustStored()
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
  if (left !== undefined) return { status: 'out', ended: 'here' }
  const isGone = isSaid || (!hasStoredSession() && (session.status === 'in' || wasStored))
  return isGone ? { status: 'out', ended: 'elsewhere' } : { status: 'out' }
}

/** The pages open for whose session is stored; the clients look at it when they can. */
function trustStored() {
  const user = storedUser()
  if (session.status === 'loading' && user) put({ status: 'in', user })
}

function find() {
  // A visitor without a stored session is signed out, known without loading anything.
  if (!mayHaveSession()) return put({ status: 'out' })
  if (!navigator.onLine) trustStored()
  setTimeout(trustStored, patience)
  connect().catch(() => {
    trustStored()
    addEventListener('online', find, { once: true })
  })
}

/** Tells the other tabs who logs out: they keep nothing of that person either. */
let channel: BroadcastChannel | undefined

/** Finds out who is signed in, and follows the other tabs. */
export function startSession(): void {
  wasStored = hasStoredSession()
  channel = 'BroadcastChannel' in window ? new BroadcastChannel('emote-left') : undefined
  find()
  // Signed in from another tab.
  addEventListener('storage', (event) => {
    if (event.key === storageKey && event.newValue) find()
  })
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'string' || data !== (personHere() ?? person)) return
    left = data
    put({ status: 'out', ended: 'elsewhere' })
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

/** Whether this person logged out here: nothing of theirs is kept from then on. */
export const hasLeft = (userId: string): boolean => left === userId

/** Whether this device may keep something for this person. Another tab may have logged them out a moment ago. */
export const isAtHome = (userId: string): boolean =>
  personHere() === userId && !hasLeft(userId) && storedUser()?.id === userId

/** Registers work that a log-out waits for: it removes what this device keeps of the person. */
export function onSignOut(listener: (userId: string) => Promise<void>): void {
  signOutListeners.add(listener)
}

/** Logs out on this device: nothing of the person stays on it. */
export async function signOut(): Promise<void> {
  const who = personHere() ?? person ?? storedUser()?.id ?? ''
  left = who
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target; it is our origin's
  channel?.postMessage(who)
  await Promise.all([...[...signOutListeners].map((listener) => listener(who)), leave('here')])
}

/** The session is over, not by its person's wish: what they wrote waits for them. */
export const endSession = (): Promise<void> => leave('elsewhere')

/** Trouble on the way cannot keep anybody signed in: where the server hears no goodbye, this browser forgets the session all the same. */
async function leave(ended: 'here' | 'elsewhere'): Promise<void> {
  if (navigator.onLine) {
    const goodbye = connect().then(({ auth }) => auth().signOut({ scope: 'local' }))
    const enough = new Promise((resolve) => setTimeout(resolve, patience))
    await Promise.race([goodbye.catch(() => undefined), enough])
  }
  forgetStoredSession()
  put({ status: 'out', ended })
}

/** The log-in page is reached: from now on a member page sends this visitor to sign-up, like any other. */
export function forgetLeaving(): void {
  if (session.status === 'out' && session.ended === 'here') put({ status: 'out' })
}
