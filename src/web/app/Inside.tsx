import { useState, type ReactNode } from 'react'
import { PinGate } from './PinGate.tsx'
import { QuickExit } from './QuickExit.tsx'
import { startInside } from './start-inside.ts'

/** Stands between the guard and every page behind it. Visitors never fetch it. */
export function Inside({ userId, children }: { userId: string; children: ReactNode }) {
  // Before the pages inside are drawn.
  useState(startInside)
  return (
    <>
      <QuickExit />
      <PinGate userId={userId}>{children}</PinGate>
    </>
  )
}
