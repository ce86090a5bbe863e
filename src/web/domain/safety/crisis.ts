import { importQuietly } from '../../lib/chunks.ts'
import { personHere } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { closeOverlay, openOverlay } from '../overlays.ts'
import { refreshHotlines } from './hotlines.ts'

/** The help card's code is loaded, because a person writes. */
const prepared = createStore(false)
const offered = createStore(false)
/** Words sent before the check had loaded; in memory only. */
const unread = createStore<readonly Parameters<typeof offerHelp>[]>([])
let check: ((text: string) => boolean) | undefined
let coming: ReturnType<typeof setTimeout> | undefined

/**
 * Called with the first letter of any text. Everyone fetches the check, the card and the hotlines: a request at the moment of crisis would
 * reveal who needs help.
 */
export function prepareHelp(): void {
  if (prepared.read()) return
  // Offline, the service worker serves them.
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
  const early = unread.read()
  unread.put([])
  for (const words of early) offerHelp(...words)
}

/** A part failed to load. The next letter tries again. */
export function unprepareHelp(): void {
  prepared.put(false)
  closeOverlay('help')
}

/**
 * Called with words just posted, kept or let go, and their writer. Shows the help card after `after` ms when the words speak of crisis.
 * It stores, sends, counts and logs nothing. Never throws.
 */
export function offerHelp(text: string, writer: string | undefined, after = 0): void {
  if (writer !== personHere()) return
  if (!check) unread.put([...unread.read(), [text, writer, after]])
  else if (check(text)) {
    clearTimeout(coming)
    coming = setTimeout(() => writer === personHere() && offered.put(true), after)
  }
}

/** The words were answered with the same numbers: the card that would come does not. One that is shown stays. */
export function withholdHelp(): void {
  clearTimeout(coming)
  unread.put(unread.read().filter(([, , after]) => !after))
}

export function endHelp(): void {
  clearTimeout(coming)
  offered.put(false)
}

export const useHelpOffered = (): boolean => useStore(offered)
