import { useEffect, useState, type ComponentType } from 'react'
import { unprepareHelp, useHelp } from '../lib/crisis.ts'

/** The help card: its code comes while somebody writes, so that it is there, and fetches nothing, when it is needed. */
export function Helping() {
  const { isPrepared } = useHelp()
  const [HelpCard, setHelpCard] = useState<ComponentType>()
  useEffect(() => {
    if (!isPrepared || HelpCard) return
    import('../features/safety/HelpCard.tsx').then(
      (loaded) => setHelpCard(() => loaded.HelpCard),
      unprepareHelp,
    )
  }, [isPrepared, HelpCard])
  return HelpCard && <HelpCard />
}
