import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Switch.module.css'

type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The state that the switch turns on. */
  children: ReactNode
  /** The id of a sentence that says more. */
  about?: string
  disabled?: boolean
  className?: string | undefined
}

/** The label at the left, the lever at the right; all of it is the target. It takes the colour of the mood around it. */
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
