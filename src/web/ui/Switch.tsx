import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Switch.module.css'

type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Its name: what is so while it is on. */
  children: ReactNode
  /** The id of a sentence that says more. */
  about?: string
  disabled?: boolean
  className?: string | undefined
}

/** Words at the left, the lever at the right; all of it is the target. Takes the colour of the mood that it stands in. */
export function Switch({ checked, onChange, children, about, disabled, className }: SwitchProps) {
  return (
    <label className={classes(styles.switch, className)}>
      <span>{children}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={about}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
