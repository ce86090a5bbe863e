import { purge } from '../domain/device/purge.ts'
import { isQuiet } from '../lib/chunks.ts'
import { startPictures } from '../lib/pictures.ts'
import { onSignOut, startSession } from '../lib/session.ts'
import { startSignal } from '../lib/signal.ts'
import { startPageViews } from './page-views.ts'

/**
 * Starts what the page needs before it is drawn, when `main.tsx` imports it. Importing any other module does nothing: each socket, listener
 * and timer begins here, in `startInside` for the pages behind the guard, or where a chunk is fetched.
 */
addEventListener('vite:preloadError', reloadOnce)
dropTokens()
onSignOut(purge)
startSignal()
startPictures()
startSession()
startPageViews()

/** A release removes the old chunks: one reload fetches the new page. A second failure within a minute is left to the page. */
function reloadOnce(event: Event) {
  const last = Number(sessionStorage.getItem('emote-reloaded') ?? 0)
  if (isQuiet() || !navigator.onLine || Date.now() - last < 60_000) return
  event.preventDefault()
  sessionStorage.setItem('emote-reloaded', String(Date.now()))
  location.reload()
}

/** Tokens in an address that takes none (threat 14) must not stay in the history either. */
function dropTokens() {
  const takesTokens = ['/auth/callback', '/reset-password'].includes(location.pathname)
  if (location.hash.includes('access_token=') && !takesTokens)
    history.replaceState(history.state, '', location.pathname + location.search)
}
