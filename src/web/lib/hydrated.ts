import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in prerendered HTML and during hydration: event handlers do not run yet. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
