import { importQuietly } from '../../lib/chunks.ts'
import { onPersonChange, personHere } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { closeOverlay, openOverlay } from '../overlays.ts'
import { refreshHotlines } from './hotlines.ts'

const offered = createStore(false)
let preparing = false
let check: ((text: string) => boolean) | undefined
let coming: ReturnType<typeof setTimeout> | undefined
/** What was sent before the check was here; in memory only. */
let unread: string[] = []

/**
 * Called when somebody writes, with the first letter. Fetches the check, the card and the lines for everybody alike: at the moment itself
 * nothing is fetched, since a request would tell.
 */
export function prepareHelp(): void {
  if (preparing) return
  // The service worker has them without a signal.
  if (!navigator.onLine && !navigator.serviceWorker?.controller)
    return addEventListener('online', prepareHelp, { once: true })
  preparing = true
  openOverlay('help', {})
  refreshHotlines()
  void prepare()
}

async function prepare() {
  try {
    check = (await importQuietly(() => import('../../../shared/crisis/crisis.ts'))).speaksOfCrisis
  } catch {
    return unprepareHelp()
  }
  if (unread.splice(0).some(check)) offered.put(true)
}

/** Something of it could not be fetched: whoever writes next tries again. */
export function unprepareHelp(): void {
  preparing = false
  closeOverlay('help')
}

/**
 * Called with words that were just posted, kept or let go, and with who sent them. When they speak of crisis the help card shows, `after` so
 * many ms, on this device only: nothing is stored, sent, counted or logged, and nobody else who is here by now sees it. Never throws.
 */
export function offerHelp(text: string, writer: string | undefined, after = 0): void {
  if (writer !== personHere()) return
  if (!check) unread.push(text)
  else if (check(text)) {
    clearTimeout(coming)
    coming = setTimeout(() => offered.put(true), after)
  }
}

/** The card was put away. */
export function endHelp(): void {
  clearTimeout(coming)
  offered.put(false)
}

export const useHelpOffered = (): boolean => useStore(offered)

// The next person at this phone sees nothing of the one before.
onPersonChange(() => {
  clearTimeout(coming)
  unread = []
  preparing = false
})
