import { useSyncExternalStore } from 'react'
import { onSessionChange } from './session.ts'

/**
 * People and posts that were blocked, muted or hidden since this page was loaded. The server leaves them out of every answer from then
 * on; what is on the screen already is taken off by this.
 */
let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function put(next: ReadonlySet<string>) {
  hidden = next
  for (const listener of listeners) listener()
}

/** Takes a person (by id) or a post off the screen. */
export const hide = (id: string): void => put(new Set([...hidden, id]))

/** Lets them be seen again. */
export const unhide = (id: string): void => put(new Set([...hidden].filter((other) => other !== id)))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The ids that are out of sight; ask it about a post's id and about its author's. */
export function useHidden(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => hidden,
    () => hidden,
  )
}

onSessionChange((session) => {
  if (session.status === 'out' && hidden.size > 0) put(new Set())
})
