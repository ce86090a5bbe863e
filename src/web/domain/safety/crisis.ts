import { importQuietly } from '../../lib/chunks.ts'
import { personHere } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { closeOverlay, openOverlay } from '../overlays.ts'
import { refreshHotlines } from './hotlines.ts'

/** Somebody writes: the check and the card are fetched. */
const prepared = createStore(false)
/** The card is shown. */
const offered = createStore(false)
/** Words that were sent before the check was here; in memory only. */
const unread = createStore<readonly string[]>([])
let check: ((text: string) => boolean) | undefined
let coming: ReturnType<typeof setTimeout> | undefined

/**
 * Called with the first letter that somebody writes. Fetches the check, the card and the lines for everybody alike: a request at the moment
 * itself would tell who needs help.
 */
export function prepareHelp(): void {
  if (prepared.read()) return
  // Without a signal the service worker has them.
  if (!navigator.onLine && !navigator.serviceWorker?.controller)
    return addEventListener('online', prepareHelp, { once: true })
  prepared.put(true)
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
  const words = unread.read()
  unread.put([])
  if (words.some(check)) offered.put(true)
}

/** A part could not be fetched. The next letter tries again. */
export function unprepareHelp(): void {
  prepared.put(false)
  closeOverlay('help')
}

/**
 * Called with words that were just posted, kept or let go, and with their writer. Shows the help card `after` so many ms when they speak of
 * crisis. It stays on this device: nothing is stored, sent, counted or logged, and no other person sees it. Never throws.
 */
export function offerHelp(text: string, writer: string | undefined, after = 0): void {
  if (writer !== personHere()) return
  if (!check) unread.put([...unread.read(), text])
  else if (check(text)) {
    clearTimeout(coming)
    coming = setTimeout(() => writer === personHere() && offered.put(true), after)
  }
}

/** The person put the card away. */
export function endHelp(): void {
  clearTimeout(coming)
  offered.put(false)
}

export const useHelpOffered = (): boolean => useStore(offered)
