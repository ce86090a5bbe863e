let running = 0

/** Whether an import is under way that nobody waits for: its failure is no reason to load the page anew (main.tsx). */
export const isQuiet = (): boolean => running > 0

/**
 * Imports a chunk that nobody asked for with a press. A page whose code is gone after a release is loaded anew (main.tsx); for this one
 * nobody's page must go from under their words. Rejects as the import does.
 */
export async function importQuietly<Module>(load: () => Promise<Module>): Promise<Module> {
  running++
  try {
    return await load()
  } finally {
    running--
  }
}
