import { useEffect, useState } from 'react'
import { afterFirstPaint } from '../lib/first-paint.ts'
import { loadDelivery, loadOutbox } from '../domain/outbox/lazy-outbox.ts'
import { quietChunk } from '../lib/chunks.ts'
import { personHere } from '../lib/session.ts'
import { overlays } from './overlays.ts'

const unsent = quietChunk(() => import('./Unsent.tsx').then((m) => m.Unsent))

/** What sends, and shows what waits, comes when the page has nothing better to do; where it could not be fetched, with the next signal. */
export function Sending() {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    const load = () =>
      void afterFirstPaint()
        .then(() =>
          Promise.all([loadDelivery(), loadOutbox(), unsent.preload(), overlays.unsent.code.preload()]),
        )
        .then(
          ([{ prepareSealing }, { startOutbox }]) => {
            startOutbox()
            setHere(true)
            prepareSealing(personHere()).catch(() => addEventListener('online', load, { once: true }))
          },
          () => addEventListener('online', load, { once: true }),
        )
    load()
    return () => removeEventListener('online', load)
  }, [])
  return isHere && <unsent.Component />
}
