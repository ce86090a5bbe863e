import { useId, type ReactNode } from 'react'
import { AlmostUsed } from './AlmostUsed.tsx'
import styles from './UsageBar.module.css'

type UsageBarProps = {
  label: string
  used: number
  cap: number
  warns: boolean
  /** Under the bar: what is left. */
  children: ReactNode
}

/** How much of a limit is used. The number says it too, so the bar and its colour only repeat it. */
export function UsageBar({ label, used, cap, warns, children }: UsageBarProps) {
  const id = useId()
  return (
    <div className={styles.usage}>
      <p className={styles.head}>
        <span id={id} lang="en">
          {label}
        </span>
        <span className={styles.count}>
          {used}/{cap}
        </span>
      </p>
      <meter
        className={styles.bar}
        aria-labelledby={id}
        aria-valuetext={`${used} sa ${cap}`}
        min={0}
        max={cap}
        value={used}
        data-warns={warns || undefined}
      />
      <p className={styles.foot}>
        <span>{children}</span>
        {warns && used < cap && <AlmostUsed />}
      </p>
    </div>
  )
}
