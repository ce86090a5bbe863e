import { useEffect } from 'react'
import type { OutboxItem } from '../domain/device/kept.ts'
import { startCalling } from '../domain/emi/calling.ts'
import { useOutbox } from '../domain/outbox/queue.ts'
import { startSender } from '../domain/outbox/sender.ts'
import { isInTalk } from '../domain/outbox/waiting.ts'
import { openOverlay } from '../domain/overlays.ts'
import { useUser } from '../lib/session.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './Outbox.module.css'

/** A message usually goes at once, so it counts only when it has to wait. */
const isStill = (item: OutboxItem) => !isInTalk(item) || item.isWaiting || item.refusal !== undefined

/** Runs the sender, and shows beside the bell how many items the outbox has. */
export function OutboxChip() {
  const { id } = useUser()
  const items = useOutbox(id).filter(isStill)
  useEffect(() => startSender(id), [id])
  useEffect(startCalling, [])

  const isStuck = items.some(({ refusal }) => refusal !== undefined)
  return (
    <>
      {/* Screen readers need it before the words come. */}
      <output className="visually-hidden" data-outbox>
        {items.length > 0 && `${items.length} ang naghihintay ng signal`}
      </output>
      {items.length > 0 && (
        <button
          type="button"
          className={styles.chip}
          aria-haspopup="dialog"
          onClick={() => openOverlay('outbox', {})}
        >
          <Icon name={isStuck ? 'warning' : 'clock'} size={18} />
          {items.length} naghihintay
        </button>
      )}
    </>
  )
}
