import { useEffect, useState } from 'react'
import { unprepareHelp, useHelp } from '../domain/safety/crisis.ts'
import { importQuietly } from '../lib/quiet-import.ts'
import { page } from './page.ts'

const card = page(async () => (await importQuietly(() => import('../features/safety/HelpCard.tsx'))).HelpCard)

/** The help card: its code comes while somebody writes, so that it is there, and fetches nothing, when it is needed. */
export function Helping() {
  const { isPrepared } = useHelp()
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (isPrepared && !isHere) card.preload().then(() => setHere(true), unprepareHelp)
  }, [isPrepared, isHere])
  return isHere && <card.Component />
}
