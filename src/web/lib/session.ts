import type { User } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import {
  forgetStoredSession,
  hasStoredSession,
  isHalfway,
  isStoredHalfway,
  mayHaveSession,
  storageKey,
  storedUser,
} from './session-storage.ts'

export type Session =
  | { status: 'loading' }
  /** `ended`: the session was logged out here, ended elsewhere, or needs the second step. The person has an account. */
  | { status: 'out'; ended?: 'here' | 'elsewhere' | 'halfway' }
  | { status: 'in'; user: User }

const loading: Session = { status: 'loading' }
const halfway: Session = { status: 'out', ended: 'halfway' }
let session: Session = loading
/** The person who is logging out here, or did. */
let left: string | undefined
/** Log-ins after a person had left this page. */
let arrivals = 0
let wasStored = false
let watching: Promise<typeof import('./supabase.ts')> | undefined
const listeners = new Set<() => void>()
/** The person whose data is in memory: signed in, or signed in until the session ended elsewhere. */
let person: string | undefined
const personListeners = new Set<(mayReturn: boolean) => void>()
const signOutListeners = new Set<(userId: string) => Promise<void>>()
/** Longest wait for the clients to check the stored session, and for the server's log-out, ms. */
const patience = 4_000

function put(next: Session) {
  // A refreshed token changes nothing on the screen.
  if (
    next.status === 'in' &&
    session.status === 'in' &&
    JSON.stringify(next.user) === JSON.stringify(session.user)
  )
    return
  if (next.status === 'out' && session.status === 'out' && next.ended === session.ended) return
  const before = personHere()
  if (next.status === 'in' && session.status === 'out') arrivals++
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

/** Loads the clients once and follows the session. Rejects when the chunk cannot be fetched; the next call retries. */
export function connect(): Promise<typeof import('./supabase.ts')> {
  watching ??= import('./supabase.ts').then(
    (clients) => {
      clients.auth().onAuthStateChange((event, found) => {
        if (found) put(isHalfway(found) ? halfway : { status: 'in', user: found.user })
        // The stored session could not be refreshed offline. It has not ended.
        else if (event !== 'SIGNED_OUT' && (storedUser() || isStoredHalfway())) trustStored()
        // The first event knows the reason. Later ones are echoes.
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

/** `isSaid`: the client reports the end. Another tab may get the event before storage changes. */
function ending(isSaid: boolean): Session {
  if (left !== undefined) return { status: 'out', ended: 'here' }
  const isGone = isSaid || (!hasStoredSession() && (session.status === 'in' || wasStored))
  return isGone ? { status: 'out', ended: 'elsewhere' } : { status: 'out' }
}

/** Opens the pages for the stored session's person before the clients have checked it. */
function trustStored() {
  const user = storedUser()
  if (session.status !== 'loading') return
  if (user) put({ status: 'in', user })
  else if (isStoredHalfway()) put(halfway)
}

function find() {
  // No stored session: a visitor, known without loading the clients.
  if (!mayHaveSession()) return put({ status: 'out' })
  if (!navigator.onLine) trustStored()
  setTimeout(trustStored, patience)
  connect().catch(() => {
    trustStored()
    addEventListener('online', find, { once: true })
  })
}

/** Tells the other tabs who logs out, so that they too keep nothing of that person. */
let channel: BroadcastChannel | undefined

export function startSession(): void {
  wasStored = hasStoredSession()
  channel = 'BroadcastChannel' in window ? new BroadcastChannel('emote-left') : undefined
  find()
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

/** `loading` at first for people with a stored session, never for visitors after hydration. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => loading,
  )
}

export function personHere(): string | undefined {
  return session.status === 'in' ? session.user.id : undefined
}

/**
 * Calls back, before the screen changes, when the person has left: data of theirs must be dropped. `mayReturn`: the session ended
 * elsewhere, and the same person may return. When another person comes instead, it calls back again.
 */
export function onPersonChange(listener: (mayReturn: boolean) => void): void {
  personListeners.add(listener)
}

export function useUser(): User {
  const current = useSession()
  if (current.status !== 'in') throw new Error('useUser needs a session: the page belongs behind the guard')
  return current.user
}

/** True after this person logged out here: nothing of theirs is stored from then on. */
export const hasLeft = (userId: string): boolean => left === userId

/** True when this device may store data of this person. Another tab may have logged them out a moment ago. */
export const isAtHome = (userId: string): boolean =>
  personHere() === userId && !hasLeft(userId) && storedUser()?.id === userId

/** Registers work that a log-out waits for, such as removing the person's data from this device. */
export function onSignOut(listener: (userId: string) => Promise<void>): void {
  signOutListeners.add(listener)
}

/** Logs out and removes the person's data from this device. */
export async function signOut(): Promise<void> {
  const who = personHere() ?? person ?? storedUser()?.id ?? ''
  left = who
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
  channel?.postMessage(who)
  await Promise.all([...[...signOutListeners].map((listener) => listener(who)), leave('here')])
}

/** Gives up a log-in that needs its second step. */
export const stepBack = (): Promise<void> => leave()

/** Ends the session without the person's wish: their unsent words stay. */
export const endSession = (): Promise<void> => leave('elsewhere')

/** A failing server cannot keep a person signed in: this browser forgets the session anyway. */
async function leave(ended?: 'here' | 'elsewhere'): Promise<void> {
  const before = arrivals
  if (navigator.onLine) {
    const goodbye = connect().then(({ auth }) => auth().signOut({ scope: 'local' }))
    const enough = new Promise((resolve) => setTimeout(resolve, patience))
    await Promise.race([goodbye.catch(() => undefined), enough])
  }
  // The client removes the session before it asks the server. One that is stored now may be the next person's.
  if (arrivals !== before) return
  forgetStoredSession()
  put(ended ? { status: 'out', ended } : { status: 'out' })
}

/** Called on the log-in page. From then on a member page sends this visitor to sign-up. */
export function forgetLeaving(): void {
  if (session.status === 'out' && session.ended === 'here') put({ status: 'out' })
}
