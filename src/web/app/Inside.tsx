import { useState } from 'react'
import { PinGate, type PinGateProps } from './PinGate.tsx'
import { QuickExit } from './QuickExit.tsx'
import { startInside } from './start-inside.ts'

/** Stands between the guard and every page behind it. Visitors never fetch it. */
export function Inside(props: PinGateProps) {
  // Before the pages inside are drawn.
  useState(startInside)
  return (
    <>
      <QuickExit />
      <PinGate {...props} />
    </>
  )
}
