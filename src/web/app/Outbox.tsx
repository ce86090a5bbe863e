import { useEffect, useState } from 'react'
import { afterFirstPaint } from '../lib/first-paint.ts'
import { importQuietly, quietChunk } from '../lib/chunks.ts'
import { personHere } from '../lib/session.ts'
import { overlays } from './overlays.ts'

const chip = quietChunk(() => import('./OutboxChip.tsx').then((m) => m.OutboxChip))
const loadSend = () => importQuietly(() => import('../domain/outbox/send.ts'))

/** Fetches the outbox after the first paint, or with the next signal when it could not be fetched. */
export function Outbox() {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    const load = () =>
      void afterFirstPaint()
        .then(() => Promise.all([loadSend(), chip.preload(), overlays.outbox.code.preload()]))
        .then(
          ([{ prepareSealing }]) => {
            setHere(true)
            prepareSealing(personHere()).catch(() => addEventListener('online', load, { once: true }))
          },
          () => addEventListener('online', load, { once: true }),
        )
    load()
    return () => removeEventListener('online', load)
  }, [])
  return isHere && <chip.Component />
}
