const hush = (event: Event) => event.stopImmediatePropagation()

/**
 * Imports a chunk that nobody asked for with a press. A page whose code is gone after a release is loaded anew (main.tsx); for this one
 * nobody's page must go from under their words. Rejects as the import does.
 */
export async function importQuietly<Module>(load: () => Promise<Module>): Promise<Module> {
  // One for each import: the same listener would be taken away by whichever ends first.
  const quiet = { handleEvent: hush }
  addEventListener('vite:preloadError', quiet, { capture: true })
  try {
    return await load()
  } finally {
    removeEventListener('vite:preloadError', quiet, { capture: true })
  }
}
