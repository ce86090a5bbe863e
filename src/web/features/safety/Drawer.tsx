import { useState, type ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Drawer.module.css'

/** Its content is mounted, and fetches, only while it is open. */
export function Drawer({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.drawer} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.handle}>
        <h3>{title}</h3>
        <span className={styles.arrow}>
          <Icon name="chevron" size={20} />
        </span>
      </summary>
      {open && <div className={styles.inside}>{children}</div>}
    </details>
  )
}
