import { useState, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Drawer.module.css'

type DrawerProps = { title: string; startsOpen?: boolean; children: ReactNode }

/** Its content is mounted, and fetches, only while it is open. */
export function Drawer({ title, startsOpen = false, children }: DrawerProps) {
  const [open, setOpen] = useState(startsOpen)
  return (
    <details className={styles.drawer} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
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
