import { useEffect, useState } from 'react'
import { deviceName } from '../domain/device/purge.ts'
import { afterFirstPaint, firstTouch } from '../lib/first-paint.ts'
import { importQuietly, quietChunk } from '../lib/chunks.ts'
import { registerWorker } from '../lib/register-worker.ts'
import { personHere } from '../lib/session.ts'
import { onSignal } from '../lib/signal.ts'
import { overlays } from './overlays.ts'

/** Talks fetch much themselves. A profile and billing are often only looked at. */
const isStill = (pathname: string) => /^\/(tambayan|profile|billing)/.test(pathname)

const chip = quietChunk(() => import('./OutboxChip.tsx').then((m) => m.OutboxChip))
const loadSend = () => importQuietly(() => import('../domain/outbox/send.ts'))

/** A browser that cannot list its databases may hold something. */
async function mayHold(person: string | undefined): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === deviceName(person ?? ''))
  } catch {
    return true
  }
}

/** After the first paint. On some pages it waits for the first touch, unless something may wait on this device. */
async function untilNeeded(): Promise<void> {
  // Heard from the beginning: the first touch may come before the paint.
  const touch = firstTouch()
  await afterFirstPaint()
  registerWorker().catch(() => undefined)
  if (isStill(location.pathname) && !(await mayHold(personHere()))) await touch
}

/** Fetches the outbox when it is needed, or with the next signal when it could not be fetched. */
export function Outbox() {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    let stop: (() => void) | undefined
    const load = () =>
      void untilNeeded()
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
