import { useSyncExternalStore } from 'react'
import { refreshHotlines } from './hotlines.ts'
import { importQuietly } from './quiet-import.ts'
import { onSessionChange } from './session.ts'

type Help = {
  /** Somebody may write soon: the check is here, and the card may come. */
  isPrepared: boolean
  isOffered: boolean
}

let help: Help = { isPrepared: false, isOffered: false }
let preparing = false
let check: ((text: string) => boolean) | undefined
let coming: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function put(change: Partial<Help>) {
  help = { ...help, ...change }
  for (const listener of listeners) listener()
}

/**
 * Called where somebody may write. Fetches the check, the card and the lines once the page is idle, for everybody alike: at the moment
 * itself nothing is fetched, since a request would tell.
 */
export function prepareHelp(): void {
  if (preparing) return
  preparing = true
  if ('requestIdleCallback' in window) requestIdleCallback(() => void prepare(), { timeout: 2000 })
  else setTimeout(() => void prepare(), 200)
}

async function prepare() {
  refreshHotlines()
  try {
    const { speaksOfCrisis } = await importQuietly(() => import('../../shared/crisis/crisis.ts'))
    check = speaksOfCrisis
    put({ isPrepared: true })
  } catch {
    unprepareHelp()
  }
}

/** Something of it could not be fetched: whoever writes next tries again. */
export function unprepareHelp(): void {
  preparing = false
  put({ isPrepared: false })
}

/**
 * Called with words that were just posted, kept or let go. When they speak of crisis the help card shows, `after` so many ms, on this
 * device only: nothing is stored, sent, counted or logged. Never throws.
 */
export function offerHelp(text: string, after = 0): void {
  if (!check?.(text)) return
  clearTimeout(coming)
  coming = setTimeout(() => put({ isOffered: true }), after)
}

/** The card was put away. */
export function endHelp(): void {
  clearTimeout(coming)
  put({ isOffered: false })
}

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
