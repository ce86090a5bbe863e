import type { ReactNode } from 'react'
import { PinGate } from './PinGate.tsx'
import { QuickExit } from './QuickExit.tsx'

/** What stands between the guard and every page behind it; visitors never fetch it. */
export function Inside({ userId, children }: { userId: string; children: ReactNode }) {
  return (
    <>
      <QuickExit />
      <PinGate userId={userId}>{children}</PinGate>
    </>
  )
}
