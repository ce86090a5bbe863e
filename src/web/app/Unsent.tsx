import { useEffect } from 'react'
import { startCourier } from '../domain/outbox/courier.ts'
import { useOutbox } from '../domain/outbox/outbox.ts'
import { openOverlay } from '../domain/overlays.ts'
import { registerWorker } from '../lib/register-worker.ts'
import { useUser } from '../lib/session.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './Unsent.module.css'

/** Sends what waits, and says how much that is: beside the bell, as long as there is any. */
export function Unsent() {
  const { id } = useUser()
  const waiting = useOutbox(id)
  useEffect(() => startCourier(id), [id])
  useEffect(() => void registerWorker().catch(() => undefined), [])

  const isStuck = waiting.some(({ refusal }) => refusal !== undefined)
  return (
    <>
      {/* There before the words come, as screen readers need. */}
      <output className="visually-hidden">
        {waiting.length > 0 && `${waiting.length} ang naghihintay ng signal`}
      </output>
      {waiting.length > 0 && (
        <button
          type="button"
          className={styles.chip}
          aria-haspopup="dialog"
          onClick={() => openOverlay('unsent', {})}
        >
          <Icon name={isStuck ? 'warning' : 'clock'} size={18} />
          {waiting.length} naghihintay
        </button>
      )}
    </>
  )
}
