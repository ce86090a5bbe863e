import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in prerendered HTML and while it hydrates: nothing that needs a script works until then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
