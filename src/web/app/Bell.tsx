import { useId, useState } from 'react'
import { quietChunk } from '../lib/chunks.ts'
import { useLateChunk } from '../lib/use-late-chunk.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './Bell.module.css'

const notices = quietChunk(() => import('../features/notifications/Notices.tsx').then((m) => m.Notices))

/** The button is part of the page. Its count and list come after the first paint. The browser's popover closes itself. */
export function Bell() {
  const id = useId()
  const about = useId()
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isHere = useLateChunk(notices)
  return (
    <div className={styles.place}>
      <button
        type="button"
        className={styles.bell}
        popoverTarget={id}
        aria-label="Mga notification"
        aria-describedby={about}
      >
        <Icon name="bell" />
      </button>
      {isHere && <notices.Component about={about} panel={isOpen ? panel : null} />}
      <div
        ref={setPanel}
        id={id}
        popover="auto"
        className={styles.panel}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {!isHere && <p>Sandali lang…</p>}
      </div>
    </div>
  )
}
