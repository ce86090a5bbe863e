import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { preloadOnIntent } from './navigation.ts'
import { isGuarded, preloadScreen, titleOf } from './screens.ts'
import { start } from './start.ts'

start()

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
