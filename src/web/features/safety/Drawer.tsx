import { useState, type ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Drawer.module.css'

/** Closed until wanted; what is in it is put there, and fetched, when it is opened. */
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
