import { createRoot, hydrateRoot } from 'react-dom/client'
import { purge } from '../domain/device/purge.ts'
import { isQuiet } from '../lib/quiet-import.ts'
import { onSignOut } from '../lib/session.ts'
import { App } from './App.tsx'
import { preloadOnIntent } from './navigation.ts'
import { isGuarded, preloadScreen, titleOf } from './screens.ts'

/** After a release the old chunks are gone: one reload fetches the new page; a second failure within a minute is left to the page. */
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('emote-reloaded') ?? 0)
  if (isQuiet() || !navigator.onLine || Date.now() - last < 60_000) return
  event.preventDefault()
  sessionStorage.setItem('emote-reloaded', String(Date.now()))
  location.reload()
})

// Tokens in an address that takes none (threat 14) must not stay in the history either.
if (
  location.hash.includes('access_token=') &&
  !['/auth/callback', '/reset-password'].includes(location.pathname)
)
  history.replaceState(history.state, '', location.pathname + location.search)

onSignOut(purge)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

// The code of this page comes first: hydration then finds what the prerendered HTML shows, and nothing flashes.
await preloadScreen(location.pathname).catch(() => undefined)
if (root.hasChildNodes()) hydrateRoot(root, <App />)
else {
  // What is behind a door is not told before it is open (PinGate).
  document.title = isGuarded(location.pathname) ? 'Emote' : titleOf(location.pathname)
  createRoot(root).render(<App />)
}
preloadOnIntent()
