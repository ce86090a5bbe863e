import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in prerendered HTML and while it hydrates: scripts do not work until then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
