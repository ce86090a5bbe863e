import type { ReactNode } from 'react'
import { useHydrated } from '../../lib/hydrated.ts'
import { Paper } from '../../ui/Paper.tsx'
import styles from './Door.module.css'

type DoorProps = { title: string; lead?: ReactNode; above?: ReactNode; children: ReactNode; foot?: ReactNode }

/** The frame of every account page. */
export function Door({ title, lead, above, children, foot }: DoorProps) {
  const isHydrated = useHydrated()
  return (
    <div className={styles.door}>
      {above}
      <Paper taped className={styles.sheet}>
        <header>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </header>
        {children}
      </Paper>
      {foot && (
        <div className={styles.foot} data-early={!isHydrated || undefined}>
          {foot}
        </div>
      )}
    </div>
  )
}
