import { useSyncExternalStore } from 'react'
import { refreshHotlines } from './hotlines.ts'
import { onSessionChange } from './session.ts'

type Help = {
  /** Somebody is about to write: what the card needs is fetched now, at the moment itself nothing may be. */
  prepared: boolean
  offered: boolean
}

let help: Help = { prepared: false, offered: false }
let check: ((text: string) => boolean) | undefined
const listeners = new Set<() => void>()

function put(change: Partial<Help>) {
  help = { ...help, ...change }
  for (const listener of listeners) listener()
}

/** Called where somebody may write. Fetches the check, the card and the lines once the page is idle, for everybody alike. */
export function prepareHelp(): void {
  if (help.prepared) return
  put({ prepared: true })
  const prepare = () => {
    // Without a signal there is no check this time; the writing itself goes on.
    import('../../shared/crisis/crisis.ts').then(
      ({ speaksOfCrisis }) => (check = speaksOfCrisis),
      () => put({ prepared: false }),
    )
    refreshHotlines()
  }
  if ('requestIdleCallback' in window) requestIdleCallback(prepare, { timeout: 2000 })
  else setTimeout(prepare, 200)
}

/**
 * Called with words that were just posted, kept or let go. When they speak of crisis the help card shows, on this device only: nothing
 * is stored, sent, counted or logged. Never throws.
 */
export function offerHelp(text: string): void {
  if (check?.(text)) put({ offered: true })
}

/** The card was put away. */
export const endHelp = (): void => put({ offered: false })

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useHelp(): Help {
  return useSyncExternalStore(
    subscribe,
    () => help,
    () => help,
  )
}

// The next person at this phone sees nothing of the one before.
onSessionChange((session) => {
  if (session.status === 'out') endHelp()
})
