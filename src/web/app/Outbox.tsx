import { useEffect, useState } from 'react'
import { afterFirstPaint } from '../lib/first-paint.ts'
import { importQuietly, quietChunk } from '../lib/chunks.ts'
import { personHere } from '../lib/session.ts'
import { onSignal } from '../lib/signal.ts'
import { overlays } from './overlays.ts'

const chip = quietChunk(() => import('./OutboxChip.tsx').then((m) => m.OutboxChip))
const loadSend = () => importQuietly(() => import('../domain/outbox/send.ts'))

/** Fetches the outbox after the first paint, or with the next signal when it could not be fetched. */
export function Outbox() {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    let stop: (() => void) | undefined
    const load = () =>
      void afterFirstPaint()
        .then(() => Promise.all([loadSend(), chip.preload(), overlays.outbox.code.preload()]))
        .then(([{ prepareSealing }]) => {
          setHere(true)
          prepareSealing(personHere()).catch(retry)
        }, retry)
    const retry = () => {
      stop?.()
      stop = onSignal(load)
    }
    load()
    return () => stop?.()
  }, [])
  return isHere && <chip.Component />
}
