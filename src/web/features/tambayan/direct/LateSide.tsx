import { useEffect, useState, useSyncExternalStore } from 'react'
import { quietChunk } from '../../../lib/chunks.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { afterFirstPaint } from '../../../lib/first-paint.ts'
import { onSignal } from '../../../lib/signal.ts'
import { showToast } from '../../../lib/toast.ts'
import styles from './LateSide.module.css'
import { useSide } from './use-side.ts'

const late = quietChunk(() => import('./Side.tsx').then((m) => m.Side))

const desk = () => matchMedia('(min-width: 1024px)')
function onDesk(listener: () => void) {
  const list = desk()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** What stands beside the room. A phone fetches its code when it is asked for, a desk after the first paint. */
export function LateSide() {
  const isDesk = useSyncExternalStore(onDesk, () => desk().matches)
  const isAsked = useSide().side !== undefined
  const isHere = useCode(isDesk || isAsked, isAsked)
  if (isHere) return <late.Component isDesk={isDesk} />
  // Its place, so that the room does not move.
  return isDesk && <div className={styles.place} />
}

/** A failure is told to a person who asked, and repeated when there is a signal. */
function useCode(isWanted: boolean, isAsked: boolean): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (!isWanted || isHere) return undefined
    let isOver = false
    let stop: (() => void) | undefined
    const { dataset } = document.documentElement
    const load = () => {
      stop?.()
      if (isAsked) dataset['going'] = ''
      void (isAsked ? late.preload() : afterFirstPaint().then(late.preload))
        .then(
          () => setHere(true),
          (error: unknown) => {
            if (isOver) return
            if (isAsked) showToast(wordsFor(error), 'error')
            stop = onSignal(load)
          },
        )
        .finally(() => delete dataset['going'])
    }
    load()
    return () => {
      isOver = true
      stop?.()
    }
  }, [isWanted, isAsked, isHere])
  return isHere
}
