import { useSyncExternalStore } from 'react'
import { quietChunk } from '../../../lib/chunks.ts'
import { useLateChunk } from '../../../lib/use-late-chunk.ts'
import styles from './LateSide.module.css'
import { useSide } from './use-side.ts'

const late = quietChunk(() => import('./Side.tsx').then((m) => m.Side))

const desk = () => matchMedia('(min-width: 1024px)')
function onDesk(listener: () => void) {
  const list = desk()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** The panel beside the room. A phone fetches its code when it is asked for, a desk after the first paint. */
export function LateSide() {
  const isDesk = useSyncExternalStore(onDesk, () => desk().matches)
  const isAsked = useSide().side !== undefined
  const isHere = useLateChunk(late, { isWanted: isDesk || isAsked, isAsked })
  if (isHere) return <late.Component isDesk={isDesk} />
  // Its place, so that the room does not move.
  return isDesk && <div className={styles.place} />
}
