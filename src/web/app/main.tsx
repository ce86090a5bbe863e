// The first import: it asks for the clients before React is evaluated, 0.1 s earlier on a cheap phone.
import './start.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { preloadOnIntent } from './navigation.ts'
import { isGuarded, preloadScreen, titleOf } from './screens.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

// The page's code is loaded first. Hydration then matches the prerendered HTML, and nothing flashes.
await preloadScreen(location.pathname).catch(() => undefined)
if (root.hasChildNodes()) hydrateRoot(root, <App />)
else {
  // A guarded page's title would show before the PIN is entered (PinGate).
  document.title = isGuarded(location.pathname) ? 'Emote' : titleOf(location.pathname)
  createRoot(root).render(<App />)
}
preloadOnIntent()
