import type { ReactNode } from 'react'
import { useHydrated } from '../lib/hydrated.ts'
import { Button } from './Button.tsx'

/** The button of an account form. It waits for the script: an early press would submit the form by a page load. */
export function Submit({ busy, children }: { busy: boolean; children: ReactNode }) {
  const hydrated = useHydrated()
  return (
    <>
      <Button type="submit" size="large" wide busy={busy} disabled={!hydrated}>
        {children}
      </Button>
      <noscript>Kailangan ng JavaScript para makapasok. I-on mo muna sa browser mo.</noscript>
    </>
  )
}
